/** Recordings: made, listened to, given to the talk in place of the microphone, and run again without a page. */

import { Circle, Download, FastForward, Repeat2, Square } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { type Recording, deleteRecording, soundOf, useRecordings } from '../react/kept.ts'
import { useSolovox } from '../react/session.tsx'
import { Show } from './asked.tsx'
import { ConfirmDelete } from './confirm.tsx'
import { RunAgain } from './run-again.tsx'
import { howLong, when } from './words.ts'

export function Recordings(): ReactNode {
  const { state: { recorded } } = useSolovox()
  const [asked, again] = useRecordings()
  useEffect(() => { if (recorded) again() }, [recorded, again])
  return (
    <main className="screen" id="recordings">
      <h2 className="title">Recordings</h2>
      <p className="soft">Say something once, and let it be said to the talk as often as you like: with the same words, the same pauses, the same noise.</p>
      <NewRecording />
      <Show asked={asked} again={again} waits="The recordings are being read.">
        {(all) => (all.length
          ? <ul className="cards">{all.map((one) => <RecordingCard key={one.name} recording={one} gone={again} />)}</ul>
          : <p className="soft">There is none yet. Press Record, say something, and press Stop.</p>)}
      </Show>
    </main>
  )
}

function NewRecording(): ReactNode {
  const { state: { records }, happened } = useSolovox()
  const [name, setName] = useState('')
  const press = (): void => {
    happened({ type: 'record pressed', name: name.trim().replaceAll(/[^A-Za-z0-9-]+/g, '_').replace(/^[_-]+/, '') })
    if (records !== 'no') setName('')
  }
  return (
    <form className="bar new" onSubmit={(event) => {
      event.preventDefault()
      press()
    }}>
      <label>Name <input type="text" maxLength={64} placeholder="a name, or none" value={name} disabled={records !== 'no'} onChange={({ target }) => setName(target.value)} /></label>
      <button type="submit" id="record-here" className="primary" aria-pressed={records !== 'no'}>
        {records === 'no' ? <Circle aria-hidden size={16} /> : <Square aria-hidden size={16} />}{records === 'no' ? 'Record' : 'Stop, and keep it'}
      </button>
      <p className="soft" role="status">{records === 'aside' ? 'It is recorded; the talk does not hear it.' : records === 'along' ? 'It is recorded, and the talk hears it.' : ''}</p>
    </form>
  )
}

function RecordingCard({ recording, gone }: { readonly recording: Recording; readonly gone: () => void }): ReactNode {
  const { name, seconds, created, synthetic, about, shipped } = recording
  const [runs, setRuns] = useState(0)
  return (
    <li className="card" data-recording={name}>
      <p className="name">{name} {synthetic && <span className="badge">synthetic</span>}</p>
      <p className="soft">{[howLong(seconds), !shipped && when(created), about].filter(Boolean).join(' · ')}</p>
      {/* eslint-disable-next-line jsx-a11y/media-has-caption -- its words are what a run of it finds out */}
      <audio controls preload="none" src={soundOf(name)} aria-label={`Play ${name}`} />
      <div className="ways" role="group" aria-label={name}>
        <ReplayButton name={name} />
        <button type="button" className="quiet again" onClick={() => setRuns((one) => one + 1)}><FastForward aria-hidden size={16} />Run again</button>
        <a className="quiet" href={soundOf(name)} download={`${name}.wav`}><Download aria-hidden size={16} />Download</a>
        {!shipped && <ConfirmDelete what={name} asks={`Delete the recording “${name}”? It cannot be brought back.`} act={() => deleteRecording(name)} done={gone} />}
      </div>
      {runs > 0 && <RunAgain key={runs} name={name} />}
    </li>
  )
}

/** A recording becomes the microphone of the talk, until it ends or is stopped. */
export function ReplayButton({ name, then }: { readonly name: string; readonly then?: () => void }): ReactNode {
  const { state: { microphone }, happened } = useSolovox()
  const plays = microphone.is === 'on' && microphone.replays && microphone.name === `Recording ${name}`
  const press = (): void => {
    happened(plays ? { type: 'recording ended' } : { type: 'recording chosen', name })
    then?.()
  }
  return (
    <button type="button" className="quiet replay" aria-pressed={Boolean(plays)} onClick={press}>
      {plays ? <Square aria-hidden size={16} /> : <Repeat2 aria-hidden size={16} />}{plays ? 'Stop the replay' : 'Replay'}
    </button>
  )
}
