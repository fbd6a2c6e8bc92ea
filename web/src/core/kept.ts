/** The newest seconds of the microphone, by the number of each sample: what the server has not is sent again after a drop. */

export interface Kept {
  readonly pieces: readonly Int16Array[]
  /** The number of the first sample that is kept, and of the next one. */
  readonly from: number
  readonly to: number
}

/** Begin again: the next sample has this number. */
export const keptFrom = (at: number): Kept => ({ pieces: [], from: at, to: at })

/** With one more piece; `room`: samples. What is too old is dropped. */
export function withPiece(kept: Kept, pcm: Int16Array, room: number): Kept {
  const pieces = [...kept.pieces, pcm]
  let { from } = kept
  const to = kept.to + pcm.length
  for (let oldest = pieces[0]; oldest && to - from - oldest.length >= room; oldest = pieces[0]) {
    from += oldest.length
    pieces.shift()
  }
  return { pieces, from, to }
}

/** Everything from sample `at`. Where that is not there any more, what is left takes the numbers from `at`. */
export function keptAfter(kept: Kept, at: number): readonly [Kept, readonly Int16Array[]] {
  if (at > kept.to) return [keptFrom(at), []]
  const now = at < kept.from ? { ...kept, from: at, to: kept.to - kept.from + at } : kept
  let left = at - now.from
  const after = now.pieces.flatMap((one) => {
    const skip = Math.min(left, one.length)
    left -= skip
    return skip < one.length ? [one.subarray(skip)] : []
  })
  return [now, after]
}
