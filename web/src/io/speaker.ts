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

/** What sound comes out of, and what has it made there. */
export interface Out {
  readonly context: Pick<AudioContext, 'sampleRate' | 'state' | 'resume' | 'onstatechange'> & { setSinkId?: (device: string) => Promise<void> }
  /** Its sound thread. Raises where it cannot be loaded. */
  readonly thread: () => Promise<{ readonly port: Pick<MessagePort, 'postMessage' | 'onmessage'> }>
}

function ofBrowser(): Out {
  const context = contextAt(SPEAKER_RATE)
  const thread = async (): Promise<AudioWorkletNode> => {
    await context.audioWorklet.addModule(worklet)
    const node = new AudioWorkletNode(context, 'speaker', { numberOfInputs: 0, outputChannelCount: [1] })
    node.connect(context.destination)
    return node
  }
  return { context, thread }
}

const NOTHING: Position = { read: 0, samples: 0 }

export class Speaker {
  readonly #parts: SpeakerParts
  readonly #out: Out
  #node: Awaited<ReturnType<Out['thread']>> | null = null
  readonly #dropped: ((at: Position) => void)[] = [] // the sound thread answers in the order in which it was asked

  constructor(parts: SpeakerParts, out: Out = ofBrowser()) {
    this.#parts = parts
    this.#out = out
    out.context.onstatechange = () => this.#tell()
  }

  /** Samples a second. */
  get rate(): number {
    return this.#out.context.sampleRate
  }

  /** Make its sound thread, if there is none yet. Raises where it cannot be loaded. */
  async open(): Promise<void> {
    if (this.#node) return
    this.#node = await this.#out.thread()
    this.#node.port.onmessage = ({ data }: MessageEvent<Told>) => this.#came(data)
    this.#tell()
  }

  /** To be called in a click or a key. */
  wake(): void {
    if (this.#out.context.state !== 'running') this.#out.context.resume().catch(() => undefined)
  }

  /** Through which device, where the browser lets a page choose. Empty: the browser's own choice. Raises where it cannot be had. */
  async through(device: string): Promise<void> {
    await this.#out.context.setSinkId?.(device)
  }

  read(read: number, first: number): void { this.#do({ do: 'read', read, first }) }

  sound(pcm: Int16Array<ArrayBuffer>): void { this.#do({ do: 'sound', pcm }, [pcm.buffer]) }

  whole(read: number): void { this.#do({ do: 'whole', read }) }

  flush(read: number): void {
    if (this.#node) this.#do({ do: 'flush', read })
    else this.#parts.flushed(read, 0)
  }

  duck(ducked: boolean): void { this.#do({ do: 'duck', ducked }) }

  mute(muted: boolean): void { this.#do({ do: 'mute', muted }) }

  cue(kind: string, cues: Cues): void { this.#do({ do: 'tone', pcm: cueOf(kind, cues, this.rate) }) }

  /** Throw everything away. The read that sounded last, and how far. */
  drop(): Promise<Position> {
    if (!this.#node) return Promise.resolve(NOTHING)
    return new Promise((resolve) => {
      this.#dropped.push(resolve)
      this.#do({ do: 'drop' })
    })
  }

  #came({ did, read, samples }: Told): void {
    switch (did) {
      case 'played': return this.#parts.played(read, samples)
      case 'flushed': return this.#parts.flushed(read, samples)
      case 'dropped': this.#dropped.shift()?.({ read, samples })
    }
  }

  #tell(): void {
    this.#parts.changed(this.#out.context.state === 'running', this.rate)
  }

  #do(asked: Asked, moved: Transferable[] = []): void {
    this.#node?.port.postMessage(asked, moved)
  }
}
