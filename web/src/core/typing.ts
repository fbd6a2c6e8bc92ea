/**
 * What is typed and sent.
 *
 * Rule: a line counts as arrived when the server shows it. One that had not when the connection was lost goes back to the field: it is
 * not sent twice, and not lost.
 */

import type { DownFrame } from './frames.ts'
import type { Next, State } from './state.ts'
import { andThen, on, send, trouble } from './step.ts'
import { type View, isBehind } from './view.ts'

const MOST = 8
const NOT_ARRIVED = 'What you typed last had not arrived: it is in the field again.'

/** The person sends a line. */
export function typed(state: State, text: string): Next {
  if (!text.trim()) return on(state)
  const next = andThen(on(state, { do: 'wake' }), (one) => send(one, { type: 'text', text }))
  return state.link.is === 'open' ? andThen(next, (one) => on({ ...one, underWay: [...one.underWay, text.trim()].slice(-MOST) })) : next
}

/** The server shows a line, or all that it has. */
export function arrived(before: View, state: State, frame: DownFrame): State {
  if (!state.underWay.length) return state
  if (frame.type === 'typed') {
    const at = state.underWay.indexOf(frame.text.trim())
    return at < 0 ? state : { ...state, underWay: state.underWay.toSpliced(at, 1) }
  }
  if (frame.type !== 'state') return state
  const there = (view: View, text: string): number => view.turns.filter((one) => one.words.trim() === text && !isBehind(one)).length
  const lost = state.underWay.filter((text) => there(state.view, text) <= there(before, text))
  if (!lost.length) return { ...state, underWay: [] }
  return trouble({ ...state, underWay: [], returned: { n: state.returned.n + 1, text: lost.join(' ') } }, 'failure', NOT_ARRIVED, 'dismiss')
}
