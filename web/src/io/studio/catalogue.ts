/** The catalogue of tools by REST: docs/reference/rest.md. */

import { array, fallback, object, string } from 'valibot'
import type { Catalogue } from '../../core/studio/shapes.ts'
import { ask } from '../rest.ts'

const TOOL = object({
  id: string(), name: string(), package: fallback(string(), ''), domain: fallback(string(), ''), about: fallback(string(), ''), when: fallback(string(), ''),
  version: fallback(string(), ''), licence: fallback(string(), 'unknown'), why: fallback(string(), ''),
})
const FOUND = object({ domains: fallback(array(string()), []), tools: array(TOOL) })

/** The nearest to the words, the best first. No words: all of the domain. No domain: all of them. */
export function catalogue(query: string, domain: string, signal: AbortSignal): Promise<Catalogue> {
  const asked = new URLSearchParams({ query, domain })
  return ask(FOUND, `/api/studio/catalogue?${asked.toString()}`, { signal })
}
