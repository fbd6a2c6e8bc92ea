/** A question that must be answered before something is lost: the browser's own dialog, with its keys. */

import { type ReactNode, useEffect, useRef } from 'react'

interface AsksProps {
  readonly question: string
  readonly accept: string
  readonly children?: ReactNode
  readonly answered: (yes: boolean) => void
}

export function Asks({ question, accept, children, answered }: AsksProps): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    <dialog ref={dialog} className="asks" aria-labelledby="asks" onCancel={(event) => {
      event.preventDefault()
      answered(false)
    }}>
      <h2 id="asks">{question}</h2>
      {children}
      <div className="ways">
        <button type="button" onClick={() => answered(false)}>Keep it</button>
        <button type="button" className="danger" onClick={() => answered(true)}>{accept}</button>
      </div>
    </dialog>
  )
}
