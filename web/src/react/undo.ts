/** What agents did in the workspace, and what they may do there unasked. */

import { useCallback } from 'react'
import { type CommandPart, type Here, askAgain, free, go, here, partsOf, redo, undo } from '../undo.ts'
import { type Asked, useAsked, useEvery } from './asked.ts'

const EVERY = 5_000 // ms: an agent works meanwhile

export interface ActsHere {
  readonly all: Asked<Here>
  readonly again: () => void
  /** In a sentence, what was given back. Raises an error of one line; so do the others. */
  readonly undo: () => Promise<string>
  readonly redo: () => Promise<string>
  readonly go: (after: number) => Promise<string>
  readonly askAgain: (id: string) => Promise<void>
}

export function useActsHere(): ActsHere {
  const [all, again] = useAsked(here)
  useEvery(all, again, EVERY)
  return {
    all, again, undo: () => undo().finally(again), redo: () => redo().finally(again), go: (after) => go(after).finally(again),
    askAgain: (id) => askAgain(id).finally(again),
  }
}

/** The parts of a command. Null: they are not there yet, or cannot be had. */
export function useCommandParts(command: string): readonly CommandPart[] | null {
  const [parts] = useAsked(useCallback((signal: AbortSignal) => partsOf(command, signal), [command]))
  return parts.is === 'there' ? parts.value : null
}

/** Have a command not asked for any more in this workspace. `grave`: also where what it does cannot be undone. */
export const allowAlways = async (command: string, grave: boolean): Promise<void> => {
  await free(command, grave)
}
