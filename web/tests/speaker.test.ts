// The sound thread of the speaker, one quantum after another.

import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Asked, Told } from '../src/core/voice.ts'

const RATE = 24_000
const QUANTUM = 128

interface Processor {
  readonly port: { readonly told: readonly Told[]; readonly onmessage?: (event: { readonly data: Asked }) => void }
  process(inputs: never[], outputs: Float32Array[][]): boolean
}

const made: { Speaker?: new () => Processor } = {}

beforeAll(async () => {
  class AudioWorkletProcessor {
    readonly port = { told: new Array<Told>(), postMessage(one: Told) { this.told.push(one) } }
  }
  Object.assign(globalThis, { sampleRate: RATE, AudioWorkletProcessor, registerProcessor: (_: string, its: new () => Processor) => { made.Speaker = its } })
  await Promise.all(Object.values(import.meta.glob('../src/io/speaker.worklet.ts')).map((load) => load()))
})

/** One with its ear. */
class Room {
  readonly speaker: Processor

  constructor() {
    if (!made.Speaker) throw new Error('it was not registered')
    this.speaker = new made.Speaker()
  }

  get told(): readonly Told[] {
    return this.speaker.port.told
  }

  does(data: Asked): void { this.speaker.port.onmessage?.({ data }) }

  sound(length: number, value = 16_384): void { this.does({ do: 'sound', pcm: new Int16Array(length).fill(value) }) }

  read(read: number, length: number, { first = 0, whole = true, value = 16_384 } = {}): void {
    this.does({ do: 'read', read, first })
    this.sound(length, value)
    if (whole) this.does({ do: 'whole', read })
  }

  /** What is heard in the next quanta. */
  play(quanta: number): readonly number[] {
    return Array.from({ length: quanta }, () => {
      const out = new Float32Array(QUANTUM)
      expect(this.speaker.process([], [[out]])).toBe(true)
      return [...out]
    }).flat()
  }
}

const SECOND = Math.ceil(RATE / QUANTUM)
const tone = (length: number): Asked => ({ do: 'tone', pcm: new Float32Array(length).fill(0.1) })
const loud = (heard: readonly number[]): number => heard.filter(Boolean).length
const steps = (heard: readonly number[]): readonly number[] => heard.slice(1).map((one, n) => one - (heard[n] ?? NaN))

let room: Room
beforeEach(() => { room = new Room() })

test('all of a read is heard, once, and its end is told', () => {
  room.read(7, 1_000)
  const heard = room.play(10)
  expect(heard.filter((one) => one === 0.5)).toHaveLength(1_000)
  expect(heard.slice(1_000)).toEqual(new Array(280).fill(0))
  expect(room.told).toEqual([{ did: 'played', read: 7, samples: 1_000 }])
})

test('what was played is told every tenth of a second', () => {
  room.read(7, RATE)
  room.play(SECOND)
  const counts = room.told.map((one) => one.samples)
  expect(counts.length).toBeGreaterThanOrEqual(9)
  for (const step of steps([0, ...counts])) expect(step).toBeLessThanOrEqual(RATE / 10 + QUANTUM)
  expect(counts.at(-1)).toBe(RATE)
})

test('reads follow one another without a gap', () => {
  room.read(7, 100)
  room.read(8, 100)
  expect(loud(room.play(2))).toBe(200)
  expect(room.told.map(({ read, samples }) => [read, samples])).toEqual([[7, 100], [8, 100]])
})

test('what is flushed fades in a few milliseconds, and is told exactly', () => {
  room.read(7, RATE)
  room.play(20)
  room.does({ do: 'flush', read: 7 })
  expect(room.told.at(-1)).toEqual({ did: 'flushed', read: 7, samples: 20 * QUANTUM + 144 })
  const rest = room.play(4)
  expect(Math.max(...steps([1, ...rest.slice(0, 144)])), 'it fades').toBeLessThanOrEqual(0)
  expect(rest[143]).toBeLessThan(0.01)
  expect(loud(rest.slice(144))).toBe(0)
})

test('a flush takes no other read with it, and sound that comes late for it is not heard', () => {
  room.read(7, 2_000)
  room.play(1)
  room.read(8, 500, { value: 8_192 })
  room.does({ do: 'flush', read: 7 })
  expect(room.play(10).filter((one) => one === 0.25).length).toBeGreaterThanOrEqual(500 - 144)
  expect(room.told.at(-1)?.samples).toBe(500)
  room.read(9, 500, { whole: false })
  room.does({ do: 'flush', read: 9 })
  room.sound(500)
  expect(loud(room.play(5))).toBe(0)
})

test('a flush of what has played, or is not known, is answered too', () => {
  room.read(7, 100)
  room.play(2)
  room.does({ do: 'flush', read: 7 })
  expect(room.told.at(-1)).toEqual({ did: 'flushed', read: 7, samples: 100 })
  room.does({ do: 'flush', read: 99 })
  expect(room.told.at(-1)).toEqual({ did: 'flushed', read: 99, samples: 0 })
})

test('after a drop of the connection it says what sounded last, and goes on from there', () => {
  room.read(7, 1_000)
  room.play(10)
  room.read(8, RATE)
  room.play(10)
  room.read(9, 500)
  room.does({ do: 'drop' })
  const dropped = room.told.at(-1)
  expect(dropped?.read).toBe(8)
  room.does({ do: 'drop' })
  expect(room.told.at(-1)).toEqual(dropped)
  expect(loud(room.play(2).slice(144)), 'but for its fade it is silent').toBe(0)
  const samples = dropped?.samples ?? NaN
  room.read(8, RATE - samples, { first: samples })
  room.play(SECOND)
  expect(room.told.at(-1)).toEqual({ did: 'played', read: 8, samples: RATE })
})

test('pieces that come unevenly are waited for', () => {
  room.read(7, 1_000, { whole: false })
  expect(loud(room.play(2)), 'too little to begin with').toBe(0)
  room.sound(500)
  expect(loud(room.play(12))).toBe(1_500)
})

test('it is lowered by 12 dB and raised again, without a jump', () => {
  room.read(7, RATE)
  room.play(5)
  room.does({ do: 'duck', ducked: true })
  const heard = room.play(10)
  for (const step of steps(heard)) expect(Math.abs(step)).toBeLessThan(0.01)
  expect((heard.at(-1) ?? NaN) / 0.5).toBeCloseTo(10 ** (-12 / 20), 5)
  room.does({ do: 'duck', ducked: false })
  expect(room.play(10).at(-1)).toBe(0.5)
})

test('a voice that is muted goes on without sound, and its samples count', () => {
  room.read(7, RATE)
  room.does({ do: 'mute', muted: true })
  expect(loud(room.play(SECOND).slice(1_000))).toBe(0)
  expect(room.told.at(-1)).toEqual({ did: 'played', read: 7, samples: RATE })
})

test('a cue never sounds over a read', () => {
  room.does(tone(3))
  expect(loud(room.play(1))).toBe(3)
  room.does(tone(1_000))
  room.read(7, 200)
  room.does(tone(1_000))
  expect(new Set(room.play(10))).toEqual(new Set([0, 0.5]))
})
