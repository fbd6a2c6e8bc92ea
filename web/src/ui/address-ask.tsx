/** An address is used for nothing before the person has seen its host and said yes: another could have set it. */

import { type ReactNode, useEffect } from 'react'
import type { Changed, Waiting } from '../core/settings.ts'
import { useDialog } from './confirm.tsx'
import { useGoing } from './going.ts'

interface AddressAskProps {
  readonly of: Waiting
  /** Whether it was set here just now: it asks by itself. */
  readonly now: boolean
  readonly confirm: (id: string, yes: boolean) => Promise<Changed>
}

export function AddressAsk({ of: { id, host, address, gets }, now, confirm }: AddressAskProps): ReactNode {
  const dialog = useDialog()
  const { going, wrong, go } = useGoing()
  useEffect(() => {
    if (now && !dialog.current?.open) dialog.current?.showModal()
  }, [dialog, now, id])
  const answer = (yes: boolean): void => go(() => confirm(id, yes).then(() => dialog.current?.close()))
  return (
    <>
      <p className="wrong waits">Not used yet: <b>{host}</b> waits for your yes. <button type="button" className="quiet" onClick={() => dialog.current?.showModal()}>Look at it</button></p>
      <dialog ref={dialog} aria-labelledby={`asks-${id}`} aria-describedby={`gets-${id}`}>
        <h2 id={`asks-${id}`}>Send it to {host}?</h2>
        <p id={`gets-${id}`}>From the next talk on <b className="host">{host}</b> would get {gets}.</p>
        <p>The whole address: <code>{address}</code></p>
        <p className="detail">Say yes only if you set it yourself and know this host. A key that was set elsewhere is not sent there.</p>
        {wrong && <p role="alert" className="wrong">{wrong}</p>}
        <form method="dialog" className="ways">
          <button type="submit">Not now</button>
          <button type="button" disabled={going} onClick={() => answer(false)}>Take it back</button>
          <button type="button" className="primary confirm" disabled={going} onClick={() => answer(true)}>Yes, send it there</button>
        </form>
      </dialog>
    </>
  )
}
