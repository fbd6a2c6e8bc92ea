/** What new talks are like, and how it is changed. */

import type { All, Changed } from '../core/settings.ts'
import { type Instruction, choices, instruction, put, settings } from '../settings.ts'
import { type Asked, useAsked } from './asked.ts'

export interface SettingsOf {
  readonly all: Asked<All>
  readonly again: () => void
  /** Raises an error of one line. Null: leave it to the profile again. */
  readonly put: (key: string, value: string | null) => Promise<Changed>
}

export function useSettings(): SettingsOf {
  const [all, again] = useAsked(settings)
  return { all, again, put: (key, value) => put(key, value).finally(again) }
}

export const useInstruction = (): readonly [Asked<Instruction>, () => void] => useAsked(instruction)

/** What can be chosen. Null, as long as it is not known. */
export function useChoices(): readonly [All['choices'] | null, () => void] {
  const [asked, again] = useAsked(choices)
  return [asked.is === 'there' ? asked.value : null, again]
}

export { put }
