/** How a microphone is opened. */

import { ENDED, begin } from './link.ts'
import type { Next, State } from './state.ts'
import { holds, on, send, andThen } from './step.ts'

export const INSECURE =
  'Browsers give microphone and speaker only to pages at https:// or at this machine’s own address. Open the address that “solovox serve” printed, or serve with --lan. You can type and read here.'

/** Sound is on, there is a talk, and this page is its holder. */
export const ready = (state: State): Next => andThen(on(state, { do: 'wake' }), (one) => {
  if (ENDED.has(one.link.is)) return begin(one)
  return holds(one) || one.link.is !== 'open' ? on(one) : send(one, { type: 'take' })
})

export const opening = (state: State, muted: boolean): Next => on({ ...state, muted, microphone: { is: 'opening' } }, { do: 'open microphone' })
