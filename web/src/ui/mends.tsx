/** What was meant, in the place of what was heard. Each mend can be taken back. */

import type { ReactNode } from 'react'
import type { Mend } from '../core/frames.ts'
import { type Piece, pieces } from '../core/wording.ts'

/** Words with their mends marked. */
export const Words = ({ text, mends }: { readonly text: string; readonly mends: readonly Mend[] }): ReactNode => <Pieces all={pieces(text, mends)} />

export const Pieces = ({ all }: { readonly all: readonly Piece[] }): ReactNode =>
  all.map((one, n) => (typeof one === 'string' ? one : <mark key={n}>{one.meant}</mark>))

export function MendList({ mends, unmend }: { readonly mends: readonly Mend[]; readonly unmend: (mend: Mend) => void }): ReactNode {
  if (!mends.length) return null
  return (
    <ul className="mends">
      {mends.map((one) => (
        <li key={`${one.heard} ${one.meant}`}>
          <span><mark>{one.meant}</mark> heard as “{one.heard}”</span>
          <button type="button" className="unmend quiet" aria-label={`Undo: it was “${one.heard}”, not “${one.meant}”`} onClick={() => unmend(one)}>Undo</button>
        </li>
      ))}
    </ul>
  )
}
