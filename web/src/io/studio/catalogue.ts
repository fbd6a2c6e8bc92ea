/** The catalogue of tools by REST: docs/reference/rest.md. */

import { array, fallback, object, string } from 'valibot'
import type { Catalogue } from '../../core/studio/shapes.ts'
import { ask } from '../rest.ts'

const TOOL = object({
  id: string(), name: string(), package: fallback(string(), ''), domain: fallback(string(), ''), about: fallback(string(), ''), when: fallback(string(), ''),
  version: fallback(string(), ''), licence: fallback(string(), 'unknown'),
})
const FOUND = object({ domains: fallback(array(string()), []), found: array(object({ tool: TOOL, why: fallback(string(), '') })) })

/** The nearest to the words; no words: what serves this project. No domain: all of them. */
export function catalogue(query: string, domain: string, project: string, signal: AbortSignal): Promise<Catalogue> {
  const asked = new URLSearchParams({ query, domain, project })
  return ask(FOUND, `/api/studio/catalogue?${asked.toString()}`, { signal })
}
