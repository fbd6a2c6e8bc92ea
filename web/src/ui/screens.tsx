/** The screen that is shown. The talk goes on behind the others. */

import { type ReactNode } from 'react'
import { useScreen } from '../react/screen.ts'
import { CorrectionsScreen } from './corrections.tsx'
import { SettingsScreen } from './settings.tsx'
import { Talk } from './talk.tsx'

export function Shown(): ReactNode {
  const [screen] = useScreen()
  switch (screen) {
    case 'talk': return <Talk />
    case 'corrections': return <CorrectionsScreen />
    case 'settings': return <SettingsScreen />
    case 'sessions': case 'recordings': case 'timeline': return <main><p>It is being made.</p></main>
  }
}
