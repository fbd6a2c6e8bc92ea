// The speaker: the reads go into its sound thread, and what was played comes back. The cues are made here.

import { contextAt } from './microphone.js'

const RATE = 24_000 // what voices speak at

/** The tones of src/solovox/surfaces/cues.py: hertz, milliseconds. */
const MELODIES = {
  heard: [[660, 60]],
  routed: [[660, 50], [880, 60]],
  working: [[440, 40]],
  failed: [[330, 120], [220, 180]],
  stopped: [[520, 60], [390, 90]],
  done: [[880, 60], [1175, 90]],
}
const LOUD = 3_000 / 32_768
const FADE_MS = 10
const GAP_MS = 20

/** The sound of a cue. One that is not known is silent. */
export function tone(kind, rate) {
  const ramp = rate * FADE_MS / 1000
  const sounds = (MELODIES[kind] ?? []).map(([hertz, ms]) => Float32Array.from({ length: rate * ms / 1000 }, (_, n) => {
    const left = Math.floor(rate * ms / 1000) - 1 - n
    return LOUD * Math.sin(2 * Math.PI * hertz * n / rate) * Math.min(1, n / ramp) * Math.min(1, left / ramp)
  }))
  const gap = new Float32Array(rate * GAP_MS / 1000)
  return sounds.flatMap((one, n) => (n ? [...gap, ...one] : [...one]))
}

export class Speaker {
  /** `played(read, samples)`, `flushed(read, samples)`; `told()`: whether it can sound has changed. */
  constructor(played, flushed, told) {
    this.told = { played, flushed }
    this.context = contextAt(RATE)
    this.rate = this.context.sampleRate
    this.context.onstatechange = told
    this.name = ''
  }

  /** Whether sound comes out. Before a first click or key the browser holds it back. */
  get on() {
    return this.context.state === 'running'
  }

  async open() {
    await this.context.audioWorklet.addModule('/page/speaker-worklet.js')
    this.node = new AudioWorkletNode(this.context, 'speaker', { numberOfInputs: 0, outputChannelCount: [1] })
    this.node.connect(this.context.destination)
    this.node.port.onmessage = ({ data: { did, read, samples } }) => {
      if (did === 'dropped') this.dropped?.({ read, samples })
      else this.told[did](read, samples)
    }
  }

  /** Where the sound goes, as far as the browser says. */
  async find() {
    const devices = await navigator.mediaDevices?.enumerateDevices() ?? []
    const out = devices.find((one) => one.kind === 'audiooutput' && one.deviceId === 'default')
    this.name = out?.label || 'the default of this browser'
  }

  /** To be called in a click or a key. */
  wake() {
    if (!this.on) this.context.resume().catch(() => {})
  }

  read(read, first) { this._do('read', { read, first }) }

  sound(pcm) { this._do('sound', { pcm }, [pcm.buffer]) }

  whole(read) { this._do('whole', { read }) }

  flush(read) { this._do('flush', { read }) }

  duck(ducked) { this._do('duck', { ducked }) }

  cue(kind) { this._do('tone', { pcm: tone(kind, this.rate) }) }

  /** Throw everything away. A promise of the read that sounded last, and how far. */
  drop() {
    return new Promise((resolve) => {
      this.dropped = resolve
      this._do('drop', {})
    })
  }

  _do(what, rest, moved = []) {
    this.node.port.postMessage({ do: what, ...rest }, moved)
  }
}
