/** Sound as a WAV file: 16 bits, one channel. */

const HEAD = 44 // bytes
const BITS = 16

/** A WAV of these pieces, at `rate` samples a second. */
export function wavOf(pieces: readonly Int16Array[], rate: number): Uint8Array<ArrayBuffer> {
  const samples = pieces.reduce((sum, one) => sum + one.length, 0)
  const file = new DataView(new ArrayBuffer(HEAD + 2 * samples))
  const name = (at: number, text: string): void => [...text].forEach((one, n) => file.setUint8(at + n, one.charCodeAt(0)))
  name(0, 'RIFF')
  file.setUint32(4, HEAD - 8 + 2 * samples, true)
  name(8, 'WAVEfmt ')
  file.setUint32(16, 16, true) // bytes of what follows, up to “data”
  file.setUint16(20, 1, true) // plain samples
  file.setUint16(22, 1, true)
  file.setUint32(24, rate, true)
  file.setUint32(28, 2 * rate, true)
  file.setUint16(32, 2, true)
  file.setUint16(34, BITS, true)
  name(36, 'data')
  file.setUint32(40, 2 * samples, true)
  let at = HEAD
  for (const one of pieces) {
    for (const sample of one) {
      file.setInt16(at, sample, true)
      at += 2
    }
  }
  return new Uint8Array(file.buffer)
}

/** Samples from −1 to 1 as 16-bit ones. */
export const whole = (samples: Float32Array): Int16Array<ArrayBuffer> =>
  Int16Array.from(samples, (one) => Math.max(-1, Math.min(1, one)) * 32_767)

/** The root mean square of a piece, 0 to 1. */
export function loudness(pcm: Int16Array): number {
  const energy = pcm.reduce((sum, one) => sum + one * one, 0)
  return pcm.length ? Math.sqrt(energy / pcm.length) / 32_768 : 0
}
