/** What the person taught, as the server keeps it, and what can be done with it. */

import { useCallback } from 'react'
import type { Correction, Kept, Taken, Tested, Texts } from '../core/corrections.ts'
import { EXPORT, add, edit, forget, kept, take, test } from '../corrections.ts'
import { type Asked, useAsked } from './asked.ts'

export interface Corrections {
  readonly all: Asked<Kept>
  /** Where they are as a file. */
  readonly file: string
  readonly again: () => void
  readonly add: (type: Correction['type'], texts: Texts) => Promise<void>
  readonly edit: (one: Correction, texts: Texts) => Promise<void>
  readonly forget: (one: Correction) => Promise<void>
  readonly take: (file: File) => Promise<Taken>
  readonly test: (ids: readonly string[], signal: AbortSignal) => Promise<Tested>
}

/** Each of them raises an error of one line, and shows what is kept then. */
export function useCorrections(): Corrections {
  const [all, again] = useAsked(kept)
  const then = useCallback(<T,>(done: Promise<T>): Promise<T> => done.finally(again), [again])
  return {
    all,
    file: EXPORT,
    again,
    add: (type, texts) => then(add(type, texts)).then(() => undefined),
    edit: (one, texts) => then(edit(one, texts)).then(() => undefined),
    forget: (one) => then(forget(one)),
    take: (file) => then(take(file)),
    test,
  }
}
