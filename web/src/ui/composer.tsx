/** A text field that does all that speech does. */

import { SendHorizontal } from 'lucide-react'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import { useSolovox } from '../react/session.tsx'

export function Composer(): ReactNode {
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
  return (
    <form id="typing" autoComplete="off" onSubmit={send}>
      <label htmlFor="words" className="unseen">Type instead of speaking</label>
      <input id="words" type="text" maxLength={20_000} enterKeyHint="send" placeholder="Type instead of speaking: “What time is it?”" value={text} onChange={({ target }) => setText(target.value)} />
      <button id="send" type="submit"><SendHorizontal aria-hidden size={18} /><span>Send</span></button>
    </form>
  )
}
