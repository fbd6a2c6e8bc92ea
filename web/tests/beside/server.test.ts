// The page beside the server: both show the same, mend the same, and sound the same. The facts are the server's own.

import { describe, expect, inject, test } from 'vitest'
import { tone } from '../../src/core/cues.ts'
import type { Mend, ShownHold, View as ServersView } from '../../src/core/frames.ts'
import { type Hold, type View, EMPTY, apply } from '../../src/core/view.ts'
import { mended } from '../../src/core/wording.ts'
import { type Written, came, folded, frozen } from '../frames.ts'

/** What a page is told in one step and, after some of them, all that the server shows. */
interface Step {
  readonly frames: readonly Written[]
  readonly state: Written & { readonly view: ServersView } | null
}

declare module 'vitest' {
  export interface ProvidedContext {
    facts: {
      readonly histories: readonly { readonly name: string; readonly steps: readonly Step[] }[]
      readonly mended: readonly (readonly [string, readonly Mend[], string])[]
      readonly cues: Readonly<Record<string, readonly number[]>>
    }
  }
}

const facts = inject('facts')

/** What both sides show: not what the speaker of this page has, nor how a time is written. */
function alike({ turns, holds, drafts, failures, notices, calls, ducked, leaving, state }: View | ServersView): unknown {
  const words = (one: Hold | ShownHold): unknown => ({ ...one, until: 0, left_ms: 0, again: false })
  return { turns, holds: holds.map(words), drafts: drafts.map(words), failures, notices, calls, ducked, leaving, state }
}

describe('a history of the core', () => {
  test.each(facts.histories)('$name: the same as the server shows, after every step, and from every step on', ({ steps }) => {
    let [always, reloaded] = [EMPTY, EMPTY]
    for (const { frames, state } of steps) {
      always = frozen(folded(frames, always))
      reloaded = frozen(folded(frames, reloaded))
      if (!state) continue
      expect(alike(always)).toEqual(alike(state.view))
      expect(alike(reloaded)).toEqual(alike(state.view))
      reloaded = apply(reloaded, came(state))
    }
  })

  test('there are some, and much happens in them', () => {
    const frames = facts.histories.flatMap(({ steps }) => steps.flatMap((one) => one.frames))
    const kinds = new Set(frames.map((one) => one.type))
    expect(facts.histories.length).toBeGreaterThan(10)
    for (const kind of ['heard', 'asked', 'text', 'spoken', 'hold', 'hold_closed', 'finished', 'failure']) expect(kinds).toContain(kind)
  })
})

test('words are mended as the server mends them', () => {
  expect(facts.mended.filter(([text, , now]) => text !== now).length).toBeGreaterThan(100)
  for (const [text, mends, now] of facts.mended) expect(mended(text, mends), JSON.stringify([text, mends])).toBe(now)
})

test('the cues are those of the other surfaces', () => {
  const rate = 24_000
  expect(Object.keys(facts.cues).length).toBeGreaterThan(3)
  for (const [kind, samples] of Object.entries(facts.cues)) {
    const ours = [...tone(kind, rate)].map((one) => one * 32_768)
    expect(ours.length, kind).toBe(samples.length)
    ours.forEach((one, n) => { expect(Math.abs(one - (samples[n] ?? NaN)), `${kind} ${n}`).toBeLessThan(2) })
  }
  expect(tone('unheard of', rate)).toHaveLength(0)
})
