/**
 * The shell: what happens goes through `reduce`, one event after another; what that asks is done with the browser.
 *
 * One `AbortController` ends everything that it began. Listeners are told after each event, with a state that never changes in place.
 */

import type { Effect, Event, Position, State } from './core/state.ts'
import { begun } from './core/state.ts'
import { reduce } from './core/reduce.ts'
import { microphoneOf, pageTitle } from './core/select.ts'
import { lineOf } from './core/text.ts'
import { goTo, nameTalk } from './io/address.ts'
import { Awake } from './io/awake.ts'
import { MICROPHONE_RATE, SPEAKER_RATE } from './io/contexts.ts'
import { takenUp } from './io/journals.ts'
import { later } from './io/later.ts'
import { NOTHING, remember, remembered } from './io/left.ts'
import { notify } from './io/notify.ts'
import { preferences } from './io/preferences.ts'
import { play } from './io/replay.ts'
import { Socket, type StudioContext } from './io/socket.ts'
import { Speaker } from './io/speaker.ts'
import { watchWindow } from './io/window.ts'
import { Listening, type Tap } from './listening.ts'
import { decode } from './wire/decode.ts'

export { addressed } from './io/address.ts'
export { type Devices, devices, onDevices } from './io/devices.ts'
export { type Preferences, onPreferences, prefer, preferences } from './io/preferences.ts'

/** Where the server is, and how the page is told apart from another of it. */
export interface SessionOptions {
  /** `https://host` of the server. */
  readonly server: string
  /** A session that runs. Empty: a new one. */
  readonly talk: string
}

/** The devices that the person chose. Empty: the browser's own choice. */
export interface ChosenDevices {
  readonly microphone: string
  readonly speaker: string
}

const NO_DEVICES: ChosenDevices = { microphone: '', speaker: '' }
const nothing = (): void => undefined

let fresh = false

/** Who talks was chosen just now: the next talk begins with a greeting. */
export const greetNext = (): void => { fresh = true }

/** What a talk is told of the Studio when it begins: its look, and the project that is open. */
const studioContext = (): StudioContext => {
  const { theme, project } = preferences()
  const projectContext = { ...(project && { project }), ...(fresh && { greet: true }) }
  fresh = false
  return { ...(theme && { theme }), ...(Object.keys(projectContext).length > 0 && { projectContext }) }
}

export class Session {
  #state: State
  #ending = new AbortController()
  #left = NOTHING
  readonly #listeners = new Set<() => void>()
  readonly #socket: Socket
  readonly #speaker: Speaker | null
  readonly #listening: Listening | null
  readonly #awake = new Awake()
  readonly #options: SessionOptions
  #chosen: ChosenDevices = NO_DEVICES
  #stopReplay = nothing

