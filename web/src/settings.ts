/** What can be set for new talks: docs/reference/rest.md. A key goes in, and never comes out. */

import { array, boolean, fallback, object, string } from 'valibot'
import type { All, Changed } from './core/settings.ts'
import { ask, json } from './io/rest.ts'

export { install, installs, stopInstall } from './io/installs.ts'

const IN_FORCE = object({ settings: array(object({ key: string(), value: string(), origin: string() })) })
const KIND = object({ name: string(), ready: boolean(), missing: string(), keys: array(string()), unsure: fallback(string(), ''), installs: fallback(string(), '') })
const SETTABLE = object({ key: string(), secret: boolean(), elsewhere: string() })
const CHOICES = object({ brains: array(KIND), ears: array(KIND), voices: array(KIND), settings: array(SETTABLE) })
const CHANGED = object({ missing: array(string()) })
const INSTRUCTION = object({ text: string(), used: boolean(), model: string() })

export interface Instruction {
  readonly text: string
  /** A live ear is chosen; else it is what one would be told. */
  readonly used: boolean
  readonly model: string
}

export async function settings(signal: AbortSignal): Promise<All> {
  const [inForce, choices] = await Promise.all([ask(IN_FORCE, '/api/settings', { signal }), ask(CHOICES, '/api/choices', { signal })])
  return { inForce: inForce.settings, choices }
}

export const choices = (signal: AbortSignal): Promise<All['choices']> => ask(CHOICES, '/api/choices', { signal })

/** Null: leave it to the profile again. */
export const put = (key: string, value: string | null): Promise<Changed> => ask(CHANGED, '/api/settings', json('PUT', { key, value }))

export const instruction = (signal: AbortSignal): Promise<Instruction> => ask(INSTRUCTION, '/api/instruction', { signal })
