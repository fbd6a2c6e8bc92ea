/** What goes wrong in an app, as the server's own script in its frame passes it on (law P5). */

import { literal, number, object, safeParse, string } from 'valibot'
import type { Wrong } from '../../core/studio/shapes.ts'

const SAID = object({ solovox: literal('preview'), version: number(), kind: literal('error'), text: string() })

/** Null: it is nothing wrong, or comes from elsewhere. An app can say what it likes, and only that: it is shown as text. */
export function wrongFrom({ source, data }: { readonly source: unknown; readonly data: unknown }, frame: unknown): Wrong | null {
  if (!frame || source !== frame) return null
  const read = safeParse(SAID, data)
  return read.success ? { version: read.output.version, line: read.output.text } : null
}
