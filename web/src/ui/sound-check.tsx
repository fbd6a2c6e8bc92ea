/** Three seconds of sound: recorded, understood, played back; what was found, and what to do about it. */

import { AudioLines } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { type Check, type Finding, type Part, SENTENCE, share } from '../core/check.ts'
import { pathOf } from '../core/path.ts'
import { wavOf } from '../core/wav.ts'
import { useSolovox } from '../react/session.tsx'
import { useSoundCheck } from '../react/sound-check.ts'
import { useDialog } from './confirm.tsx'

const PARTS: Readonly<Record<Part, string>> = {
  room: 'Be quiet for a moment.',
  tone: 'A tone sounds.',
  speak: `Speak now: “${SENTENCE}”`,
  hearing: 'It is being understood.',
  over: '',
}
const SIGNS = { fine: '✓', look: '!', bad: '✗' } as const

/** A button, and what it opens. */
export function SoundCheck(): ReactNode {
  const [open, setOpen] = useState(false)
  return (
    <>
      <CheckButton open={() => setOpen(true)} />
      {open && <SoundCheckDialog close={() => setOpen(false)} />}
    </>
  )
}

export function CheckButton({ open }: { readonly open: () => void }): ReactNode {
  const { state: { can } } = useSolovox()
  return can && <button type="button" className="check-sound" onClick={open}><AudioLines aria-hidden size={18} />Check the sound</button>
}

export function SoundCheckDialog({ close }: { readonly close: () => void }): ReactNode {
  const { state: { link, engines } } = useSolovox()
  const dialog = useDialog()
  const checking = useSoundCheck()
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [dialog])
  const open = link.is === 'open'
  const { is } = checking
  useEffect(() => { if (is === 'running' || is === 'done') document.getElementById('close-check')?.focus() }, [is]) // the button that was pressed is gone
  return (
    <dialog ref={dialog} id="sound-check" aria-labelledby="sound-check-name" onClose={() => { if (!dialog.current?.open) close() }}>
      <h2 id="sound-check-name">Sound check</h2>
      {checking.is === 'ready' && <p>Press Begin, be quiet until the tone has sounded, and then say: <b>“{SENTENCE}”</b></p>}
      {checking.is === 'ready' && <p className="detail">{pathOf(location.host, location.hostname, engines).sound}</p>}
      {!open && <p className="wrong">There is no connection. The check can begin when it is back.</p>}
      <div role="status" className={checking.is === 'running' ? 'part' : ''}>
        {checking.is === 'opening' && <p>Allow the microphone, if the browser asks.</p>}
        {checking.is === 'running' && <p><b>{PARTS[checking.check.part]}</b></p>}
        {checking.is === 'done' && <Found findings={checking.findings} />}
      </div>
      {checking.is === 'running' && <progress max={1} value={share(checking.check)} aria-label="How much of this part is over" />}
      {checking.is === 'failed' && <p role="alert" className="wrong">{checking.line}</p>}
      {checking.is === 'done' && <Played check={checking.check} quiet={checking.quiet} />}
      <div className="ways">
        {'begin' in checking && <button type="button" className="primary" id="begin-check" disabled={!open} onClick={checking.begin}>{checking.is === 'ready' ? 'Begin' : 'Check again'}</button>}
        <button type="button" id="close-check" onClick={close}>{checking.is === 'done' ? 'Done' : 'Close'}</button>
      </div>
    </dialog>
  )
}

function Found({ findings }: { readonly findings: readonly Finding[] }): ReactNode {
  return (
    <dl className="findings">
      {findings.map(({ name, how, line }) => (
        <div key={name} className={how} data-finding={name}>
          <dt><span className="sign" aria-hidden>{SIGNS[how]}</span> {name}</dt><dd>{line}</dd>
        </div>
      ))}
    </dl>
  )
}

/** What was said, played as soon as nothing else is read. */
function Played({ check, quiet }: { readonly check: Check; readonly quiet: boolean }): ReactNode {
  const player = useRef<HTMLAudioElement>(null)
  const { pieces, rate } = check
  const file = useMemo(() => wavOf(pieces, rate), [pieces, rate])
  const [begun, setBegun] = useState(false)
  useEffect(() => {
    const element = player.current
    if (!element) return
    const address = URL.createObjectURL(new Blob([file], { type: 'audio/wav' }))
    element.src = address
    return () => URL.revokeObjectURL(address)
  }, [file])
  useEffect(() => {
    if (!quiet || begun) return
    const soon = setTimeout(() => {
      setBegun(true)
      player.current?.play().catch(() => undefined) // then there is its button
    }, PAUSE_MS)
    return () => clearTimeout(soon)
  }, [quiet, begun])
  return (
    <figure>
      <figcaption className="detail">This is how you sound</figcaption>
      {/* eslint-disable-next-line jsx-a11y/media-has-caption -- what was understood of it stands above */}
      <audio ref={player} controls aria-label="What you said" />
    </figure>
  )
}

const PAUSE_MS = 700 // an answer may be about to be read
