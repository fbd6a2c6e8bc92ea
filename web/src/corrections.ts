/** What the server keeps of what the person taught: docs/reference/rest.md. */

import { array, nullable, number, object, string, variant, literal } from 'valibot'
import { type Correction, type Kept, type Taken, type Tested, type Texts, named } from './core/corrections.ts'
import { ask, json, tell } from './io/rest.ts'

const AT = '/api/corrections'
const ONE = variant('type', [
  object({ type: literal('stt'), id: string(), createdAt: string(), heard: string(), meant: string(), sound: nullable(string()), seconds: number() }),
  object({ type: literal('reasoning'), id: string(), createdAt: string(), input: string(), proposed: string(), corrected: string() }),
  object({ type: literal('speech'), id: string(), createdAt: string(), written: string(), spoken: string() }),
])
const KEPT = object({ corrections: array(ONE) })
const RESULT = object({ id: string(), heard_then: string(), heard_now: string(), mended: string(), meant: string(), wer_before: number(), wer_after: number() })
const TESTED = object({ results: array(RESULT), wer_before: number(), wer_after: number() })
const TAKEN = object({ added: number(), kept: number(), refused: number(), why: array(string()) })

/** Where all of them are, as a file. */
export const EXPORT = `${AT}/export`

const at = (id: string): string => `${AT}/${encodeURIComponent(id)}`

export const kept = (signal: AbortSignal): Promise<Kept> => ask(KEPT, AT, { signal })

export const add = (type: Correction['type'], texts: Texts): Promise<Correction> => ask(ONE, AT, json('POST', { type, ...named(type, texts) }))

export const edit = ({ type, id }: Correction, texts: Texts): Promise<Correction> => ask(ONE, at(id), json('PATCH', named(type, texts)))

export const forget = ({ id }: Correction): Promise<void> => tell(at(id), { method: 'DELETE' })

/** A file that was exported, here or by claude_talks. */
export const take = (file: File): Promise<Taken> => ask(TAKEN, `${AT}/import`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: file })

/** Hear the sounds again; no names: of all. */
export const test = (ids: readonly string[], signal: AbortSignal): Promise<Tested> =>
  ask(TESTED, `${AT}/test`, { ...json('POST', ids.length ? { ids } : {}), signal })
