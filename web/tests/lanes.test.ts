import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Lanes, type Mark, clock, inWords, lanesOf, outline, spanOf, ticks } from '../src/core/lanes.ts'

const mark = (lane: string, at: number, end: number | null, more: Partial<Mark> = {}): Mark => ({ lane, kind: 'run', at, end, label: `${lane} ${at}`, n: at, law: '', ...more })
const told = (marks: readonly Mark[], waves: Lanes['waves'] = {}): Lanes => ({ length_ms: 10_000, lanes: ['mic', 'brain', 'played', 'new'], marks, waves })

test('lanes stand in the order in which they are told, and those that have nothing are left out', () => {
  const lanes = lanesOf(told([mark('brain', 5, 9), mark('new', 0, null)], { mic: [{ at: 0, step_ms: 40, peaks: [1] }] }))
  expect(lanes.map(({ name, title }) => [name, title])).toEqual([['mic', 'You'], ['brain', 'Brain'], ['new', 'new']])
})

test('an interval that begins before another has ended stands in a row below it, and moments below all', () => {
  const [lane] = lanesOf(told([mark('brain', 0, 100), mark('brain', 50, 150), mark('brain', 100, 120), mark('brain', 10, null)]))
  expect(lane?.marks.map(({ at, row }) => [at, row])).toEqual([[0, 0], [10, 2], [50, 1], [100, 0]])
  expect(lane?.rows).toBe(3)
})

test('no two intervals of a row overlap, and no mark is lost', () => {
  const any = fc.record({ at: fc.nat(1_000), long: fc.option(fc.nat(300)), kind: fc.constantFrom('run', 'writing', 'drop') })
  fc.assert(fc.property(fc.array(any, { maxLength: 60 }), (all) => {
    const marks = all.map(({ at, long, kind }) => mark('brain', at, long === null ? null : at + long, { kind }))
    const placed = lanesOf(told(marks)).flatMap((one) => one.marks)
    expect(placed).toHaveLength(marks.length)
    for (const [n, one] of placed.entries()) {
      for (const other of placed.slice(n + 1)) {
        if (one.end === null || other.end === null || one.row !== other.row) continue
        expect(one.end <= other.at || other.end <= one.at).toBe(true)
      }
    }
  }))
})

test('a mark is told in words, and of a moment a little around it is heard', () => {
  expect(inWords(mark('mic', 61_240, 62_000, { label: 'speech' }))).toBe('You: speech, 1:01.2 to 1:02.0')
  expect(inWords(mark('heard', 500, null, { label: 'stop' }))).toBe('Heard: stop, at 0:00.5')
  expect(spanOf({ at: 100, end: 900 })).toEqual([100, 900])
  expect(spanOf({ at: 100, end: null })).toEqual([0, 850])
  expect(clock(3_599_990)).toBe('60:00.0')
})

test('times of the scale are far enough apart to be read, at every zoom', () => {
  fc.assert(fc.property(fc.integer({ min: 1_000, max: 3_600_000 }), fc.double({ min: 1, max: 400, noNaN: true }), (length, zoom) => {
    const scale = (600 / length) * zoom
    const [first, second] = ticks(length, scale)
    expect(first).toBe(0)
    if (second !== undefined && second < 600_000) expect(second * scale).toBeGreaterThanOrEqual(72)
  }))
})

test('a wave is as high as it was loud, and a silence is a line', () => {
  expect(outline({ at: 100, step_ms: 40, peaks: [100, 0] }, 0.5, 40)).toBe('50,0.0 70,19.5 70,20.5 50,40.0')
})
