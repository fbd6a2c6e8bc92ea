/**
 * The socket: it begins a talk, and takes it up again after a drop. No sound devices: it is given what it needs.
 *
 * The last ten seconds of the microphone are kept. After a drop the server says how many samples it has, and what it has not
 * is sent again: nothing is lost, nothing comes twice. Past the grace the page begins anew in the same talk, and what was
 * said meanwhile is not sent late.
 */

import type { DownFrame, UpFrame } from '../core/frames.ts'
import { type Kept, keptAfter, keptFrom, withPiece } from '../core/kept.ts'
import type { Link, Position } from '../core/state.ts'

const KEPT_SECONDS = 10
const BEHIND_SECONDS = 2 // more of the microphone than this waits to be sent: the network is gone, though no one has said so
const DIAL_MS = 5_000
const OPEN = 1 // of a WebSocket
const PAUSES = [0, 150, 300, 600, 1_000, 2_000] // before each attempt; then LONGEST again and again
const LONGEST = 4_000

/** Why a socket was closed, where dialling again is no use. */
const FINAL: Readonly<Partial<Record<number, 'refused' | 'full'>>> = { 1008: 'refused', 4401: 'refused', 4403: 'refused', 4429: 'full' }
const FAILED = 1011
const UNKNOWN = 4404 // the token, or the talk, is not known (any more)

/** A frame, or why what came is none. */
export type Decode = (text: string) => { readonly ok: true; readonly frame: DownFrame } | { readonly ok: false; readonly why: 'unknown' | 'spoiled'; readonly about: string }

export type StudioContext = Pick<Extract<UpFrame, { type: 'start' }>, 'theme' | 'projectContext'>

type Dialled = Pick<WebSocket, 'send' | 'close' | 'binaryType' | 'bufferedAmount' | 'readyState' | 'onopen' | 'onmessage' | 'onclose'>

export interface SocketParts {
  readonly dial: () => Dialled
  readonly decode: Decode
  /** Samples a second. */
  readonly rates: { readonly microphone: number; readonly speaker: number }
  /** The read and the samples that were played last, everything later thrown away. */
  readonly position: () => Promise<Position>
  /** What a talk is told when it begins. */
  readonly about?: () => StudioContext
  /** Calls it after `ms` milliseconds; gives what prevents that. */
  readonly later: (f: () => void, ms: number) => () => void
  readonly frame: (frame: DownFrame) => void
  readonly spoiled: (about: string) => void
  readonly sound: (pcm: Int16Array<ArrayBuffer>) => void
  readonly changed: (link: Exclude<Link['is'], 'lost'>) => void
  /** `attempts`: how often it was dialled in vain since it was open. */
  readonly lost: (attempts: number) => void
}

export class Socket {
  readonly #parts: SocketParts
  #kept: Kept = keptFrom(0)
  #socket: Dialled | null = null
  #state: Link['is'] = 'new'
  #cancel = (): void => undefined
  #attempts = 0
  #ready = false
  #watch = false
  #backlog = 0
  /** The name of the talk, and what takes it up again. */
  talk = ''
  token = ''

  constructor(parts: SocketParts) {
    this.#parts = parts
  }

  /** Begin a talk, or join the one of that name. `token`: this page was here a moment ago. */
  open(talk: string, token: string, watch: boolean): void {
    this.#drop()
    Object.assign(this, { talk, token })
    this.#watch = watch
    this.#attempts = 0
    this.#state = 'new' // nothing is lost where another talk begins
    this.#dial()
  }

