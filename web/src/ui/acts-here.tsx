/** What agents did in the workspace, given back; and what they may do there unasked. */

import { Redo2, Undo2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type ActsHere as Acts, useActsHere } from '../react/undo.ts'
import type { Done, Free, Here } from '../undo.ts'
import { Show } from './asked.tsx'
import { Seen } from './code.tsx'
import { useGoing } from './going.ts'
import { many, when } from './words.ts'

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
  const turn = (act: () => Promise<string>): void => {
    setSaid('')
    go(async () => setSaid(await act()))
  }
  const stands = here.done.some(({ undone }) => !undone)
  return (
    <>
      <p className="detail">In {here.folder}. {here.fenced ? 'Commands run behind a fence: they reach no network, and change this folder only.' : 'Nothing fences commands in here, so each needs more than a yes aloud.'}</p>
      <div className="tools" role="group" aria-label="Give back">
        <button type="button" id="undo" disabled={going || !stands} onClick={() => turn(acts.undo)}><Undo2 aria-hidden size={18} />Undo the last answer</button>
        <button type="button" id="redo" disabled={going || !here.done.some(({ undone }) => undone)} onClick={() => turn(acts.redo)}><Redo2 aria-hidden size={18} />Redo</button>
      </div>
      {stands && here.hindered && <p id="hindered" className="risk">It cannot be given back now: {here.hindered}.</p>}
      <p role="status" className="said">{said}</p>
      {wrong && <p role="alert" className="wrong">Not done: {wrong}.</p>}
      <h4>What can be given back</h4>
      {here.done.length > 0 ? <DoneLines of={here.done} going={going} to={(after) => turn(() => acts.go(after))} /> : <p className="soft">Nothing was changed here by an agent.</p>}
      <h4>Not asked for here</h4>
      {here.allowed.length > 0 ? <ul id="allowed" aria-label="Not asked for here">{here.allowed.map((one) => <FreeLine key={one.id} of={one} askAgain={acts.askAgain} />)}</ul> : <p className="soft">Every command that does more than look is asked for.</p>}
    </>
  )
}

interface DoneProps {
  readonly of: readonly Done[]
  readonly going: boolean
  readonly to: (after: number) => void
}

/** The newest first; where the folder is now stands between what was undone and what stands. */
function DoneLines({ of, going, to }: DoneProps): ReactNode {
  const now = of.findLastIndex(({ undone }) => !undone)
  const here = <li key="now" className="now" aria-current="step">The folder is as it was here</li>
  const lines = of.map((one, n) => (
    <li key={one.id} data-done={one.id} className={one.undone ? 'undone' : ''}>
      <span className="detail"><time dateTime={one.at}>{when(one.at)}</time>{one.who && ` · ${one.who}`}{one.undone && ' · undone'}</span>
      {one.asked && <span className="asked">“{one.asked}”</span>}
      {one.acts.slice(0, SHOWN).map((act, m) => <code key={m}>{act}</code>)}
      <span className="detail">{one.acts.length > SHOWN && `${many(one.acts.length - SHOWN, 'more act')} · `}{many(one.changed, 'file')} changed: {one.paths.slice(0, SHOWN).join(', ')}{one.changed > SHOWN && ` and ${one.changed - SHOWN} more`}</span>
      <button type="button" className="quiet go" aria-label={`${one.undone ? 'Redo up to this' : 'Go back to before this'}: ${one.asked || one.acts[0] || one.id}`} disabled={going} onClick={() => to(one.undone ? one.id : of[n - 1]?.id ?? 0)}>{one.undone ? 'Redo up to this' : 'Go back to before this'}</button>
    </li>
  ))
  return <ol id="done" aria-label="What was done, the newest first">{[...lines.slice(0, now + 1), here, ...lines.slice(now + 1)].toReversed()}</ol>
}

function FreeLine({ of, askAgain }: { readonly of: Free; readonly askAgain: (id: string) => Promise<void> }): ReactNode {
  const { going, wrong, go } = useGoing()
  return (
    <li>
      <code><WithHoles command={of.command} /></code>
      <span className="detail">{of.bare && 'Also where it cannot be undone · '}by {of.who} · since {when(of.at)}</span>
      <button type="button" className="quiet ask-again" aria-label={`Ask again: ${of.command}`} disabled={going} onClick={() => go(() => askAgain(of.id))}>Ask again</button>
      {wrong && <p role="alert" className="wrong">{wrong}</p>}
    </li>
  )
}

const HOLE = /(\{[a-z][a-z_]{0,30}\})/ // as in acts/allowed.py

/** A command with its holes shown as such. */
function WithHoles({ command }: { readonly command: string }): ReactNode {
  return command.split(HOLE).map((one, n) => (n % 2 ? <span key={n} className="hole" title="Any one name of something in this folder"><Seen text={one} /></span> : <Seen key={n} text={one} />))
}
