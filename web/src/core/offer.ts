/** An agent that could think here: what the beginning of a talk offers, and how far it is with what is being installed. */

import { engines } from './acts.ts'
import type { Choices, Kind } from './settings.ts'

/** What can be installed while the server serves, or comes by itself (`weights`). Sizes in bytes. */
export interface Install {
  readonly name: string
  readonly title: string
  readonly state: 'there' | 'missing' | 'going' | 'failed' | 'cannot'
  readonly fetched: number
  readonly unpacked: number
  readonly done: number
  /** 0: not known. */
  readonly total: number
  /** Why it failed, or cannot be; what goes on. */
  readonly line: string
}

/** `inForce`: it thinks here already, and one of its sessions could go on. `unseen`: why it is not known whether it is logged in. */
export type Offer =
  | { readonly is: 'ready'; readonly kind: Kind; readonly inForce: boolean }
  | { readonly is: 'unseen'; readonly kind: Kind }
  | { readonly is: 'install'; readonly kind: Kind; readonly install: Install }
  | { readonly is: 'lacks'; readonly kind: Kind }

export const AGENT = 'claude_code'
const CHOSEN = /^set in | is set$/ // the reasons for a brain that the person chose

/** What is offered, for the engines of the talk (`line`). Null: nothing; what the person chose is not argued with, and what cannot be changed here is not offered. */
export function offerOf(line: string, { brains, settings }: Pick<Choices, 'brains' | 'settings'>, installs: readonly Install[]): Offer | null {
  const thinks = engines(line).find((one) => one.does === 'thinks')
  const kind = brains.find((one) => one.name === AGENT)
  if (!thinks || !kind) return null
  if (thinks.kind === AGENT) return kind.ready ? { is: 'ready', kind, inForce: true } : null
  if (settings.find((one) => one.key === 'brain.kind')?.elsewhere) return null
  if (thinks.kind !== 'local' && CHOSEN.test(thinks.why)) return null
  if (kind.ready) return kind.unsure ? { is: 'unseen', kind } : { is: 'ready', kind, inForce: false }
  const install = installs.find((one) => one.name === kind.installs)
  return install ? { is: 'install', kind, install } : { is: 'lacks', kind }
}

/** Whether the brain of this machine thinks, which knows a few things, and another can be connected here. */
export const lacksModel = (line: string, { settings }: Pick<Choices, 'settings'>): boolean =>
  engines(line).some((one) => one.does === 'thinks' && one.kind === 'local') && settings.some((one) => one.key === 'brain.kind' && !one.elsewhere)

export const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`

/** How far it is, in words. */
export const progressLine = ({ done, total }: Pick<Install, 'done' | 'total'>): string => (total ? `${Math.round(done / 1e6)} of ${megabytes(total)}` : 'It begins.')

/** The same for who hears the page: it changes four times in all. */
export const quarterLine = ({ title, done, total }: Pick<Install, 'title' | 'done' | 'total'>): string => {
  const quarters = total ? Math.floor(4 * done / total) : 0
  return quarters ? `${title}: ${25 * quarters} % has come.` : `${title} is being installed.`
}
