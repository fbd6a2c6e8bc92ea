/** Who talks and who writes: three ways that a person can choose, what each needs, and what it sets for the next talks. */

import type { Choices, Kind } from '../settings.ts'
import type { Writer } from './shapes.ts'

/** What writes where no model is connected. */
export const MODELLESS = 'templates'
export const MODELS = ['claude', 'gemini', 'local'] as const
export type Model = (typeof MODELS)[number]

interface Way {
  readonly title: string
  /** What the button says. */
  readonly begin: string
  readonly talks: string
  readonly writes: string
  readonly ear: string
  /** The first of them that is ready writes. */
  readonly writers: readonly string[]
}

export const WAYS: Readonly<Record<Model, Way>> = {
  claude: { title: 'Claude', begin: 'Begin with Claude', talks: 'A voice on this machine talks with you.', writes: 'Claude writes the files.', ear: 'local', writers: ['anthropic', 'claude_code'] },
  gemini: { title: 'Gemini', begin: 'Begin with Gemini', talks: 'Gemini Live hears you and talks.', writes: 'Gemini writes the files.', ear: 'gemini', writers: ['gemini'] },
  local: { title: 'On this machine', begin: 'Begin on this machine', talks: 'A voice on this machine talks with you.', writes: 'Twelve apps are there at once. Nothing leaves the machine.', ear: 'local', writers: [MODELLESS] },
}

/** Something that is lacking. `key`: the setting that takes it; empty: none here does. */
export interface Need {
  readonly what: string
  readonly key: string
}

/** What a way lacks. Empty: it can begin. */
export function needsOf(model: Model, writers: readonly Writer[], choices: Choices): readonly Need[] {
  const way = WAYS[model]
  const needs: Need[] = []
  const ear = choices.ears.find((one) => one.name === way.ear)
  if (!ear) needs.push({ what: `To hear you it needs the ear “${way.ear}”, which this server does not have.`, key: '' })
  else if (!ear.ready) needs.push({ what: `To hear you it needs ${ear.missing}`, key: keyOf(ear) })
  const own = way.writers.flatMap((kind) => writers.filter((one) => one.kind === kind))
  const [first] = own
  if (!own.some((one) => one.ready) && !(model === 'local' && !first)) {
    const brain = choices.brains.find((one) => one.name === (first?.kind ?? way.writers[0]))
    needs.push({ what: `To write it needs ${first?.lacks ?? brain?.missing ?? 'a writer that this server does not have'}`, key: brain ? writersKey(brain, first?.lacks ?? brain.missing) : '' })
  }
  return needs
}

/** The key can be given here if it is a key that is missing, and not a package. */
const keyOf = ({ missing, keys }: Kind): string => (/\bkey\b/.test(missing) ? keys.find((one) => one.endsWith('.api_key')) ?? '' : '')

/** A writer has a key of its own beside the brain's: `studio.KIND.api_key`. */
const writersKey = (brain: Kind, missing: string): string => keyOf({ ...brain, missing }).replace(/^brain\./, 'studio.')

/** What is set for it, of what this server lets the page set. */
export function settingsFor(model: Model, writers: readonly Writer[], { settings }: Choices): readonly (readonly [string, string])[] {
  const way = WAYS[model]
  const writer = way.writers.find((kind) => writers.some((one) => one.kind === kind && one.ready)) ?? way.writers[0] ?? ''
  const wanted: readonly (readonly [string, string])[] = [['ear.kind', way.ear], ['studio.brain.kind', writer]]
  return wanted.filter(([key]) => settings.some((one) => one.key === key && !one.elsewhere))
}
