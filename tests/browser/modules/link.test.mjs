// The socket of a page, with sockets and a clock that the test holds.

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { Kept, Link } from '../page/link.js'

const RATE = 16_000
const READY = { type: 'ready', sessionId: 'k3f9', solovox: 1, page: 'p1', token: 'f1Zq', grace_ms: 3000 }
const pcm = (length, value = 1) => new Int16Array(length).fill(value)

/** A page without a page: what was dialled, told and sent, and the timers that wait. */
class World {
  constructor(at = { read: 0, samples: 0 }) {
    this.sockets = []
    this.told = []
    this.frames = []
    this.sounds = []
    this.timers = []
    this.link = new Link({
      dial: () => this.dialled(),
      rates: { microphone: RATE, speaker: 24_000 },
      position: async () => at,
      later: (f, ms) => this.timers.push({ f, ms }) - 1,
      never: (n) => { if (n !== undefined) this.timers[n].f = null },
      frame: (one) => this.frames.push(one),
      sound: (one) => this.sounds.push(one),
      changed: (state, detail) => this.told.push(detail === '' ? state : [state, detail]),
    })
  }

  dialled() {
    const socket = { sent: [], bufferedAmount: 0, readyState: 1, send(one) { this.sent.push(one) }, close() { this.closed = true } }
    this.sockets.push(socket)
    return socket
  }

  get socket() {
    return this.sockets.at(-1)
  }

  /** What was sent at the newest socket: frames as objects, sound as its length. */
  get sent() {
    return this.socket.sent.map((one) => (typeof one === 'string' ? JSON.parse(one) : one.length))
  }

  async opens() {
    this.socket.onopen()
    await new Promise(setImmediate)
  }

  tells(frame) {
    this.socket.onmessage({ data: JSON.stringify(frame) })
  }

  async connected(frame = READY) {
    await this.opens()
    this.tells(frame)
  }

  /** The newest timer is due. How long it was. */
  waits() {
    const { f, ms } = this.timers.at(-1)
    f?.()
    return ms
  }
}

async function talking(at) {
  const world = new World(at)
  world.link.open()
  await world.connected()
  return world
}

test('a new page says what it knows, and its rates', async () => {
  const world = await talking()
  assert.deepEqual(world.sent, [
    { type: 'start', solovox: 1, session: '', watch: false, microphone_rate: RATE, speaker_rate: 24_000 },
  ])
  assert.deepEqual(world.told, ['dialling', 'open'])
  assert.ok(world.timers.every(({ f }) => f === null), 'nothing is waited for any more')
})

test('nothing is sent before the server is ready', async () => {
  const world = new World()
  world.link.open()
  assert.equal(world.link.send({ type: 'stop' }), false)
  await world.opens()
  assert.equal(world.link.send({ type: 'stop' }), false)
  assert.equal(world.sent.length, 1)
})

test('after a drop the server gets the samples that it has not, once, and what was said meanwhile', async () => {
  const world = await talking({ read: 7, samples: 12_000 })
  for (let n = 0; n < 5; n += 1) world.link.speak(pcm(640, n))
  world.socket.onclose({ code: 1006 })
  world.link.speak(pcm(640, 5))
  assert.equal(world.waits(), 0)
  await world.connected({ ...READY, samples: 2 * 640 + 100 })
  world.link.speak(pcm(640, 6))
  assert.deepEqual(world.sent, [
    { type: 'resume', token: 'f1Zq', read: 7, samples: 12_000, microphone_rate: RATE, speaker_rate: 24_000 },
    540, 640, 640, 640, 640,
  ])
  assert.deepEqual(world.socket.sent.slice(1).map((one) => one[0]), [2, 3, 4, 5, 6])
})

test('a token that is refused begins a new page in the same talk, and what was said meanwhile is not sent late', async () => {
  const world = await talking()
  world.link.speak(pcm(640))
  world.socket.onclose({ code: 1006 })
  world.link.speak(pcm(640))
  world.waits()
  await world.opens()
  world.tells({ type: 'error', message: 'gone' })
  world.socket.onclose({ code: 4404 })
  assert.equal(world.waits(), 0)
  await world.connected({ ...READY, page: 'p2', token: 'next' })
  assert.deepEqual(world.sent.map((one) => [one.type, one.session]), [['start', 'k3f9']])
  assert.equal(world.link.token, 'next')
})

