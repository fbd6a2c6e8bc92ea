// The words of what waits for a yes: mended, compared, edited. That the server mends alike is in beside/.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Mend } from '../src/core/frames.ts'
import { alike, begun, course, difference, edited, marked, mended, pieces, shownAgain, withHeard, withText, yes } from '../src/core/wording.ts'

const mend = (heard: string, meant: string, why: Mend['why'] = 'correction'): Mend => ({ heard, meant, why })
const HUB = mend('get hub', 'GitHub')
const HOLD = { hold: 4, heard: 'Open get hub and the brench', text: 'Open GitHub and the brench', proposed: '', mends: [HUB] }
const SENT = 'Open GitHub and the branch'

describe('mends', () => {
  test.each<[text: string, mends: readonly Mend[], now: string]>([
    ['Open Get  Hub.', [HUB], 'Open GitHub.'],
    ['widget hub, get hubs', [HUB], 'widget hub, get hubs'],
    ['core and core.py and -core', [mend('core', 'kernel')], 'kernel and core.py and -kernel'],
    ['user service dot py', [mend('user service', 'users'), mend('user service dot py', 'user_service.py')], 'user_service.py'],
    ['the core', [mend('core', 'Core', 'lexicon'), mend('core', 'kernel')], 'the kernel'],
    ['c++ (beta) and größe', [mend('c++', 'C++'), mend('(beta)', 'β'), mend('größe', 'size')], 'C++ β and size'],
    ['as it was', [mend(' ', 'x'), mend('was', ' ')], 'as it was'],
  ])('what was meant stands in the place of whole words, longest first, the own before a name of the workspace: %s', (text, mends, now) => {
    expect(mended(text, mends)).toBe(now)
  })

  test('each is marked in its place, where that can be told', () => {
    expect(pieces('Open get hub now', [HUB])).toEqual(['Open ', HUB, ' now'])
    expect(marked(HOLD)).toEqual(['Open ', HUB, ' and the brench'])
    expect(marked({ ...HOLD, text: 'Something else' })).toEqual(['Something else'])
  })

  test('without mends every text stays as it is, and no mend makes it fail', () => {
    fc.assert(fc.property(fc.string(), fc.string(), fc.string(), (text, heard, meant) => {
      expect(mended(text, [])).toBe(text)
      expect(typeof mended(text, [mend(heard, meant)])).toBe('string')
    }))
  })
})

describe('two texts', () => {
  const parts = (before: string, after: string): readonly (readonly [string, string])[] => difference(before, after).map(({ how, words }) => [how, words])

  test.each<[before: string, after: string, parts: readonly (readonly [how: string, words: string])[]]>([
    ['a b c', 'a  b c', [['same', 'a b c']]],
    ['open the brench now', 'open the branch now', [['same', 'open the'], ['gone', 'brench'], ['new', 'branch'], ['same', 'now']]],
    ['a b c d', 'a x y d', [['same', 'a'], ['gone', 'b c'], ['new', 'x y'], ['same', 'd']]],
    ['a b c', 'b c d', [['gone', 'a'], ['same', 'b c'], ['new', 'd']]],
    ['a b c d e', 'a x c y e', [['same', 'a'], ['gone', 'b'], ['new', 'x'], ['same', 'c'], ['gone', 'd'], ['new', 'y'], ['same', 'e']]],
    ['', 'a', [['new', 'a']]],
    ['a a', 'a', [['same', 'a'], ['gone', 'a']]],
  ])('are compared word by word, and what is side by side is one change: %s → %s', (before, after, found) => {
    expect(parts(before, after)).toEqual(found)
  })

  test('very long ones are compared at their ends only', () => {
    const words = (name: string): string => Array.from({ length: 2_000 }, (_, n) => `${name}${n}`).join(' ')
    expect(parts(`a ${words('b')} z`, `a ${words('c')} z`).map(([how]) => how)).toEqual(['same', 'gone', 'new', 'same'])
  })

  test('both can be read from what differs', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 9 }).map((all) => all.join(' '))
    fc.assert(fc.property(text, text, (before, after) => {
      const side = (not: string): string => parts(before, after).filter(([how]) => how !== not).map(([, words]) => words).join(' ')
      expect([side('new'), side('gone')]).toEqual([before, after])
    }))
  })

  test('are alike whatever is between their words', () => {
    expect(alike('a  b\n', ' a b')).toBe(true)
    expect(alike('a b', 'a B')).toBe(false)
  })
})

