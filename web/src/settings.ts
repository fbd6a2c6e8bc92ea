/** What can be set for new talks: docs/reference/rest.md. A key goes in, and never comes out. */

import { type InferOutput, array, boolean, fallback, nullable, object, string } from 'valibot'
import type { All, Changed } from './core/settings.ts'
import { ask, json, tell } from './io/rest.ts'

export { install, installs, stopInstall } from './io/installs.ts'

const KIND = object({ name: string(), ready: boolean(), missing: string(), keys: array(string()), unsure: fallback(string(), ''), installs: fallback(string(), '') })
const SETTABLE = object({ key: string(), secret: boolean(), elsewhere: string() })
const CHOICES = object({ brains: array(KIND), ears: array(KIND), voices: array(KIND), settings: array(SETTABLE), suggestions: fallback(array(string()), []) })
const NOTHING = null
const WAITING = object({ id: string(), key: string(), address: string(), host: string(), gets: string() })
const CHANGED = object({ missing: array(string()), waits: fallback(nullable(WAITING), NOTHING) })
const BROWSERS = object({ browsers: array(object({ id: string(), name: string(), by: string(), since: string(), seen: string(), this: boolean() })) })
const IN_FORCE = object({ settings: array(object({ key: string(), value: string(), origin: string() })), waiting: fallback(array(WAITING), []) })
const INSTRUCTION = object({ text: string(), used: boolean(), model: string() })

export interface Instruction {
  readonly text: string
  /** A live ear is chosen; else it is what one would be told. */
  readonly used: boolean
  readonly model: string
}

export async function settings(signal: AbortSignal): Promise<All> {
  const [inForce, choices] = await Promise.all([ask(IN_FORCE, '/api/settings', { signal }), ask(CHOICES, '/api/choices', { signal })])
  return { inForce: inForce.settings, waiting: inForce.waiting, choices }
}

export const choices = (signal: AbortSignal): Promise<All['choices']> => ask(CHOICES, '/api/choices', { signal })

/** Null: leave it to the profile again. */
export const put = (key: string, value: string | null): Promise<Changed> => ask(CHANGED, '/api/settings', json('PUT', { key, value }))

/** The person has seen the host of an address: whether it may be used. */
export const confirm = (id: string, yes: boolean): Promise<Changed> => ask(CHANGED, '/api/settings/confirm', json('POST', { id, yes }))

/** The browsers that were let in. */
export type LetIn = Readonly<InferOutput<typeof BROWSERS>['browsers'][number]>

export const browsers = async (signal: AbortSignal): Promise<readonly LetIn[]> => (await ask(BROWSERS, '/api/browsers', { signal })).browsers

/** It is out at once, with all that it has open. */
export const letGo = (id: string): Promise<void> => tell(`/api/browsers/${encodeURIComponent(id)}`, { method: 'DELETE' })

export const instruction = (signal: AbortSignal): Promise<Instruction> => ask(INSTRUCTION, '/api/instruction', { signal })
