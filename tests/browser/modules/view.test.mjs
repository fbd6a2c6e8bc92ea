// What a page shows: as the server's own fold does (sequences.json is written by it), and frame by frame.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

import { EMPTY, apply, count, heardOf, piece, played, sounded, unmended } from '../page/view.js'

const read = (name) => JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url)))
const folded = (frames, view = EMPTY) => frames.reduce(apply, view)
const frozen = (one) => {
  if (one && typeof one === 'object') Object.values(Object.freeze(one)).forEach(frozen)
  return one
}

/** What both sides show: not what the speaker of this page has, nor how a time is written. */
function alike({ turns, holds, drafts, failures, notices, calls }) {
  const text = ({ until, left_ms, again, ...shown }) => shown
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
  const silent = new Set('settings taught ready transcript tool_call tool_result ui_action error holder muted cue act'.split(' '))
  const { down } = read('examples.json')
  const before = folded(down.filter(({ type }) => ['state', 'asked', 'call', 'hold'].includes(type)))
  for (const frame of down) {
    const after = apply(frozen(before), frozen(frame))
    if (silent.has(frame.type)) assert.equal(after, before, frame.type)
    else assert.equal(JSON.stringify(Object.keys(after)), JSON.stringify(Object.keys(before)), frame.type)
  }
})

test('after a reload a hold still says how long it waits, and who is there is told anew', () => {
  const view = folded([{ type: 'state', at: 5_000, view: { holds: [{ hold: 2, text: 'run', kind: 'instruction', until: 65_000 }] } }])
  assert.equal(view.holds[0].left_ms, 60_000)
  assert.deepEqual(folded([{ type: 'pages', pages: ['page-1', 'page-2'] }], view).surfaces, ['page-1', 'page-2'])
})

test('a hold that is shown again says so: a yes was heard, and did not count', () => {
  const hold = { type: 'hold', hold: 2, text: 'git push', kind: 'permission' }
  const shown = (...frames) => folded(frames).holds.map((one) => one.again)
  assert.deepEqual(shown(hold), [false])
  assert.deepEqual(shown(hold, { ...hold, hold: 3 }, hold), [true, false])
  const proposed = { ...hold, proposed: 'git pull' }
  assert.deepEqual(shown(hold, proposed), [false], 'another wording of it')
  assert.deepEqual(shown(hold, proposed, proposed), [true])
})

test('a mend that is taken back is not shown in the talk any more', () => {
  const mend = { heard: 'get hub', meant: 'GitHub', why: 'correction' }
  const other = { heard: 'core', meant: 'core.py', why: 'lexicon' }
  const before = frozen(folded([
    { type: 'heard', utterance: 1, text: 'Get hub and core', final: true, mends: [mend, other] },
    { type: 'heard', utterance: 2, text: 'Go', final: true },
  ]))
  const view = unmended(before, { heard: 'Get Hub', meant: 'GitHub' })
  assert.deepEqual(view.turns.map((one) => one.mends), [[other], []])
  assert.equal(view.turns[1], before.turns[1])
  assert.deepEqual(apply(before, { type: 'unmended', heard: 'get hub', meant: 'GitHub' }), view, 'at another page')
  assert.deepEqual(folded([{ type: 'state', view: { turns: before.turns } }]).turns, before.turns)
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

test('words that are given to an answer at work have no answer of their own', () => {
  const view = folded([...ANSWER, { type: 'amendment', run: 2, amends: 1, how: 'steer' },
    { type: 'asked', run: 2, instruction: 'and shortly', by: 'typed', amends: 1 }])
  const runs = view.turns.flatMap((one) => one.runs)
  assert.deepEqual(runs.map((one) => [one.run, one.working]), [[1, true], [2, false]])
})

test('what was surely heard never falls', () => {
  const view = folded([...ANSWER, { type: 'spoken', run: 1, shown_to: 9 }, { type: 'spoken', run: 1, shown_to: 5 }])
  assert.equal(runOf(view).heard_to, 9)
})

test('a read of which more may come is not over because its text was heard', () => {
  const view = sounded(folded([...ANSWER, READ]), 7, 100)
  const spoken = { type: 'spoken', run: 1, shown_to: 13 }
  assert.equal(apply(view, spoken).reads.length, 1)
  assert.equal(apply(apply(view, { type: 'read_end', read: 7, samples: 100 }), spoken).reads.length, 0)
})

test('what one who is no owner typed stands there once', () => {
  const view = folded([{ type: 'typed', text: 'Delete all' }, { type: 'heard', utterance: 4, text: 'Delete all', final: true }])
  assert.deepEqual(view.turns.map((one) => [one.utterance, one.words]), [[4, 'Delete all']])
})

test('all of it is bounded', () => {
  const many = (make) => Array.from({ length: 50 }, (_, n) => make(n))
  const hold = (n) => [{ type: 'hold', hold: n, text: 'x', kind: 'instruction' }, { type: 'hold_closed', hold: n, outcome: 'expired', draft: true }]
  const asked = (run) => ({ type: 'asked', run, instruction: 'a', by: 'code', utterance: 1 })
  const heard = { type: 'heard', utterance: 1, text: 'a', final: true }
  const step = (n) => ({ type: 'step', run: 49, step: String(n), kind: 'tool', title: '', state: 'begun' })
  const view = folded([heard, ...many(asked), ...many(step),
    ...many((n) => ({ type: 'failure', text: 'x'.repeat(9_000) + n })), ...many((n) => ({ type: 'notice', text: String(n) })),
    ...many((n) => ({ type: 'call', effect: n, tool: 't', arguments: '' })), ...many(hold).flat(), ...many((n) => ({ ...READ, read: n }))])
  const { runs } = view.turns[0]
  const sizes = [view.failures, view.notices, view.calls, view.drafts, view.reads, runs, runs.at(-1).steps].map((one) => one.length)
  assert.deepEqual(sizes, [8, 8, 8, 8, 16, 4, 8])
  assert.equal(view.failures[0].length, 4_000)
  assert.equal(folded(many((n) => ({ type: 'typed', text: String(n) })), view).turns.length, 32)
})
