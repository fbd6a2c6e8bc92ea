// What the big button shows: what the core says, and over it what the page alone knows.

import { describe, expect, test } from 'vitest'
import { PHASES, phaseOf } from '../src/core/select.ts'
import type { Event, State } from '../src/core/state.ts'
import { HOLDING, LOST, MUTED, NEW, TALKING, WATCHING, after, frame } from './talk.ts'

const does = (state: string): Event => frame({ type: 'talk_state', state })
const shown = (state: State, says: string): string => phaseOf(after(state, does(says)))

describe('what the talk does', () => {
  test.each(['hearing', 'understanding', 'asking', 'speaking', 'voicing', 'thinking'] as const)('%s is shown as it was told, at whatever page', (says) => {
    for (const page of [HOLDING, MUTED, TALKING, WATCHING]) expect(shown(page, says)).toBe(says)
    expect(PHASES[says]).not.toBe('')
  })

  test.each(['listening', 'away', 'a word of a newer server'])('while it does nothing (%s), the page says what its microphone does', (says) => {
    expect([NEW, LOST, HOLDING, MUTED, TALKING, WATCHING].map((page) => shown(page, says))).toEqual(['connecting', 'reconnecting', 'idle', 'muted', 'listening', 'idle'])
  })

  test('that only the wake phrase is waited for is shown where the microphone is on', () => {
    expect([MUTED, TALKING].map((page) => shown(page, 'sparing'))).toEqual(['muted', 'sparing'])
  })

  test('a connection that is lost is shown before all else', () => {
    expect(phaseOf(after(TALKING, does('speaking'), { type: 'link was lost', attempts: 0 }))).toBe('reconnecting')
  })

  test('nothing on the page is taken for it: words, runs and holds change nothing', () => {
    const busy = after(TALKING, frame({ type: 'hold', hold: 1, text: 'run', kind: 'instruction' }), frame({ type: 'asked', run: 1, instruction: 'b', by: 'typed' }))
    expect(phaseOf(busy)).toBe('listening')
  })
})

describe('words of ours', () => {
  const notice = (text: string, of: Readonly<Record<string, number>>): Event => frame({ type: 'notice', text, ...of })
  const texts = ({ notices, view }: State): readonly string[] => [...notices, ...view.notices].map((one) => one.text)

  test('go with the hold, or with the run, that they tell of', () => {
    const told = after(TALKING, frame({ type: 'hold', hold: 4, text: 'run', kind: 'instruction' }), notice('it asks', { hold: 4 }), notice('it works', { run: 1 }), notice('news', {}))
    expect(texts(after(told, frame({ type: 'hold_closed', hold: 4, outcome: 'denied' })))).toEqual(['it works', 'news', 'it works', 'news'])
    expect(texts(after(told, frame({ type: 'finished', run: 1 })))).toEqual(['it asks', 'news', 'it asks', 'news'])
    expect(texts(after(told, frame({ type: 'hold_closed', hold: 5, outcome: 'denied' })))).toHaveLength(6)
  })
})
