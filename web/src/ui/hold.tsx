/** What waits for a yes: an instruction, or what an agent wants to do. Drafts are holds that got no answer. */

import { Check, CheckCheck, Pencil, Play, Square, X } from 'lucide-react'
import { type MouseEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Event } from '../core/state.ts'
import type { Hold } from '../core/view.ts'
import { type Edit, alike, begun, course, difference, edited, marked, shownAgain, withHeard, withText, yes } from '../core/wording.ts'
import { heldCommand } from '../core/held-command.ts'
import { useSolovox } from '../react/session.tsx'
import { allowAlways } from '../react/undo.ts'
import { useGoing } from './going.ts'
import { MendList, Pieces } from './mends.tsx'
import { ActText } from './work.tsx'

interface Kind {
  readonly asks: string
  readonly accept: string
  readonly refuse: string
}

const ACTION: Kind = { asks: 'May this be done?', accept: 'Allow', refuse: 'Refuse' }
const KINDS: Readonly<Record<string, Kind>> = {
  instruction: { asks: 'Send this?', accept: 'Send it', refuse: 'Do not send' },
  permission: { asks: 'The agent asks to do this', accept: 'Allow', refuse: 'Refuse' },
  action: ACTION,
}

const GLANCE = 300 // ms, as `Timing.glance`

/** What waits, and the drafts. */
export function Holds(): ReactNode {
  const { state: { view, playing, link }, happened } = useSolovox()
  const all = link.is === 'ended' ? [] : [...view.holds, ...view.drafts]
  const early = useEarly(all.map(({ hold, text }) => `${hold} ${text}`).join('\n'))
  if (!all.length) return null
  return (
    <section id="decide" aria-label="Waits for your yes" onClickCapture={early}>
      <ul id="holds">{all.map((one, n) => <HoldCard key={one.hold} hold={one} place={n < view.holds.length && view.holds.length > 1 ? ` (${n + 1} of ${view.holds.length})` : ''} plays={playing === one.hold} happened={happened} />)}</ul>
    </section>
  )
}

/** Takes an answer by a pointer at a glance after what waits has changed, and the second click of two: they were meant for what stood there (law A3). */
function useEarly(waits: string): (event: MouseEvent) => void {
  const changed = useRef(0)
  useLayoutEffect(() => { changed.current = performance.now() }, [waits])
  return (event) => {
    const { detail, target } = event
    const answers = target instanceof Element && target.closest('.accept, .refuse, .send') !== null
    const isEarly = answers && performance.now() - changed.current < GLANCE
    if (detail === 0 || (detail === 1 && !isEarly)) return
    event.stopPropagation()
    event.preventDefault()
  }
}

interface HoldProps {
  readonly hold: Hold
  /** Which of several it is. */
  readonly place: string
  readonly plays: boolean
  readonly happened: (event: Event) => void
}

