// The voice: reads one after another, each sample counted as it leaves. Runs in the sound thread.
//
// Rule 1: what was flushed does not sound, but for a fade of a few milliseconds, which counts as played.
// Rule 2: a cue sounds only where no read does.

const DUCKED = 10 ** (-12 / 20)
const REPORT_SECONDS = 0.1
const FADE_SECONDS = 0.006
const GLIDE_SECONDS = 0.015 // to another loudness
const AHEAD_SECONDS = 0.06 // so much is there before a read begins, or goes on after a gap: pieces come unevenly
const REMEMBERED = 32 // reads, for a flush that comes late

class Speaker extends AudioWorkletProcessor {
  constructor() {
    super()
    this.queue = [] // {read, pieces, at, left, played, whole}
    this.newest = null // the binary frames that come are its
    this.last = { read: 0, played: 0 } // what sounded last
    this.ended = new Map() // read → samples played
    this.cue = []
    this.fade = []
    this.gain = this.goal = 1
    this.flowing = false
    this.unreported = 0
    this.port.onmessage = ({ data }) => this[data.do](data)
  }

  // What the page asks.

  read({ read, first }) {
    this.newest = { read, pieces: [], at: 0, left: 0, played: first, whole: false }
    this.queue.push(this.newest)
    this.cue = []
  }

  sound({ pcm }) {
    if (!this.newest) return
    this.newest.pieces.push(pcm)
    this.newest.left += pcm.length
  }

  whole({ read }) {
    const one = this.queue.find((other) => other.read === read)
    if (one) one.whole = true
    this.over()
  }

  flush({ read }) {
    const one = this.queue.find((other) => other.read === read)
    if (one) this.cut(one)
    this.port.postMessage({ did: 'flushed', read, samples: this.ended.get(read) ?? 0 })
  }

  // Everything is thrown away; the last read that sounded is told, with how far it was.
  drop() {
    for (const one of [...this.queue]) this.cut(one)
    this.cue = []
    this.port.postMessage({ did: 'dropped', read: this.last.read, samples: this.last.played })
  }

  tone({ pcm }) {
    if (!this.queue.length) this.cue = [...pcm]
  }

  duck({ ducked }) {
    this.goal = ducked ? DUCKED : 1
  }

  // What it does.

  process(_, [[out]]) {
    const step = 1 / (GLIDE_SECONDS * sampleRate)
    for (let n = 0; n < out.length; n += 1) {
      this.gain += Math.max(-step, Math.min(step, this.goal - this.gain))
      out[n] = (this.next() * this.gain) + (this.fade.shift() ?? 0)
    }
    if (this.unreported >= REPORT_SECONDS * sampleRate) this.report(this.queue[0])
    return true
  }

  next() {
    const one = this.queue[0]
    if (!one) return this.cue.shift() ?? 0
    if (!this.flowing) this.flowing = one.left > 0 && (one.whole || one.left >= AHEAD_SECONDS * sampleRate)
    if (!this.flowing) return 0
    const sample = this.take(one)
    if (!one.left) this.flowing = false
    this.over()
    return sample
  }

  take(one) {
    const [piece] = one.pieces
    const sample = piece[one.at] / 32768
    one.at += 1
    one.left -= 1
    one.played += 1
    this.last = one
    this.unreported += 1
    if (one.at === piece.length) {
      one.pieces.shift()
      one.at = 0
    }
    return sample
  }

  over() {
    while (this.queue[0]?.whole && !this.queue[0].left) this.gone(this.queue[0], true)
  }

  cut(one) {
    const fade = one === this.queue[0] && this.flowing ? Math.min(one.left, Math.round(FADE_SECONDS * sampleRate)) : 0
    for (let n = 0; n < fade; n += 1) this.fade.push(this.take(one) * this.gain * (1 - n / fade))
    this.gone(one, false)
  }

  gone(one, told) {
    if (one === this.queue[0]) this.flowing = false
    this.queue = this.queue.filter((other) => other !== one)
    this.ended.delete(one.read)
    this.ended.set(one.read, one.played)
    if (this.ended.size > REMEMBERED) this.ended.delete(this.ended.keys().next().value)
    if (told) this.report(one)
    this.unreported = 0
  }

  report(one) {
    this.unreported = 0
    if (one) this.port.postMessage({ did: 'played', read: one.read, samples: one.played })
  }
}

registerProcessor('speaker', Speaker)
