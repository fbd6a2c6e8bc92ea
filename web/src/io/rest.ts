/** What the server tells by REST: docs/reference/rest.md. What it answers is checked here, at the edge. */

import { type BaseIssue, type BaseSchema, parse } from 'valibot'

/** One line that says what is wrong, as the server wrote it. */
export class RestError extends Error {
  override readonly name = 'RestError'
}

const GONE = 'The server does not answer. See whether “solovox serve” still runs.'

/** The answer, of this shape. Raises `RestError`. */
export async function ask<T>(schema: BaseSchema<unknown, T, BaseIssue<unknown>>, path: string, how: RequestInit = {}): Promise<T> {
  const answer = await answerOf(path, how)
  return parse(schema, await answer.json())
}

/** Do something that answers nothing. Raises `RestError`. */
export async function tell(path: string, how: RequestInit): Promise<void> {
  await answerOf(path, how)
}

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
  return isWhy ? String(said.error) : `The server answered ${answer.status}.`
}