function HoldCard({ hold, place, plays, happened }: HoldProps): ReactNode {
  const { asks, accept, refuse } = KINDS[hold.kind] ?? ACTION
  const [edit, setEdit] = useEdit(hold)
  const [editing, setEditing] = useState(false)
  const [freeing, setFreeing] = useState(false)
  const held = hold.kind === 'permission' && hold.outcome === null ? heldCommand(hold.text) : null
  const field = useRef<HTMLTextAreaElement>(null)
  const sender = useRef<HTMLButtonElement>(null)
  const editor = useRef<HTMLButtonElement>(null)
  const freer = useRef<HTMLButtonElement>(null)
  const [focus, setFocus] = useState<'field' | 'sender' | 'editor' | 'freer' | null>(null)
  useEffect(() => {
    if (focus) ({ field, sender, editor, freer })[focus].current?.focus()
  }, [focus])

  const draft = hold.outcome !== null
  const grave = hold.code !== ''
  const confirm = grave && <p className="confirm">A yes aloud is not enough. Say <b>confirm {hold.code}</b>, or press {accept}.</p>
  const id = `hold-${hold.hold}`
  const begin = (): void => {
    if (!edited(edit)) setEdit(begun(hold))
    setEditing(true)
    setFocus('field')
  }
  const use = (): void => {
    setEdit(withText(edit, hold.proposed))
    setEditing(true)
    setFocus('sender')
  }
  const back = (to: 'editor' | 'freer'): void => {
    setEditing(false)
    setFreeing(false)
    setFocus(to)
  }
  const free = (): void => {
    setFreeing(true)
    setFocus(null)
  }
  return (
    <li className={['hold', draft && 'draft', grave && 'grave', editing && 'editing'].filter(Boolean).join(' ')} data-hold={hold.hold}>
      <h2>{draft ? `Not sent (${hold.outcome})` : asks}{place}</h2>
      {hold.left_ms > 0 && !draft && <Countdown ms={hold.left_ms} kind={hold.kind} />}
      {hold.risk && <p className={grave ? 'risk' : 'detail'}>{hold.risk}</p>}
      {hold.kind === 'instruction' ? <p id={id} className="text"><Pieces all={marked(hold)} /></p> : <ActText id={id} text={hold.text} />}
      <Wording hold={hold} sent={editing ? edit.text : hold.text} use={hold.editable && (!editing || edit.text !== hold.proposed) ? use : null} />
      <MendList mends={hold.mends} unmend={({ heard, meant }) => happened({ type: 'answered', frame: { type: 'unmend', heard, meant } })} />
      {hold.span && (
        <button type="button" className="play quiet" onClick={() => happened({ type: 'replay pressed', hold: hold.hold })}>
          {plays ? <Square aria-hidden size={16} /> : <Play aria-hidden size={16} />}{plays ? 'Stop playing' : 'Play what was said'}
        </button>
      )}
      {hold.again && <p className="again">It still waits: a yes over the voice does not count. Say it again, or press {accept}.</p>}
      {(editing || freeing) && confirm}
      {editing ? (
        <form className="editor" onSubmit={(event) => {
          event.preventDefault()
          happened({ type: 'answered', frame: yes(hold, edit) }) // it stays open until the hold is closed: the edit may be refused
        }}>
          {hold.heard && <label>Heard: put right what was misheard
            <textarea ref={field} className="said" maxLength={20_000} value={edit.heard} onChange={({ target }) => setEdit(withHeard(edit, target.value))} /></label>}
          <label>{hold.heard ? 'Instruction: what is sent' : 'What is sent instead'}
            <textarea ref={hold.heard ? null : field} className="instruction" maxLength={20_000} value={edit.text} onChange={({ target }) => setEdit(withText(edit, target.value))} /></label>
          <div className="ways">
            <button ref={sender} type="submit" className="send primary">Send the edited text</button>
            <button type="button" className="cancel" onClick={() => back('editor')}>Back</button>
          </div>
        </form>
      ) : freeing && held ? <Always hold={hold} command={held.command} back={() => back('freer')} allowed={() => happened({ type: 'answered', frame: { type: 'accept', hold: hold.hold, text: hold.text } })} /> : (
        <div className="answers">
          {confirm}
          <div className="ways">
            <button type="button" className="accept primary" aria-describedby={id} onClick={() => happened({ type: 'answered', frame: { type: 'accept', hold: hold.hold, text: hold.text } })}><Check aria-hidden size={18} />{accept}</button>
            {hold.editable && <button ref={editor} type="button" className="edit" aria-describedby={id} onClick={begin}><Pencil aria-hidden size={16} />Edit</button>}
            {held && <button ref={freer} type="button" className="always" aria-describedby={id} onClick={free}><CheckCheck aria-hidden size={16} />Always allow this here…</button>}
            {!draft && <button type="button" className="refuse" aria-describedby={id} onClick={() => happened({ type: 'answered', frame: { type: 'refuse', hold: hold.hold } })}><X aria-hidden size={18} />{refuse}</button>}
          </div>
        </div>
      )}
    </li>
  )
}

