// What a page shows: as the server's own fold does (sequences.json is written by it), and frame by frame.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

import { EMPTY, apply, count, heardOf, piece, played, sounded } from '../page/view.js'

const read = (name) => JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url)))
const folded = (frames, view = EMPTY) => frames.reduce(apply, view)
const frozen = (one) => {
  if (one && typeof one === 'object') Object.values(Object.freeze(one)).forEach(frozen)
  return one
}

/** What both sides show: not what the speaker of this page has, nor how a time is written. */
function alike({ turns, holds, drafts, failures, notices, calls }) {
  const text = ({ hold, text: words, kind, risk, heard, proposed, utterance, outcome }) => ({ hold, text: words, kind, risk, heard, proposed, utterance, outcome })
  return { turns, holds: holds.map(text), drafts: drafts.map(text), failures, notices, calls }
}

for (const { name, steps } of read('sequences.json')) {
  test(`${name}: the same as the server shows, after every step, and from every step on`, () => {
    let [whole, reloaded] = [EMPTY, EMPTY]
    steps.forEach(({ frames, view: theirs }, n) => {
      whole = frozen(folded(frames, whole))
      reloaded = frozen(folded(frames, reloaded))
      if (theirs === null) return
      assert.deepEqual(alike(whole), alike(theirs), `step ${n}`)
      assert.deepEqual(alike(reloaded), alike(theirs), `step ${n}, reloaded before`)
      reloaded = apply(reloaded, { type: 'state', view: theirs })
    })
  })
}

test('every example of the protocol is taken, and what only concerns the connection changes nothing', () => {
  const silent = new Set('ready transcript tool_call tool_result ui_action error holder muted cue act'.split(' '))
  const { down } = read('examples.json')
  const before = folded(down.filter(({ type }) => ['state', 'asked', 'call', 'hold'].includes(type)))
  for (const frame of down) {
    const after = apply(frozen(before), frozen(frame))
    if (silent.has(frame.type)) assert.equal(after, before, frame.type)
    else assert.equal(JSON.stringify(Object.keys(after)), JSON.stringify(Object.keys(before)), frame.type)
  }
})

test('a frame of a newer server changes nothing', () => {
  assert.equal(apply(EMPTY, { type: 'dance' }), EMPTY)
})

const READ = { type: 'read', read: 7, said: 'It is noon.', run: 1, shown_from: 0, shown_to: 13 }
const ANSWER = [
  { type: 'typed', text: 'When?' },
  { type: 'asked', run: 1, instruction: 'When?', by: 'typed' },
  { type: 'text', run: 1, text: 'It is *noon*. Good.' },
]
const runOf = (view) => view.turns[0].runs[0]

test('the words are marked as they are played, whole words, and never past the read', () => {
  let view = sounded(folded([...ANSWER, READ]), 7, 24_000)
  assert.deepEqual(heardOf(view, runOf(view), 24_000), [0, 0])
  view = apply(view, { type: 'read_end', read: 7, samples: 24_000 })
  const marks = [1, 6_000, 12_000, 20_000, 23_999].map((one) => heardOf(played(view, 7, one), runOf(view), 24_000)[1])
  assert.deepEqual(marks.map((to) => piece('It is *noon*. Good.', 0, to)), ['It', 'It is', 'It is *noon*.', 'It is *noon*.', 'It is *noon*.'])
  view = apply(played(view, 7, 24_000), { type: 'spoken', run: 1, shown_to: 13 })
  assert.deepEqual(view.reads, [])
  assert.deepEqual(heardOf(view, runOf(view), 24_000), [13, 13])
})

test('while it is not known how long a read is, its end is not marked', () => {
  const view = played(sounded(folded([...ANSWER, READ]), 7, 240_000), 7, 200_000)
  assert.equal(heardOf(view, runOf(view), 24_000)[1] <= 13, true)
  const long = { ...READ, said: 'word '.repeat(40), shown_to: 200 }
  const begun = played(sounded(folded([...ANSWER, { type: 'text', run: 1, text: 'word '.repeat(40) }, long]), 7, 48_000), 7, 24_000)
  assert.ok(heardOf(begun, runOf(begun), 24_000)[1] < 30)
})

test('what is flushed is not marked any more, and a read that goes on begins at its sample', () => {
  let view = played(sounded(folded([...ANSWER, READ]), 7, 12_000), 7, 6_000)
  view = apply(view, { type: 'flush', read: 7 })
  assert.deepEqual(view.reads, [])
  view = sounded(apply(view, { ...READ, first: 6_000 }), 7, 100)
  assert.deepEqual([view.reads[0].given, view.reads[0].played], [6_100, 6_000])
})

test('places in a text are counted in characters', () => {
  assert.equal(count('a🕛b'), 3)
  assert.equal(piece('a🕛b', 1, 2), '🕛')
  const view = folded([...ANSWER.slice(0, 2), { type: 'text', run: 1, text: '🕛 noon' }, { type: 'spoken', run: 1, shown_to: 1 }])
  assert.equal(piece(runOf(view).text, ...[0, heardOf(view, runOf(view), 24_000)[0]]), '🕛')
})

test('the beginning of a very long answer is left out, and the marks stay in place', () => {
  const text = { type: 'text', run: 1, text: '🕛'.repeat(40_000) }
  const view = folded([...ANSWER.slice(0, 2), text, text, { type: 'spoken', run: 1, shown_to: 70_000 }])
  const run = runOf(view)
  assert.deepEqual([run.left_out, count(run.text)], [16_000, 64_000])
  assert.deepEqual(heardOf(view, run, 24_000), [54_000, 54_000])
})
