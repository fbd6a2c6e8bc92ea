/** What is shown while nothing was said: how one begins, and what is ready to be talked to. */

import { type ReactNode, useEffect } from 'react'
import { AGENT, type Install, type Offer, lacksModel, offerOf } from '../core/offer.ts'
import { type Choices, kindName } from '../core/settings.ts'
import { begin, useSessionsOf } from '../react/kept.ts'
import { put, useChoices } from '../react/settings.ts'
import { useScreen } from '../react/screen.ts'
import { useSolovox } from '../react/session.tsx'
import { useGoing, useJoin } from './going.ts'
import { InstallAgent } from './installs.tsx'
import { CheckButton } from './sound-check.tsx'
import { when } from './words.ts'

interface BeginningProps {
  readonly check: () => void
  readonly installs: readonly Install[]
  readonly again: () => void
}

/** What can be chosen, read anew when an agent was installed: what was not ready may be now. */
function useChoicesNow(installs: readonly Install[]): Choices | null {
  const [choices, again] = useChoices()
  const here = installs.some(({ name, state }) => name === 'claude' && state === 'there')
  useEffect(again, [here, again])
  return choices
}

export function Beginning({ check, installs, again }: BeginningProps): ReactNode {
  const choices = useChoicesNow(installs)
  return (
    <div id="empty">
      {choices && <Agent choices={choices} installs={installs} again={again} />}
      {choices?.suggestions.length
        ? <Suggestions of={choices.suggestions} />
        : <p>Press <b>Start talking</b> and ask, or type below.</p>}
      <p>Interrupt whenever you like. The words that were read to you are marked; all of an answer is shown.</p>
      <p><CheckButton open={check} /></p>
    </div>
  )
}

/** Behind what the brain of this machine answered: what connects a model. */
export function Connect({ installs, again }: Omit<BeginningProps, 'check'>): ReactNode {
  const { state: { engines } } = useSolovox()
  const choices = useChoicesNow(installs)
  const [, address] = useScreen()
  if (!choices || !lacksModel(engines, choices)) return null
  return (
    <section id="connect" aria-label="A model">
      <p className="detail">Without a model only a few things are known here.</p>
      <Agent choices={choices} installs={installs} again={again} />
      <a className="button" href={address('settings')}>Connect a model</a>
    </section>
  )
}

/** What can be said; a click says it, too. */
function Suggestions({ of }: { readonly of: readonly string[] }): ReactNode {
  const { happened } = useSolovox()
  return (
    <>
      <p>Press <b>Start talking</b> and say one of these, or click it:</p>
      <ul id="suggestions" aria-label="What to say">
        {of.map((text) => <li key={text}><button type="button" className="quiet" onClick={() => happened({ type: 'typed', text })}>“{text}”</button></li>)}
      </ul>
    </>
  )
}

/** An agent that thinks here or could: first of all, for it is what most come for. */
function Agent({ choices, installs, again }: Omit<BeginningProps, 'check'> & { readonly choices: Choices }): ReactNode {
  const { state: { engines } } = useSolovox()
  const offer = offerOf(engines, choices, installs)
  if (!offer) return null
  const name = kindName(offer.kind.name)
  return <section id="agent" aria-label={name}><Offered offer={offer} name={name} again={again} /></section>
}

function Offered({ offer, name, again }: { readonly offer: Offer; readonly name: string; readonly again: () => void }): ReactNode {
  switch (offer.is) {
    case 'ready': return <Ready name={name} inForce={offer.inForce} />
    case 'unseen': return <Unseen name={name} why={offer.kind.unsure} />
    case 'install': return <InstallAgent of={offer.install} missing={offer.kind.missing} again={again} />
    case 'lacks': return <p className="detail">No agent is set up. {name} lacks {offer.kind.missing}</p>
  }
}

/** Choose the agent for this talk and the next ones, and go to a talk with it: one that goes on with a session of its own, or a new one. */
function useAgent(inForce: boolean): { readonly going: boolean; readonly wrong: string; readonly talk: (resume: string) => void } {
  const { going, wrong, go } = useGoing()
  const join = useJoin()
  const talk = (resume: string): void => go(async () => {
    if (!inForce) {
      const { missing } = await put('brain.kind', AGENT)
      if (missing.length) throw new Error(missing.join(' '))
    }
    join(resume ? await begin({ resume }) : '')
  })
  return { going, wrong, talk }
}

/** One click goes on with its newest session in this folder. */
function Ready({ name, inForce }: { readonly name: string; readonly inForce: boolean }): ReactNode {
  const asked = useSessionsOf(AGENT)
  const { going, wrong, talk } = useAgent(inForce)
  if (asked.is === 'loading') return null
  const last = asked.is === 'there' ? asked.value.sessions[0] : undefined
  if (inForce && !last) return null // “Start talking” does it
  return (
    <>
      <p className="begins">
        <button type="button" className="primary" id="talk-to-agent" aria-describedby="agent-last" disabled={going} onClick={() => talk(last?.id ?? '')}>Talk to {name}</button>
        {last && !inForce && <button type="button" className="quiet" id="new-with-agent" disabled={going} onClick={() => talk('')}>Begin a new session</button>}
      </p>
      <p className="detail" id="agent-last">{last ? <>Goes on with <b>{last.title || last.id}</b> · {when(last.updated)}</> : 'It has no session in this folder yet.'}</p>
      {wrong && <p role="alert" className="wrong">{wrong}</p>}
    </>
  )
}

/** It is here; whether it has a login cannot be seen. */
function Unseen({ name, why }: { readonly name: string; readonly why: string }): ReactNode {
  const { going, wrong, talk } = useAgent(false)
  return (
    <>
      <p>{name} is installed: {why}. If it is logged out, run <code>claude</code> once in a terminal and log in.</p>
      <button type="button" className="quiet" id="talk-to-agent" disabled={going} onClick={() => talk('')}>Talk to {name}</button>
      {wrong && <p role="alert" className="wrong">{wrong}</p>}
    </>
  )
}
