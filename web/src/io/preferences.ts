/** What a person likes at this browser. Kept in it, and told to no one but the talk. */

import { fallback, object, picklist, safeParse, string } from 'valibot'
import type { Cues } from '../core/cues.ts'
import { MODELS, type Model } from '../core/studio/models.ts'
import { THEMES, type Theme } from '../core/studio/themes.ts'

export interface Preferences {
  /** How it sounds that an instruction was sent. */
  readonly cues: Cues
  /** Who talks and who writes in the Studio. Empty: not chosen yet. */
  readonly model: Model | ''
  /** How the Studio looks. Empty: not chosen yet. */
  readonly theme: Theme | ''
  /** The project that was open last. */
  readonly project: string
}

const KEY = 'solovox-preferences'
const USUAL: Preferences = { cues: 'tones', model: '', theme: '', project: '' }
const KEPT = object({
  cues: fallback(picklist(['tones', 'chime']), USUAL.cues), model: fallback(picklist(['', ...MODELS]), ''), theme: fallback(picklist(['', ...THEMES]), ''), project: fallback(string(), ''),
})

let current = read()
const listeners = new Set<() => void>()

function read(): Preferences {
  try {
    const kept = safeParse(KEPT, JSON.parse(localStorage.getItem(KEY) ?? '{}'))
    return kept.success ? kept.output : USUAL
  } catch {
    return USUAL // a browser that keeps nothing
  }
}

export const preferences = (): Preferences => current

export function prefer(change: Partial<Preferences>): void {
  current = { ...current, ...change }
  try {
    localStorage.setItem(KEY, JSON.stringify(current))
  } catch {
    // it counts until the page is left
  }
  for (const listener of listeners) listener()
}

/** Calls it when something is liked otherwise; gives what ends that. */
export function onPreferences(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
