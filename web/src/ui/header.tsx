/** The name, the connection, and what can be set at any time: whether words wait for a yes, and whether edits teach. */

import { type ReactNode } from 'react'
import { statusOf } from '../core/select.ts'
import { useSolovox } from '../react/session.tsx'
import { LearningSwitch } from './learning.tsx'

export function Header({ children }: { readonly children?: ReactNode }): ReactNode {
  const { state, happened } = useSolovox()
  const { link } = state
  const settings = state.settings && { ...state.settings, ...state.chosen } // shown at once; the server may say otherwise
  return (
    <header>
      <h1>Solovox</h1>
      <p id="status" role="status" data-state={link.is}>{statusOf(state)}</p>
      {children}
      <div className="modes">
        <label htmlFor="approval">What you say</label>
        <select id="approval" disabled={!settings} value={settings?.approval ?? 'direct'} onChange={({ target }) => happened({ type: 'set', choice: { approval: target.value } })}>
          <option value="direct">is sent at once</option>
          <option value="review">waits for your yes</option>
          <option value="correct">waits, in a better wording if there is one</option>
        </select>
        <LearningSwitch id="learning" />
      </div>
    </header>
  )
}
