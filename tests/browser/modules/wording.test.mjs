// The words of what waits for a yes: mended, compared, edited.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

import { alike, begun, course, difference, edited, mended, pieces, shownAgain, withHeard, withText, yes } from '../page/wording.js'

const HUB = { heard: 'get hub', meant: 'GitHub', why: 'correction' }
const HOLD = { hold: 4, heard: 'Open get hub and the brench', text: 'Open GitHub and the brench', proposed: '', mends: [HUB] }
const SENT = 'Open GitHub and the branch'

test('what was meant stands in the place of whole words, longest first, the own before a name of the workspace', () => {
  const mend = (heard, meant, why = 'correction') => ({ heard, meant, why })
  for (const [text, mends, now] of [
    ['Open Get  Hub.', [HUB], 'Open GitHub.'],
    ['widget hub, get hubs', [HUB], 'widget hub, get hubs'],
    ['core and core.py and -core', [mend('core', 'kernel')], 'kernel and core.py and -kernel'],
    ['user service dot py', [mend('user service', 'users'), mend('user service dot py', 'user_service.py')], 'user_service.py'],
    ['the core', [mend('core', 'Core', 'lexicon'), mend('core', 'kernel')], 'the kernel'],
    ['c++ (beta) and größe', [mend('c++', 'C++'), mend('(beta)', 'β'), mend('größe', 'size')], 'C++ β and size'],
    ['as it was', [mend(' ', 'x'), mend('was', ' ')], 'as it was'],
  ]) assert.equal(mended(text, mends), now)
  assert.deepEqual(pieces('Open get hub now', [HUB]), ['Open ', HUB, ' now'])
})

test('words are mended as the server mends them', () => {
  const cases = JSON.parse(readFileSync(new URL('../mended.json', import.meta.url)))
  assert.ok(cases.filter(([text, , now]) => text !== now).length > 100)
  for (const [text, mends, now] of cases) assert.equal(mended(text, mends), now)
})

test('two texts are compared word by word, and what is side by side is one change', () => {
  for (const [before, after, parts] of [
    ['a b c', 'a  b c', [['same', 'a b c']]],
    ['open the brench now', 'open the branch now', [['same', 'open the'], ['gone', 'brench'], ['new', 'branch'], ['same', 'now']]],
    ['a b c d', 'a x y d', [['same', 'a'], ['gone', 'b c'], ['new', 'x y'], ['same', 'd']]],
    ['a b c', 'b c d', [['gone', 'a'], ['same', 'b c'], ['new', 'd']]],
    ['a b c d e', 'a x c y e', [['same', 'a'], ['gone', 'b'], ['new', 'x'], ['same', 'c'], ['gone', 'd'], ['new', 'y'], ['same', 'e']]],
    ['', 'a', [['new', 'a']]],
    ['a a', 'a', [['same', 'a'], ['gone', 'a']]],
  ]) assert.deepEqual(difference(before, after), parts)
})

test('very long texts are compared at their ends only', () => {
  const words = (name) => Array.from({ length: 2_000 }, (_, n) => `${name}${n}`).join(' ')
  assert.deepEqual(difference(`a ${words('b')} z`, `a ${words('c')} z`).map(([how]) => how), ['same', 'gone', 'new', 'same'])
})

test('it is shown how the words came about, where they differ', () => {
  const names = (hold, sent = hold.text) => course(hold, sent).map(({ name, from }) => [name, from])
  const said = { heard: 'a b', text: 'a b', proposed: '' }
  const offered = { ...said, proposed: 'a B' } // the ear's own
  const taken = { ...offered, text: 'a B' } // it is what will be sent
  assert.deepEqual(names(said), [])
  assert.deepEqual(names(said, 'a c'), [['Edited', 'a b']])
  assert.deepEqual(names({ ...said, text: 'a bee' }), [['Instruction', 'a b']])
  assert.deepEqual(names(offered), [['Proposed', 'a b']])
  assert.deepEqual(names(offered, 'a B'), [['Proposed', 'a b']])
  assert.deepEqual(names(taken), [['Proposed', 'a b']])
  assert.deepEqual(names(taken, 'a c'), [['Proposed', 'a b'], ['Edited', 'a B']])
  assert.deepEqual(names({ heard: '', text: 'run a', proposed: '' }, 'run b'), [['Edited', 'run a']])
})

test('nothing edited: the yes is to what was shown, and says nothing of what was heard', () => {
  assert.deepEqual(yes(HOLD, begun(HOLD)), { type: 'edit', hold: 4, text: HOLD.text })
  assert.equal(edited(begun(HOLD)), false)
})

test('what was heard is put right: the instruction follows, mends and all, and both are sent', () => {
  const edit = withHeard(begun(HOLD), 'Open get hub and the branch')
  assert.deepEqual(yes(HOLD, edit), { type: 'edit', hold: 4, text: SENT, heard: SENT })
  assert.equal(edited(edit), true)
  assert.deepEqual(withHeard(edit, HOLD.heard), begun(HOLD), 'and back')
  assert.equal(withHeard(edit, ' ').text, HOLD.text)
})

test('an instruction that the person edited stays as they wrote it', () => {
  const own = withText(begun(HOLD), 'Close it')
  assert.deepEqual(yes(HOLD, own), { type: 'edit', hold: 4, text: 'Close it' })
  assert.deepEqual(yes(HOLD, withHeard(own, 'Open get hub and the branch')), { type: 'edit', hold: 4, text: 'Close it', heard: SENT })
  const back = withText(own, HOLD.text)
  assert.equal(withHeard(back, 'Open the branch').text, 'Open the branch', 'it is not their own any more')
})

test('a wording that comes late changes no edit', () => {
  const late = { ...HOLD, text: 'Proposed', proposed: 'Proposed' }
  for (const edit of [begun(HOLD), withText(begun(HOLD), 'Close it'), withHeard(begun(HOLD), 'Open it')]) assert.equal(shownAgain(edit, late), edit)
})

test('a mend that is taken back is taken out of the instruction, unless that is edited', () => {
  const raw = { ...HOLD, text: HOLD.heard, mends: [] }
  assert.equal(shownAgain(begun(HOLD), raw).text, HOLD.heard)
  const put = 'Open get hub and the branch'
  assert.equal(shownAgain(withHeard(begun(HOLD), put), raw).text, put)
  assert.equal(shownAgain(withText(begun(HOLD), 'Close it'), raw).text, 'Close it')
})

test('words are alike whatever is between them', () => {
  assert.equal(alike('a  b\n', ' a b'), true)
  assert.equal(alike('a b', 'a B'), false)
})
