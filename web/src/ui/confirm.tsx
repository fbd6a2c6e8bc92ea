/** A button that asks before it acts, in the browser's own dialog. */

import { Trash2 } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { lineOf } from '../core/text.ts'

interface ConfirmProps {
  /** What is deleted: the button is called so by a screen reader. */
  readonly what: string
  readonly asks: string
  readonly act: () => Promise<void>
  readonly done: () => void
}

export function ConfirmDelete({ what, asks, act, done }: ConfirmProps): ReactNode {
  const dialog = useDialog()
  const [wrong, setWrong] = useState('')
  const [busy, setBusy] = useState(false)
  const go = (): void => {
    setBusy(true)
    act().then(() => {
      dialog.current?.close()
      done()
    }, (error: unknown) => setWrong(lineOf(error))).finally(() => setBusy(false))
  }
  return (
    <>
      <button type="button" className="quiet delete" aria-label={`Delete ${what}`} onClick={() => {
        setWrong('')
        dialog.current?.showModal()
      }}><Trash2 aria-hidden size={16} />Delete</button>
      <dialog ref={dialog} aria-label={asks}>
        <p>{asks}</p>
        {wrong && <p role="alert" className="wrong">{wrong}</p>}
        <form method="dialog" className="ways">
          <button type="submit">Keep it</button>
          <button type="button" className="danger" disabled={busy} onClick={go}>Delete it</button>
        </form>
      </dialog>
    </>
  )
}

/** A dialog. The page's own keys do nothing while it is open: Escape closes it, and no more. */
export function useDialog(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    const stop = (event: Event): void => event.stopPropagation()
    element?.addEventListener('keydown', stop)
    return () => element?.removeEventListener('keydown', stop)
  }, [])
  return dialog
}
