/** The marks of a timeline as a table, for who does not see them, and for who looks for a word. */

import { Volume2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type Mark, clock, inWords, titleOf } from '../core/lanes.ts'

export function MarkTable({ marks, hear }: { readonly marks: readonly Mark[]; readonly hear: (mark: Mark) => void }): ReactNode {
  const [open, setOpen] = useState(false)
  return (
    <details className="marks" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>The same as a table ({marks.length})</summary>
      {open && (
        <div className="table" role="region" aria-label="All that happened" tabIndex={0}>
          <table>
            <thead><tr><th scope="col">From</th><th scope="col">To</th><th scope="col">Lane</th><th scope="col">What</th><th scope="col">Law</th><th scope="col"><span className="unseen">Sound</span></th></tr></thead>
            <tbody>
              {marks.map((one, n) => (
                <tr key={n}>
                  <td>{clock(one.at)}</td><td>{one.end === null ? '' : clock(one.end)}</td><td>{titleOf(one.lane)}</td><td>{one.label}</td><td>{one.law}</td>
                  <td><button type="button" className="quiet" aria-label={`Hear ${inWords(one)}`} onClick={() => hear(one)}><Volume2 aria-hidden size={16} /></button></td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </details>
  )
}
