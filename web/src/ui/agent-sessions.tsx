/** The sessions that an agent keeps of its own, such as Claude Code's: taken up again, also from an earlier message on. */

import { History, Play } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { kindName } from '../core/settings.ts'
import { type BrainSessions, begin, useBrainSessions, useMessages } from '../react/kept.ts'
import { Show } from './asked.tsx'
import { useGoing, useJoin } from './going.ts'
import { when } from './words.ts'

export function AgentSessions(): ReactNode {
  const [asked, again] = useBrainSessions()
  if (asked.is === 'there' && !asked.value.keeps) return null // what thinks here has none of its own
  const name = asked.is === 'there' ? kindName(asked.value.brain) : ''
  return (
    <section aria-label="Sessions of the agent">
      <h3>{name ? `Of ${name}` : 'Of the agent'}</h3>
      <Show asked={asked} again={again} waits="The agent is asked for its sessions.">
        {({ sessions }) => (sessions.length
          ? <ul className="cards">{sessions.map((one) => <AgentSession key={one.id} session={one} />)}</ul>
          : <p className="soft">{name} has none in this folder.</p>)}
      </Show>
    </section>
  )
}

function AgentSession({ session: { id, title, updated, folder } }: { readonly session: BrainSessions['sessions'][number] }): ReactNode {
  const [open, setOpen] = useState(false)
  const join = useJoin()
  const { going, wrong, go } = useGoing()
  return (
    <li className="card">
      <p className="name">{title || id}</p>
      <p className="soft">{[when(updated), folder].filter(Boolean).join(' · ')}</p>
      <div className="ways" role="group" aria-label={title || id}>
        <button type="button" className="quiet resume" disabled={going} onClick={() => go(async () => join(await begin({ resume: id })))}><Play aria-hidden size={16} />Resume</button>
        <button type="button" className="quiet" aria-expanded={open} onClick={() => setOpen(!open)}><History aria-hidden size={16} />{open ? 'Close' : 'Rewind'}</button>
      </div>
      {wrong && <p className="wrong" role="alert">{wrong}</p>}
      {open && <Messages id={id} />}
    </li>
  )
}

/** From which message on it is to be another talk. */
function Messages({ id }: { readonly id: string }): ReactNode {
  const [messages, again] = useMessages(id)
  const join = useJoin()
  const { going, wrong, go } = useGoing()
  return (
    <div className="past">
      <Show asked={messages} again={again} waits="Its messages are being read.">
        {(all) => (
          <ol>
            {all.map((one) => (
              <li key={one.id}>
                <p><span className="who">{one.by === 'person' ? 'You' : 'Answer'}</span>{one.text}</p>
                <button type="button" className="quiet" disabled={going} onClick={() => go(async () => join(await begin({ resume: id, rewind_to: one.id })))}>Go on from here</button>
              </li>
            ))}
          </ol>
        )}
      </Show>
      {wrong && <p className="wrong" role="alert">{wrong}</p>}
    </div>
  )
}
