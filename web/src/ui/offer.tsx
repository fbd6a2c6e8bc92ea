/** What is shown while nothing was said: how one begins, and what is ready to be talked to. */

import { type ReactNode, useState } from 'react'
import { kindName, offered } from '../core/settings.ts'
import { lineOf } from '../core/text.ts'
import { put, useBrains } from '../react/settings.ts'
import { useSolovox } from '../react/session.tsx'
import { CheckButton } from './sound-check.tsx'

export function Beginning({ check }: { readonly check: () => void }): ReactNode {
  return (
    <div id="empty">
      <p>Press <b>Start talking</b> and ask, or type below.</p>
      <p>Interrupt whenever you like. The words that were read to you are marked; all of an answer is shown.</p>
      <Agent />
      <p><CheckButton open={check} /></p>
    </div>
  )
}

/** An agent that could think here, where none does. */
function Agent(): ReactNode {
  const { state: { engines }, happened } = useSolovox()
  const kind = offered(engines, useBrains())
  const [trouble, setTrouble] = useState('')
  if (!kind) return null
  const name = kindName(kind.name)
  const choose = async (): Promise<void> => {
    try {
      const { missing } = await put('brain.kind', kind.name)
      if (missing.length) setTrouble(missing.join(' '))
      else happened({ type: 'joined', talk: '' })
    } catch (error) {
      setTrouble(lineOf(error))
    }
  }
  return (
    <section id="agent" aria-label="An agent">
      {kind.ready ? <p>{name} is ready on this machine. <button type="button" className="quiet" onClick={() => void choose()}>Talk to {name}</button></p> : <p>No agent is set up. {name} lacks: {kind.missing}</p>}
      {trouble && <p role="alert" className="wrong">{trouble}</p>}
    </section>
  )
}
