/** What is left of this window's last page: for a reload, where it was and how far it had played. A browser may keep nothing. */

import { number, object, safeParse, string } from 'valibot'
import type { Position } from '../core/state.ts'

const KEY = 'solovox-token'
const LEFT = object({ token: string(), talk: string(), at: object({ read: number(), samples: number() }) })

export interface Left {
  readonly token: string
  readonly at: Position
}

export const NOTHING: Left = { token: '', at: { read: 0, samples: 0 } }

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Where it is kept. A browser that keeps nothing raises when it is asked for. */
const ofWindow = (): Store => sessionStorage

/** Only of a reload, and only once, for a copy of the window has it too. What is damaged, or of another talk, is nothing. */
export function remembered(talk: string, store: () => Store = ofWindow): Left {
  try {
    const kept = store().getItem(KEY)
    store().removeItem(KEY)
    const left = safeParse(LEFT, JSON.parse(kept ?? 'null'))
    return left.success && left.output.talk === talk ? left.output : NOTHING
  } catch {
    return NOTHING // the reload is another page of the same talk
  }
}

export function remember(talk: string, { token, at }: Left, store: () => Store = ofWindow): void {
  if (!token) return
  try {
    store().setItem(KEY, JSON.stringify({ token, talk, at }))
  } catch {
    // as above
  }
}
