// @vitest-environment happy-dom
// The text field that does all that speech does.

import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { State } from '../src/core/state.ts'
import { Composer } from '../src/ui/composer.tsx'
import { type Double, shown } from './page.tsx'
import { HOLDING, LOST } from './talk.ts'

const field = (): HTMLElement => screen.getByRole('textbox', { name: 'Type instead of speaking' })
const left = (): string => {
  const one = field()
  return one instanceof HTMLInputElement || one instanceof HTMLTextAreaElement ? one.value : 'no field'
}

function typed(state: State, value: string): Double {
  const [session] = shown(<Composer />, state)
  fireEvent.change(field(), { target: { value } })
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  return session
}

test('what is typed is sent, and the field is free for the next', () => {
  expect(typed(HOLDING, 'What time is it?').sent).toEqual([{ type: 'text', text: 'What time is it?' }])
  expect(left()).toBe('')
})

test('nothing is sent of nothing', () => {
  expect(typed(HOLDING, '  ').sent).toEqual([])
})

test('without a connection it is told, and what was typed stays', () => {
  const session = typed(LOST, 'What time is it?')
  expect(session.sent).toEqual([])
  expect(session.state().troubles.map((one) => one.where)).toContain('server')
  expect(left()).toBe('What time is it?')
})
