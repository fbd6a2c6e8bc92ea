// What is told to who does not look at the page.

import { expect, test } from 'vitest'
import { activity, tidings, titleOf } from '../src/core/tidings.ts'
import type { Step } from '../src/core/view.ts'
import { type Written, came, first, folded } from './frames.ts'

const ASKED: readonly Written[] = [{ type: 'typed', text: 'Go' }, { type: 'asked', run: 1, instruction: 'Go', by: 'typed' }]
const HOLD: Written = { type: 'hold', hold: 2, text: 'rm', kind: 'permission' }
const DONE: Written = { type: 'finished', run: 1 }

test('what an agent is at is its newest step that goes on, in six words', () => {
  const steps = (...all: readonly (readonly [step: string, title: string, state: string])[]): readonly Step[] =>
    first(first(folded([...ASKED, ...all.map(([step, title, state]): Written => ({ type: 'step', run: 1, step, kind: 'tool', title, state }))]).turns).runs).steps
  expect(activity([])).toBe('')
  expect(activity(steps(['a', 'Read every file of the old folder first', 'begun']))).toBe('Read every file of the old')
  expect(activity(steps(['a', 'Read a', 'begun'], ['b', 'Run make', 'begun']))).toBe('Run make')
  expect(activity(steps(['a', 'Read a', 'begun'], ['b', 'Run make', 'begun'], ['b', 'Run make', 'done']))).toBe('Read a')
  expect(activity(steps(['a', 'Read a', 'done']))).toBe('')
})

test('the title says what waits, what is done, and that the microphone is on', () => {
  expect(titleOf({ holds: 0, listens: false, done: false })).toBe('Solovox')
  expect(titleOf({ holds: 0, listens: true, done: false })).toBe('● Solovox listens')
  expect(titleOf({ holds: 2, listens: true, done: true })).toBe('(2) waits for your yes, ✓ done · Solovox')
})

test('what is new is told once, and says none of the words', () => {
  const view = folded(ASKED)
  const told = (frame: Written, before = view): string => tidings(came(frame), before)
  expect(told(HOLD)).toBe('Something waits for your yes.')
  expect(told(HOLD, folded([...ASKED, HOLD])), 'shown again').toBe('')
  expect(told(DONE)).toBe('The work is done.')
  expect(told({ ...DONE, why: 'no network' })).toBe('The work has ended without an answer.')
  expect(told(DONE, folded([...ASKED, DONE]))).toBe('')
  expect(told({ type: 'finished', run: 9 })).toBe('')
  expect(told({ type: 'text', run: 1, text: 'a' })).toBe('')
})

test('while another answer is made the work is not done', () => {
  const both = folded([...ASKED, { type: 'typed', text: 'And' }, { type: 'asked', run: 2, instruction: 'And', by: 'typed' }])
  expect(tidings(came(DONE), both)).toBe('')
  expect(tidings(came({ type: 'finished', run: 2 }), folded([DONE], both))).toBe('The work is done.')
})
