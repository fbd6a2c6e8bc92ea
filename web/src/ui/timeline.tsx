/** What happened when: the lanes of a talk, live while it runs, and of those that are kept. A bar can be heard. */

import { Minus, Plus, StretchHorizontal } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useCallback, useMemo, useState } from 'react'
import { type Lanes, type Mark, clock, inWords, lanesOf } from '../core/lanes.ts'
import { soundAt, useJournals, useLanes, useRunning } from '../react/kept.ts'
import { usePlace, useScreen } from '../react/screen.ts'
import { useSolovox } from '../react/session.tsx'
import { Show } from './asked.tsx'
import { Chart } from './chart.tsx'
import { MarkTable } from './mark-table.tsx'
import { type Player, usePlayer } from './player.ts'
import { when } from './words.ts'

export function Timeline(): ReactNode {
  const { state: { talk } } = useSolovox()
  const [running, again] = useRunning()
  const [kept, asked] = useJournals('')
  const [, address] = useScreen()
  const place = usePlace()
  const runs = new Set(running.is === 'there' ? running.value.map(({ name }) => name) : [])
  const all = kept.is === 'there' ? kept.value.journals.filter((one) => one.kind === 'talk') : []
  const known = (name: string): boolean => all.some((one) => one.name === name)
  const shown = place || (known(talk) ? talk : (all[0]?.name ?? ''))
  const choose = (name: string): void => {
    location.hash = `${address('timeline')}/${encodeURIComponent(name)}`
    again()
    asked()
  }
  return (
    <main className="screen" id="timeline">
      <div className="bar">
        <h2 className="title">Timeline</h2>
        <Show asked={kept} again={asked} waits="The talks are being read.">
          {() => (all.length ? (
            <label>Talk <select id="which" value={shown} onChange={({ target }) => choose(target.value)}>
              {!known(shown) && <option value={shown}>{shown}</option>}
              {all.map(({ name, title, began, written }) => <option key={name} value={name}>{[runs.has(name) && 'runs', title, when(began || written)].filter(Boolean).join(' · ')}</option>)}
            </select></label>
          ) : <p className="soft">No talk is kept. Start the server without “--no-journal”.</p>)}
        </Show>
      </div>
      {shown && <Session key={shown} name={shown} runs={runs.has(shown)} />}
    </main>
  )
}

function Session({ name, runs }: { readonly name: string; readonly runs: boolean }): ReactNode {
  const [lanes, again] = useLanes(name, runs)
  const player = usePlayer(soundAt(name), runs)
  return (
    <Show asked={lanes} again={again} waits="The talk is decided once more, to show why all was as it was.">
      {(told) => <Drawn told={told} runs={runs} player={player} />}
    </Show>
  )
}

const NEARER = 1.6

function Drawn({ told, runs, player }: { readonly told: Lanes; readonly runs: boolean; readonly player: Player }): ReactNode {
  const lanes = useMemo(() => lanesOf(told), [told])
  const inOrder = useMemo(() => told.marks.toSorted((one, other) => one.at - other.at), [told])
  const [zoom, setZoom] = useState(1) // 1: all of it is seen
  const [chosen, setChosen] = useState<Mark | null>(null)
  const nearer = useCallback((by: number): void => setZoom((one) => Math.max(1, Math.min(400, one * by))), [])
  const { hear: play } = player
  const hear = useCallback((mark: Mark): void => { // the same from frame to frame of what plays: lanes are not drawn anew
    setChosen(mark)
    play(mark, told.length_ms)
  }, [play, told.length_ms])
  const walk = (by: number): void => {
    const now = inOrder.findIndex((one) => one.n === chosen?.n && one.label === chosen.label)
    setChosen(inOrder[Math.max(0, Math.min(inOrder.length - 1, now < 0 ? 0 : now + by))] ?? null)
  }
  const keys: Readonly<Record<string, () => void>> = {
    '+': () => nearer(NEARER), '=': () => nearer(NEARER), '-': () => nearer(1 / NEARER), '0': () => setZoom(1),
    'n': () => walk(1), 'p': () => walk(-1), 'Enter': () => { if (chosen) hear(chosen) },
  }
  const pressed = (event: KeyboardEvent): void => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }
  return (
    <>
      <div className="bar" role="group" aria-label="Zoom and sound">
        <button type="button" className="quiet" aria-label="Zoom in" onClick={() => nearer(NEARER)}><Plus aria-hidden size={16} /></button>
        <button type="button" className="quiet" aria-label="Zoom out" onClick={() => nearer(1 / NEARER)}><Minus aria-hidden size={16} /></button>
        <button type="button" className="quiet" onClick={() => setZoom(1)}><StretchHorizontal aria-hidden size={16} />All of it</button>
        {player.plays && <button type="button" className="quiet" onClick={player.stop}>Stop the sound</button>}
        <span className="soft">{clock(told.length_ms)}{runs ? ', and it goes on' : ''}</span>
        <span className="soft keys"><kbd>+</kbd><kbd>−</kbd><kbd>0</kbd> zoom · <kbd>←</kbd><kbd>→</kbd> scroll · <kbd>n</kbd><kbd>p</kbd> next and previous · <kbd>Enter</kbd> hear</span>
      </div>
      <Chart lanes={lanes} length={Math.max(1_000, told.length_ms)} zoom={zoom} nearer={nearer} follow={runs} chosen={chosen} hear={hear} pressed={pressed} head={player.at} />
      <p id="chosen" role="status">{player.wrong || (chosen ? inWords(chosen) : 'Choose a bar, to hear it.')}{chosen?.law && <span className="soft"> (law {chosen.law})</span>}</p>
      <MarkTable marks={inOrder} hear={hear} />
    </>
  )
}