  constructor(options: SessionOptions) {
    this.#options = options
    this.#left = remembered(options.talk)
    const can = window.isSecureContext && 'AudioWorkletNode' in window
    this.#state = begun(can)
    this.#speaker = can ? this.#newSpeaker() : null
    this.#listening = can ? new Listening({ state: this.state, happened: this.happened, speak: (pcm) => this.#socket.speak(pcm) }) : null
    this.#socket = new Socket({
      dial: () => new WebSocket(`${options.server.replace(/^http/, 'ws')}/api/vox/live`),
      decode,
      rates: { microphone: this.#listening?.rate ?? MICROPHONE_RATE, speaker: this.#speaker?.rate ?? SPEAKER_RATE },
      position: () => this.#position(),
      about: studioContext,
      later,
      frame: (frame) => this.happened({ type: 'frame came', frame }),
      spoiled: (about) => this.happened({ type: 'frame was spoiled', about }),
      sound: (pcm) => {
        this.happened({ type: 'sound came', samples: pcm.length })
        this.#speaker?.sound(pcm)
      },
      changed: (link) => this.happened({ type: 'link changed', link }),
      lost: (attempts) => this.happened({ type: 'link was lost', attempts }),
    })
  }

  /** Connect. After a `close` it may be called again. */
  async open(): Promise<void> {
    const ending = this.#ending = new AbortController()
    watchWindow(this.happened, ending.signal)
    document.addEventListener('visibilitychange', () => void this.#awake.again(), { signal: ending.signal })
    window.addEventListener('pagehide', () => remember(this.#socket.talk, { token: this.#socket.token, at: this.#state.at }), { signal: ending.signal })
    this.#awake.open({ pause: () => this.happened({ type: 'silenced' }), stop: () => this.happened({ type: 'stopped' }) })
    await this.#speaker?.open().catch(() => this.happened({ type: 'speaker failed' }))
    if (ending.signal.aborted) return
    const { token, at } = this.#left
    this.#left = NOTHING
    this.happened({ type: 'opened', talk: this.#options.talk, token, at })
  }

  /** Leave: the talk goes on for its grace, or without this page. */
  close(): void {
    this.#ending.abort()
    this.#stopReplay()
    this.#listening?.close()
    this.#awake.close()
    this.#socket.close()
    void this.#speaker?.drop()
  }

  /** What happens is decided, and done. */
  readonly happened = (event: Event): void => {
    const [state, effects] = reduce(this.#state, event)
    const changed = state !== this.#state
    this.#state = state
    for (const effect of effects) this.#do(effect)
    if (changed) this.#awake.want(state.microphone.is === 'on', pageTitle(state), microphoneOf(state) === 'on' ? 'The microphone is on' : '')
    if (changed) for (const listener of this.#listeners) listener()
  }

  readonly state = (): State => this.#state

  /** Calls it after each event that changed something; gives what ends that. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** How loud the microphone is, 0 to 1. Apart from the state: it changes 25 times a second. */
  readonly level = (): number => this.#listening?.level ?? 0

  readonly onLevel = (listener: () => void): (() => void) => this.#listening?.onLevel(listener) ?? nothing

  /** Calls it with each piece of the microphone that is not muted; gives what ends that. */
  readonly onSound = (tap: Tap): (() => void) => this.#listening?.onSound(tap) ?? nothing

  /** A short sound of ours. */
  readonly cue = (kind: string): void => this.#do({ do: 'cue', kind })

  readonly chosen = (): ChosenDevices => this.#chosen

  /** Use these devices. Empty: the browser's own choice. A speaker that cannot be had is told, and the one before stays. */
  async devices(microphone: string, speaker: string): Promise<void> {
    const before = this.#chosen
    this.#choose({ microphone, speaker })
    this.#listening?.through(microphone)
    if (speaker === before.speaker) return
    const why = await this.#speaker?.through(speaker).then(() => '', lineOf)
    this.happened({ type: 'devices troubled', line: why ? `This speaker cannot be used: ${why}. Choose another one; the sound comes from the one before.` : '' })
    if (why && this.#chosen.speaker === speaker) this.#choose({ ...this.#chosen, speaker: before.speaker })
  }

  #choose(chosen: ChosenDevices): void {
    this.#chosen = chosen
    for (const listener of this.#listeners) listener()
  }

  #do(effect: Effect): void {
    switch (effect.do) {
      case 'send': return this.#socket.send(effect.frame)
      case 'dial': return this.#socket.open(effect.talk, effect.token, effect.watch)
      case 'dial again': return this.#socket.again()
      case 'ask the server': return void this.#ask()
      case 'take up': return void this.#takeUp()
      case 'open microphone': return this.#listening?.open()
      case 'close microphone': return this.#listening?.close()
      case 'open recording': return this.#listening?.replay(effect.name)
      case 'record': return this.#listening?.record(effect.name)
      case 'keep recording': return void this.#listening?.keep()
      case 'mute microphone': return this.#listening?.mute(effect.muted)
      case 'wake': {
        this.#speaker?.wake()
        return this.#listening?.wake()
      }
      case 'drop sound': return void this.#speaker?.drop()
      case 'begin read': return this.#speaker?.read(effect.read, effect.first)
      case 'end read': return this.#speaker?.whole(effect.read)
      case 'flush read': {
        if (this.#speaker) return this.#speaker.flush(effect.read)
        return this.happened({ type: 'flushed', read: effect.read, samples: 0 })
      }
      case 'duck': return this.#speaker?.duck(effect.ducked)
      case 'mute voice': return this.#speaker?.mute(effect.muted)
      case 'cue': return this.#speaker?.cue(effect.kind, preferences().cues)
      case 'replay': return this.#replay(effect.hold)
      case 'stop replay': return this.#stopReplay()
      case 'notify': return notify(effect.line)
      case 'name talk': return nameTalk(effect.talk)
      case 'go': goTo(effect.goal)
    }
  }

  #newSpeaker(): Speaker {
    const tell = (type: 'played' | 'flushed') => (read: number, samples: number) => this.happened({ type, read, samples })
    return new Speaker({ played: tell('played'), flushed: tell('flushed'), changed: (on, rate) => this.happened({ type: 'speaker changed', on, rate }) })
  }

  /** Throw away what has not sounded: the server sends it again from there. */
  async #position(): Promise<Position> {
    const at = await this.#speaker?.drop()
    if (at) this.happened({ type: 'dropped', ...at })
    return this.#state.at
  }

  async #ask(): Promise<void> {
    const answer = await fetch(`${this.#options.server}/page/icon.svg`, { cache: 'no-store', signal: this.#ending.signal }).catch(() => null)
    this.happened({ type: 'server was asked', found: answer?.ok ? 'answers' : answer ? 'turns us away' : 'is silent' })
  }

  /** The server was started anew: go on with what is kept of the talk. */
  async #takeUp(): Promise<void> {
    const talk = await takenUp(this.#socket.talk).catch(() => '')
    if (!this.#ending.signal.aborted) this.happened(talk ? { type: 'joined', talk } : { type: 'talk is over' })
  }

  #replay(hold: number): void {
    const ended = (failed: boolean): void => this.happened({ type: 'replay ended', hold, failed })
    this.#stopReplay = play(`${this.#options.server}/api/sessions/${encodeURIComponent(this.#socket.talk)}/holds/${hold}/sound.wav`, ended)
  }
}
