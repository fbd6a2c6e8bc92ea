/** The microphone's side: the device, or a recording in its place; what is recorded of it; how loud it is. */

import type { Event, State } from './core/state.ts'
import { holds, quiet } from './core/step.ts'
import { lineOf } from './core/text.ts'
import { later } from './io/later.ts'
import { Microphone } from './io/microphone.ts'
import { RecordedMicrophone } from './io/recorded.ts'
import { Recorder } from './io/recorder.ts'
import { keepRecording, recordedSamples } from './io/recordings.ts'

export type Tap = (pcm: Int16Array<ArrayBuffer>) => void

export interface ListeningParts {
  readonly state: () => State
  readonly happened: (event: Event) => void
  /** A piece that the talk is to hear. */
  readonly speak: Tap
}

export class Listening {
  readonly #parts: ListeningParts
  readonly #microphone: Microphone
  readonly #recorded: RecordedMicrophone
  readonly #recorder = new Recorder()
  readonly #levels = new Set<() => void>()
  readonly #taps = new Set<Tap>()
  /** How loud it is, 0 to 1. */
  level = 0

  constructor(parts: ListeningParts) {
    this.#parts = parts
    this.#microphone = this.#newMicrophone()
    this.#recorded = this.#newRecorded()
  }

  /** Samples a second. */
  get rate(): number {
    return this.#microphone.rate
  }

  open(): void { void this.#microphone.open() }

  /** Let a recording be the microphone. */
  replay(name: string): void {
    this.#recorded.name = name
    void this.#recorded.open()
  }

  close(): void {
    this.#microphone.close()
    this.#recorded.close()
  }

  mute(muted: boolean): void { this.#microphone.mute(muted) }

  /** To be called in a click or a key: what the system had taken away goes on. */
  wake(): void { this.#microphone.wake() }

  /** Use this device; empty: the browser's own choice. */
  through(device: string): void {
    if (this.#microphone.device === device) return
    this.#microphone.device = device
    const { microphone: now } = this.#parts.state()
    if (now.is === 'on' && !now.replays) this.open()
  }

  /** Begin to record. No name: one is made. */
  record(name: string): void { this.#recorder.begin(name || named(new Date()), this.rate) }

  /** What was recorded goes to the server, where it is kept. */
  async keep(): Promise<void> {
    const made = this.#recorder.end()
    if (!made) return
    const why = await keepRecording(made.name, made.wav).then(() => '', lineOf)
    this.#parts.happened({ type: 'recording kept', name: made.name, why })
  }

  /** Calls it whenever the level is another; gives what ends that. */
  onLevel(listener: () => void): () => void {
    this.#levels.add(listener)
    return () => this.#levels.delete(listener)
  }

  /** Calls it with each piece that is not muted; gives what ends that. */
  onSound(tap: Tap): () => void {
    this.#taps.add(tap)
    return () => this.#taps.delete(tap)
  }

  #newMicrophone(): Microphone {
    const { happened } = this.#parts
    const tell = (type: 'microphone failed' | 'microphone troubled' | 'microphone lost') => (line: string) => happened({ type, line })
    return new Microphone({
      heard: (pcm, level) => this.#heard(pcm, level),
      opened: (name, echo, rate) => happened({ type: 'microphone opened', name, echo, rate }),
      failed: tell('microphone failed'),
      troubled: tell('microphone troubled'),
      lost: tell('microphone lost'),
    })
  }

  #newRecorded(): RecordedMicrophone {
    const { happened } = this.#parts
    return new RecordedMicrophone(this.rate, {
      samples: recordedSamples,
      now: () => performance.now(),
      later,
      heard: (pcm, level) => this.#heard(pcm, level),
      opened: (name, rate) => happened({ type: 'microphone opened', name, echo: false, rate, replays: true }),
      failed: (line) => happened({ type: 'microphone failed', line }),
      ended: () => happened({ type: 'recording ended' }),
    })
  }

  #heard(pcm: Int16Array<ArrayBuffer>, level: number): void {
    const { state, happened, speak } = this.#parts
    const { records } = state()
    if (records !== 'no' && !this.#recorder.take(pcm)) happened({ type: 'recording is full' })
    const still = quiet(state())
    this.level = still && records !== 'aside' ? 0 : level
    for (const listener of this.#levels) listener()
    if (still) return
    for (const tap of this.#taps) tap(pcm.slice())
    if (holds(state())) speak(pcm)
  }
}

/** A name for what is recorded now. */
const named = (now: Date): string => `said-${now.toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '')}`