  /** Send a frame. It is dropped while there is no connection. */
  send(frame: UpFrame): void {
    if (this.#isOpen) this.#socket?.send(JSON.stringify(frame))
  }

  /** A piece of the microphone. It is kept, and sent now or after the drop. */
  speak(pcm: Int16Array<ArrayBuffer>): void {
    this.#kept = withPiece(this.#kept, pcm, this.#parts.rates.microphone * KEPT_SECONDS)
    if (!this.#isOpen || !this.#socket) return
    this.#socket.send(pcm)
    const room = this.#backlog + 2 * BEHIND_SECONDS * this.#parts.rates.microphone
    if (this.#socket.bufferedAmount > room) this.again()
  }

  /** Dial now, whatever there was: the network has changed, or the person asks for it. */
  again(): void {
    this.#drop()
    this.#attempts = 0
    this.#dial()
  }

  /** Leave for good. */
  close(): void {
    this.#drop()
    this.#become('ended')
  }

  get #isOpen(): boolean {
    return this.#ready && this.#socket?.readyState === OPEN // it may close, and not have said so yet
  }

  #become(link: Exclude<Link['is'], 'lost'>): void {
    this.#state = link
    this.#parts.changed(link)
  }

  #becomeLost(): void {
    this.#state = 'lost'
    this.#parts.lost(this.#attempts)
  }

  #drop(): void {
    this.#cancel()
    this.#ready = false
    const socket = this.#socket
    this.#socket = null // what it still says is passed over
    socket?.close()
  }

  #dial(): void {
    if (this.#attempts === 0) {
      if (this.#state === 'open' || this.#state === 'lost') this.#becomeLost()
      else this.#become('dialling')
    }
    const socket = this.#parts.dial()
    socket.binaryType = 'arraybuffer'
    this.#socket = socket
    const isOurs = (): boolean => socket === this.#socket
    socket.onopen = () => { if (isOurs()) void this.#first(socket) }
    socket.onmessage = ({ data }: MessageEvent<unknown>) => { if (isOurs()) this.#came(data) }
    socket.onclose = ({ code }) => { if (isOurs()) this.#closed(code) }
    this.#cancel = this.#parts.later(() => {
      this.#drop()
      this.#closed(0)
    }, DIAL_MS)
  }

  async #first(socket: Dialled): Promise<void> {
    const { microphone: microphone_rate, speaker: speaker_rate } = this.#parts.rates
    const rates = { microphone_rate, speaker_rate }
    const at = await this.#parts.position() // sound of before would be heard twice
    if (socket !== this.#socket) return
    const frame: UpFrame = this.token
      ? { type: 'resume', token: this.token, ...at, ...rates }
      : { type: 'start', solovox: 1, session: this.talk, watch: this.#watch, ...this.#parts.about?.(), ...rates }
    socket.send(JSON.stringify(frame))
  }

  #came(data: unknown): void {
    if (data instanceof ArrayBuffer) return this.#parts.sound(new Int16Array(data))
    const decoded = this.#parts.decode(String(data))
    if (!decoded.ok) {
      if (decoded.why === 'spoiled') this.#parts.spoiled(decoded.about)
      return
    }
    const { frame } = decoded
    if (frame.type === 'ready') this.#welcomed(frame)
    else this.#parts.frame(frame)
    if (frame.type === 'session_end') this.close()
  }

  #welcomed(frame: Extract<DownFrame, { type: 'ready' }>): void {
    this.#cancel()
    if (!this.token) this.#kept = keptFrom(frame.samples) // a new page of the talk: what was said meanwhile is not sent late
    this.talk = frame.sessionId
    if (frame.token) this.token = frame.token
    this.#ready = true
    this.#attempts = 0
    this.#parts.frame(frame)
    const [kept, missed] = keptAfter(this.#kept, frame.samples)
    this.#kept = kept
    for (const pcm of missed) this.#socket?.send(pcm.slice())
    this.#backlog = this.#socket?.bufferedAmount ?? 0
    this.#become('open')
  }

  #closed(code: number): void {
    this.#cancel()
    this.#ready = false
    this.#socket = null
    const final = FINAL[code]
    if (final) return this.#become(final)
    if (code === FAILED && !this.token) return this.#become('failed') // the talk could not be made
    if (code === UNKNOWN && !this.token) return this.#become('unknown')
    if (code === UNKNOWN) this.token = '' // the grace is over: as a new page of the same talk
    else this.#attempts += 1
    this.#becomeLost()
    const pause = code === UNKNOWN ? 0 : (PAUSES[this.#attempts - 1] ?? LONGEST)
    this.#cancel = this.#parts.later(() => this.#dial(), pause)
  }
}
