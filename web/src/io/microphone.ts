/** The microphone: asked for with echo cancellation, cut into pieces, and stopped for good at hang-up. */

import { listening } from './contexts.ts'
import worklet from './microphone.worklet.ts?worker&url'

const PIECE_MS = 40
const AGAIN = 'then press “Start talking” again. You can type meanwhile.'

/** Why there is no microphone, and what to do about it. */
function trouble(error: unknown): string {
  const { name, message } = error instanceof Error ? error : new Error(String(error))
  switch (name) {
    case 'NotAllowedError':
      return `The browser does not let this page use the microphone. Allow it in the address bar or in the browser’s settings, ${AGAIN}`
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'There is no microphone. Plug one in, then press “Start talking”. You can type meanwhile.'
    case 'NotReadableError':
    case 'AbortError':
      return `The microphone cannot be opened: another program may be using it. Close that program, ${AGAIN}`
    default:
      return `The microphone cannot be opened: ${message || name}. You can type.`
  }
}

const INTERRUPTED = 'The system took the microphone away, for a call perhaps. It goes on when you press a key or a button here.'
const GONE = 'The microphone is gone: unplugged, or taken back by the system. Press “Start talking” to use another.'

export interface MicrophoneParts {
  /** Each piece of 40 ms, 16-bit, mono; `level`: its root mean square, 0 to 1. */
  readonly heard: (pcm: Int16Array<ArrayBuffer>, level: number) => void
  readonly opened: (name: string, echo: boolean, rate: number) => void
  readonly failed: (line: string) => void
  /** Nothing comes, for a while. An empty line: all is well. */
  readonly troubled: (line: string) => void
  readonly lost: (line: string) => void
}

export class Microphone {
  readonly #parts: MicrophoneParts
  readonly #context = listening()
  #node: AudioWorkletNode | null = null
  #source: MediaStreamAudioSourceNode | null = null
  #track: MediaStreamTrack | null = null
  #muted = false
  /** Which device; empty: the browser's own choice. */
  device = ''

  constructor(parts: MicrophoneParts) {
    this.#parts = parts
    this.#context.onstatechange = () => {
      const state: string = this.#context.state
      if (state === 'interrupted') parts.troubled(INTERRUPTED)
      if (state === 'running') parts.troubled('')
    }
  }

  /** Samples a second. */
  get rate(): number {
    return this.#context.sampleRate
  }

  /** To be called in a click or a key: what the system had taken away goes on. */
  wake(): void {
    if (this.#track && this.#context.state !== 'running') this.#context.resume().catch(() => undefined)
  }

  async open(): Promise<void> {
    try {
      const device = this.device ? { deviceId: { exact: this.device } } : {}
      const audio = { echoCancellation: true, noiseSuppression: true, autoGainControl: true, channelCount: 1, ...device }
      const stream = await navigator.mediaDevices.getUserMedia({ audio })
      const track = stream.getAudioTracks()[0]
      if (!track) throw new Error('it gives no sound')
      await this.#listen(stream, track)
      const { echoCancellation } = track.getSettings() // what it does, and not what it was asked for
      this.#parts.opened(track.label || 'microphone', Boolean(echoCancellation), this.rate)
    } catch (error) {
      this.close()
      this.#parts.failed(trouble(error))
    }
  }

  /** Silence from here on, or not. The device stays open, so that the first word is not lost. */
  mute(muted: boolean): void {
    this.#muted = muted
    if (this.#track) this.#track.enabled = !muted
  }

  /** Stop the device: the browser’s sign for it goes out. */
  close(): void {
    this.#source?.disconnect()
    this.#track?.stop()
    this.#source = this.#track = null
  }

  async #listen(stream: MediaStream, track: MediaStreamTrack): Promise<void> {
    this.close()
    this.#track = track
    track.onended = () => {
      this.close()
      this.#parts.lost(GONE)
    }
    track.onmute = () => this.#parts.troubled('The system has muted the microphone: nothing is heard.')
    track.onunmute = () => this.#parts.troubled('')
    this.#node ??= await this.#made()
    this.#source = this.#context.createMediaStreamSource(stream)
    this.#source.connect(this.#node)
    await this.#context.resume()
    this.mute(this.#muted)
  }

  async #made(): Promise<AudioWorkletNode> {
    await this.#context.audioWorklet.addModule(worklet)
    const processorOptions = { samples: Math.round((this.rate * PIECE_MS) / 1000) }
    const node = new AudioWorkletNode(this.#context, 'microphone', { numberOfOutputs: 0, channelCount: 1, channelCountMode: 'explicit', processorOptions })
    node.port.onmessage = ({ data: { pcm, level } }: MessageEvent<{ pcm: Int16Array<ArrayBuffer>; level: number }>) => {
      if (this.#track) this.#parts.heard(pcm, level)
    }
    return node
  }
}
