/** The name, the connection, and what can be set at any time: whether words wait for a yes, and whether edits teach. */

import { type ReactNode } from 'react'
import { leavingOf, settingsOf, statusOf } from '../core/select.ts'
import { APPROVAL } from '../core/settings.ts'
import { useSolovox } from '../react/session.tsx'
import { LearningSwitch } from './learning.tsx'

export function Header({ children }: { readonly children?: ReactNode }): ReactNode {
  const { state, happened } = useSolovox()
  const { link } = state
  const settings = settingsOf(state)
  return (
    <header>
      <h1>Solovox</h1>
      <p id="status" role="status" data-state={link.is}>{statusOf(state)}</p>
      <p id="leaving" role="status">{leavingOf(state)}</p>
      {children}
      <div className="modes">
        <label htmlFor="approval">What you say</label>
        <select id="approval" disabled={!settings} value={settings?.approval ?? 'direct'} onChange={({ target }) => happened({ type: 'set', choice: { approval: target.value } })}>
          {APPROVAL.map(({ value, name }) => <option key={value} value={value}>{name}</option>)}
        </select>
        <LearningSwitch id="learning" />
      </div>
    </header>
  )
}
