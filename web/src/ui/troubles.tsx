/** What is wrong, what to do about it, and a button that does it. */

import type { ReactNode } from 'react'
import type { Remedy } from '../core/state.ts'
import { useSolovox } from '../react/session.tsx'

const LABELS: Readonly<Record<Remedy, string>> = {
  again: 'Try now', begin: 'Begin a new talk', take: 'Use them here', wake: 'Turn sound on', dismiss: 'Dismiss', keep: 'Try again',
}

export function Troubles(): ReactNode {
  const { state: { troubles }, happened } = useSolovox()
  return (
    <ul id="troubles" aria-label="What went wrong">
      {troubles.map(({ where, line, remedy }) => (
        <li key={where} data-trouble={where}>
          <span role="alert">{line}</span>
          {remedy && <button type="button" className="solve" onClick={() => happened({ type: 'remedy pressed', where })}>{LABELS[remedy]}</button>}
        </li>
      ))}
    </ul>
  )
}
