/** What agents did in the workspace, given back; and what they may do there unasked. */

import { Redo2, Undo2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type ActsHere as Acts, useActsHere } from '../react/undo.ts'
import type { Done, Free, Here } from '../undo.ts'
import { Show } from './asked.tsx'
import { useGoing } from './going.ts'
import { when } from './words.ts'

const SHOWN = 3

export function ActsHere(): ReactNode {
  const acts = useActsHere()
  return (
    <section className="card" id="acts-here" aria-labelledby="agents-here">
      <h3 id="agents-here">What agents do here</h3>
      <Show asked={acts.all} again={acts.again} waits="What agents did is being read.">
        {(here) => <Loaded here={here} acts={acts} />}
      </Show>
    </section>
  )
}

function Loaded({ here, acts }: { readonly here: Here; readonly acts: Acts }): ReactNode {
  const { going, wrong, go } = useGoing()
  const [said, setSaid] = useState('')
  const turn = (act: () => Promise<string>): void => { setSaid(''); go(async () => setSaid(await act())) }
  return (
    <>
      <p className="detail">In {here.folder}. {here.fenced ? 'Commands run behind a fence: without a network, and nothing but this folder is written.' : 'Nothing fences commands in here, so each needs more than a yes aloud.'}</p>
      <div className="tools" role="group" aria-label="Give back">
        <button type="button" id="undo" disabled={going || !here.done.some(({ undone }) => !undone)} onClick={() => turn(acts.undo)}><Undo2 aria-hidden size={18} />Undo the last answer</button>
        <button type="button" id="redo" disabled={going || !here.done.some(({ undone }) => undone)} onClick={() => turn(acts.redo)}><Redo2 aria-hidden size={18} />Redo</button>
      </div>
      <p role="status">{said}</p>
      {wrong && <p role="alert" className="wrong">{wrong}</p>}
      {here.done.length > 0 ? <ul id="done" aria-label="What was done">{here.done.toReversed().map((one) => <DoneLine key={one.id} of={one} />)}</ul> : <p className="soft">Nothing was changed here by an agent.</p>}
      <h4>Not asked for here</h4>
      {here.allowed.length > 0 ? <ul id="allowed" aria-label="Not asked for here">{here.allowed.map((one) => <FreeLine key={one.id} of={one} askAgain={acts.askAgain} />)}</ul> : <p className="soft">Every command that does more than look is asked for.</p>}
    </>
  )
}

function DoneLine({ of }: { readonly of: Done }): ReactNode {
  const more = of.changed - SHOWN
  return (
    <li className={of.undone ? 'undone' : ''}>
      <code>{of.acts.join('; ')}</code>
      <span className="detail">{of.undone && 'Undone · '}{when(of.at)} · {of.paths.slice(0, SHOWN).join(', ')}{more > 0 && ` and ${more} more`}</span>
    </li>
  )
}

function FreeLine({ of, askAgain }: { readonly of: Free; readonly askAgain: (id: string) => Promise<void> }): ReactNode {
  const { going, wrong, go } = useGoing()
  return (
    <li>
      <code>{of.command}</code>
      <span className="detail">{of.bare && 'Also without the fence · '}by {of.who} · since {when(of.at)}</span>
      <button type="button" className="quiet ask-again" aria-label={`Ask for it again: ${of.command}`} disabled={going} onClick={() => go(() => askAgain(of.id))}>Ask again</button>
      {wrong && <p role="alert" className="wrong">{wrong}</p>}
    </li>
  )
}
