/** A text field that does all that speech does. */

import { SendHorizontal } from 'lucide-react'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import { useSolovox } from '../react/session.tsx'

const USUAL = 'Type instead of speaking: “What time is it?”'

interface ComposerProps {
  readonly example?: string
  /** Something else that can be done with what is typed. It gives whether that was taken. */
  readonly also?: { readonly label: string; readonly title: string; readonly act: (text: string) => Promise<boolean> }
}

export function Composer({ example = USUAL, also }: ComposerProps): ReactNode {
  const { state: { link, returned }, happened } = useSolovox()
  const [text, setText] = useState('')
  const [seen, setSeen] = useState(returned.n)
  if (seen !== returned.n) { // a line came back: before what is typed now
    setSeen(returned.n)
    setText([returned.text, text].filter(Boolean).join(' '))
  }
  const send = (event: SubmitEvent): void => {
    event.preventDefault()
    happened({ type: 'typed', text })
    if (link.is === 'open') setText('') // else it was not sent, and is not lost
  }
  const other = async (): Promise<void> => {
    if (text.trim() && await also?.act(text.trim())) setText('')
  }
  return (
    <form id="typing" autoComplete="off" className={also ? 'two' : undefined} onSubmit={send}>
      <label htmlFor="words" className="unseen">Type instead of speaking</label>
      <input id="words" type="text" maxLength={20_000} enterKeyHint="send" placeholder={example} value={text} onChange={({ target }) => setText(target.value)} />
      <button id="send" type="submit"><SendHorizontal aria-hidden size={18} /><span>Send</span></button>
      {also && <button id="also" type="button" title={also.title} onClick={() => void other()}>{also.label}</button>}
    </form>
  )
}
