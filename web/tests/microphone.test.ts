// The microphone, with a device that a test holds.

import { expect, test } from 'vitest'
import { type In, Microphone } from '../src/io/microphone.ts'

type Track = Awaited<ReturnType<In['ask']>>['track']

/** The browser calls it. */
function fire(handler: ((...given: never[]) => unknown) | null | undefined): void {
  if (handler) Reflect.apply(handler, null, [])
}

class Device {
  readonly told: string[] = []
  readonly tracks: Track[] = []
  readonly wanted: MediaTrackConstraints[] = []
  readonly stopped: Track[] = []
  state: AudioContextState = 'suspended'
  resumed = 0
  flowing = 0
  hear = (): void => undefined
  refuses: Error | null = null
  readonly context: In['context']
  readonly microphone: Microphone

  constructor() {
    const has = (): AudioContextState => this.state
    const resume = (): Promise<void> => {
      this.resumed += 1
      this.state = 'running'
      return Promise.resolve()
    }
    this.context = { sampleRate: 16_000, get state() { return has() }, resume, onstatechange: null }
    const tell = (what: string) => (line: string) => { this.told.push(`${what}: ${line}`) }
    this.microphone = new Microphone({
      heard: (pcm) => this.told.push(`heard ${pcm.length}`),
      opened: (name, echo) => this.told.push(`opened ${name}, ${echo ? 'echo taken away' : 'with echo'}`),
      failed: tell('failed'),
      troubled: tell('troubled'),
      lost: tell('lost'),
    }, { context: this.context, ask: (audio) => this.#ask(audio) })
  }

  #ask(audio: MediaTrackConstraints): ReturnType<In['ask']> {
    this.wanted.push(audio)
    if (this.refuses) return Promise.reject(this.refuses)
    const track: Track = {
      label: 'Headset', enabled: true, getSettings: () => ({ echoCancellation: true }), onended: null, onmute: null, onunmute: null,
      stop: () => { this.stopped.push(track) },
    }
    this.tracks.push(track)
    return Promise.resolve({ track, flow: (heard) => {
      this.flowing += 1
      this.hear = () => heard({ pcm: new Int16Array(640), level: 0 })
      return Promise.resolve(() => { this.flowing -= 1 })
    } })
  }

  /** The system changes the state of the sound. */
  becomes(state: AudioContextState): void {
    this.state = state
    fire(this.context.onstatechange)
  }
}

test('what the system takes away for a call is told, and goes on when the person presses something', async () => {
  const device = new Device()
  await device.microphone.open()
  device.becomes('interrupted')
  expect(device.told.at(-1)).toMatch(/^troubled: The system took the microphone away/)
  device.microphone.wake()
  expect(device.resumed).toBe(2)
  device.becomes('running')
  expect(device.told.at(-1)).toBe('troubled: ')
  device.microphone.wake()
  expect(device.resumed, 'it runs').toBe(2)
})

test('a press wakes no microphone that is off', () => {
  const device = new Device()
  device.becomes('interrupted')
  device.microphone.wake()
  expect(device.resumed).toBe(0)
})

test('a device that was closed is stopped, and is not heard any more', async () => {
  const device = new Device()
  await device.microphone.open()
  device.hear()
  device.microphone.close()
  device.hear()
  expect(device.told).toEqual(['opened Headset, echo taken away', 'heard 640'])
  expect([device.stopped, device.flowing]).toEqual([device.tracks, 0])
})

test('another device takes the place of the first, muted as that was', async () => {
  const device = new Device()
  await device.microphone.open()
  device.microphone.mute(true)
  device.microphone.device = 'usb'
  await device.microphone.open()
  expect(device.wanted.map((one) => one.deviceId)).toEqual([undefined, { exact: 'usb' }])
  expect([device.stopped, device.flowing]).toEqual([device.tracks.slice(0, 1), 1])
  expect(device.tracks.map((one) => one.enabled)).toEqual([false, false])
})

test('a device that is unplugged is lost, and one that is muted by the system is told', async () => {
  const device = new Device()
  await device.microphone.open()
  const [track] = device.tracks
  fire(track?.onmute)
  fire(track?.onended)
  expect(device.told.slice(1)).toEqual(['troubled: The system has muted the microphone: nothing is heard.', expect.stringMatching(/^lost: The microphone is gone/)])
  expect(device.flowing).toBe(0)
})

test.each([['NotAllowedError', 'does not let this page'], ['NotFoundError', 'There is no microphone'], ['NotReadableError', 'another program'], ['OddError', 'cannot be opened: odd']])(
  'a microphone that is refused says what to do: %s', async (name, says) => {
    const device = new Device()
    device.refuses = new DOMException('odd', name)
    await device.microphone.open()
    expect(device.told).toEqual([expect.stringContaining(says)])
  })
