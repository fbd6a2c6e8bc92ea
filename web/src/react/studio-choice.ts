/** Who talks, who writes, and how it looks: what is chosen, what each choice lacks, and how one is taken. */

import { type Model, type Need, needsOf, settingsFor } from '../core/studio/models.ts'
import type { Theme } from '../core/studio/themes.ts'
import { greetNext } from '../session.ts'
import { usePreference } from './preferences.ts'
import { useSolovox } from './session.tsx'
import { put, useChoices } from './settings.ts'
import { useWriters } from './studio.tsx'

export interface ModelChoice {
  readonly chosen: Model | ''
  /** What a choice lacks. Null: it is not known yet. */
  readonly needs: (model: Model) => readonly Need[] | null
  readonly again: () => void
  /** Keep it, set what it means, and begin a talk with it. Raises an error of one line. */
  readonly choose: (model: Model) => Promise<void>
}

export function useModel(): ModelChoice {
  const { happened } = useSolovox()
  const [chosen, prefer] = usePreference('model')
  const [choices, choicesAgain] = useChoices()
  const [writers, writersAgain] = useWriters()
  const known = writers.is === 'there' ? writers.value : []
  return {
    chosen,
    needs: (model) => (choices && writers.is !== 'loading' ? needsOf(model, known, choices) : null),
    again: () => {
      choicesAgain()
      writersAgain()
    },
    choose: async (model) => {
      for (const [key, value] of choices ? settingsFor(model, known, choices) : []) {
        const { missing } = await put(key, value)
        if (missing.length) throw new Error(missing.join(' '))
      }
      prefer(model)
      greetNext()
      happened({ type: 'joined', talk: '' }) // what was set counts from the next talk on
    },
  }
}

/** The look, and with it the voice of a talk that runs. */
export function useTheme(): readonly [Theme | '', (theme: Theme) => void] {
  const { happened } = useSolovox()
  const [theme, prefer] = usePreference('theme')
  return [theme, (next) => {
    prefer(next)
    happened({ type: 'studio set', key: 'theme', value: next })
  }]
}
