/** The screen that is shown. The talk goes on behind the others. */

import { type ReactNode } from 'react'
import { useScreen } from '../react/screen.ts'
import { Talk } from './talk.tsx'

export function Shown(): ReactNode {
  const [screen] = useScreen()
  switch (screen) {
    case 'talk': return <Talk />
    case 'sessions': case 'recordings': case 'corrections': case 'timeline': case 'settings': return <main><p>It is being made.</p></main>
  }
}
