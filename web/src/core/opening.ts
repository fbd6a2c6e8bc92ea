/** How a microphone is opened. */

import { ENDED, begin } from './link.ts'
import type { Next, State } from './state.ts'
import { andThen, holds, on, send, trouble } from './step.ts'

const INSECURE =
  'Browsers give microphone and speaker only to pages at https:// or at this machine’s own address. Open the address that “solovox serve” printed, or serve with --lan. You can type and read here.'

/** Why this page has no microphone: the browser gives it none, or its voice could not be loaded, and that is said already. */
export const cannot = (state: State): State => (state.troubles.some((one) => one.where === 'speaker') ? state : trouble(state, 'microphone', INSECURE))

/** Sound is on, there is a talk, and this page is its holder. */
export const ready = (state: State): Next => andThen(on(state, { do: 'wake' }), (one) => {
  if (ENDED.has(one.link.is)) return begin(one)
  return holds(one) || one.link.is !== 'open' ? on(one) : send(one, { type: 'take' })
})

export const opening = (state: State, muted: boolean): Next => on({ ...state, muted, microphone: { is: 'opening' } }, { do: 'open microphone' })
