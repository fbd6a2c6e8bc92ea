/** Record, and Replay, beside the big button. */

import { Circle, Repeat2, Square } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useRecordings } from '../react/kept.ts'
import { useScreen } from '../react/screen.ts'
import { useSolovox } from '../react/session.tsx'
import { Show } from './asked.tsx'
import { useDialog } from './confirm.tsx'
import { ReplayButton } from './recordings.tsx'
import { howLong } from './words.ts'

export function RecordKey(): ReactNode {
  const { state: { records }, happened } = useSolovox()
  const on = records !== 'no'
  return (
    <button type="button" id="record" aria-pressed={on} onClick={() => happened({ type: 'record pressed', name: '' })}>
      {on ? <Square aria-hidden /> : <Circle aria-hidden />}<span>{on ? 'Stop recording' : 'Record'}</span>
    </button>
  )
}

/** While a recording is the microphone, it stops that; else it asks which. */
export function ReplayKey(): ReactNode {
  const { state: { microphone }, happened } = useSolovox()
  const dialog = useDialog()
  const [open, setOpen] = useState(false)
  const plays = microphone.is === 'on' && Boolean(microphone.replays)
  const press = (): void => {
    if (plays) return happened({ type: 'recording ended' })
    setOpen(true)
    dialog.current?.showModal()
  }
  return (
    <>
      <button type="button" id="replay" aria-pressed={plays} aria-haspopup={plays ? undefined : 'dialog'} onClick={press}>
        {plays ? <Square aria-hidden /> : <Repeat2 aria-hidden />}<span>{plays ? 'Stop the replay' : 'Replay'}</span>
      </button>
      <dialog ref={dialog} id="replay-choice" aria-label="Which recording is to be the microphone?" onClose={() => setOpen(false)}>
        <p>Which recording is to be the microphone?</p>
        {open && <Choice chosen={() => dialog.current?.close()} />}
        <form method="dialog" className="ways"><button type="submit">Back</button></form>
      </dialog>
    </>
  )
}

function Choice({ chosen }: { readonly chosen: () => void }): ReactNode {
  const [asked, again] = useRecordings()
  const [, address] = useScreen()
  return (
    <Show asked={asked} again={again} waits="The recordings are being read.">
      {(all) => (
        <>
          <ul className="cards">
            {all.map(({ name, seconds, synthetic }) => (
              <li key={name} className="card" data-recording={name}>
                <p className="name">{name} {synthetic && <span className="badge">synthetic</span>} <span className="soft">{howLong(seconds)}</span></p>
                <div className="ways" role="group" aria-label={name}><ReplayButton name={name} then={chosen} /></div>
              </li>
            ))}
          </ul>
          <p className="soft">{all.length ? 'All of them, and what can be done with them: ' : 'There is none yet: '}<a href={address('recordings')} onClick={chosen}>Recordings</a></p>
        </>
      )}
    </Show>
  )
}
