/** Both wordings of a correction, to be written. What was written stays until it is kept. */

import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { type Correction, type Texts, wrongWith } from '../core/corrections.ts'
import { lineOf } from '../core/text.ts'

const LABELS = {
  stt: { wrong: 'Heard', right: 'Meant' },
  reasoning: { wrong: 'Proposed', right: 'Should have been' },
  speech: { wrong: 'Written', right: 'Said as (words, or IPA: /wɪn/)' },
} as const

interface FormProps {
  readonly type: Correction['type']
  readonly from: Texts
  readonly submit: string
  readonly keep: (texts: Texts) => Promise<void>
  readonly done: () => void
  readonly back: () => void
}

export function TextsForm({ type, from, submit, keep, done, back }: FormProps): ReactNode {
  const [texts, setTexts] = useState(from)
  const [trouble, setTrouble] = useState('')
  const first = useRef<HTMLTextAreaElement>(null)
  useEffect(() => first.current?.focus(), [])
  const send = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    const wrong = wrongWith(texts)
    setTrouble(wrong)
    if (wrong) return
    try {
      await keep(texts)
      done()
    } catch (error) {
      setTrouble(lineOf(error))
    }
  }
  const names = LABELS[type]
  return (
    <form className="texts" onSubmit={(event) => void send(event)}>
      <label>{names.wrong}<textarea ref={first} name="wrong" rows={1} maxLength={4_000} aria-describedby="texts-trouble" value={texts.wrong} onChange={({ target }) => setTexts({ ...texts, wrong: target.value })} /></label>
      <label>{names.right}<textarea name="right" rows={1} maxLength={4_000} aria-describedby="texts-trouble" value={texts.right} onChange={({ target }) => setTexts({ ...texts, right: target.value })} /></label>
      <p id="texts-trouble" role="alert" className="wrong">{trouble}</p>
      <div className="ways">
        <button type="submit" className="primary">{submit}</button>
        <button type="button" className="cancel" onClick={back}>Back</button>
      </div>
    </form>
  )
}

export function NewCorrection({ add, close }: { readonly add: (type: Correction['type'], texts: Texts) => Promise<void>; readonly close: () => void }): ReactNode {
  const [type, setType] = useState<Correction['type']>('stt')
  return (
    <section className="card editing" id="new-correction" aria-label="A new correction">
      <fieldset className="kinds">
        <legend>What went wrong</legend>
        <label className="choice"><input type="radio" name="kind" checked={type === 'stt'} onChange={() => setType('stt')} /> A word was misheard</label>
        <label className="choice"><input type="radio" name="kind" checked={type === 'reasoning'} onChange={() => setType('reasoning')} /> It was heard, but misunderstood</label>
        <label className="choice"><input type="radio" name="kind" checked={type === 'speech'} onChange={() => setType('speech')} /> The voice says a word wrongly</label>
      </fieldset>
      <TextsForm type={type} from={{ wrong: '', right: '' }} submit="Add it" keep={(texts) => add(type, texts)} done={close} back={close} />
    </section>
  )
}
