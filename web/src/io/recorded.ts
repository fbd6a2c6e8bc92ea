/** A recording in the place of the microphone: its pieces come in real time, and it ends by itself. */

import { lineOf } from '../core/text.ts'
import { loudness } from '../core/wav.ts'

const PIECE_MS = 40

export interface RecordedParts {
  /** The samples of the recording of that name, at `rate`. What it raises is told as it is. */
  readonly samples: (name: string, rate: number) => Promise<Int16Array<ArrayBuffer>>
  /** Milliseconds, of a clock that never goes back. */
  readonly now: () => number
  /** Calls it after these milliseconds; gives what prevents that. */
  readonly later: (f: () => void, ms: number) => () => void
  readonly heard: (pcm: Int16Array<ArrayBuffer>, level: number) => void
  readonly opened: (name: string, rate: number) => void
  readonly failed: (line: string) => void
  readonly ended: () => void
}

export class RecordedMicrophone {
  readonly #parts: RecordedParts
  readonly #rate: number
  #turn = 0 // what still comes of an earlier opening is passed over
  #cancel = (): void => undefined
  /** Which recording. */
  name = ''

  /** `rate`: samples a second, as the server was told of the microphone. */
  constructor(rate: number, parts: RecordedParts) {
    this.#rate = rate
    this.#parts = parts
  }

  async open(): Promise<void> {
    this.close()
    const turn = this.#turn
    try {
      const pcm = await this.#parts.samples(this.name, this.#rate)
      if (turn !== this.#turn) return
      this.#parts.opened(`Recording ${this.name}`, this.#rate)
      this.#flow(pcm)
    } catch (error) {
      if (turn === this.#turn) this.#parts.failed(`The recording ${this.name} cannot be played: ${lineOf(error)}`)
    }
  }

  close(): void {
    this.#turn += 1
    this.#cancel()
  }

  #flow(pcm: Int16Array<ArrayBuffer>): void {
    const size = Math.round((this.#rate * PIECE_MS) / 1000)
    const begun = this.#parts.now()
    let at = 0
    const turn = this.#turn
    const step = (): void => {
      const due = Math.floor((this.#parts.now() - begun) / PIECE_MS) * size // a timer may come late, all the more in a window that is not seen
      while (at < Math.min(due, pcm.length)) {
        const piece = pcm.slice(at, at + size)
        at += size
        this.#parts.heard(piece, loudness(piece))
        if (turn !== this.#turn) return
      }
      if (at < pcm.length) this.#cancel = this.#parts.later(step, PIECE_MS)
      else this.#parts.ended()
    }
    step()
  }
}
