/** What agents did in the workspace, and what they may do there unasked. */

import { type Here, askAgain, free, here, redo, undo } from '../undo.ts'
import { type Asked, useAsked } from './asked.ts'

export interface ActsHere {
  readonly all: Asked<Here>
  readonly again: () => void
  /** In a sentence, what was given back. Raises an error of one line; so do the others. */
  readonly undo: () => Promise<string>
  readonly redo: () => Promise<string>
  readonly askAgain: (id: string) => Promise<void>
}

export function useActsHere(): ActsHere {
  const [all, again] = useAsked(here)
  return { all, again, undo: () => undo().finally(again), redo: () => redo().finally(again), askAgain: (id) => askAgain(id).finally(again) }
}

/** Have a command not asked for any more in this workspace. */
export async function allowAlways(command: string, leaves: boolean): Promise<void> {
  const { fenced } = await here()
  await free(command, leaves || !fenced)
}
