/** A recording is run without a page; what came of it now, beside what came of it before. */

import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { alike } from '../core/wording.ts'
import { type Outcome, type RunAgain as Ran, runAgain } from '../react/kept.ts'
import { useAsked } from '../react/asked.ts'
import { Show } from './asked.tsx'
import { Changed } from './hold.tsx'

const NAMES: readonly (readonly [keyof Outcome, string])[] = [['heard', 'Heard'], ['instruction', 'Instruction'], ['calls', 'Calls'], ['said', 'Said'], ['failures', 'Failures']]

export function RunAgain({ name }: { readonly name: string }): ReactNode {
  const [asked, again] = useAsked(useCallback((signal: AbortSignal) => runAgain(name, signal), [name]))
  return (
    <div className="ran" role="group" aria-label={`${name}, run again`}>
      {asked.is === 'loading' ? <Runs /> : <Show asked={asked} again={again} waits="">{(ran) => <Results ran={ran} />}</Show>}
    </div>
  )
}

/** It takes seconds: how many so far. */
function Runs(): ReactNode {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setSeconds((one) => one + 1), 1_000)
    return () => clearInterval(timer)
  }, [])
  return <p className="soft"><progress aria-label="It runs" /> <span role="status">It runs, as fast as this machine can.</span> <span aria-hidden>{seconds} s</span></p>
}

function Results({ ran: { now, before } }: { readonly ran: Ran }): ReactNode {
  const same = before && NAMES.every(([key]) => alike(before[key], now[key]))
  return (
    <>
      <p role="status">{before ? (same ? 'All is as it was before.' : 'Something is otherwise than before.') : 'It has run for the first time: the next run is compared with this one.'}</p>
      <dl className="wording">
        {NAMES.filter(([key]) => key !== 'failures' || now.failures || before?.failures).map(([key, title]) => (
          <div key={key} className="row" data-outcome={key}>
            <dt>{title}</dt>
            <dd>{before && !alike(before[key], now[key]) ? <Changed from={before[key]} words={now[key]} /> : now[key] || '—'}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
