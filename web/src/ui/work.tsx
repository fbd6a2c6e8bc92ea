/** What agents and tools do, what they ask to do, and what they have changed. */

import type { ReactNode } from 'react'
import { type Part, actOf, changedLine } from '../core/acts.ts'
import type { ShownCall } from '../core/frames.ts'
import type { Run, Step } from '../core/view.ts'
import { CopyButton, Diff, Source } from './code.tsx'

const SIGNS: Readonly<Record<string, string>> = { begun: '…', done: '✓', failed: '✗' }

export function Steps({ steps }: { readonly steps: readonly Step[] }): ReactNode {
  return steps.length > 0 && <ul className="steps">{steps.map((one) => <StepLine key={one.step} step={one} />)}</ul>
}

function StepLine({ step: { title, detail, state, effects, receipt } }: { readonly step: Step }): ReactNode {
  const line = (
    <>
      <span className="sign" aria-hidden>{SIGNS[state] ?? '·'}</span>
      <b>{title}</b> {state}{effects && ', has effects'}
    </>
  )
  const about = receipt && <span className="receipt">receipt: {receipt}</span>
  if (!detail) return <li className={`step ${state}`}>{line}{about}</li>
  return (
    <li className={`step ${state}`}>
      <details>
        <summary>{line}</summary>
        <Source label={`${title}: what it did`}>{detail}</Source>
        {about}
      </details>
    </li>
  )
}

/** A tool of ours, as a card. */
export function Call({ call: { tool, arguments: given, result, progress, failed, receipt } }: { readonly call: ShownCall }): ReactNode {
  const how = result === null ? progress || 'running' : failed ? 'failed' : 'done'
  return (
    <li className={failed ? 'call failed' : 'call'}>
      <b>{tool}</b> {how}
      {given && given !== '{}' && <code>{given}</code>}
      {result !== null && <span className="detail">{result}</span>}
      {receipt && <span className="receipt">receipt: {receipt}</span>}
    </li>
  )
}

/** An act that waits for a yes, part by part. */
export function ActText({ id, text }: { readonly id: string; readonly text: string }): ReactNode {
  const act = actOf(text)
  if (!act) return <p id={id} className="text">{text}</p>
  return (
    <div id={id} className="text">
      <b>{act.name}</b>
      <dl className="parts">{act.parts.map((one) => <ActPart key={one.key} part={one} />)}</dl>
    </div>
  )
}

function ActPart({ part: { key, value, how } }: { readonly part: Part }): ReactNode {
  return <><dt>{key}</dt><dd><Source kind={how} label={key}>{value}</Source></dd></>
}

/** What an answer has changed. */
export function Changes({ run: { files, diff } }: { readonly run: Run }): ReactNode {
  if (!files.length && !diff) return null
  const line = changedLine(files)
  if (!diff) return <p className="changes">{line}</p>
  return (
    <details className="changes">
      <summary>{line}</summary>
      <Diff text={diff} label="What was changed, line by line" />
      <CopyButton text={diff} />
    </details>
  )
}
