/** Text from the socket to a frame, checked at the edge: in the core every frame has all its keys. */

import type { DownFrame } from '../core/frames.ts'
import { KEYS, type Kind } from './keys.ts'

/** What came, if it is no frame. `unknown`: a frame of a newer server, to be passed over. */
export type Decoded = { readonly ok: true; readonly frame: DownFrame } | { readonly ok: false; readonly why: 'unknown' | 'spoiled'; readonly about: string }

export function decode(text: string): Decoded {
  const raw = parsed(text)
  const type = raw?.['type']
  if (!raw || typeof type !== 'string') return { ok: false, why: 'spoiled', about: 'not an object with a type' }
  const keys = Object.hasOwn(KEYS, type) ? KEYS[type] : undefined
  if (!keys) return { ok: false, why: 'unknown', about: type }
  const frame: Record<string, unknown> = { type }
  for (const [key, { kinds, otherwise, inside = {} }] of Object.entries(keys)) {
    const value = Object.hasOwn(raw, key) ? raw[key] : otherwise
    if (value === undefined || !kinds.includes(kindOf(value))) return { ok: false, why: 'spoiled', about: `${type}.${key}` }
    const lacks = isObject(value) ? Object.keys(inside).find((one) => !inside[one]?.includes(kindOf(value[one]))) : undefined
    if (lacks !== undefined) return { ok: false, why: 'spoiled', about: `${type}.${key}.${lacks}` }
    frame[key] = value
  }
  return isFrame(frame) ? { ok: true, frame } : { ok: false, why: 'spoiled', about: type }
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** By now every key of its type is there and of its kind; what is inside lists is the server's own, and typed there. */
const isFrame = (frame: Record<string, unknown>): frame is Record<string, unknown> & DownFrame => typeof frame['type'] === 'string'

function kindOf(value: unknown): Kind {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'list'
  switch (typeof value) {
    case 'string': return 'text'
    case 'number': return 'number'
    case 'boolean': return 'boolean'
    default: return 'object'
  }
}
