// The socket of a page, with sockets and a clock that the test holds.

import { beforeEach, describe, expect, test } from 'vitest'
import type { DownFrame, UpFrame } from '../src/core/frames.ts'
import type { Position } from '../src/core/state.ts'
import { Socket, type StudioContext } from '../src/io/socket.ts'
import { decode } from '../src/wire/decode.ts'
import type { Written } from './frames.ts'

const RATE = 16_000
const READY: Written = { type: 'ready', sessionId: 'k3f9', solovox: 1, page: 'p1', token: 'f1Zq', grace_ms: 3000 }
const STOP: UpFrame = { type: 'stop' }
const pcm = (length: number, value = 1): Int16Array<ArrayBuffer> => new Int16Array(length).fill(value)

type Handler<E> = ((event: E) => void) | null

/** The other end of a WebSocket. */
class Wire {
  readonly sent: (string | Int16Array)[] = []
  bufferedAmount = 0
  readyState: WebSocket['readyState'] = 1
  closed = false
  binaryType: BinaryType = 'blob'
  onopen: Handler<Event> = null
  onmessage: Handler<MessageEvent> = null
  onclose: Handler<CloseEvent> = null

  send(one: unknown): void {
    if (typeof one !== 'string' && !(one instanceof Int16Array)) throw new Error('the page sends text and samples')
    this.sent.push(one)
  }

  close(): void { this.closed = true }

  closes(code: number): void { this.onclose?.({ ...new Event('close'), code, reason: '', wasClean: true }) }

  gives(data: unknown): void { this.onmessage?.(new MessageEvent('message', { data })) }
}

interface Timer {
  due: (() => void) | null
  readonly ms: number
}

/** A page without a page: what was dialled, told and sent, and the timers that wait. */
class World {
  readonly wires: Wire[] = []
  readonly told: unknown[] = []
  readonly frames: DownFrame[] = []
  readonly sounds: number[][] = []
  readonly timers: Timer[] = []
  readonly socket: Socket
  about: StudioContext = {}

  constructor(at: Position = { read: 0, samples: 0 }) {
    this.socket = new Socket({
      dial: () => {
        const wire = new Wire()
        this.wires.push(wire)
        return wire
      },
      decode,
      rates: { microphone: RATE, speaker: 24_000 },
      about: () => this.about,
      position: () => Promise.resolve(at),
      later: (due, ms) => {
        const timer: Timer = { due, ms }
        this.timers.push(timer)
        return () => { timer.due = null }
      },
      frame: (one) => this.frames.push(one),
      spoiled: (about) => this.told.push(`spoiled ${about}`),
      sound: (one) => this.sounds.push([...one]),
      changed: (link) => this.told.push(link),
      lost: (attempts) => this.told.push(['lost', attempts]),
    })
  }

  get wire(): Wire {
    const wire = this.wires.at(-1)
    if (!wire) throw new Error('nothing was dialled')
    return wire
  }

  /** What was sent at the newest socket: frames as objects, sound as its length. */
  get sent(): readonly unknown[] {
    return this.wire.sent.map((one): unknown => (typeof one === 'string' ? JSON.parse(one) : one.length))
  }

  /** The first sample of each piece that was sent there. */
  get pieces(): readonly (number | undefined)[] {
    return this.wire.sent.flatMap((one) => (typeof one === 'string' ? [] : [one[0]]))
  }

  async opens(): Promise<void> {
    this.wire.onopen?.(new Event('open'))
    await new Promise((resolve) => { setTimeout(resolve) })
  }

  tells(frame: Written): void { this.wire.gives(JSON.stringify(frame)) }

  async connected(frame = READY): Promise<void> {
    await this.opens()
    this.tells(frame)
  }

  /** The newest timer is due. How long it was. */
  waits(): number {
    const timer = this.timers.at(-1)
    timer?.due?.()
    return timer?.ms ?? NaN
  }
}

let world: World
beforeEach(async () => {
  world = new World({ read: 7, samples: 12_000 })
  world.socket.open('', '', false)
  await world.connected()
})

function dialled(talk = ''): World {
  const one = new World()
  one.socket.open(talk, '', false)
  return one
}

describe('a page that begins', () => {
  test('it says what it knows, and its rates', () => {
    expect(world.sent).toEqual([{ type: 'start', solovox: 1, session: '', watch: false, microphone_rate: RATE, speaker_rate: 24_000 }])
    expect(world.told).toEqual(['dialling', 'open'])
    expect(world.frames.map((one) => one.type)).toEqual(['ready'])
    expect(world.timers.every(({ due }) => due === null), 'nothing is waited for any more').toBe(true)
  })

  test('nothing is sent before the server is ready', async () => {
    const one = dialled()
    one.socket.send(STOP)
    await one.opens()
    one.socket.send(STOP)
    expect(one.sent).toHaveLength(1)
  })

  test('a talk that is not known is not dialled again', async () => {
    const one = dialled('old')
    await one.opens()
    one.wire.closes(4404)
    expect([one.told.at(-1), one.wires.length]).toEqual(['unknown', 1])
  })

  test('a talk that cannot be made is not asked for again and again, one that was made is', async () => {
    const one = dialled()
    await one.opens()
    one.wire.closes(1011)
    expect(one.told.at(-1)).toBe('failed')
    world.wire.closes(1011)
    expect(world.told.at(-1)).toEqual(['lost', 1])
  })

  test('a server that takes the socket and says nothing is dialled again', async () => {
    const one = dialled()
    await one.opens()
    expect(one.waits()).toBe(5_000)
    expect(one.wire.closed).toBe(true)
    one.waits()
    expect(one.wires).toHaveLength(2)
  })
})