describe('how the words came about', () => {
  const names = (hold: Parameters<typeof course>[0], sent = hold.text): unknown => course(hold, sent).map(({ name, from }) => [name, from])
  const said = { heard: 'a b', text: 'a b', proposed: '' }
  const offered = { ...said, proposed: 'a B' } // the ear's own
  const taken = { ...offered, text: 'a B' } // it is what will be sent

  test.each([
    ['as it was heard', names(said), []],
    ['edited', names(said, 'a c'), [['Edited', 'a b']]],
    ['an instruction of its own', names({ ...said, text: 'a bee' }), [['Instruction', 'a b']]],
    ['another wording is offered', names(offered), [['Proposed', 'a b']]],
    ['and is taken', names(offered, 'a B'), [['Proposed', 'a b']]],
    ['it was taken by itself', names(taken), [['Proposed', 'a b']]],
    ['and is edited', names(taken, 'a c'), [['Proposed', 'a b'], ['Edited', 'a B']]],
    ['an act has nothing that was heard', names({ heard: '', text: 'run a', proposed: '' }, 'run b'), [['Edited', 'run a']]],
  ])('is shown where they differ: %s', (_, found, stages) => {
    expect(found).toEqual(stages)
  })
})

describe('an edit', () => {
  test('of nothing: the yes is to what was shown, and says nothing of what was heard', () => {
    expect(yes(HOLD, begun(HOLD))).toEqual({ type: 'edit', hold: 4, text: HOLD.text })
    expect(edited(begun(HOLD))).toBe(false)
  })

  test('of what was heard: the instruction follows, mends and all, and both are sent', () => {
    const edit = withHeard(begun(HOLD), 'Open get hub and the branch')
    expect(yes(HOLD, edit)).toEqual({ type: 'edit', hold: 4, text: SENT, heard: SENT })
    expect(edited(edit)).toBe(true)
    expect(withHeard(edit, HOLD.heard), 'and back').toEqual(begun(HOLD))
    expect(withHeard(edit, ' ').text).toBe(HOLD.text)
  })

  test('of the instruction stays as the person wrote it', () => {
    const own = withText(begun(HOLD), 'Close it')
    expect(yes(HOLD, own)).toEqual({ type: 'edit', hold: 4, text: 'Close it' })
    expect(yes(HOLD, withHeard(own, 'Open get hub and the branch'))).toEqual({ type: 'edit', hold: 4, text: 'Close it', heard: SENT })
    const back = withText(own, HOLD.text)
    expect(withHeard(back, 'Open the branch').text, 'it is not their own any more').toBe('Open the branch')
  })

  test('is changed by no wording that comes late', () => {
    const late = { ...HOLD, text: 'Proposed', proposed: 'Proposed' }
    for (const edit of [begun(HOLD), withText(begun(HOLD), 'Close it'), withHeard(begun(HOLD), 'Open it')]) expect(shownAgain(edit, late)).toBe(edit)
  })

  test('loses a mend that is taken back, unless the instruction is the person’s own', () => {
    const raw = { ...HOLD, text: HOLD.heard, mends: [] }
    expect(shownAgain(begun(HOLD), raw).text).toBe(HOLD.heard)
    const put = 'Open get hub and the branch'
    expect(shownAgain(withHeard(begun(HOLD), put), raw).text).toBe(put)
    expect(shownAgain(withText(begun(HOLD), 'Close it'), raw).text).toBe('Close it')
  })
})
