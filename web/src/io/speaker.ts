/** The speaker: the reads go into its sound thread, and what was played comes back. */

import { type Cues, cueOf } from '../core/cues.ts'
import type { Position } from '../core/state.ts'
import type { Asked, Told } from '../core/voice.ts'
import { SPEAKER_RATE, contextAt } from './contexts.ts'
import worklet from './speaker.worklet.ts?worker&url'

export interface SpeakerParts {
  readonly played: (read: number, samples: number) => void
  readonly flushed: (read: number, samples: number) => void
  /** Whether sound comes out has changed. */
  readonly changed: (on: boolean, rate: number) => void
}

export class Speaker {
  readonly #parts: SpeakerParts
  readonly #context = contextAt(SPEAKER_RATE)
  #node: AudioWorkletNode | null = null
  #dropped: ((at: Position) => void) | null = null

  constructor(parts: SpeakerParts) {
    this.#parts = parts
    this.#context.onstatechange = () => this.#tell()
  }

  /** Samples a second. */
  get rate(): number {
    return this.#context.sampleRate
  }

  /** Make its sound thread, if there is none yet. */
  async open(): Promise<void> {
    if (this.#node) return
    await this.#context.audioWorklet.addModule(worklet)
    this.#node = new AudioWorkletNode(this.#context, 'speaker', { numberOfInputs: 0, outputChannelCount: [1] })
    this.#node.connect(this.#context.destination)
    this.#node.port.onmessage = ({ data }: MessageEvent<Told>) => this.#came(data)
    this.#tell()
  }

  /** To be called in a click or a key. */
  wake(): void {
    if (this.#context.state !== 'running') this.#context.resume().catch(() => undefined)
  }

  /** Through which device, where the browser lets a page choose. Empty: the browser's own choice. */
  async through(device: string): Promise<void> {
    const context: AudioContext & { setSinkId?: (device: string) => Promise<void> } = this.#context
    await context.setSinkId?.(device)
  }

  read(read: number, first: number): void { this.#do({ do: 'read', read, first }) }

  sound(pcm: Int16Array<ArrayBuffer>): void { this.#do({ do: 'sound', pcm }, [pcm.buffer]) }

  whole(read: number): void { this.#do({ do: 'whole', read }) }

  flush(read: number): void { this.#do({ do: 'flush', read }) }

  duck(ducked: boolean): void { this.#do({ do: 'duck', ducked }) }

  mute(muted: boolean): void { this.#do({ do: 'mute', muted }) }

  cue(kind: string, cues: Cues): void { this.#do({ do: 'tone', pcm: cueOf(kind, cues, this.rate) }) }

  /** Throw everything away. The read that sounded last, and how far. */
  drop(): Promise<Position> {
    return new Promise((resolve) => {
      this.#dropped = resolve
      this.#do({ do: 'drop' })
    })
  }

  #came({ did, read, samples }: Told): void {
    switch (did) {
      case 'played': return this.#parts.played(read, samples)
      case 'flushed': return this.#parts.flushed(read, samples)
      case 'dropped': this.#dropped?.({ read, samples })
    }
  }

  #tell(): void {
    this.#parts.changed(this.#context.state === 'running', this.rate)
  }

  #do(asked: Asked, moved: Transferable[] = []): void {
    this.#node?.port.postMessage(asked, moved)
  }
}
