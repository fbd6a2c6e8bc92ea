/** The microphone's samples as 16-bit pieces of 40 ms, with how loud each was. Runs in the sound thread. */

class Microphone extends AudioWorkletProcessor {
  readonly #samples: number
  #pcm: Int16Array<ArrayBuffer>
  #at = 0
  #energy = 0

  constructor({ processorOptions: { samples } }: { processorOptions: { samples: number } }) {
    super()
    this.#samples = samples
    this.#pcm = new Int16Array(samples)
  }

  process([channels]: Float32Array[][]): boolean {
    for (const sample of channels?.[0] ?? []) { // none: the track has ended
      this.#pcm[this.#at] = Math.max(-1, Math.min(1, sample)) * 32767
      this.#energy += sample * sample
      this.#at += 1
      if (this.#at === this.#samples) this.#send()
    }
    return true
  }

  #send(): void {
    const pcm = this.#pcm
    this.port.postMessage({ pcm, level: Math.sqrt(this.#energy / pcm.length) }, [pcm.buffer])
    this.#pcm = new Int16Array(this.#samples)
    this.#at = 0
    this.#energy = 0
  }
}

registerProcessor('microphone', Microphone)
