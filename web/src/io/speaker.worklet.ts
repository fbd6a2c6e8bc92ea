/**
 * The voice: reads one after another, each sample counted as it leaves. Runs in the sound thread.
 *
 * Rule 1: what was flushed does not sound, but for a fade of a few milliseconds, which counts as played.
 * Rule 2: a cue sounds only where no read does.
 * Rule 3: a voice that is muted goes on without sound, and its samples count: what is shown as played was due.
 */

import type { Asked, Told } from '../core/voice.ts'

const DUCKED = 10 ** (-12 / 20)
const REPORT_SECONDS = 0.1
const FADE_SECONDS = 0.006
const GLIDE_SECONDS = 0.015 // to another loudness
const AHEAD_SECONDS = 0.06 // this much is there before a read begins, or goes on after a gap: pieces come unevenly
const REMEMBERED = 32 // reads, for a flush that comes late

interface Read {
  readonly read: number
  readonly pieces: Int16Array[]
  at: number
  left: number
  played: number
  whole: boolean
}

class Speaker extends AudioWorkletProcessor {
  #queue: Read[] = []
  #newest: Read | null = null // the binary frames that come are its
  #last: { readonly read: number; readonly played: number } = { read: 0, played: 0 } // what sounded last
  readonly #ended = new Map<number, number>() // read → samples played
  #cue: number[] = []
  readonly #fade: number[] = []
  #gain = 1
  #ducked = false
  #muted = false
  #flowing = false
  #unreported = 0

  constructor() {
    super()
    this.port.onmessage = ({ data }: MessageEvent<Asked>) => this.#asked(data)
  }

  #asked(asked: Asked): void {
    switch (asked.do) {
      case 'read':
        this.#newest = { read: asked.read, pieces: [], at: 0, left: 0, played: asked.first, whole: false }
        this.#queue.push(this.#newest)
        this.#cue = []
        return
      case 'sound':
        if (!this.#newest || !(asked.pcm instanceof Int16Array)) return
        this.#newest.pieces.push(asked.pcm)
        this.#newest.left += asked.pcm.length
        return
      case 'tone': if (!this.#queue.length) this.#cue = [...asked.pcm]; return
      case 'whole': return this.#whole(asked.read)
      case 'flush': return this.#flush(asked.read)
      case 'drop': return this.#drop()
      case 'duck': this.#ducked = asked.ducked; return
      case 'mute': this.#muted = asked.muted
    }
  }

  #whole(read: number): void {
    const one = this.#queue.find((other) => other.read === read)
    if (one) one.whole = true
    this.#over()
  }

  #flush(read: number): void {
    const one = this.#queue.find((other) => other.read === read)
    if (one) this.#cut(one)
    this.#tell('flushed', read, this.#ended.get(read) ?? 0)
  }

  // Everything is thrown away; the last read that sounded is told, with how far it was.
  #drop(): void {
    for (const one of [...this.#queue]) this.#cut(one)
    this.#cue = []
    this.#tell('dropped', this.#last.read, this.#last.played)
  }

  process(_: Float32Array[][], [channels]: Float32Array[][]): boolean {
    const out = channels?.[0]
    if (!out) return true
    const step = 1 / (GLIDE_SECONDS * sampleRate)
    const goal = this.#muted ? 0 : this.#ducked ? DUCKED : 1
    for (let n = 0; n < out.length; n += 1) {
      this.#gain += Math.max(-step, Math.min(step, goal - this.#gain))
      out[n] = this.#next() * this.#gain + (this.#fade.shift() ?? 0)
    }
    if (this.#unreported >= REPORT_SECONDS * sampleRate) this.#report(this.#queue[0])
    return true
  }

  #next(): number {
    const one = this.#queue[0]
    if (!one) return this.#cue.shift() ?? 0
    if (!this.#flowing) this.#flowing = one.left > 0 && (one.whole || one.left >= AHEAD_SECONDS * sampleRate)
    if (!this.#flowing) return 0
    const sample = this.#take(one)
    if (!one.left) this.#flowing = false
    this.#over()
    return sample
  }

  #take(one: Read): number {
    const piece = one.pieces[0]
    if (!piece) return 0
    const sample = (piece[one.at] ?? 0) / 32768
    one.at += 1
    one.left -= 1
    one.played += 1
    this.#last = one
    this.#unreported += 1
    if (one.at === piece.length) {
      one.pieces.shift()
      one.at = 0
    }
    return sample
  }

  #over(): void {
    for (let one = this.#queue[0]; one?.whole && !one.left; one = this.#queue[0]) this.#gone(one, true)
  }

  #cut(one: Read): void {
    const fade = one === this.#queue[0] && this.#flowing ? Math.min(one.left, Math.round(FADE_SECONDS * sampleRate)) : 0
    for (let n = 0; n < fade; n += 1) this.#fade.push(this.#take(one) * this.#gain * (1 - n / fade))
    this.#gone(one, false)
  }

  #gone(one: Read, told: boolean): void {
    if (one === this.#queue[0]) this.#flowing = false
    this.#queue = this.#queue.filter((other) => other !== one)
    this.#ended.delete(one.read)
    this.#ended.set(one.read, one.played)
    const oldest = this.#ended.keys().next()
    if (this.#ended.size > REMEMBERED && !oldest.done) this.#ended.delete(oldest.value)
    if (told) this.#report(one)
    this.#unreported = 0
  }

  #report(one: Read | undefined): void {
    this.#unreported = 0
    if (one) this.#tell('played', one.read, one.played)
  }

  #tell(did: Told['did'], read: number, samples: number): void {
    const told: Told = { did, read, samples }
    this.port.postMessage(told)
  }
}

registerProcessor('speaker', Speaker)
