/** What the microphone gives, kept in memory until it is asked for as a file. */

import { wavOf } from '../core/wav.ts'

const MOST_SECONDS = 30 * 60 // as long as the server takes

export class Recorder {
  #pieces: Int16Array[] = []
  #samples = 0
  #rate = 0
  #name = ''
  #on = false

  /** Begin. What was recorded before, and was not kept, goes. */
  begin(name: string, rate: number): void {
    this.#name = name
    this.#rate = rate
    this.#pieces = []
    this.#samples = 0
    this.#on = true
  }

  /** One more piece. False: there is no room for another. */
  take(pcm: Int16Array): boolean {
    if (!this.#on) return true
    this.#pieces.push(pcm.slice())
    this.#samples += pcm.length
    return this.#samples < MOST_SECONDS * this.#rate
  }

  /** No more. What there is, as a WAV; it can be asked for again. Null: nothing was said. */
  end(): { readonly name: string; readonly wav: Uint8Array<ArrayBuffer> } | null {
    this.#on = false
    return this.#samples ? { name: this.#name, wav: wavOf(this.#pieces, this.#rate) } : null
  }
}
