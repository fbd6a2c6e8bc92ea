/** The big button with its states, and what is beside it: all that one does with a voice. */

import { Bell, Hand, Mic, MicOff, PhoneOff, Square, Volume2, VolumeX } from 'lucide-react'
import { type CSSProperties, type PointerEvent, type ReactNode, useState } from 'react'
import { PHASES, microphoneOf, phaseOf } from '../core/select.ts'
import { useLevel, useSolovox } from '../react/session.tsx'
import { PathDetails } from './path.tsx'
import { RecordKey, ReplayKey } from './record.tsx'

const LABELS = { off: 'Start talking', opening: 'Allow the microphone', muted: 'Unmute', on: 'Mute' } as const

export function Dock(): ReactNode {
  const { state, happened } = useSolovox()
  const phase = phaseOf(state)
  const device = microphoneOf(state)
  const closed = state.link.is !== 'open'
  return (
    <div id="controls" role="group" aria-label="Voice" data-phase={phase}>
      <div className="beside">
        <TalkKey />
        <button type="button" id="voice" aria-pressed={state.speaker.muted} onClick={() => happened({ type: 'voice muted', muted: !state.speaker.muted })}>
          {state.speaker.muted ? <VolumeX aria-hidden /> : <Volume2 aria-hidden />}<span>{state.speaker.muted ? 'Voice is off' : 'Mute the voice'}</span>
        </button>
        <RecordKey />
        <ReplayKey />
      </div>
      <div className="middle">
        <button id="microphone" type="button" data-state={device} onClick={() => happened({ type: 'talk pressed' })}>
          <Ring />
          {device === 'muted' || device === 'off' ? <MicOff aria-hidden size={30} /> : <Mic aria-hidden size={30} />}
          <span>{LABELS[device]}</span>
        </button>
        <p id="phase" role="status">{PHASES[phase]}</p>
        {(device === 'on' || phase === 'recording') && <Level />}
      </div>
      <div className="beside">
        <button id="silence" type="button" aria-keyshortcuts="Escape" disabled={closed} onClick={() => happened({ type: 'silenced' })}><VolumeX aria-hidden /><span>Silence <kbd>Esc</kbd></span></button>
        <button id="stop" type="button" aria-keyshortcuts="Control+." disabled={closed} onClick={() => happened({ type: 'stopped' })}><Square aria-hidden /><span>Stop the work <kbd>Ctrl .</kbd></span></button>
        <button id="hang-up" type="button" disabled={closed} onClick={() => happened({ type: 'hung up' })}><PhoneOff aria-hidden /><span>Hang up</span></button>
        <Notify />
      </div>
      <PathDetails />
    </div>
  )
}

/** How loud the microphone is, as a ring around its button. */
function Ring(): ReactNode {
  const level = Math.min(1, useLevel() * 4)
  const style: CSSProperties & Record<'--level', number> = { '--level': Math.round(level * 100) / 100 }
  return <span className="ring" style={style} aria-hidden />
}

function Level(): ReactNode {
  return <meter id="level" min={0} max={1} value={Math.min(1, useLevel() * 4)} aria-label="How loud the microphone is" />
}

/** Held with a pointer or with Space. The page's own keys hold it, too. */
function TalkKey(): ReactNode {
  const { state: { floor, link }, happened } = useSolovox()
  const leave = (): void => happened({ type: 'floor left' })
  const take = ({ currentTarget, pointerId }: PointerEvent<HTMLButtonElement>): void => {
    currentTarget.setPointerCapture(pointerId)
    happened({ type: 'floor taken' })
  }
  return (
    <button
      id="talk" type="button" aria-pressed={floor} aria-keyshortcuts="Space" disabled={link.is !== 'open'}
      onPointerDown={take} onPointerUp={leave} onPointerCancel={leave} onLostPointerCapture={leave}
      onContextMenu={(event) => event.preventDefault()} // a long press is talking
      onKeyDown={(event) => { if (event.key === 'Enter') event.preventDefault() }}
    >
      <Hand aria-hidden /><span>Hold to talk <kbd>Space</kbd></span>
    </button>
  )
}

/** Asks for notifications, where they can be asked for. A browser asks only whoever pressed something. */
function Notify(): ReactNode {
  const [may, setMay] = useState(() => ('Notification' in window ? Notification.permission : 'denied'))
  if (may !== 'default') return null
  const ask = (): void => { Notification.requestPermission().then(setMay, () => setMay('denied')) }
  return <button id="notify" type="button" onClick={ask}><Bell aria-hidden /><span>Notify me when it is done</span></button>
}
