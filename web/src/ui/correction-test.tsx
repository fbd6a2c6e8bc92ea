/** The sounds that were kept are heard again: with what was taught, is it better? */

import { type ReactNode, useEffect, useState } from 'react'
import { type Result, type Tested, judged, percent, summary } from '../core/corrections.ts'
import type { Corrections } from '../react/corrections.ts'
import { Changed } from './hold.tsx'

type Came = { readonly is: 'running' } | { readonly is: 'done'; readonly tested: Tested } | { readonly is: 'failed'; readonly why: string }

const SIGNS = { better: '↑ better', worse: '↓ worse', same: '= as before' } as const

export function TestOfCorrections({ test, close }: { readonly test: Corrections['test']; readonly close: () => void }): ReactNode {
  const [came, setCame] = useState<Came>({ is: 'running' })
  useEffect(() => {
    const ending = new AbortController()
    test([], ending.signal).then(
      (tested) => setCame({ is: 'done', tested }),
      (error: unknown) => { if (!ending.signal.aborted) setCame({ is: 'failed', why: error instanceof Error ? error.message : String(error) }) },
    )
    return () => ending.abort()
  }, [test])
  return (
    <section className="card" id="tested" aria-label="The test" aria-busy={came.is === 'running'}>
      <h3>Heard again</h3>
      <div role="status">
        {came.is === 'running' && <p>All sounds are heard again, without what was taught and with it. This takes about as long as they are. <progress aria-label="The test runs" /></p>}
        {came.is === 'done' && <p id="test-summary">{summary(came.tested)}</p>}
      </div>
      {came.is === 'failed' && <p role="alert" className="problem">{came.why}</p>}
      {came.is === 'done' && came.tested.results.length > 0 && <ul className="results">{came.tested.results.map((one) => <ResultLine key={one.id} result={one} />)}</ul>}
      <div className="ways"><button type="button" onClick={close}>{came.is === 'running' ? 'Leave it' : 'Close'}</button></div>
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
