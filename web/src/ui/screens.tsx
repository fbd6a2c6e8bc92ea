/** The screen that is shown. The talk goes on behind the others. */

import { type ReactNode } from 'react'
import { useScreen } from '../react/screen.ts'
import { Recordings } from './recordings.tsx'
import { Sessions } from './sessions.tsx'
import { Talk } from './talk.tsx'
import { Timeline } from './timeline.tsx'

export function Shown(): ReactNode {
  const [screen] = useScreen()
  switch (screen) {
    case 'talk': return <Talk />
    case 'sessions': return <Sessions />
    case 'recordings': return <Recordings />
    case 'timeline': return <Timeline />
    case 'corrections': case 'settings': return <main><p>It is being made.</p></main>
  }
}
