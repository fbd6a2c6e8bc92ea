/**
 * The shell: what happens goes through `reduce`, one event after another; what that asks is done with the browser.
 *
 * One `AbortController` ends everything that it began. Listeners are told after each event, with a state that never changes in place.
 */

import type { Effect, Event, Position, State } from './core/state.ts'
import { begun } from './core/state.ts'
import { reduce } from './core/reduce.ts'
import { microphoneOf, pageTitle } from './core/select.ts'
import { holds, quiet } from './core/step.ts'
import { Awake } from './io/awake.ts'
import { MICROPHONE_RATE, SPEAKER_RATE } from './io/contexts.ts'
import { Microphone } from './io/microphone.ts'
import { preferences } from './io/preferences.ts'
import { RecordedMicrophone } from './io/recorded.ts'
import { Recorder } from './io/recorder.ts'
import { keepRecording, recordedSamples } from './io/recordings.ts'
import { play } from './io/replay.ts'
import { watchSleep } from './io/sleep.ts'
import { Socket } from './io/socket.ts'
import { Speaker } from './io/speaker.ts'
import { decode } from './wire/decode.ts'

export { type Devices, devices, onDevices } from './io/devices.ts'
export { type Preferences, onPreferences, prefer, preferences } from './io/preferences.ts'

const TOKEN = 'solovox-token' // for a reload: where this page was, and how far it had played

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

export class Session {
  #state: State
  #ending = new AbortController()
  #left: Left
  readonly #listeners = new Set<() => void>()
  readonly #levels = new Set<() => void>()
  readonly #taps = new Set<(pcm: Int16Array<ArrayBuffer>) => void>()
  readonly #socket: Socket
  readonly #speaker: Speaker | null
  readonly #microphone: Microphone | null
  readonly #recorded: RecordedMicrophone | null
  readonly #recorder = new Recorder()
  readonly #awake = new Awake()
  readonly #options: SessionOptions
  #level = 0
  #chosen: ChosenDevices = NO_DEVICES
  #stopReplay = (): void => undefined

