// @vitest-environment happy-dom
// A talk that goes on with an earlier one.

import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Earlier } from '../src/ui/transcript.tsx'
import { shown } from './page.tsx'
import { HOLDING, frame } from './talk.ts'
import { whole } from './frames.ts'

const LINES = [{ by: 'person', text: 'What time is it?' }, { by: 'agent', text: 'It is' }]

test('what was said and heard earlier stands above, and is marked as earlier', () => {
  const [session] = shown(<Earlier />, HOLDING)
  expect(screen.queryByRole('region')).toBeNull()
  session.does(frame({ type: 'state', view: whole({}), holder: 'p1', earlier: LINES }))
  const { children } = screen.getByRole('region', { name: 'Earlier, as it was heard' })
  expect([...children].slice(1).map((one) => one.textContent)).toEqual(['YouWhat time is it?', 'SolovoxIt is'])
})

test('another talk has none of it, from the moment that it is begun', () => {
  const [session] = shown(<Earlier />, HOLDING)
  session.does(frame({ type: 'state', view: whole({}), holder: 'p1', earlier: LINES }), { type: 'joined', talk: '' })
  expect(screen.queryByRole('region')).toBeNull()
  session.does(frame({ type: 'state', view: whole({}), holder: 'p1' }))
  expect(screen.queryByRole('region')).toBeNull()
})