interface AlwaysProps {
  readonly hold: Hold
  readonly command: string
  readonly back: () => void
  readonly allowed: () => void
}

/** Free a command in this workspace, and allow it now. What is freed is read once more before. */
function Always({ hold, command, back, allowed }: AlwaysProps): ReactNode {
  const { going, wrong, go } = useGoing()
  const [freed, setFreed] = useState(command)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  const grave = hold.code !== ''
  return (
    <form className="always-this" onSubmit={(event) => {
      event.preventDefault()
      go(async () => {
        await allowAlways(freed, grave)
        allowed()
      })
    }}>
      <label>From now on not asked for in this folder{grave && ', though what it does cannot be undone'}
        <textarea className="free" rows={1} ref={field} maxLength={2_000} spellCheck={false} value={freed} onChange={({ target }) => setFreed(target.value)} /></label>
      <p className="detail">This command, to the letter. Write <code>{'{file}'}</code> where any one name of something in this folder may stand. The settings have the list.</p>
      {wrong && <p role="alert" className="wrong">{wrong}</p>}
      <div className="ways">
        <button type="submit" className="primary" disabled={going || !freed.trim()}><CheckCheck aria-hidden size={16} />Always allow it</button>
        <button type="button" className="cancel" onClick={back}>Back</button>
      </div>
    </form>
  )
}

/** What the person makes of it. What is shown later changes nothing that they wrote. */
function useEdit(hold: Hold): readonly [Edit, (edit: Edit) => void] {
  const [edit, setEdit] = useState(() => begun(hold))
  const [shown, setShown] = useState(hold)
  if (shown !== hold) {
    setShown(hold)
    setEdit(shownAgain(edit, hold))
  }
  return [edit, setEdit]
}

/** How the words came about, word by word. It can be told without colour, and without eyes. */
function Wording({ hold, sent, use }: { readonly hold: Hold; readonly sent: string; readonly use: (() => void) | null }): ReactNode {
  const stages = course(hold, sent)
  const heard = hold.heard && hold.heard !== hold.text
  if (!heard && !stages.length) return null
  return (
    <dl className="wording">
      {heard && <><dt>Heard</dt><dd>{hold.heard}</dd></>}
      {stages.map(({ name, from, words }) => (
        <Stage key={name} name={name} from={from} words={words} use={name === 'Proposed' && !alike(words, sent) ? use : null} />
      ))}
    </dl>
  )
}

function Stage({ name, from, words, use }: { readonly name: string; readonly from: string; readonly words: string; readonly use: (() => void) | null }): ReactNode {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <Changed from={from} words={words} />
        {use && <button type="button" className="use quiet" onClick={use}>Use this</button>}
      </dd>
    </>
  )
}

/** How one text became another, word by word. */
export function Changed({ from, words }: { readonly from: string; readonly words: string }): ReactNode {
  return difference(from, words).map(({ how, words: part }, n) => {
    if (how === 'gone') return <span key={n}><del><span className="unseen">removed: </span>{part}</del> </span>
    if (how === 'new') return <span key={n}><ins><span className="unseen">added: </span>{part}</ins> </span>
    return <span key={n}>{part} </span>
  })
}

/** How long it still waits, and what comes then. A screen reader is not told each second. */
function Countdown({ ms, kind }: { readonly ms: number; readonly kind: string }): ReactNode {
  const [left, setLeft] = useState(ms)
  useEffect(() => {
    const until = performance.now() + ms
    const timer = setInterval(() => setLeft(Math.max(0, until - performance.now())), 500)
    return () => clearInterval(timer)
  }, [ms])
  const seconds = Math.ceil(left / 1000)
  const then = kind === 'instruction' ? 'then it stays as a draft' : 'then it is a no'
  return (
    <p className="countdown">
      <progress max={ms} value={left} aria-hidden /> <span role="timer" aria-live="off">{Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}</span> left, {then}
    </p>
  )
}
