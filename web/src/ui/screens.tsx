/** The screen that is shown. The talk goes on behind the others. */

import { type ReactNode, Suspense, lazy } from 'react'
import { useScreen } from '../react/screen.ts'
import { CorrectionsScreen } from './corrections.tsx'
import { SettingsScreen } from './settings.tsx'
import { Recordings } from './recordings.tsx'
import { Sessions } from './sessions.tsx'
import { Talk } from './talk.tsx'
import { Timeline } from './timeline.tsx'

/** A chunk of its own: who only talks does not load it. */
const StudioScreen = lazy(() => import('./studio/screen.tsx'))

export function Shown(): ReactNode {
  const [screen] = useScreen()
  switch (screen) {
    case 'talk': return <Talk />
    case 'studio': return <Suspense fallback={<main className="screen"><p className="soft" role="status">The Studio is being loaded.</p></main>}><StudioScreen /></Suspense>
    case 'corrections': return <CorrectionsScreen />
    case 'settings': return <SettingsScreen />
    case 'sessions': return <Sessions />
    case 'recordings': return <Recordings />
    case 'timeline': return <Timeline />
  }
}
