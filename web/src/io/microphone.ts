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

interface Piece {
  readonly pcm: Int16Array<ArrayBuffer>
  readonly level: number
}

type Track = Pick<MediaStreamTrack, 'label' | 'enabled' | 'stop' | 'getSettings' | 'onended' | 'onmute' | 'onunmute'>

/** What sound comes into, and where it comes from. */
export interface In {
  readonly context: Pick<AudioContext, 'sampleRate' | 'state' | 'resume' | 'onstatechange'>
  /** The device, if the person allows it. */
  readonly ask: (audio: MediaTrackConstraints) => Promise<{
    readonly track: Track
    /** Its pieces come from now on; gives what ends that. */
    readonly flow: (heard: (piece: Piece) => void) => Promise<() => void>
  }>
}

function ofBrowser(): In {
  const context = listening()
  let thread: AudioWorkletNode | null = null
  const made = async (): Promise<AudioWorkletNode> => {
    await context.audioWorklet.addModule(worklet)
    const processorOptions = { samples: Math.round((context.sampleRate * PIECE_MS) / 1000) }
    return new AudioWorkletNode(context, 'microphone', { numberOfOutputs: 0, channelCount: 1, channelCountMode: 'explicit', processorOptions })
  }
  return {
    context,
    ask: async (audio) => {
      const stream = await navigator.mediaDevices.getUserMedia({ audio })
      const [track] = stream.getAudioTracks()
      if (!track) throw new Error('it gives no sound')
      const flow = async (heard: (piece: Piece) => void): Promise<() => void> => {
        thread ??= await made()
        thread.port.onmessage = ({ data }: MessageEvent<Piece>) => heard(data)
        const source = context.createMediaStreamSource(stream)
        source.connect(thread)
        return () => source.disconnect()
      }
      return { track, flow }
    },
  }
}

const nothing = (): void => undefined

export class Microphone {
  readonly #parts: MicrophoneParts
  readonly #in: In
  #track: Track | null = null
  #ends = nothing
  #muted = false
  /** Which device; empty: the browser's own choice. */
  device = ''

  constructor(parts: MicrophoneParts, from: In = ofBrowser()) {
    this.#parts = parts
    this.#in = from
    from.context.onstatechange = () => {
      const { state } = from.context
      if (state === 'interrupted') parts.troubled(INTERRUPTED)
      if (state === 'running') parts.troubled('')
    }
  }

  /** Samples a second. */
  get rate(): number {
    return this.#in.context.sampleRate
  }

  /** To be called in a click or a key: what the system had taken away goes on. */
  wake(): void {
    if (this.#track && this.#in.context.state !== 'running') this.#in.context.resume().catch(nothing)
  }

  async open(): Promise<void> {
    try {
      const device = this.device ? { deviceId: { exact: this.device } } : {}
      const { track, flow } = await this.#in.ask({ echoCancellation: true, noiseSuppression: true, autoGainControl: true, channelCount: 1, ...device })
      this.#take(track)
      this.#ends = await flow(({ pcm, level }) => { if (this.#track) this.#parts.heard(pcm, level) })
      await this.#in.context.resume()
      this.mute(this.#muted)
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
    this.#ends()
    this.#ends = nothing
    this.#track?.stop()
    this.#track = null
  }

  #take(track: Track): void {
    this.close()
    this.#track = track
    track.onended = () => {
      this.close()
      this.#parts.lost(GONE)
    }
    track.onmute = () => this.#parts.troubled('The system has muted the microphone: nothing is heard.')
    track.onunmute = () => this.#parts.troubled('')
  }
}
