/** What an app in its frame says on its console, as the server's own script in it passes it on. */

import { fallback, literal, object, picklist, safeParse, string } from 'valibot'
import type { ConsoleLine } from '../../core/studio/shapes.ts'

const SAID = object({ solovox: literal('console'), level: fallback(picklist(['error', 'warn', 'log']), 'log'), line: string() })

/** Null: it is none, or comes from elsewhere. An app can say what it likes, and only that: it is shown as text. */
export function consoleLine({ source, data }: Pick<MessageEvent<unknown>, 'source' | 'data'>, frame: Window | null): ConsoleLine | null {
  if (!frame || source !== frame) return null
  const read = safeParse(SAID, data)
  return read.success ? { level: read.output.level, line: read.output.line } : null
}
