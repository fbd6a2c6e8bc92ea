// What a page shows, frame by frame. That the server shows the same is in beside/.

import { describe, expect, test } from 'vitest'
import { down } from '../../protocol/browser/examples.json'
import { count, piece } from '../src/core/text.ts'
import { type Run, type View, EMPTY, actless, apply, heardOf, played, sounded, unmended } from '../src/core/view.ts'
import { type Written, first, folded, frozen, held, read, whole } from './frames.ts'

const RATE = 24_000
const READ: Written = { type: 'read', read: 7, said: 'It is noon.', run: 1, shown_from: 0, shown_to: 13 }
const ASKED: readonly Written[] = [{ type: 'typed', text: 'When?' }, { type: 'asked', run: 1, instruction: 'When?', by: 'typed' }]
const ANSWER: readonly Written[] = [...ASKED, { type: 'text', run: 1, text: 'It is *noon*. Good.' }]
const runOf = (view: View): Run => first(first(view.turns).runs)
const marked = (view: View): string => piece(runOf(view).text, 0, heardOf(view, runOf(view), RATE)[1])

const SILENT = new Set(['settings', 'taught', 'ready', 'transcript', 'tool_call', 'tool_result', 'ui_action', 'error', 'holder', 'muted', 'cue', 'act'])

test('every example of the protocol is taken, and what only concerns the connection changes nothing', () => {
  const frames = down.map((one) => read(JSON.stringify(one)))
  const before = frozen(frames.filter(({ type }) => ['state', 'asked', 'call', 'hold'].includes(type)).reduce(apply, EMPTY))
  for (const frame of frames) {
    const after = apply(before, frozen(frame))
    if (SILENT.has(frame.type)) expect(after, frame.type).toBe(before)
    else expect(Object.keys(after), frame.type).toEqual(Object.keys(before))
  }
})

test('after a reload a hold still says how long it waits, and who is there is told anew', () => {
  const view = folded([{ type: 'state', at: 5_000, view: whole({ holds: [held({ until: 65_000 })] }) }])
  expect(first(view.holds).left_ms).toBe(60_000)
  expect(folded([{ type: 'pages', pages: ['page-1', 'page-2'] }], view).surfaces).toEqual(['page-1', 'page-2'])
})

test('a hold that is shown again says so: a yes was heard, and did not count', () => {
  const hold: Written = { type: 'hold', hold: 2, text: 'git push', kind: 'permission' }
  const shown = (...frames: readonly Written[]): readonly boolean[] => folded(frames).holds.map((one) => one.again)
  expect(shown(hold)).toEqual([false])
  expect(shown(hold, { ...hold, hold: 3 }, hold)).toEqual([true, false])
  const proposed = { ...hold, proposed: 'git pull' }
  expect(shown(hold, proposed), 'another wording of it').toEqual([false])
  expect(shown(hold, proposed, proposed)).toEqual([true])
})

test('a draft is a hold that got no answer, and is gone when it gets one', () => {
  const hold: Written = { type: 'hold', hold: 2, text: 'run it', kind: 'instruction' }
  const draft = folded([hold, { type: 'hold_closed', hold: 2, outcome: 'expired', draft: true }])
  expect([draft.holds, draft.drafts.map(({ text, outcome }) => [text, outcome])]).toEqual([[], [['run it', 'expired']]])
  expect(folded([{ type: 'hold_closed', hold: 2, outcome: 'granted' }], draft).drafts).toEqual([])
  expect(folded([{ type: 'hold_closed', hold: 99, outcome: 'expired', draft: true }], draft).drafts).toHaveLength(1)
})

test('a mend that is taken back is not shown in the talk any more', () => {
  const mend = { heard: 'get hub', meant: 'GitHub', why: 'correction' }
  const other = { heard: 'core', meant: 'core.py', why: 'lexicon' }
  const before = frozen(folded([
    { type: 'heard', utterance: 1, text: 'Get hub and core', final: true, source: 'local', mends: [mend, other] },
    { type: 'heard', utterance: 2, text: 'Go', final: true, source: 'local' },
  ]))
  const view = unmended(before, { heard: 'Get Hub', meant: 'GitHub' })
  expect(view.turns.map((one) => one.mends)).toEqual([[other], []])
  expect(view.turns[1]).toBe(before.turns[1])
  expect(folded([{ type: 'unmended', heard: 'get hub', meant: 'GitHub' }], before), 'at another page').toEqual(view)
  expect(folded([{ type: 'state', view: whole({ turns: before.turns }) }]).turns).toEqual(before.turns)
})

