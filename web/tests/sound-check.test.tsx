// @vitest-environment happy-dom
// The check of the sound, with the pieces of a microphone as its clock.

import { act, fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { SENTENCE } from '../src/core/check.ts'
import { SoundCheckDialog } from '../src/ui/sound-check.tsx'
import { type Double, shown } from './page.tsx'
import { HOLDING, MICROPHONE, WATCHING, after, frame } from './talk.ts'

const press = (name: string): void => { fireEvent.click(screen.getByRole('button', { name, hidden: true })) }
const found = (name: string): string => document.querySelector(`[data-finding="${name}"] dd`)?.textContent ?? ''

function hears(session: Double, seconds: number, loud = 8_000): void {
  const piece = Int16Array.from({ length: 1_600 }, (_, n) => loud * Math.sin(n / 12))
  act(() => { for (let n = 0; n < seconds * 10; n += 1) session.hears(piece) })
}

function begins(state = HOLDING): Double {
  const [session] = shown(<SoundCheckDialog close={() => undefined} />, state)
  press('Begin')
  session.does(MICROPHONE)
  hears(session, 0.4, 10)
  return session
}

test('a tone is played when the room was listened to; then the person speaks, and it is heard', () => {
  const session = begins()
  expect(session.did).toContainEqual({ do: 'cue', kind: 'done' })
  hears(session, 0.9, 10)
  expect(screen.getByText(`Speak now: “${SENTENCE}”`)).toBeTruthy()
  hears(session, 3)
  expect(found('Heard')).toBe('')
  session.does(frame({ type: 'heard', utterance: 1, text: 'Are you still', final: false, source: 'local' }))
  expect(found('Heard'), 'it may still change').toBe('')
  session.does(frame({ type: 'heard', utterance: 1, text: SENTENCE, final: true, source: 'local' }))
  expect(found('Heard')).toBe(`“${SENTENCE}”`)
  expect(found('Microphone')).toBe('Headset')
  expect(session.state().muted, 'the person begins to talk when they want').toBe(true)
})

test('what was said before is not taken for what is heard now', () => {
  const before = after(HOLDING, frame({ type: 'heard', utterance: 1, text: SENTENCE, final: true, source: 'local' }))
  const session = begins(before)
  hears(session, 3.9)
  hears(session, 8)
  expect(found('Heard')).toContain('Nothing that could be understood')
})

test('a microphone that is refused ends it, with what to do', () => {
  const [session] = shown(<SoundCheckDialog close={() => undefined} />, HOLDING)
  press('Begin')
  session.does({ type: 'microphone failed', line: 'Allow it in the address bar.' })
  expect(screen.getByRole('alert', { hidden: true }).textContent).toBe('Allow it in the address bar.')
  expect(screen.getByRole('button', { name: 'Check again', hidden: true })).toBeTruthy()
})

test('at a page that only watches it takes the microphone over', () => {
  const [session] = shown(<SoundCheckDialog close={() => undefined} />, WATCHING)
  press('Begin')
  expect(session.sent).toContainEqual({ type: 'take' })
})

test('a check that is left midway leaves the microphone muted, however it is left', () => {
  const [session, { unmount }] = shown(<SoundCheckDialog close={() => undefined} />, HOLDING)
  press('Begin')
  session.does(MICROPHONE)
  hears(session, 1, 10)
  expect(session.state().muted).toBe(false)
  unmount()
  expect(session.state().muted).toBe(true)
  expect(session.sent.at(-1)).toEqual({ type: 'mute', muted: true })
})

test('a check that is left while the browser still asks for the microphone leaves it muted, and can be begun again', () => {
  const [session, { unmount }] = shown(<SoundCheckDialog close={() => undefined} />, HOLDING)
  press('Begin')
  unmount()
  const [again] = shown(<SoundCheckDialog close={() => undefined} />, session.state())
  press('Begin')
  again.does(MICROPHONE)
  expect(again.state().muted).toBe(false)
  session.does(MICROPHONE)
  expect(session.state().muted).toBe(true)
})

test('the browser closes the dialog by itself: so does the page', () => {
  const closed: string[] = []
  shown(<SoundCheckDialog close={() => closed.push('closed')} />, HOLDING)
  const dialog = document.querySelector('dialog')
  act(() => dialog?.close())
  expect(closed).toEqual(['closed'])
})
