/** Talks: those that run, those that are kept, and those that the agent keeps of its own. */

import { AudioLines, Download, FileText, Play, SquareKanban } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { type Journal, type Running, begin, deleteJournal, eventsAt, soundAt, useJournals, useRunning } from '../react/kept.ts'
import { useScreen } from '../react/screen.ts'
import { useSolovox } from '../react/session.tsx'
import { Show } from './asked.tsx'
import { AgentSessions } from './agent-sessions.tsx'
import { ConfirmDelete } from './confirm.tsx'
import { useGoing, useJoin } from './going.ts'
import { PastTalk } from './past-talk.tsx'
import { howLong, many, when } from './words.ts'

const PAUSE_MS = 300 // after the last key, before it is searched

export function Sessions(): ReactNode {
  const [words, setWords] = useState('')
  const wanted = useSettled(words.trim(), PAUSE_MS)
  const [kept, again] = useJournals(wanted)
  const [running] = useRunning()
  const runs = running.is === 'there' ? running.value : []
  const names = runs.map(({ name }) => name).join(' ')
  useEffect(again, [again, names]) // one has begun, or ended
  return (
    <main className="screen" id="sessions">
      <h2 className="title">Sessions</h2>
      <RunningTalks all={runs} />
      <section aria-label="Talks that are kept">
        <div className="bar">
          <h3>Kept</h3>
          <label className="search"><span className="unseen">Search what was said</span>
            <input type="search" placeholder="Search what was said" value={words} onChange={({ target }) => setWords(target.value)} /></label>
        </div>
        <Show asked={kept} again={again} waits="The talks are being read.">
          {({ journals, total }) => (
            <>
              <p className="soft" role="status">{wanted ? `${many(journals.length, 'talk')} with “${wanted}”` : total > journals.length ? `The newest ${journals.length} of ${total}` : many(total, 'talk')}</p>
              <ul className="cards">
                {journals.filter((one) => one.kind === 'talk').map((one) => <JournalCard key={one.name} journal={one} runs={runs.some(({ name }) => name === one.name)} gone={again} />)}
              </ul>
            </>
          )}
        </Show>
      </section>
      <AgentSessions />
    </main>
  )
}

/** A value, once it has not changed for a while. */
function useSettled<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}

function RunningTalks({ all }: { readonly all: readonly Running[] }): ReactNode {
  const { state } = useSolovox()
  const join = useJoin()
  if (!all.length) return null
  return (
    <section aria-label="Talks that run">
      <h3>Running</h3>
      <ul className="cards">
        {all.map(({ name, since, pages, working }) => (
          <li key={name} className="card running">
            <p className="name"><span className="badge">runs</span> {when(since)}</p>
            <p className="soft">{[name, many(pages, 'page'), working ? 'at work' : 'waits for you'].join(' · ')}</p>
            {name === state.talk ? <p className="soft">This page is in it.</p> : <div className="ways"><button type="button" onClick={() => join(name)}>Join</button></div>}
          </li>
        ))}
      </ul>
    </section>
  )
}

function JournalCard({ journal, runs, gone }: { readonly journal: Journal; readonly runs: boolean; readonly gone: () => void }): ReactNode {
  const { name, title, began, written, seconds, turns, brain, sound, ended } = journal
  const [open, setOpen] = useState(false)
  const [, address] = useScreen()
  const join = useJoin()
  const { going, wrong, go } = useGoing()
  const time = when(began || written)
  const called = title || time
  const facts = [title && time, seconds > 0 && howLong(seconds), turns > 0 && many(turns, 'question'), brain, !ended && !runs && 'was broken off']
  return (
    <li className="card">
      <p className="name">{runs && <><span className="badge">runs</span> </>}{called}</p>
      <p className="soft">{facts.filter(Boolean).join(' · ')}</p>
      <div className="ways" role="group" aria-label={`Talk of ${called}`}>
        {!runs && <button type="button" className="quiet continue" disabled={going} onClick={() => go(async () => join(await begin({ continue: name })))}><Play aria-hidden size={16} />{going ? 'It begins' : 'Continue'}</button>}
        <button type="button" className="quiet read" aria-expanded={open} onClick={() => setOpen(!open)}><FileText aria-hidden size={16} />{open ? 'Close' : 'Read'}</button>
        <a className="quiet" href={`${address('timeline')}/${encodeURIComponent(name)}`}><SquareKanban aria-hidden size={16} />Timeline</a>
        {sound && <a className="quiet" href={soundAt(name)} download={`${name}.wav`}><AudioLines aria-hidden size={16} />Sound</a>}
        <a className="quiet" href={eventsAt(name)} download={`${name}.jsonl`}><Download aria-hidden size={16} />Events</a>
        {!runs && <ConfirmDelete what={called} asks={`Delete “${called}”, its words and its sound? It cannot be brought back.`} act={() => deleteJournal(name)} done={gone} />}
      </div>
      {wrong && <p className="wrong" role="alert">{wrong}</p>}
      {open && <PastTalk name={name} />}
    </li>
  )
}
