/** What the person likes at this browser, and how to change it. */

import { useSyncExternalStore } from 'react'
import { type Preferences, onPreferences, prefer, preferences } from '../session.ts'

export type { Preferences }

/** `const [cues, setCues] = usePreference('cues')` */
export function usePreference<K extends keyof Preferences>(key: K): readonly [Preferences[K], (value: Preferences[K]) => void] {
  const all = useSyncExternalStore(onPreferences, preferences)
  return [all[key], (value) => prefer({ [key]: value })]
}