describe('what is read aloud', () => {
  test('the words are marked as they are played, whole words, and never past the read', () => {
    let view = sounded(folded([...ANSWER, READ]), 7, RATE)
    expect(heardOf(view, runOf(view), RATE)).toEqual([0, 0])
    view = folded([{ type: 'read_end', read: 7, samples: RATE }], view)
    const marks = [1, 6_000, 12_000, 20_000, 23_999].map((one) => marked(played(view, 7, one)))
    expect(marks).toEqual(['It', 'It is', 'It is *noon*.', 'It is *noon*.', 'It is *noon*.'])
    view = folded([{ type: 'spoken', run: 1, shown_to: 13 }], played(view, 7, RATE))
    expect(view.reads).toEqual([])
    expect(heardOf(view, runOf(view), RATE)).toEqual([13, 13])
  })

  test('while it is not known how long a read is, its end is not marked', () => {
    const text = 'word '.repeat(100)
    const begun = folded([...ASKED, { type: 'text', run: 1, text }, { ...READ, said: text, shown_to: 500 }])
    const marks = (given: number, out: number): number => marked(played(sounded(begun, 7, given), 7, out)).length
    expect(marks(2 * RATE, RATE)).toBeGreaterThan(5)
    expect(marks(2 * RATE, RATE)).toBeLessThan(30)
    expect(marks(90 * RATE, 90 * RATE), 'all that came was played, and more may come').toBeLessThan(text.trim().length)
  })

  test('what is flushed is not marked any more, and a read that goes on begins at its sample', () => {
    let view = played(sounded(folded([...ANSWER, READ]), 7, 12_000), 7, 6_000)
    view = folded([{ type: 'flush', read: 7 }], view)
    expect([view.reads, marked(view)]).toEqual([[], ''])
    view = sounded(folded([{ ...READ, first: 6_000 }], view), 7, 100)
    expect(view.reads.map(({ given, played: out }) => [given, out])).toEqual([[6_100, 6_000]])
  })

  test('a read of which more may come is not over because its text was heard', () => {
    const view = sounded(folded([...ANSWER, READ]), 7, 100)
    const spoken: Written = { type: 'spoken', run: 1, shown_to: 13 }
    expect(folded([spoken], view).reads).toHaveLength(1)
    expect(folded([{ type: 'read_end', read: 7, samples: 100 }, spoken], view).reads).toHaveLength(0)
  })

  test('what was surely heard never falls', () => {
    const view = folded([...ANSWER, { type: 'spoken', run: 1, shown_to: 9 }, { type: 'spoken', run: 1, shown_to: 5 }])
    expect(runOf(view).heard_to).toBe(9)
  })

  test('no more is played than came', () => {
    const view = played(sounded(folded([...ANSWER, READ]), 7, 100), 7, 5_000)
    expect(first(view.reads).played).toBe(100)
    expect(first(played(view, 7, 50).reads).played, 'and it never falls').toBe(100)
  })
})

test('places in a text are counted in characters', () => {
  expect(count('a🕛b')).toBe(3)
  expect(piece('a🕛b', 1, 2)).toBe('🕛')
  expect(marked(folded([...ASKED, { type: 'text', run: 1, text: '🕛 noon' }, { type: 'spoken', run: 1, shown_to: 1 }]))).toBe('🕛')
})

test('the beginning of a very long answer is left out, and the marks stay in place', () => {
  const text: Written = { type: 'text', run: 1, text: '🕛'.repeat(40_000) }
  const view = folded([...ASKED, text, text, { type: 'spoken', run: 1, shown_to: 70_000 }])
  expect([runOf(view).left_out, count(runOf(view).text)]).toEqual([16_000, 64_000])
  expect(heardOf(view, runOf(view), RATE)).toEqual([54_000, 54_000])
})

test('words that are given to an answer at work have no answer of their own', () => {
  const view = folded([...ANSWER, { type: 'amendment', run: 2, amends: 1, how: 'steer' }, { type: 'asked', run: 2, instruction: 'and shortly', by: 'typed', amends: 1 }])
  expect(view.turns.flatMap((one) => one.runs).map((one) => [one.run, one.working])).toEqual([[1, true], [2, false]])
})

