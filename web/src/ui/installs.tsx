/** What is installed while the page is used: the person's yes, how far it is, and what went wrong. */

import { type ReactNode, useState } from 'react'
import { type Install, megabytes, progressLine, quarterLine } from '../core/offer.ts'
import { install, stopInstall } from '../react/installs.ts'
import { useSolovox } from '../react/session.tsx'
import { useDialog } from './confirm.tsx'
import { useGoing } from './going.ts'

interface OfInstall {
  readonly of: Install
  readonly again: () => void
}

/** An agent that is not installed. `missing`: what to type where the page cannot do it. */
export function InstallAgent({ of, missing, again }: OfInstall & { readonly missing: string }): ReactNode {
  const { going, wrong, go } = useGoing()
  const stop = (): void => go(() => stopInstall(of.name).finally(again))
  switch (of.state) {
    case 'there': return null
    case 'cannot': return <p className="detail">{of.title} is not installed, and the page cannot do it: {of.line}. It lacks {missing}</p>
    case 'going': return <><Progress of={of} /> <button type="button" className="quiet" id="stop-install" disabled={going} onClick={stop}>Stop</button></>
    default: return (
      <>
        {of.state === 'failed' && <p role="alert" className="wrong">{of.title} was not installed: {of.line}</p>}
        <Ask of={of} again={again} />
        {wrong && <p role="alert" className="wrong">{wrong}</p>}
      </>
    )
  }
}

/** Nothing is installed without a yes to what it is and how much. */
function Ask({ of, again }: OfInstall): ReactNode {
  const dialog = useDialog()
  const { going, wrong, go } = useGoing()
  const begin = (): void => go(async () => {
    await install(of.name)
    dialog.current?.close()
    again()
  })
  return (
    <>
      <button type="button" id="install-agent" onClick={() => dialog.current?.showModal()}>Install {of.title} ({megabytes(of.unpacked)})</button>
      <dialog ref={dialog} aria-labelledby="install-asks">
        <h2 id="install-asks">Install {of.title}?</h2>
        <p>It is the agent’s own program, under its vendor’s terms, and the packages that it needs: exact versions, each checked by its hash. {megabytes(of.fetched)} come over the network and take {megabytes(of.unpacked)} of the disk, where Solovox is installed.</p>
        <p>What is installed there already is not changed. The talk goes on meanwhile. To think, it sends your words to its own service, with your login.</p>
        {wrong && <p role="alert" className="wrong">{wrong}</p>}
        <form method="dialog" className="ways">
          <button type="submit">Not now</button>
          <button type="button" className="primary" id="install-now" disabled={going} onClick={begin}>Install it</button>
        </form>
      </dialog>
    </>
  )
}

/** How far it is: exactly for who sees it, in quarters for who hears it. */
function Progress({ of }: { readonly of: Install }): ReactNode {
  return (
    <div className="coming">
      <span aria-hidden>{of.title}: {progressLine(of)}</span>
      <progress aria-label={`How much of ${of.title} has come`} {...(of.total ? { max: of.total, value: of.done } : {})} />
      <span className="unseen" role="status">{quarterLine(of)}</span>
    </div>
  )
}

/** Small weights stand in for the better ones: that, how far those are, and that they are here. */
export function RestOfWeights({ installs }: { readonly installs: readonly Install[] }): ReactNode {
  const { happened } = useSolovox()
  const [waited, setWaited] = useState(false)
  const of = installs.find((one) => one.name === 'weights')
  if (of?.state === 'going' && !waited) setWaited(true)
  if (!of || !waited && of.state === 'there') return null
  return (
    <section id="rest-of-weights" aria-label="The engines">
      {of.state === 'going' && <><p>It hears and speaks with small models for now. Better ones are on the way.</p><Progress of={of} /></>}
      {of.state === 'there' && <p role="status">The better engines are here: a new talk hears and speaks with them. <button type="button" className="quiet" onClick={() => happened({ type: 'joined', talk: '' })}>Begin a new talk</button></p>}
      {of.state === 'failed' && <p role="alert" className="wrong">It goes on with small models: the better ones could not be had ({of.line}). Start Solovox again to try again.</p>}
    </section>
  )
}