  constructor(options: SessionOptions) {
    this.#options = options
    this.#left = remembered(options.talk)
    const can = window.isSecureContext && 'AudioWorkletNode' in window
    this.#state = begun(can)
    this.#speaker = can ? this.#newSpeaker() : null
    this.#microphone = can ? this.#newMicrophone() : null
    this.#recorded = this.#microphone && this.#newRecorded(this.#microphone.rate)
    this.#socket = new Socket({
      dial: () => new WebSocket(`${options.server.replace(/^http/, 'ws')}/api/vox/live`),
      decode,
      rates: { microphone: this.#microphone?.rate ?? MICROPHONE_RATE, speaker: this.#speaker?.rate ?? SPEAKER_RATE },
      position: () => this.#position(),
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
    this.#listen(ending.signal)
    this.#awake.open({ pause: () => this.happened({ type: 'silenced' }), stop: () => this.happened({ type: 'stopped' }) })
    await this.#speaker?.open()
    if (ending.signal.aborted) return
    const { token, at } = this.#left
    this.#left = NOTHING
    this.happened({ type: 'opened', talk: this.#options.talk, token, at })
  }

  /** Leave: the talk goes on for its grace, or without this page. */
  close(): void {
    this.#ending.abort()
    this.#stopReplay()
    this.#closeMicrophone()
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
  readonly level = (): number => this.#level

  readonly onLevel = (listener: () => void): (() => void) => {
    this.#levels.add(listener)
    return () => this.#levels.delete(listener)
  }

  /** Calls it with each piece of the microphone that is not muted; gives what ends that. */
  readonly onSound = (tap: (pcm: Int16Array<ArrayBuffer>) => void): (() => void) => {
    this.#taps.add(tap)
    return () => this.#taps.delete(tap)
  }

  /** A short sound of ours. */
  readonly cue = (kind: string): void => this.#do({ do: 'cue', kind })

  readonly chosen = (): ChosenDevices => this.#chosen

  /** Use these devices. Empty: the browser's own choice. */
  async devices(microphone: string, speaker: string): Promise<void> {
    this.#chosen = { microphone, speaker }
    for (const listener of this.#listeners) listener()
    await this.#speaker?.through(speaker)
    if (!this.#microphone || this.#microphone.device === microphone) return
    this.#microphone.device = microphone
    const { microphone: now } = this.#state
    if (now.is === 'on' && !now.replays) await this.#microphone.open()
  }

  #do(effect: Effect): void {
    switch (effect.do) {
      case 'send': return this.#socket.send(effect.frame)
      case 'dial': return this.#socket.open(effect.talk, effect.token, effect.watch)
      case 'dial again': return this.#socket.again()
      case 'ask the server': return void this.#ask()
      case 'open microphone': return void this.#microphone?.open()
      case 'close microphone': return this.#closeMicrophone()
      case 'open recording': return this.#openRecording(effect.name)
      case 'record': return this.#recorder.begin(effect.name || named(new Date()), this.#microphone?.rate ?? MICROPHONE_RATE)
      case 'keep recording': return void this.#keep()
      case 'mute microphone': return this.#microphone?.mute(effect.muted)
      case 'wake': {
        this.#speaker?.wake()
        return this.#microphone?.wake()
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
      case 'name talk': nameTalk(effect.talk)
    }
  }

  #newSpeaker(): Speaker {
    const tell = (type: 'played' | 'flushed') => (read: number, samples: number) => this.happened({ type, read, samples })
    return new Speaker({ played: tell('played'), flushed: tell('flushed'), changed: (on, rate) => this.happened({ type: 'speaker changed', on, rate }) })
  }

  #newMicrophone(): Microphone {
    const tell = (type: 'microphone failed' | 'microphone troubled' | 'microphone lost') => (line: string) => this.happened({ type, line })
    return new Microphone({
      heard: (pcm, level) => this.#heard(pcm, level),
      opened: (name, echo, rate) => this.happened({ type: 'microphone opened', name, echo, rate }),
      failed: tell('microphone failed'),
      troubled: tell('microphone troubled'),
      lost: tell('microphone lost'),
    })
  }

  #newRecorded(rate: number): RecordedMicrophone {
    return new RecordedMicrophone(rate, {
      samples: recordedSamples,
      now: () => performance.now(),
      later,
      heard: (pcm, level) => this.#heard(pcm, level),
      opened: (name, at) => this.happened({ type: 'microphone opened', name, echo: false, rate: at, replays: true }),
      failed: (line) => this.happened({ type: 'microphone failed', line }),
      ended: () => this.happened({ type: 'recording ended' }),
    })
  }

  #closeMicrophone(): void {
    this.#microphone?.close()
    this.#recorded?.close()
  }

  #openRecording(name: string): void {
    if (!this.#recorded) return
    this.#recorded.name = name
    void this.#recorded.open()
  }

  async #keep(): Promise<void> {
    const made = this.#recorder.end()
    if (!made) return
    const why = await keepRecording(made.name, made.wav).then(() => '', (error: unknown) => (error instanceof Error ? error.message : String(error)))
    this.happened({ type: 'recording kept', name: made.name, why })
  }

  #heard(pcm: Int16Array<ArrayBuffer>, level: number): void {
    const { records } = this.#state
    if (records !== 'no' && !this.#recorder.take(pcm)) this.happened({ type: 'recording is full' })
    this.#level = quiet(this.#state) && records !== 'aside' ? 0 : level
    for (const listener of this.#levels) listener()
    if (!quiet(this.#state)) for (const tap of this.#taps) tap(pcm.slice())
    if (holds(this.#state) && !quiet(this.#state)) this.#socket.speak(pcm)
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

  #replay(hold: number): void {
    const ended = (failed: boolean): void => this.happened({ type: 'replay ended', hold, failed })
    this.#stopReplay = play(`${this.#options.server}/api/sessions/${encodeURIComponent(this.#socket.talk)}/holds/${hold}/sound.wav`, ended)
  }

  #listen(signal: AbortSignal): void {
    document.addEventListener('visibilitychange', () => this.happened({ type: document.hidden ? 'went away' : 'came back' }), { signal })
    document.addEventListener('visibilitychange', () => void this.#awake.again(), { signal })
    document.addEventListener('pointerdown', () => this.happened({ type: 'woke' }), { signal })
    document.addEventListener('keydown', () => this.happened({ type: 'woke' }), { signal })
    window.addEventListener('blur', () => this.happened({ type: 'floor left' }), { signal }) // the key is let go where it cannot be seen
    for (const changed of ['offline', 'online']) window.addEventListener(changed, () => this.happened({ type: 'network changed' }), { signal }) // the old socket leads nowhere
    watchSleep(() => this.happened({ type: 'woke from sleep' }), signal)
    window.addEventListener('pagehide', () => this.#remember(), { signal })
    window.addEventListener('pageshow', ({ persisted }) => { if (persisted) location.reload() }, { signal })
  }

  #remember(): void {
    const { talk, token } = this.#socket
    if (token) sessionStorage.setItem(TOKEN, JSON.stringify({ token, talk, at: this.#state.at }))
  }
}

interface Left {
  readonly token: string
  readonly at: Position
}

/** Calls it after these milliseconds; gives what prevents that. */
function later(f: () => void, ms: number): () => void {
  const timer = setTimeout(f, ms)
  return () => clearTimeout(timer)
}

/** A name for what is recorded now. */
const named = (now: Date): string => `said-${now.toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '')}`

/** What the address says: `#talk`, `#talk/screen`, or `#talk/screen/what it shows`. A reload, and another window, find the talk by it. */
export function addressed(hash: string): { readonly talk: string; readonly screen: string; readonly place: string } {
  const [talk = '', screen = '', place = ''] = hash.replace(/^#/, '').split('/').map(decoded)
  return { talk, screen, place }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

function nameTalk(talk: string): void {
  const [, ...screen] = location.hash.split('/')
  history.replaceState(null, '', [`#${encodeURIComponent(talk)}`, ...screen].join('/'))
}

const NOTHING: Left = { token: '', at: { read: 0, samples: 0 } }

/** What is left of this window's last page: only of a reload, and only once, for a copy of the window has it too. */
function remembered(talk: string): Left {
  const left: unknown = JSON.parse(sessionStorage.getItem(TOKEN) ?? 'null')
  sessionStorage.removeItem(TOKEN)
  return isLeft(left) && left.talk === talk ? left : NOTHING
}

function isLeft(left: unknown): left is Left & { readonly talk: string } {
  return typeof left === 'object' && left !== null && 'token' in left && 'talk' in left && 'at' in left
}

/** Raise a notification; a newer one takes the place of an older. Some browsers have none for pages: then there is the title. */
function notify(line: string): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return
  try {
    const one = new Notification('Solovox', { body: line, tag: 'solovox' })
    one.onclick = () => {
      window.focus()
      one.close()
    }
  } catch {
    // the title tells it
  }
}
