// The newest seconds of the microphone, by the number of each sample.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Kept, keptAfter, keptFrom, withPiece } from '../src/core/kept.ts'

const pcm = (length: number, value = 1): Int16Array => new Int16Array(length).fill(value)
const filled = (pieces: number, room: number): Kept => Array.from({ length: pieces }, (_, n) => pcm(50, n)).reduce((kept, one) => withPiece(kept, one, room), keptFrom(0))

test('so many samples are kept, and no more', () => {
  const kept = filled(30, 1_000)
  expect([kept.from, kept.to]).toEqual([500, 1_500])
  expect(keptAfter(kept, 1_475)[1].map((one) => one.length)).toEqual([25])
  expect(keptAfter(kept, 1_500)[1]).toEqual([])
})

test('after a reload the numbers go on where the server is', () => {
  const [now, missed] = keptAfter(keptFrom(0), 4_000)
  const next = withPiece(now, pcm(50), 1_000)
  expect([missed, next.from, next.to]).toEqual([[], 4_000, 4_050])
})

test('of more than is kept the rest is sent, under the numbers that the server expects', () => {
  const [now, missed] = keptAfter(filled(4, 100), 0)
  expect(missed.map((one) => one[0])).toEqual([2, 3])
  expect(now.to).toBe(100)
})

test('whatever came: its length is what its numbers say, and the server gets all that it has not, once', () => {
  fc.assert(fc.property(fc.array(fc.integer({ min: 1, max: 80 })), fc.integer({ min: 80, max: 400 }), fc.nat(5_000), (lengths, room, at) => {
    let [kept, n] = [keptFrom(0), 0]
    for (const length of lengths) kept = withPiece(kept, Int16Array.from({ length }, () => n++), room)
    const whole = kept.pieces.flatMap((one) => [...one])
    expect(whole).toHaveLength(kept.to - kept.from)
    expect(whole.length).toBeLessThan(room + 80)
    const [now, missed] = keptAfter(kept, at)
    const sent = missed.flatMap((one) => [...one])
    if (at > kept.to) expect([sent, now.from]).toEqual([[], at])
    else expect(sent).toEqual(whole.slice(Math.max(0, at - kept.from)))
    expect(at + sent.length).toBe(now.to)
  }))
})
