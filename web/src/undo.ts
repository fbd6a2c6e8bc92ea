/** What agents did in the workspace, and what they may do there unasked: docs/reference/rest.md. */

import { type InferOutput, array, boolean, number, object, string } from 'valibot'
import { ask, json, tell } from './io/rest.ts'

const AT = '/api/acts'
const DONE = object({ id: number(), at: string(), who: string(), asked: string(), acts: array(string()), paths: array(string()), changed: number(), undone: boolean() })
const FREE = object({ id: string(), command: string(), bare: boolean(), who: string(), at: string() })
const HERE = object({ folder: string(), fenced: boolean(), hindered: string(), done: array(DONE), allowed: array(FREE) })
const SAID = object({ said: string() })
const PART = object({ kind: string(), text: string() })
const PARTS = object({ parts: array(PART) })

/** What one answer did. */
export type Done = InferOutput<typeof DONE>
/** A command that is not asked for here. */
export type Free = InferOutput<typeof FREE>
export type Here = InferOutput<typeof HERE>
/** A part of a command, and what it is to the shell. */
export type CommandPart = InferOutput<typeof PART>

export const here = (signal?: AbortSignal): Promise<Here> => ask(HERE, AT, signal ? { signal } : {})

export const undo = (): Promise<string> => ask(SAID, `${AT}/undo`, { method: 'POST' }).then(({ said }) => said)

export const redo = (): Promise<string> => ask(SAID, `${AT}/redo`, { method: 'POST' }).then(({ said }) => said)

/** All answers up to this one stand then, and none after it. 0: none stands. */
export const go = (after: number): Promise<string> => ask(SAID, `${AT}/go`, json('POST', { after })).then(({ said }) => said)

export const free = (command: string, bare: boolean): Promise<Free> => ask(FREE, `${AT}/allowed`, json('POST', { command, bare }))

export const askAgain = (id: string): Promise<void> => tell(`${AT}/allowed/${encodeURIComponent(id)}`, { method: 'DELETE' })

/** Together they are the command, to the letter. None: bash's grammar does not take it for a line. */
export const partsOf = (command: string, signal?: AbortSignal): Promise<readonly CommandPart[]> =>
  ask(PARTS, `${AT}/parts`, { ...json('POST', { command }), ...(signal && { signal }) }).then(({ parts }) => (parts.map(({ text }) => text).join('') === command ? parts : []))
