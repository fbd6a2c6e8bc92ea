/** What was said in a talk that is over, as it was heard. */

import type { ReactNode } from 'react'
import { type PastTurn, useTurns } from '../react/kept.ts'
import { Show } from './asked.tsx'

export function PastTalk({ name }: { readonly name: string }): ReactNode {
  const [turns, again] = useTurns(name)
  return (
    <div className="past">
      <Show asked={turns} again={again} waits="The talk is being read.">
        {(all) => (all.length ? <ol>{all.map((one, n) => <li key={n}><Turn turn={one} /></li>)}</ol> : <p className="soft">Nothing was said.</p>)}
      </Show>
    </div>
  )
}

function Turn({ turn: { heard, instruction, text, played, cut } }: { readonly turn: PastTurn }): ReactNode {
  const sent = instruction !== null && instruction !== heard
  return (
    <>
      {(heard || instruction) && <p className="you"><span className="who">You</span>{heard || instruction}</p>}
      {sent && heard && <p className="soft">Sent: {instruction}</p>}
      {(played || text) && (
        <div className="answer">
          <span className="who">Answer{cut ? ', cut off' : ''}</span>
          {played ? <p>{played}</p> : <p className="soft">Written, and not read aloud: {text}</p>}
        </div>
      )}
    </>
  )
}
