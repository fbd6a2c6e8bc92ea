/** The talk so far: what the person said, what was answered, and how far it was heard. */

import { type ReactNode, memo } from 'react'
import type { Mend } from '../core/frames.ts'
import { brainName, shownTurns } from '../core/select.ts'
import { piece } from '../core/text.ts'
import { activity } from '../core/tidings.ts'
import { type Run, type Turn, actless, heardOf, isBehind } from '../core/view.ts'
import { useSolovox } from '../react/session.tsx'
import { MendList, Words } from './mends.tsx'
import { Markdown } from './markdown.tsx'
import { Changes, Steps } from './work.tsx'

/** `name`: who answers, where it is not the brain's own name. */
export function Turns({ name: given }: { readonly name?: string }): ReactNode {
  const { state, happened } = useSolovox()
  const { view, speaker, engines } = state
  const name = given ?? brainName(engines)
  const without = actless(view)
  const unmend = ({ heard, meant }: Mend): void => happened({ type: 'answered', frame: { type: 'unmend', heard, meant } })
  return shownTurns(state).map((one, n) => isBehind(one) ? (
    <article key={one.utterance} className="turn behind">
      <p><span className="who">Further away, not asked</span>{one.words}</p>
      <button type="button" className="quiet" onClick={() => happened({ type: 'typed', text: one.words })}>Ask this</button>
    </article>
  ) : (
    <TurnCard
      key={one.utterance ?? `typed ${n} ${one.words}`}
      turn={one}
      name={name}
      heard={one.runs.map((run) => heardOf(view, run, speaker.rate)[1]).join(' ')}
      actless={one.runs.filter(({ run }) => without.has(run)).map(({ run }) => run).join(' ')}
      unmend={unmend}
    />
  ))
}

/** The talk that goes on here: what was said and what was heard, apart from what is said now. */
export function Earlier(): ReactNode {
  const { state: { earlier, engines } } = useSolovox()
  if (!earlier.length) return null
  const name = brainName(engines)
  return (
    <section className="earlier" aria-labelledby="earlier">
      <h2 id="earlier">Earlier, as it was heard</h2>
      {earlier.map(({ by, text }, n) => (
        <p key={n} className={by === 'person' ? 'you' : 'was-heard'}><span className="who">{by === 'person' ? 'You' : name}</span>{text}</p>
      ))}
    </section>
  )
}

interface TurnProps {
  readonly turn: Turn
  readonly name: string
  /** How far each of its answers was heard, in characters; a text, so that an equal one is the same. */
  readonly heard: string
  /** The numbers of those without an act, likewise. */
  readonly actless: string
  readonly unmend: (mend: Mend) => void
}

const TurnCard = memo(function TurnCard({ turn: { utterance, words, final, mends, runs }, name, heard, actless: without, unmend }: TurnProps) {
  const shown = final ? mends : [] // words that are not final come again
  const places = heard.split(' ').map(Number)
  const actlessRuns = without.split(' ')
  return (
    <article className="turn">
      {words && <p className={final ? 'you' : 'you unsure'}><span className="who">{utterance === null ? 'You typed' : 'You'}</span><Words text={words} mends={shown} /></p>}
      <MendList mends={shown} unmend={unmend} />
      {runs.map((one, n) => <Answer key={one.run} run={one} name={name} heard={places[n] ?? 0} noAct={actlessRuns.includes(String(one.run))} />)}
    </article>
  )
}, (before, after) => before.turn === after.turn && before.name === after.name && before.heard === after.heard && before.actless === after.actless)

function Answer({ run, name, heard, noAct }: { readonly run: Run; readonly name: string; readonly heard: number; readonly noAct: boolean }): ReactNode {
  return (
    <div className={run.working ? 'run working' : 'run'} data-run={run.run}>
      <div className="answer">
        <span className="who">{name}</span>
        {run.left_out > 0 && '… '}
        <Markdown text={run.text.trimEnd()} heard={piece(run.text, 0, heard).length} />
      </div>
      <Steps steps={run.steps} />
      <p className="meta">{meta(run, noAct)}</p>
      <Changes run={run} />
    </div>
  )
}

const HOW: Readonly<Record<string, string>> = {
  queue: 'asked after the answer before it', replace: 'replaces the answer before it', steer: 'added to the answer before it',
}

function meta({ how, why, working, text, steps, usage: [read, wrote, cost] }: Run, noAct: boolean): string {
  const at = working && activity(steps)
  const state = at ? `at work: ${at}` : working ? (text ? 'still writing' : 'working on it') : ''
  const facts = [state, HOW[how ?? ''] ?? '', why && `not finished: ${why}`, noAct && 'no action was recorded']
  if (read || wrote) facts.push(`${read} tokens read, ${wrote} written`)
  if (cost) facts.push(`$${(cost / 1e6).toFixed(4)}`)
  return facts.filter(Boolean).join(' · ')
}
