/** The floating panel of a talk with VOX: it can be put on any page below a session. */

import { ChevronDown, ChevronUp, Mic, MicOff, PhoneOff, Plus } from 'lucide-react'
import { type CSSProperties, type ReactNode, useRef, useState } from 'react'
import { ENDED } from '../core/link.ts'
import { PHASES, leavingOf, phaseOf } from '../core/select.ts'
import type { CardTool } from '../core/studio/cards.ts'
import { useLevel, useSolovox } from '../react/session.tsx'
import { useVoxLive } from '../react/vox.ts'
import { useFollow } from './follow.ts'

/** What the button of a tool's card does. */
export interface AddTool {
  readonly added: (id: string) => boolean
  readonly add: (tool: Pick<CardTool, 'id' | 'name'>) => void
  /** Why the last one could not be added. */
  readonly wrong: string
}

/** `add`: what the cards of tools do; else the conversation is told “add NAME”. */
export function VoxLivePanel({ add }: { readonly add?: AddTool }): ReactNode {
  const { state } = useSolovox()
  const vox = useVoxLive()
  const [open, setOpen] = useState(false)
  const [seen, setSeen] = useState(state.shows.cards)
  if (seen !== state.shows.cards) { // a card of tools is to be seen
    setSeen(state.shows.cards)
    setOpen(true)
  }
  const phase = phaseOf(state)
  const talks = state.microphone.is !== 'off'
  return (
    <section id="vox" className="vox" aria-label="VOX" data-phase={phase} data-open={open}>
      {open && <Inside add={add} />}
      {leavingOf(state) && <p className="renews" role="status">{leavingOf(state)}</p>}
      <div className="strip">
        <Wave speaking={vox.isVoxSpeaking} />
        <p className="phase" role="status">{PHASES[phase]}</p>
        {talks
          ? <button type="button" className="vox-mute" aria-pressed={vox.isMuted} onClick={() => vox.toggleMute()}>{vox.isMuted ? <MicOff aria-hidden size={18} /> : <Mic aria-hidden size={18} />}{vox.isMuted ? 'Unmute' : 'Mute'}</button>
          : <button type="button" className="primary vox-talk" disabled={!state.can} onClick={() => void vox.startSession()}><Mic aria-hidden size={18} />Talk to VOX</button>}
        {(talks || vox.transcript.length > 0) && !ENDED.has(state.link.is) && <button type="button" className="vox-end" aria-label="End conversation" title="End conversation" onClick={() => vox.endSession()}><PhoneOff aria-hidden size={18} /></button>}
        <button type="button" className="vox-open" aria-expanded={open} aria-label={open ? 'Hide what was said' : 'Show what was said'} onClick={() => setOpen(!open)}>{open ? <ChevronDown aria-hidden size={18} /> : <ChevronUp aria-hidden size={18} />}</button>
      </div>
    </section>
  )
}

/** How loud the microphone is; and that it speaks. */
function Wave({ speaking }: { readonly speaking: boolean }): ReactNode {
  const level = Math.min(1, useLevel() * 4)
  const style: CSSProperties & Record<'--level', number> = { '--level': Math.round(level * 100) / 100 }
  return <span className="wave" style={style} data-speaking={speaking} aria-hidden><i /><i /><i /><i /><i /></span>
}

function Inside({ add }: { readonly add: AddTool | undefined }): ReactNode {
  const { state: { view, troubles, shows } } = useSolovox()
  const notice = view.notices.at(-1)
  const { transcript } = useVoxLive()
  const box = useRef<HTMLDivElement>(null)
  useFollow(box)
  return (
    <div className="inside">
      {troubles.filter((one) => one.where === 'link').map((one) => <p key={one.where} className="wrong" role="alert">{one.line}</p>)}
      {notice !== undefined && <p className="notice">{notice.text}</p>}
      {shows.card.length > 0 && <Card tools={shows.card} add={add} />}
      {view.calls.length > 0 && (
        <ul className="acts" aria-label="What was done">
          {view.calls.slice(-3).map(({ effect, tool, progress, result, failed, receipt }) => (
            <li key={effect} data-state={result === null ? 'runs' : failed ? 'failed' : 'done'}>
              <b>{tool.replaceAll('_', ' ')}</b> {result === null ? progress || 'at work' : failed ? `did not work: ${result}` : receipt ?? 'done'}
            </li>
          ))}
        </ul>
      )}
      <div className="lines" ref={box} role="log" aria-live="off" aria-label="What was said" tabIndex={0}>
        {transcript.length ? transcript.map(({ role, text }, n) => <p key={n} data-role={role}><span className="who">{role === 'user' ? 'You' : 'VOX'}</span>{text}</p>) : <p className="soft">Nothing was said yet.</p>}
      </div>
    </div>
  )
}

function Card({ tools, add }: { readonly tools: readonly CardTool[]; readonly add: AddTool | undefined }): ReactNode {
  const { happened } = useSolovox()
  const put = add?.add ?? (({ name }: Pick<CardTool, 'name'>): void => happened({ type: 'typed', text: `Add ${name}` }))
  return (
    <>
      <ol className="offers" aria-label="Tools">
        {tools.map((one) => {
          const is = add?.added(one.id) ?? false
          return (
            <li key={one.id} data-tool={one.id}>
              <p className="name">{one.name}{one.domain && <span className="badge">{one.domain}</span>}</p>
              <p>{one.about}</p>
              {one.why && <p className="why">{one.why}</p>}
              <button type="button" className="quiet" disabled={is} aria-label={is ? `${one.name} is added` : `Add ${one.name}`} onClick={() => put(one)}><Plus aria-hidden size={16} />{is ? 'Added' : 'Add'}</button>
            </li>
          )
        })}
      </ol>
      {add?.wrong && <p role="alert" className="wrong">{add.wrong}</p>}
    </>
  )
}
