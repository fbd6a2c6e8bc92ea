/** What agents and tools do, what they ask to do, and what they have changed. */

import type { ReactNode } from 'react'
import { type Part, actOf, changedLine, changesIn, inWords, isDiff } from '../core/acts.ts'
import type { ShownCall } from '../core/frames.ts'
import { heldCommand } from '../core/held-command.ts'
import type { Run, Step } from '../core/view.ts'
import { CopyButton, Diff, DiffLines, Seen, Source } from './code.tsx'
import { Command } from './command.tsx'

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

/** An act that waits for a yes, whole, part by part: a change as a diff, a command as the shell reads it. */
export function ActText({ id, text }: { readonly id: string; readonly text: string }): ReactNode {
  const act = actOf(text)
  if (isDiff(text)) return <div id={id} className="text"><Diff text={text} label="The change, line by line" /></div>
  if (!act) return <p id={id} className="text"><Seen text={text} /></p>
  const { others, changes } = changesIn(act.parts)
  const command = heldCommand(text)?.command
  return (
    <div id={id} className="text">
      <b>{command === undefined ? act.name : 'Run a command'}</b>
      <dl className="parts">
        {others.map((one) => (one.value === command && one.key === 'command' ? <div key={one.key} className="wide"><dt className="unseen">{one.key}</dt><dd><Command text={command} /></dd></div> : <ActPart key={one.key} part={one} />))}
        {changes.map(({ key, lines }) => <div key={key} className="wide"><dt>{inWords(key)}</dt><dd><DiffLines lines={lines} label={`The change, line by line: ${inWords(key)}`} /></dd></div>)}
      </dl>
    </div>
  )
}

function ActPart({ part: { key, value, how } }: { readonly part: Part }): ReactNode {
  return <><dt>{inWords(key)}</dt><dd><Source kind={how} label={inWords(key)}><Seen text={value} /></Source></dd></>
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
