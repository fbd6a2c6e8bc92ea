/** What was asked of the server, as it comes. */

import { useCallback, useEffect, useState } from 'react'
import { lineOf } from '../core/text.ts'

/** `loading`: for the first time. A later asking keeps what is shown. */
export type Asked<T> =
  | { readonly is: 'loading' }
  | { readonly is: 'there'; readonly value: T }
  | { readonly is: 'failed'; readonly why: string }

/** Asks when it is shown, and whenever `again` is called. `ask` must stay the same between renders. */
export function useAsked<T>(ask: (signal: AbortSignal) => Promise<T>): readonly [Asked<T>, () => void] {
  const [asked, setAsked] = useState<Asked<T>>({ is: 'loading' })
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    const ending = new AbortController()
    ask(ending.signal).then(
      (value) => setAsked({ is: 'there', value }),
      (error: unknown) => { if (!ending.signal.aborted) setAsked({ is: 'failed', why: lineOf(error) }) },
    )
    return () => ending.abort()
  }, [ask, turn])
  return [asked, useCallback(() => setTurn((one) => one + 1), [])]
}

/** Ask again and again, `ms` after each answer. */
export function useEvery(asked: Asked<unknown>, again: () => void, ms: number, wanted = true): void {
  useEffect(() => {
    if (!wanted || asked.is === 'loading') return
    const timer = setTimeout(again, ms)
    return () => clearTimeout(timer)
  }, [asked, again, ms, wanted])
}
