/** Whether edits teach. The same switch in the header and where its fruits are shown. */

import type { ReactNode } from 'react'
import { settingsOf } from '../core/select.ts'
import { useSolovox } from '../react/session.tsx'

export function LearningSwitch({ id = 'learning-here' }: { readonly id?: string }): ReactNode {
  const { state, happened } = useSolovox()
  const settings = settingsOf(state)
  return (
    <label className="choice">
      <input id={id} type="checkbox" disabled={!settings} checked={settings?.learning ?? false} onChange={({ target }) => happened({ type: 'set', choice: { learning: target.checked } })} /> Learn from my edits
    </label>
  )
}
