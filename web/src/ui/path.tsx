/** Where the sound goes. It is said before the microphone is opened for the first time. */

import type { ReactNode } from 'react'
import { pathOf } from '../core/path.ts'
import { useSolovox } from '../react/session.tsx'

export function PathDetails(): ReactNode {
  const { state } = useSolovox()
  if (state.microphone.is !== 'off') return null
  const { short, sound, words } = pathOf(location.host, location.hostname, state.engines)
  return (
    <details id="goes">
      <summary>{short}</summary>
      <p>{sound} {words} Nothing is sent while you are muted; the device is closed when you hang up.</p>
    </details>
  )
}

export function PathLine(): ReactNode {
  const { state } = useSolovox()
  const { sound, words } = pathOf(location.host, location.hostname, state.engines)
  return <p id="path">{sound} {words} Nothing is sent while you are muted; the device is closed when you hang up.</p>
}
