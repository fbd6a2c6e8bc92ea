// @vitest-environment happy-dom
// A line that is typed arrives once, or is in the field again.

import { act, fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { State } from '../src/core/state.ts'
import { Composer } from '../src/ui/composer.tsx'
import { Turns } from '../src/ui/transcript.tsx'
import { shown } from './page.tsx'
import { HOLDING, READY, after, frame } from './talk.ts'
import { whole } from './frames.ts'

const sent = (...texts: readonly string[]): State => after(HOLDING, ...texts.map((text) => ({ type: 'typed', text }) as const))
const echo = (text: string) => frame({ type: 'typed', text })
const words = (text: string) => ({ utterance: null, words: text, final: true, mends: [], runs: [], source: 'person' })
const all = (...texts: readonly string[]) => frame({ type: 'state', view: whole({ turns: texts.map(words) }), holder: 'p1' })
const LOST_LINK = { type: 'link was lost', attempts: 0 } as const

test('a line that the server shows has arrived', () => {
  const state = after(sent('one', 'two'), echo('one'))
  expect(state.underWay).toEqual(['two'])
})

test('a line that had not arrived when the connection was lost is in the field again, and is not sent', () => {
  const state = after(sent('delete the logs'), LOST_LINK, READY, all())
  expect(state.returned).toEqual({ n: 1, text: 'delete the logs' })
  expect(state.underWay).toEqual([])
  expect(state.troubles.map((one) => one.line)).toContain('What you typed last had not arrived: it is in the field again.')
})

test('a line that had arrived, though its echo was lost, is not in the field again', () => {
  const state = after(sent('delete the logs'), LOST_LINK, READY, all('delete the logs'))
  expect(state.returned.n).toBe(0)
  expect(state.underWay).toEqual([])
})

test('the same line twice: the one that arrived does not stand for the other', () => {
  const state = after(sent('yes', 'yes'), echo('yes'), LOST_LINK, READY, all('yes'))
  expect(state.returned.text).toBe('yes')
})

test('it stands before what is typed meanwhile', () => {
  const [session] = shown(<Composer />, sent('one'))
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Type instead of speaking' })
  fireEvent.change(field, { target: { value: 'two' } })
  act(() => { for (const event of [LOST_LINK, READY, all()]) session.happened(event) })
  expect(field.value).toBe('one two')
})

test('what was said behind the person stands apart, and a click asks it as if it was typed', () => {
  const heard = (utterance: number, text: string, source: string) => frame({ type: 'heard', utterance, text, final: true, source })
  const [session] = shown(<Turns />, after(HOLDING, heard(1, 'What time is it?', 'person'), heard(2, 'Rain is expected.', 'behind')))
  fireEvent.click(screen.getByRole('button', { name: 'Ask this' }))
  expect(session.state().underWay).toEqual(['Rain is expected.'])
  act(() => session.happened(echo('Rain is expected.')))
  expect(screen.queryByRole('button', { name: 'Ask this' })).toBeNull()
  expect(session.state().view.turns.map((one) => one.words)).toEqual(['What time is it?', 'Rain is expected.'])
})

test('a click that was lost with the connection is in the field again', () => {
  const behind = { ...words('Rain is expected.'), utterance: 2, source: 'behind' }
  const there = (...turns: readonly object[]) => frame({ type: 'state', view: whole({ turns: turns }), holder: 'p1' })
  const clicked = after(HOLDING, there(behind), { type: 'typed', text: 'Rain is expected.' }, LOST_LINK, READY)
  expect(after(clicked, there(behind)).returned.text).toBe('Rain is expected.')
  expect(after(clicked, there(words('Rain is expected.'))).returned.n).toBe(0)
})
