/** What agents did in the workspace, and what they may do there unasked: docs/reference/rest.md. */

import { type InferOutput, array, boolean, number, object, string } from 'valibot'
import { ask, json, tell } from './io/rest.ts'

const AT = '/api/acts'
const DONE = object({ id: number(), at: string(), acts: array(string()), paths: array(string()), changed: number(), undone: boolean() })
const FREE = object({ id: string(), command: string(), bare: boolean(), who: string(), at: string() })
const HERE = object({ folder: string(), fenced: boolean(), done: array(DONE), allowed: array(FREE) })
const SAID = object({ said: string() })

/** What one answer did. */
export type Done = InferOutput<typeof DONE>
/** A command that is not asked for here. */
export type Free = InferOutput<typeof FREE>
export type Here = InferOutput<typeof HERE>

export const here = (signal?: AbortSignal): Promise<Here> => ask(HERE, AT, signal ? { signal } : {})

export const undo = (): Promise<string> => ask(SAID, `${AT}/undo`, { method: 'POST' }).then(({ said }) => said)

export const redo = (): Promise<string> => ask(SAID, `${AT}/redo`, { method: 'POST' }).then(({ said }) => said)

export const free = (command: string, bare: boolean): Promise<Free> => ask(FREE, `${AT}/allowed`, json('POST', { command, bare }))

export const askAgain = (id: string): Promise<void> => tell(`${AT}/allowed/${encodeURIComponent(id)}`, { method: 'DELETE' })
