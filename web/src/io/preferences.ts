/** What a person likes at this browser. Kept in it, and told to no one. */

import type { Cues } from '../core/cues.ts'

export interface Preferences {
  /** How it sounds that an instruction was sent. */
  readonly cues: Cues
}

const KEY = 'solovox-preferences'
const USUAL: Preferences = { cues: 'tones' }

let current = read()
const listeners = new Set<() => void>()

function read(): Preferences {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    const isKept = typeof kept === 'object' && kept !== null && 'cues' in kept
    return isKept && kept.cues === 'chime' ? { cues: 'chime' } : USUAL
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