test.each([[0, [2]], [13, [1, 2]]])('an answer that was taken back unheard is not shown (T2): heard to %i', (to, left) => {
  const asked = (run: number, instruction: string): Written => ({ type: 'asked', run, instruction, by: 'code', utterance: 1 })
  const spoken: readonly Written[] = to ? [{ type: 'spoken', run: 1, shown_to: to }] : []
  const view = folded([
    { type: 'heard', utterance: 1, text: 'What time is it?', final: true, source: 'local' },
    asked(1, 'What time is it?'), { type: 'text', run: 1, text: 'It is noon.' }, ...spoken, asked(2, 'What time is it? In Tokyo.'),
  ])
  expect(first(view.turns).runs.map((one) => one.run)).toEqual(left)
})

test('what one who is no owner typed stands there once', () => {
  const view = folded([{ type: 'typed', text: 'Delete all' }, { type: 'heard', utterance: 4, text: 'Delete all', final: true, source: 'local' }])
  expect(view.turns.map((one) => [one.utterance, one.words])).toEqual([[4, 'Delete all']])
})

test('only the newest answers keep how they changed their files', () => {
  const each = (run: number): readonly Written[] => [{ type: 'asked', run, instruction: String(run), by: 'code' }, { type: 'changes', run, files: [], diff: `+${run}` }]
  const runs = folded(Array.from({ length: 12 }, (_, n) => each(n)).flat()).turns.flatMap((one) => one.runs)
  expect(runs.filter((one) => one.diff).map((one) => one.diff)).toEqual(['+4', '+5', '+6', '+7', '+8', '+9', '+10', '+11'])
})

test('an answer that ended without an act is known, of a brain that does things by itself (C4)', () => {
  const step: Written = { type: 'step', run: 1, step: 'a', kind: 'tool', title: 'Read a.py', detail: '', state: 'done', effects: false, receipt: null }
  const rows: readonly (readonly [readonly Written[], boolean])[] = [
    [[step], true], [[], false], [[{ ...step, effects: true }], false], [[step, { ...step, effects: true, state: 'failed' }], false],
    [[step, { type: 'changes', run: 1, files: [{ path: 'a.py', added: 0, removed: 1 }], diff: '' }], false],
    [[step, { type: 'result', effect: 1, tool: 'send', result: 'sent', failed: false, receipt: 'r-1' }], false],
  ]
  for (const [frames, without] of rows) {
    const at = folded([...ANSWER, ...frames])
    expect(actless(at).size, 'it works').toBe(0)
    expect(actless(folded([{ type: 'finished', run: 1 }], at)).has(1), JSON.stringify(frames)).toBe(without)
  }
})

test('all of it is bounded', () => {
  const many = (make: (n: number) => Written): readonly Written[] => Array.from({ length: 50 }, (_, n) => make(n))
  const view = folded([
    { type: 'heard', utterance: 1, text: 'a', final: true, source: 'local' },
    ...many((run) => ({ type: 'asked', run, instruction: 'a', by: 'code', utterance: 1 })),
    ...many((n) => ({ type: 'step', run: 49, step: String(n), kind: 'tool', title: '', state: 'begun' })),
    ...many((n) => ({ type: 'failure', text: 'x'.repeat(9_000) + String(n) })),
    ...many((n) => ({ type: 'notice', text: String(n) })),
    ...many((n) => ({ type: 'call', effect: n, tool: 't', arguments: '' })),
    ...many((n) => ({ type: 'hold', hold: n, text: 'x', kind: 'instruction' })),
    ...many((n) => ({ type: 'hold_closed', hold: n, outcome: 'expired', draft: true })),
    ...many((n) => ({ ...READ, read: n })),
  ])
  const { runs } = first(view.turns)
  const sizes = [view.failures, view.notices, view.calls, view.drafts, view.reads, runs, runs.at(-1)?.steps ?? []].map((one) => one.length)
  expect(sizes).toEqual([8, 8, 8, 8, 16, 4, 8])
  expect(first(view.failures)).toHaveLength(4_000)
  expect(folded(many((n) => ({ type: 'typed', text: String(n) })), view).turns).toHaveLength(32)
})
