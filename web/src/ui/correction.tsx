/** One thing that was taught. */

import { Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { type Correction, textsOf } from '../core/corrections.ts'
import type { Corrections } from '../react/corrections.ts'
import { Asks } from './asks.tsx'
import { TextsForm } from './correction-form.tsx'
import { WordsDiff } from './words-diff.tsx'

const KINDS = { stt: 'Misheard', reasoning: 'Misunderstood' } as const

interface CardProps {
  readonly correction: Correction
  readonly corrections: Pick<Corrections, 'edit' | 'forget'>
}

export function CorrectionCard({ correction, corrections }: CardProps): ReactNode {
  const [doing, setDoing] = useState<'nothing' | 'edit' | 'forget'>('nothing')
  const [trouble, setTrouble] = useState('')
  const editor = useRef<HTMLButtonElement>(null)
  const texts = textsOf(correction)
  const back = (): void => {
    setDoing('nothing')
    setTimeout(() => editor.current?.focus()) // it is there again after this
  }
  const forget = async (): Promise<void> => {
    setDoing('nothing')
    try {
      await corrections.forget(correction)
    } catch (error) {
      setTrouble(error instanceof Error ? error.message : String(error))
    }
  }
  return (
    <li className={`card correction ${doing === 'edit' ? 'editing' : ''}`.trim()} data-correction={correction.id}>
      <p className="detail"><b className="kind">{KINDS[correction.type]}</b> <time dateTime={correction.createdAt}>{dayOf(correction.createdAt)}</time></p>
      {correction.type === 'reasoning' && correction.input && <p className="detail">You said: “{correction.input}”</p>}
      {doing === 'edit'
        ? <TextsForm type={correction.type} from={texts} submit="Save" done={back} back={back} keep={(made) => corrections.edit(correction, made)} />
        : <p className="change"><WordsDiff from={texts.wrong} words={texts.right} /></p>}
      {/* eslint-disable-next-line jsx-a11y/media-has-caption -- its words stand beside it */}
      {correction.type === 'stt' && correction.sound && <audio controls preload="none" src={correction.sound} aria-label={`What was said: ${correction.meant}`} />}
      {trouble && <p role="alert" className="problem">{trouble}</p>}
      {doing !== 'edit' && (
        <div className="ways">
          <button ref={editor} type="button" className="edit quiet" aria-label={`Edit: ${texts.right}`} onClick={() => setDoing('edit')}><Pencil aria-hidden size={16} />Edit</button>
          <button type="button" className="delete quiet" aria-label={`Delete: ${texts.right}`} onClick={() => setDoing('forget')}><Trash2 aria-hidden size={16} />Delete</button>
        </div>
      )}
      {doing === 'forget' && (
        <Asks question="Forget this correction?" accept="Forget it" answered={(yes) => (yes ? void forget() : setDoing('nothing'))}>
          <p className="change"><WordsDiff from={texts.wrong} words={texts.right} /></p>
          <p className="detail">It is forgotten with its sound. This cannot be undone.</p>
        </Asks>
      )}
    </li>
  )
}

const dayOf = (at: string): string => {
  const day = new Date(at)
  return Number.isNaN(day.valueOf()) ? '' : day.toLocaleDateString('en', { dateStyle: 'medium' })
}
