// The sound thread of the speaker, one quantum after another, and the cues.

import assert from 'node:assert/strict'
import { test } from 'node:test'

const RATE = 24_000
const QUANTUM = 128
let Speaker
globalThis.sampleRate = RATE
globalThis.AudioWorkletProcessor = class {
  constructor() {
    this.port = { told: [], postMessage(one) { this.told.push(one) } }
  }
}
globalThis.registerProcessor = (_, its) => { Speaker = its }
await import('../page/speaker-worklet.js')
const { tone } = await import('../page/speaker.js')

/** One with its ear: `play(seconds)` gives what was heard. */
class Room {
  constructor() {
    this.speaker = new Speaker()
    this.told = this.speaker.port.told
  }

  does(what, rest) {
    this.speaker.port.onmessage({ data: { do: what, ...rest } })
  }

  read(read, length, { first = 0, whole = true, value = 16_384 } = {}) {
    this.does('read', { read, first })
    this.does('sound', { pcm: new Int16Array(length).fill(value) })
    if (whole) this.does('whole', { read })
  }

  play(quanta) {
    const heard = []
    for (let n = 0; n < quanta; n += 1) {
      const out = new Float32Array(QUANTUM)
      assert.equal(this.speaker.process([], [[out]]), true)
      heard.push(...out)
    }
    return heard
  }

  last() {
    return this.told.at(-1)
  }
}

test('all of a read is heard, once, and its end is told', () => {
  const room = new Room()
  room.read(7, 1_000)
  const heard = room.play(10)
  assert.equal(heard.filter((one) => one === 0.5).length, 1_000)
  assert.deepEqual(heard.slice(1_000), new Array(280).fill(0))
  assert.deepEqual(room.told, [{ did: 'played', read: 7, samples: 1_000 }])
})

test('what was played is told every tenth of a second', () => {
  const room = new Room()
  room.read(7, RATE)
  room.play(Math.ceil(RATE / QUANTUM))
  const counts = room.told.map((one) => one.samples)
  assert.ok(counts.length >= 9)
  counts.forEach((one, n) => assert.ok(one - (counts[n - 1] ?? 0) <= RATE / 10 + QUANTUM))
  assert.equal(counts.at(-1), RATE)
})

test('reads follow one another without a gap', () => {
  const room = new Room()
  room.read(7, 100)
  room.read(8, 100)
  assert.equal(room.play(2).filter(Boolean).length, 200)
  assert.deepEqual(room.told.map(({ read, samples }) => [read, samples]), [[7, 100], [8, 100]])
})

test('what is flushed fades in a few milliseconds, and is told exactly', () => {
  const room = new Room()
  room.read(7, RATE)
  room.play(20)
  room.does('flush', { read: 7 })
  const { did, read, samples } = room.last()
  assert.deepEqual([did, read, samples], ['flushed', 7, 20 * QUANTUM + 144])
  const rest = room.play(4)
  assert.ok(rest.slice(0, 144).every((one, n) => one <= (rest[n - 1] ?? 1)), 'it fades')
  assert.ok(rest[143] < 0.01)
  assert.ok(rest.slice(144).every((one) => one === 0))
})

test('a flush takes no other read with it, and sound that comes late for it is not heard', () => {
  const room = new Room()
  room.read(7, 2_000)
  room.play(1)
  room.read(8, 500, { value: 8_192 })
  room.does('flush', { read: 7 })
  assert.equal(room.play(10).filter((one) => one === 0.25).length >= 500 - 144, true)
  assert.equal(room.last().samples, 500)
  room.read(9, 500, { whole: false })
  room.does('flush', { read: 9 })
  room.does('sound', { pcm: new Int16Array(500).fill(1) })
  assert.ok(room.play(5).every((one) => one === 0))
})

test('a flush of what has played, or is not known, is answered too', () => {
  const room = new Room()
  room.read(7, 100)
  room.play(2)
  room.does('flush', { read: 7 })
  assert.deepEqual(room.last(), { did: 'flushed', read: 7, samples: 100 })
  room.does('flush', { read: 99 })
  assert.deepEqual(room.last(), { did: 'flushed', read: 99, samples: 0 })
})

test('after a drop of the connection it says what sounded last, and goes on from there', () => {
  const room = new Room()
  room.read(7, 1_000)
  room.play(10)
  room.read(8, RATE)
  room.play(10)
  room.read(9, 500)
  room.does('drop', {})
  const { read, samples } = room.last()
  assert.equal(read, 8)
  room.does('drop', {})
  assert.deepEqual(room.last(), { did: 'dropped', read: 8, samples })
  room.play(2)
  room.read(8, RATE - samples, { first: samples })
  room.play(Math.ceil(RATE / QUANTUM))
  assert.deepEqual(room.last(), { did: 'played', read: 8, samples: RATE })
})

test('pieces that come unevenly are waited for', () => {
  const room = new Room()
  room.read(7, 1_000, { whole: false })
  assert.ok(room.play(2).every((one) => one === 0), 'too little to begin with')
  room.does('sound', { pcm: new Int16Array(500).fill(16_384) })
  assert.equal(room.play(12).filter(Boolean).length, 1_500)
})

test('it is lowered by 12 dB and raised again, without a jump', () => {
  const room = new Room()
  room.read(7, RATE)
  room.play(5)
  room.does('duck', { ducked: true })
  const heard = room.play(10)
  heard.slice(1).forEach((one, n) => assert.ok(Math.abs(one - heard[n]) < 0.01))
  assert.ok(Math.abs(heard.at(-1) / 0.5 - 10 ** (-12 / 20)) < 1e-6)
  room.does('duck', { ducked: false })
  assert.equal(room.play(10).at(-1), 0.5)
})

test('a cue never sounds over a read', () => {
  const room = new Room()
  room.does('tone', { pcm: [0.1, 0.1, 0.1] })
  assert.equal(room.play(1).filter(Boolean).length, 3)
  room.does('tone', { pcm: new Array(1_000).fill(0.1) })
  room.read(7, 200)
  room.does('tone', { pcm: new Array(1_000).fill(0.1) })
  assert.ok(room.play(10).every((one) => one === 0 || one === 0.5))
})

test('the cues are those of the other surfaces', async () => {
  const { default: cues } = await import('../cues.json', { with: { type: 'json' } })
  for (const [kind, samples] of Object.entries(cues)) {
    const ours = tone(kind, RATE).map((one) => one * 32_768)
    assert.equal(ours.length, samples.length, kind)
    ours.forEach((one, n) => assert.ok(Math.abs(one - samples[n]) < 2, `${kind} ${n}`))
  }
  assert.deepEqual(tone('unheard of', RATE), [])
})
