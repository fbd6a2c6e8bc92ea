/** One thing that was taught. */

import { Pencil } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { type Correction, textsOf } from '../core/corrections.ts'
import type { Corrections } from '../react/corrections.ts'
import { ConfirmDelete } from './confirm.tsx'
import { TextsForm } from './correction-form.tsx'
import { Changed } from './hold.tsx'
import { when } from './words.ts'

const KINDS = { stt: 'Misheard', reasoning: 'Misunderstood', speech: 'How it is said' } as const

interface CardProps {
  readonly correction: Correction
  readonly corrections: Pick<Corrections, 'edit' | 'forget'>
}

export function CorrectionCard({ correction, corrections }: CardProps): ReactNode {
  const [editing, setEditing] = useState(false)
  const editor = useRef<HTMLButtonElement>(null)
  const texts = textsOf(correction)
  const back = (): void => {
    setEditing(false)
    setTimeout(() => editor.current?.focus()) // it is there again after this
  }
  return (
    <li className={`card correction ${editing ? 'editing' : ''}`.trim()} data-correction={correction.id}>
      <p className="detail"><b className="kind">{KINDS[correction.type]}</b> <time dateTime={correction.createdAt}>{when(correction.createdAt)}</time></p>
      {correction.type === 'reasoning' && correction.input && <p className="detail">You said: “{correction.input}”</p>}
      {editing
        ? <TextsForm type={correction.type} from={texts} submit="Save" done={back} back={back} keep={(made) => corrections.edit(correction, made)} />
        : <p className="change">{correction.type === 'speech' ? <>“{texts.wrong}” is said <b>{texts.right}</b></> : <Changed from={texts.wrong} words={texts.right} />}</p>}
      {/* eslint-disable-next-line jsx-a11y/media-has-caption -- its words stand beside it */}
      {correction.type === 'stt' && correction.sound && <audio controls preload="none" src={correction.sound} aria-label={`What was said: ${correction.meant}`} />}
      {!editing && (
        <div className="ways">
          <button ref={editor} type="button" className="edit quiet" aria-label={`Edit: ${texts.right}`} onClick={() => setEditing(true)}><Pencil aria-hidden size={16} />Edit</button>
          <ConfirmDelete what={texts.right} asks={`Forget “${texts.right}”? It is deleted with its sound, and cannot be brought back.`} act={() => corrections.forget(correction)} done={() => undefined} />
        </div>
      )}
    </li>
  )
}
