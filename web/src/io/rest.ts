/** What the server tells by REST: docs/reference/rest.md. What it answers is checked here, at the edge. */

import { type BaseIssue, type BaseSchema, safeParse } from 'valibot'

/** One line that says what is wrong, as the server wrote it. */
export class RestError extends Error {
  override readonly name = 'RestError'
}

const STRANGE = 'The server answers in a way that this page does not know. Reload the page; if it stays so, the server is older or newer than the page.'
const ABSENT = 'This server cannot do that yet.'
const ABSENT_IS: ReadonlySet<number> = new Set([404, 405]) // no such route, or not in this way
const ABSENT_SAYS = /^there is nothing at |^\w+ is not possible here; use /
const GONE = 'The server does not answer. See whether “solovox serve” still runs.'

/** The answer, of this shape. Raises `RestError`. */
export async function ask<T>(schema: BaseSchema<unknown, T, BaseIssue<unknown>>, path: string, how: RequestInit = {}): Promise<T> {
  const answer = await answerOf(path, how)
  const given: unknown = await answer.json().catch(() => null)
  const read = safeParse(schema, given)
  if (!read.success) throw new RestError(STRANGE)
  return read.output
}

/** Do something that answers nothing. Raises `RestError`. */
export async function tell(path: string, how: RequestInit): Promise<void> {
  await answerOf(path, how)
}

/** A file. Raises `RestError`. */
export const blob = async (path: string): Promise<Blob> => (await answerOf(path, {})).blob()

/** A body of JSON, and how it is sent. */
export const json = (method: 'POST' | 'PUT' | 'PATCH', body: unknown): RequestInit =>
  ({ method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

async function answerOf(path: string, how: RequestInit): Promise<Response> {
  const answer = await fetch(path, how).catch((error: unknown) => {
    if (how.signal?.aborted) throw error
    throw new RestError(GONE)
  })
  if (!answer.ok) throw new RestError(await whyOf(answer))
  return answer
}

async function whyOf(answer: Response): Promise<string> {
  const said: unknown = await answer.json().catch(() => null)
  const isWhy = typeof said === 'object' && said !== null && 'error' in said && typeof said.error === 'string'
  if (isWhy && !ABSENT_SAYS.test(String(said.error))) return String(said.error)
  return ABSENT_IS.has(answer.status) ? ABSENT : `The server answered ${answer.status}.`
}