test('a talk that is not known is not dialled again', async () => {
  const world = new World()
  world.link.open('old')
  await world.opens()
  world.socket.onclose({ code: 4404 })
  assert.deepEqual(world.told.at(-1), 'unknown')
  assert.equal(world.sockets.length, 1)
})

test('a talk that cannot be made is not asked for again and again', async () => {
  const world = new World()
  world.link.open()
  await world.opens()
  world.socket.onclose({ code: 1011 })
  assert.equal(world.told.at(-1), 'failed')
  const later = await talking()
  later.socket.onclose({ code: 1011 })
  assert.deepEqual(later.told.at(-1), ['lost', 0])
})

for (const [code, state] of [[1008, 'refused'], [4429, 'full']]) {
  test(`a close with ${code} is the last word`, async () => {
    const world = await talking()
    world.socket.onclose({ code })
    assert.equal(world.told.at(-1), state)
    assert.equal(world.timers.at(-1).f, null)
  })
}

test('it dials again at once, then more and more slowly, and for ever', async () => {
  const world = await talking()
  const pauses = []
  for (let n = 0; n < 9; n += 1) {
    world.socket.onclose({ code: 1006 })
    pauses.push(world.waits())
  }
  assert.deepEqual(pauses, [0, 150, 300, 600, 1000, 2000, 4000, 4000, 4000])
  await world.connected()
  world.socket.onclose({ code: 1006 })
  assert.equal(world.waits(), 0)
})

test('a server that takes the socket and says nothing is dialled again', async () => {
  const world = new World()
  world.link.open()
  await world.opens()
  assert.equal(world.waits(), 5_000)
  assert.ok(world.sockets[0].closed)
  world.waits()
  assert.equal(world.sockets.length, 2)
})

test('a network that takes nothing any more is a drop', async () => {
  const world = await talking()
  world.socket.bufferedAmount = 2 * 2 * RATE
  world.link.speak(pcm(640))
  assert.equal(world.sockets.length, 1)
  world.socket.bufferedAmount += 1
  world.link.speak(pcm(640))
  assert.equal(world.sockets.length, 2)
  assert.equal(world.told.at(-1), 'lost')
})

test('nothing is given to a socket that closes: sound is kept for the next', async () => {
  const world = await talking()
  world.socket.readyState = 2
  world.link.speak(pcm(640))
  assert.equal(world.link.send({ type: 'stop' }), false)
  assert.equal(world.sent.length, 1)
  world.socket.onclose({ code: 1006 })
  world.waits()
  await world.connected()
  assert.deepEqual(world.sent.slice(1), [640])
})

test('what a socket says after it was given up reaches nobody', async () => {
  const world = await talking()
  const old = world.socket
  world.link.again()
  old.onmessage({ data: JSON.stringify({ type: 'notice', text: 'late' }) })
  old.onclose({ code: 1006 })
  assert.deepEqual(world.frames, [READY])
  assert.equal(world.told.at(-1), 'lost')
})

test('the end of a talk is no loss', async () => {
  const world = await talking()
  world.tells({ type: 'session_end', reason: 'user' })
  world.socket?.onclose?.({ code: 1000 })
  assert.equal(world.told.at(-1), 'ended')
  assert.equal(world.frames.at(-1).type, 'session_end')
})

test('sound goes to the speaker', async () => {
  const world = await talking()
  const data = pcm(3).buffer
  world.socket.onmessage({ data })
  assert.deepEqual(world.sounds, [data])
})

test('ten seconds of the microphone are kept, and no more', () => {
  const kept = new Kept(100, 10)
  for (let n = 0; n < 30; n += 1) kept.add(pcm(50, n))
  assert.equal(kept.to, 1_500)
  assert.equal(kept.to - kept.from, 1_000)
  assert.deepEqual(kept.after(1_475).map((one) => one.length), [25])
  assert.deepEqual(kept.after(1_500), [])
})

test('after a reload the numbers go on where the server is', () => {
  const kept = new Kept(100)
  assert.deepEqual(kept.after(4_000), [])
  kept.add(pcm(50))
  assert.deepEqual([kept.from, kept.to], [4_000, 4_050])
})

test('of more than is kept the rest is sent, under the numbers that the server expects', () => {
  const kept = new Kept(100, 1)
  for (let n = 0; n < 4; n += 1) kept.add(pcm(50, n))
  assert.deepEqual(kept.after(0).map((one) => one[0]), [2, 3])
  assert.equal(kept.to, 100)
})
