/** What new talks are like, and how it is changed. */

import type { All, Changed } from '../core/settings.ts'
import { type Instruction, type LetIn, browsers, choices, confirm, instruction, letGo, put, settings } from '../settings.ts'
import { type Asked, useAsked } from './asked.ts'

export interface SettingsOf {
  readonly all: Asked<All>
  readonly again: () => void
  /** Raises an error of one line. Null: leave it to the profile again. */
  readonly put: (key: string, value: string | null) => Promise<Changed>
  /** The answer to an address that waits. Raises an error of one line. */
  readonly confirm: (id: string, yes: boolean) => Promise<Changed>
}

export function useSettings(): SettingsOf {
  const [all, again] = useAsked(settings)
  return { all, again, put: (key, value) => put(key, value).finally(again), confirm: (id, yes) => confirm(id, yes).finally(again) }
}

/** The browsers that were let in, and what lets one go. */
export function useBrowsers(): readonly [Asked<readonly LetIn[]>, () => void, (id: string) => Promise<void>] {
  const [asked, again] = useAsked(browsers)
  return [asked, again, (id) => letGo(id).finally(again)]
}

export type { LetIn }

export const useInstruction = (): readonly [Asked<Instruction>, () => void] => useAsked(instruction)

/** What can be chosen. Null, as long as it is not known. */
export function useChoices(): readonly [All['choices'] | null, () => void] {
  const [asked, again] = useAsked(choices)
  return [asked.is === 'there' ? asked.value : null, again]
}

export { put }
