/** The browsers that were let in, and how one of them is let go. */

import type { ReactNode } from 'react'
import { type LetIn, useBrowsers } from '../react/settings.ts'
import { Show } from './asked.tsx'
import { useDialog } from './confirm.tsx'
import { useGoing } from './going.ts'
import { when } from './words.ts'

export function Browsers(): ReactNode {
  const [asked, again, letGo] = useBrowsers()
  return (
    <section className="card" id="browsers" aria-labelledby="let-in">
      <h3 id="let-in">Browsers that are let in</h3>
      <p className="detail">Each can hear, read and say all that you can. Let go what is lost, or is not yours.</p>
      <Show asked={asked} again={again} waits="The browsers are being read.">
        {(all) => <ul>{all.map((one) => <Browser key={one.id} of={one} letGo={letGo} />)}</ul>}
      </Show>
    </section>
  )
}

function Browser({ of, letGo }: { readonly of: LetIn; readonly letGo: (id: string) => Promise<void> }): ReactNode {
  const dialog = useDialog()
  const { going, wrong, go } = useGoing()
  const { id, name, by, since, seen } = of
  const asks = of.this ? 'Let this browser go? You come in again by the address that Solovox printed.' : `Let ${name} go? It is out at once, and what it has open ends.`
  return (
    <li>
      <span><b>{name}</b>{of.this && ' (this one)'}</span>
      <span className="detail">{by === 'code' ? 'paired by a code' : 'by the token'} · since {when(since)} · last here {when(seen)}</span>
      <button type="button" className="quiet let-go" aria-label={`Let go: ${name}${of.this ? ' (this one)' : ''}`} onClick={() => dialog.current?.showModal()}>Let go</button>
      <dialog ref={dialog} aria-label={asks}>
        <p>{asks}</p>
        {wrong && <p role="alert" className="wrong">{wrong}</p>}
        <form method="dialog" className="ways">
          <button type="submit">Keep it</button>
          <button type="button" className="danger" disabled={going} onClick={() => go(() => letGo(id))}>Let it go</button>
        </form>
      </dialog>
    </li>
  )
}
