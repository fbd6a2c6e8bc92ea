/** The sounds that were kept are heard again: with what was taught, is it better? */

import { type ReactNode, useCallback } from 'react'
import { type Result, judged, percent, summary } from '../core/corrections.ts'
import { useAsked } from '../react/asked.ts'
import type { Corrections } from '../react/corrections.ts'
import { Show } from './asked.tsx'
import { Changed } from './hold.tsx'

const SIGNS = { better: '↑ better', worse: '↓ worse', same: '= as before' } as const

export function TestOfCorrections({ test, close }: { readonly test: Corrections['test']; readonly close: () => void }): ReactNode {
  const [asked, again] = useAsked(useCallback((signal: AbortSignal) => test([], signal), [test]))
  const runs = asked.is === 'loading'
  return (
    <section className="card" id="tested" aria-label="The test" aria-busy={runs}>
      <h3>Heard again</h3>
      <div role="status">
        {runs && <p>All sounds are heard again, without what was taught and with it. This takes about as long as they are. <progress aria-label="The test runs" /></p>}
        {asked.is === 'there' && <p id="test-summary">{summary(asked.value)}</p>}
      </div>
      {!runs && (
        <Show asked={asked} again={again} waits="">
          {({ results }) => results.length > 0 && <ul className="results">{results.map((one) => <ResultLine key={one.id} result={one} />)}</ul>}
        </Show>
      )}
      <div className="ways"><button type="button" onClick={close}>{runs ? 'Leave it' : 'Close'}</button></div>
    </section>
  )
}

function ResultLine({ result }: { readonly result: Result }): ReactNode {
  const how = judged(result)
  return (
    <li className={`result ${how}`}>
      <p><b className="sign">{SIGNS[how]}</b> <span className="detail">{percent(result.wer_before)} wrong before, {percent(result.wer_after)} now</span></p>
      <p className="change"><Changed from={result.mended || result.heard_now} words={result.meant} /></p>
      {result.heard_now !== result.heard_then && <p className="detail">Then “{result.heard_then}”, now “{result.heard_now}”</p>}
    </li>
  )
}
