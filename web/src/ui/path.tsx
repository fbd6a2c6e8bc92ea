/** Where the sound goes. It is said before the microphone is opened for the first time. */

import type { ReactNode } from 'react'
import { pathOf } from '../core/path.ts'
import { useSolovox } from '../react/session.tsx'

export function PathDetails(): ReactNode {
  const { state } = useSolovox()
  if (state.microphone.is !== 'off') return null
  return (
    <details id="goes">
      <summary>{pathOf(location.host, location.hostname, state.engines).short}</summary>
      <PathLine />
    </details>
  )
}

export function PathLine({ id }: { readonly id?: string }): ReactNode {
  const { state } = useSolovox()
  const { sound, words } = pathOf(location.host, location.hostname, state.engines)
  return <p id={id}>{sound} {words} Nothing is sent while you are muted; the device is closed when you hang up.</p>
}
