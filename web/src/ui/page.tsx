/** The whole page. */

import { type ReactNode, useEffect } from 'react'
import { pageTitle } from '../core/select.ts'
import { useSolovox } from '../react/session.tsx'
import { Header } from './header.tsx'
import { useKeys } from './keys.ts'
import { Nav } from './nav.tsx'
import { Shown } from './screens.tsx'
import { Troubles } from './troubles.tsx'

export function Page(): ReactNode {
  const { state, happened } = useSolovox()
  const title = pageTitle(state)
  useKeys(happened)
  useEffect(() => { document.title = title }, [title])
  return (
    <>
      <a className="skip" href="#words" onClick={(event) => { event.preventDefault(); document.getElementById('words')?.focus() }}>To the text field</a>
      <Header><Nav /></Header>
      <Troubles />
      <Shown />
      <p id="announcements" className="unseen" role="status" aria-live="polite">{state.attention.said}</p>
    </>
  )
}
