/** What was asked of the server: shown when it is there, and until then, or if it fails, one line. */

import type { ReactNode } from 'react'
import type { Asked } from '../react/kept.ts'

interface ShowProps<T> {
  readonly asked: Asked<T>
  readonly again: () => void
  /** What is being asked for: “The sessions are being read.” */
  readonly waits: string
  readonly children: (value: T) => ReactNode
}

export function Show<T>({ asked, again, waits, children }: ShowProps<T>): ReactNode {
  switch (asked.is) {
    case 'loading': return <p className="soft" role="status">{waits}</p>
    case 'failed': return <p className="wrong" role="alert">{asked.why} <button type="button" className="quiet" onClick={again}>Try again</button></p>
    case 'there': return children(asked.value)
  }
}
