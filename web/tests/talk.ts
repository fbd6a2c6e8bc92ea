/** A page at work: states that tests begin with, and what it asks of the browser when something happens. */

import type { UpFrame } from '../src/core/frames.ts'
import { reduce } from '../src/core/reduce.ts'
import { type Effect, type Event, type State, begun } from '../src/core/state.ts'
import { type Written, came, whole } from './frames.ts'

export const frame = (one: Written): Event => ({ type: 'frame came', frame: came(one) })

/** The state after these events, and all that was asked for. */
export function happens(state: State, ...events: readonly Event[]): readonly [State, readonly Effect[]] {
  return events.reduce<readonly [State, readonly Effect[]]>(([now, did], event) => {
    const [next, more] = reduce(now, event)
    return [next, [...did, ...more]]
  }, [state, []])
}

export const after = (state: State, ...events: readonly Event[]): State => happens(state, ...events)[0]
export const does = (state: State, ...events: readonly Event[]): readonly Effect[] => happens(state, ...events)[1]
export const sends = (sent: UpFrame): Effect => ({ do: 'send', frame: sent })

export const READY: Event = frame({ type: 'ready', sessionId: 'k3f9', solovox: 1, page: 'p1', token: 't', engines: 'thinks: local (no key)' })
export const OPENED: Event = { type: 'opened', talk: '', token: '', at: { read: 0, samples: 0 } }
export const MICROPHONE: Extract<Event, { type: 'microphone opened' }> = { type: 'microphone opened', name: 'Headset', echo: true, rate: 16_000 }
export const heldBy = (holder: string): Event => frame({ type: 'state', view: whole({}), holder })

/** New; connected, without microphone and speaker; with them; and with the microphone on. */
export const NEW = begun(true)
export const WATCHING = after(NEW, OPENED, { type: 'link changed', link: 'dialling' }, READY, heldBy('p2'), { type: 'link changed', link: 'open' })
export const HOLDING = after(NEW, OPENED, { type: 'link changed', link: 'dialling' }, READY, heldBy('p1'), { type: 'link changed', link: 'open' }, { type: 'speaker changed', on: true, rate: 24_000 })
export const TALKING = after(HOLDING, { type: 'talk pressed' }, MICROPHONE)
export const MUTED = after(TALKING, { type: 'talk pressed' })
export const LOST = after(TALKING, { type: 'link was lost', attempts: 0 })
/** A browser without a microphone for pages. */
export const READING = after(begun(false), OPENED, READY, heldBy('p2'))