describe('after a drop', () => {
  test('the server gets the samples that it has not, once, and what was said meanwhile', async () => {
    for (let n = 0; n < 5; n += 1) world.socket.speak(pcm(640, n))
    world.wire.closes(1006)
    world.socket.speak(pcm(640, 5))
    expect(world.waits()).toBe(0)
    await world.connected({ ...READY, samples: 2 * 640 + 100 })
    world.socket.speak(pcm(640, 6))
    expect(world.sent).toEqual([
      { type: 'resume', token: 'f1Zq', read: 7, samples: 12_000, microphone_rate: RATE, speaker_rate: 24_000 },
      540, 640, 640, 640, 640,
    ])
    expect(world.pieces).toEqual([2, 3, 4, 5, 6])
  })

  test('a token that is refused begins a new page in the same talk, and what was said meanwhile is not sent late', async () => {
    world.socket.speak(pcm(640))
    world.wire.closes(1006)
    world.socket.speak(pcm(640))
    world.waits()
    await world.opens()
    world.tells({ type: 'error', message: 'gone' })
    world.wire.closes(4404)
    expect(world.waits()).toBe(0)
    await world.connected({ ...READY, page: 'p2', token: 'next' })
    expect(world.sent).toEqual([expect.objectContaining({ type: 'start', session: 'k3f9' })])
    expect(world.socket.token).toBe('next')
  })

  test('it dials at once, then more and more slowly, and for ever', async () => {
    const pauses = Array.from({ length: 9 }, () => {
      world.wire.closes(1006)
      return world.waits()
    })
    expect(pauses).toEqual([0, 150, 300, 600, 1000, 2000, 4000, 4000, 4000])
    await world.connected()
    world.wire.closes(1006)
    expect(world.waits()).toBe(0)
  })

  test('how often it was dialled in vain is told, and begins anew when the person asks', () => {
    for (let n = 0; n < 3; n += 1) {
      world.wire.closes(1006)
      world.waits()
    }
    world.socket.again()
    expect(world.told.slice(2)).toEqual([['lost', 1], ['lost', 2], ['lost', 3], ['lost', 0]])
  })

  test('nothing is given to a socket that closes: sound is kept for the next', async () => {
    world.wire.readyState = 2
    world.socket.speak(pcm(640))
    world.socket.send(STOP)
    expect(world.sent).toHaveLength(1)
    world.wire.closes(1006)
    world.waits()
    await world.connected()
    expect(world.sent.slice(1)).toEqual([640])
  })

  test('what a socket says after it was given up reaches nobody', () => {
    const old = world.wire
    world.socket.again()
    old.gives(JSON.stringify({ type: 'notice', text: 'late' }))
    old.closes(1006)
    expect(world.frames).toHaveLength(1)
    expect(world.told.at(-1)).toEqual(['lost', 0])
  })

  test('a socket that was given up before it opened sends nothing', async () => {
    const one = dialled()
    const old = one.wire
    one.socket.again()
    old.onopen?.(new Event('open'))
    await one.opens()
    expect([old.sent.length, one.sent.length]).toEqual([0, 1])
  })
})

test.each([[1008, 'refused'], [4401, 'refused'], [4403, 'refused'], [4429, 'full']])('a close with %i is the last word', (code, state) => {
  world.wire.closes(code)
  expect(world.told.at(-1)).toBe(state)
  expect(world.timers.at(-1)?.due).toBeNull()
})

test('a network that takes nothing any more is a drop', () => {
  world.wire.bufferedAmount = 2 * 2 * RATE
  world.socket.speak(pcm(640))
  expect(world.wires).toHaveLength(1)
  world.wire.bufferedAmount += 1
  world.socket.speak(pcm(640))
  expect(world.wires).toHaveLength(2)
  expect(world.told.at(-1)).toEqual(['lost', 0])
})

test('another talk is begun as a new page of it, and is no loss', async () => {
  world.socket.speak(pcm(640))
  world.socket.open('b', '', false)
  await world.connected({ ...READY, sessionId: 'b', samples: 0 })
  expect(world.sent).toEqual([expect.objectContaining({ type: 'start', session: 'b' })])
  expect(world.told).toEqual(['dialling', 'open', 'dialling', 'open'])
})

test('the end of a talk is no loss', () => {
  const old = world.wire
  world.tells({ type: 'session_end', reason: 'user' })
  old.closes(1000)
  expect(world.told.at(-1)).toBe('ended')
  expect(world.frames.at(-1)?.type).toBe('session_end')
  expect(world.wires).toHaveLength(1)
})

test('sound goes to the speaker', () => {
  world.wire.gives(pcm(3, 9).buffer)
  expect(world.sounds).toEqual([[9, 9, 9]])
})

test('a frame of a newer server is passed over, and a spoiled one is told', () => {
  world.wire.gives('{"type":"dance"}')
  world.wire.gives('{"type":"notice"}')
  world.wire.gives('not JSON')
  expect(world.told.slice(2)).toEqual(['spoiled notice.text', 'spoiled not an object with a type'])
  expect(world.frames).toHaveLength(1)
})

test('a talk is told of the look and the project when it begins', async () => {
  const one = dialled()
  one.about = { theme: 'warm', projectContext: { project: 'p1' } }
  await one.opens()
  expect(one.sent).toMatchObject([{ type: 'start', theme: 'warm', projectContext: { project: 'p1' } }])
})
