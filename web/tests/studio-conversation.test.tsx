// @vitest-environment happy-dom
// The project that the conversation is about, and the one that is open: each follows the other.

import { act } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Happening } from '../src/core/studio/state.ts'
import { prefer, preferences } from '../src/io/preferences.ts'
import { useConversation } from '../src/react/studio.tsx'
import { shown } from './page.tsx'
import { HOLDING, frame } from './talk.ts'

const about = (target: string): ReturnType<typeof frame> => frame({ type: 'act', action: 'project', target })
const opens = { happened: (event: Happening): void => { if (event.type === 'project chosen') prefer({ project: event.id }) } }

function Studio(): null {
  useConversation(opens)
  return null
}

test('a conversation that goes on to another project opens it, and one that the person opens is told to it, once', () => {
  prefer({ project: 'tips' })
  const [session] = shown(<Studio />, HOLDING)
  const told = (): unknown[] => session.sent.flatMap((one) => (one.type === 'set' ? [one.value] : []))
  expect(told()).toEqual(['tips'])
  session.does(about('quiz'))
  expect(preferences().project).toBe('quiz')
  expect(told()).toEqual(['tips'])
  act(() => { prefer({ project: 'tips' }) })
  expect(told()).toEqual(['tips', 'tips'])
  session.does(about('quiz'), about('tips'))
  expect(preferences().project).toBe('tips')
})
