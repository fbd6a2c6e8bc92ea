/** What the server can install while it serves: docs/reference/rest.md. */

import { array, fallback, number, object, picklist, string } from 'valibot'
import type { Install } from '../core/offer.ts'
import { ask, tell } from './rest.ts'

const INSTALL = object({
  name: string(),
  title: string(),
  state: picklist(['there', 'missing', 'going', 'failed', 'cannot']),
  fetched: fallback(number(), 0),
  unpacked: fallback(number(), 0),
  done: fallback(number(), 0),
  total: fallback(number(), 0),
  line: fallback(string(), ''),
})
const at = (name: string): string => `/api/installs/${encodeURIComponent(name)}`

export const installs = async (signal: AbortSignal): Promise<readonly Install[]> => (await ask(object({ installs: array(INSTALL) }), '/api/installs', { signal })).installs

export const install = (name: string): Promise<Install> => ask(INSTALL, at(name), { method: 'POST' })

export const stopInstall = (name: string): Promise<void> => tell(at(name), { method: 'DELETE' })
