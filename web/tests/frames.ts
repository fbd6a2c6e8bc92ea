/** Frames as the server sends them: what it leaves out is filled in by the page's own decoder. */

import type { DownFrame } from '../src/core/frames.ts'
import { type View, EMPTY, apply } from '../src/core/view.ts'
import { decode } from '../src/wire/decode.ts'

export type Written = { readonly type: DownFrame['type'] } & Readonly<Record<string, unknown>>

export const came = (one: Written): DownFrame => read(JSON.stringify(one))

export function read(text: string): DownFrame {
  const decoded = decode(text)
  if (!decoded.ok) throw new Error(`${decoded.why}: ${decoded.about}`)
  return decoded.frame
}

/** What is shown after these frames. */
export const folded = (frames: readonly Written[], view: View = EMPTY): View => frames.map(came).reduce(apply, view)

/** Nothing of it can be changed any more: who tries fails loudly. */
export function frozen<T>(one: T): T {
  if (one && typeof one === 'object') Object.values(Object.freeze(one)).forEach(frozen)
  return one
}

/** The first of a list that has one. */
export function first<T>(list: readonly T[]): T {
  const [one] = list
  if (one === undefined) throw new Error('the list is empty')
  return one
}

/** A whole view, as a `state` frame has it. */
export const whole = (view: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => ({ ...EMPTY, ...view })

/** A hold as a `state` frame has it. */
export const held = (hold: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => ({
  hold: 2, text: 'run', kind: 'instruction', risk: '', heard: '', proposed: '', utterance: null, until: 0, editable: true, span: null, mends: [], code: '', outcome: null, ...hold,
})
