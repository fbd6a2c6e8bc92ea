/** The short sounds of ours, as samples. */

/** The tones of src/solovox/surfaces/cues.py: hertz, milliseconds. */
export const MELODIES: Readonly<Record<string, readonly (readonly [number, number])[]>> = {
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

const CHIME = { hertz: 800, gain: 0.3, least: 0.001, seconds: 0.15 }

/** One tone that fades away exponentially: how a first design of this page said that an instruction was sent. */
export function chime(rate: number): Float32Array<ArrayBuffer> {
  const { hertz, gain, least, seconds } = CHIME
  return Float32Array.from({ length: Math.round(rate * seconds) }, (_, at) =>
    gain * (least / gain) ** (at / (rate * seconds)) * Math.sin((2 * Math.PI * hertz * at) / rate))
}

/** How it sounds that an instruction was sent: as two tones, or as one chime. */
export type Cues = 'tones' | 'chime'

/** The sound of a cue, as the person likes it. */
export const cueOf = (kind: string, cues: Cues, rate: number): Float32Array<ArrayBuffer> =>
  cues === 'chime' && kind === 'routed' ? chime(rate) : tone(kind, rate)

/** The sound of a cue, at `rate` samples a second. One that is not known is silent. */
export function tone(kind: string, rate: number): Float32Array<ArrayBuffer> {
  const ramp = (rate * FADE_MS) / 1000
  const gap = new Array<number>((rate * GAP_MS) / 1000).fill(0)
  const all = (MELODIES[kind] ?? []).flatMap(([hertz, ms], n) => {
    const length = Math.floor((rate * ms) / 1000)
    const one = Array.from({ length }, (_, at) =>
      LOUD * Math.sin((2 * Math.PI * hertz * at) / rate) * Math.min(1, at / ramp) * Math.min(1, (length - 1 - at) / ramp))
    return n ? [...gap, ...one] : one
  })
  return Float32Array.from(all)
}
