// @vitest-environment happy-dom
// How a word is said, as it is kept: the word is not wrong, and is not struck out.

import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { CorrectionCard } from '../src/ui/correction.tsx'

afterEach(cleanup)

const nothing = (): Promise<void> => Promise.resolve()
const shown = (correction: Parameters<typeof CorrectionCard>[0]['correction']): HTMLElement =>
  render(<CorrectionCard correction={correction} corrections={{ edit: nothing, forget: nothing }} />).container

test('K1: what was misheard is struck out, and what is only said otherwise is not', () => {
  const said = shown({ type: 'speech', id: '1', createdAt: '2026-01-31T09:00:00.000Z', written: 'Nguyen', spoken: '/wɪn/' })
  expect(said.querySelector('.change')?.textContent).toBe('“Nguyen” is said /wɪn/')
  expect(said.querySelector('del')).toBeNull()
  expect(screen.getByRole('button', { name: 'Edit: /wɪn/' })).toBeTruthy()
  const heard = shown({ type: 'stt', id: '2', createdAt: '2026-01-31T09:00:00.000Z', heard: 'get hub', meant: 'GitHub', sound: null, seconds: 0 })
  expect(heard.querySelector('del')?.textContent).toContain('get hub')
})
