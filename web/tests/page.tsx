/** Components of the page, drawn without a server: a session that decides as the page's own does, and writes down what it asks for. */

import { type RenderResult, act, cleanup, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach } from 'vitest'
import type { UpFrame } from '../src/core/frames.ts'
import { reduce } from '../src/core/reduce.ts'
import type { Effect, Event, State } from '../src/core/state.ts'
import { SolovoxSession, type Talking } from '../src/react/session.tsx'

afterEach(cleanup)

export class Double implements Talking {
  readonly did: Effect[] = []
  #state: State
  readonly #listeners = new Set<() => void>()

  constructor(state: State) {
    this.#state = state
  }

  readonly state = (): State => this.#state

  readonly happened = (event: Event): void => {
    const [state, effects] = reduce(this.#state, event)
    this.#state = state
    this.did.push(...effects)
    for (const listener of this.#listeners) listener()
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly level = (): number => 0

  readonly onLevel = (): (() => void) => () => undefined

  readonly #taps = new Set<(pcm: Int16Array<ArrayBuffer>) => void>()
  readonly #chosen = { microphone: '', speaker: '' }

  readonly onSound = (tap: (pcm: Int16Array<ArrayBuffer>) => void): (() => void) => {
    this.#taps.add(tap)
    return () => this.#taps.delete(tap)
  }

  /** A piece of the microphone comes. */
  hears(pcm: Int16Array<ArrayBuffer>): void { act(() => { for (const tap of this.#taps) tap(pcm) }) }

  readonly cue = (kind: string): void => { this.did.push({ do: 'cue', kind }) }

  readonly chosen = (): { readonly microphone: string; readonly speaker: string } => this.#chosen

  devices(): Promise<void> { return Promise.resolve() }

  /** What the server was sent. */
  get sent(): readonly UpFrame[] {
    return this.did.flatMap((one) => (one.do === 'send' ? [one.frame] : []))
  }

  /** It happens while the page is shown. */
  does(...events: readonly Event[]): void { act(() => { events.forEach(this.happened) }) }
}

export function shown(children: ReactNode, state: State): readonly [Double, RenderResult] {
  const session = new Double(state)
  return [session, render(<SolovoxSession session={session}>{children}</SolovoxSession>)]
}
