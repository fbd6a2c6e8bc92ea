// @vitest-environment happy-dom
// What waits for a yes, as a person decides on it: by mouse, by keys, and with the focus where the next step is.

import { fireEvent, screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { useSolovox } from '../src/react/session.tsx'
import { Holds } from '../src/ui/hold.tsx'
import { useKeys } from '../src/ui/keys.ts'
import type { Written } from './frames.ts'
import { type Double, shown } from './page.tsx'
import { HOLDING, LOST, after, frame } from './talk.ts'

const HUB = { heard: 'get hub', meant: 'GitHub', why: 'correction' }
const HOLD: Written = { type: 'hold', hold: 4, text: 'Open GitHub and the brench', kind: 'instruction', heard: 'Open get hub and the brench', mends: [HUB], editable: true }
const PROPOSED: Written = { ...HOLD, proposed: 'Open the branch on GitHub' }

function Page(): ReactNode {
  useKeys(useSolovox().happened)
  return <Holds />
}

/** The server, as far as it reads commands: the first word of each is its program. */
beforeEach(() => {
  vi.stubGlobal('fetch', (_: string, { body }: { readonly body: string }) => {
    const [, program = '', rest = ''] = /^\{"command":"(\S+?)( [^"]*)?"\}$/.exec(body) ?? []
    return Promise.resolve(Response.json({ parts: [{ kind: 'program', text: program }, { kind: 'argument', text: rest }] }))
  })
})
afterEach(() => { vi.unstubAllGlobals() })

const button = (name: string | RegExp): HTMLElement => screen.getByRole('button', { name })
const press = (name: string | RegExp): void => { fireEvent.click(button(name)) }
const field = (name: RegExp): HTMLElement => screen.getByRole('textbox', { name })
const type = (name: RegExp, value: string): void => { fireEvent.change(field(name), { target: { value } }) }
const valueOf = (name: RegExp): string => {
  const one = field(name)
  return one instanceof HTMLTextAreaElement ? one.value : ''
}

describe('an instruction', () => {
  let session: Double
  beforeEach(() => { [session] = shown(<Page />, after(HOLDING, frame(HOLD))) })

  test('is sent to the letter, or not at all', () => {
    press('Send it')
    press('Do not send')
    expect(session.sent).toEqual([{ type: 'accept', hold: 4, text: HOLD['text'] }, { type: 'refuse', hold: 4 }])
  })

  test('says aloud what it is about', () => {
    expect(button('Send it').getAttribute('aria-describedby')).toBe('hold-4')
    expect(document.getElementById('hold-4')?.textContent).toBe(HOLD['text'])
  })

  test('is edited where the focus goes, and sent with what was put right', () => {
    press('Edit')
    expect(document.activeElement).toBe(field(/^Heard/))
    type(/^Heard/, 'Open get hub and the branch')
    expect(valueOf(/^Instruction/), 'it follows').toBe('Open GitHub and the branch')
    press('Send the edited text')
    const text = 'Open GitHub and the branch'
    expect(session.sent).toEqual([{ type: 'edit', hold: 4, text, heard: text }])
    expect(field(/^Heard/), 'it stays until the server has taken it').toBeTruthy()
    session.does(frame({ type: 'hold_closed', hold: 4, outcome: 'granted' }))
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  test('back, by the button and by Escape: the focus is where it was, and nothing is lost', () => {
    press('Edit')
    type(/^Instruction/, 'Close it')
    press('Back')
    expect(document.activeElement).toBe(button('Edit'))
    press('Edit')
    expect(valueOf(/^Instruction/)).toBe('Close it')
    fireEvent.keyDown(field(/^Instruction/), { key: 'Escape' })
    expect(document.activeElement).toBe(button('Edit'))
    expect(session.sent, 'Escape left the edit, and silenced nothing').toEqual([])
    fireEvent.keyDown(document.body, { key: 'Escape' })
    expect(session.sent).toEqual([{ type: 'silence' }])
  })

  test('a letter that is typed there is no talk key', () => {
    press('Edit')
    fireEvent.keyDown(field(/^Heard/), { code: 'Space', key: ' ' })
    expect(session.state().floor).toBe(false)
    fireEvent.keyDown(document.body, { code: 'Space', key: ' ' })
    expect(session.state().floor).toBe(true)
    fireEvent.keyUp(document.body, { code: 'Space', key: ' ' })
    expect(session.state().floor).toBe(false)
  })

  test('another wording is offered, and used in place of an edit; the focus is on sending it', () => {
    session.does(frame(PROPOSED))
    press('Use this')
    expect(document.activeElement).toBe(button('Send the edited text'))
    expect(valueOf(/^Instruction/)).toBe(PROPOSED['proposed'])
    expect(screen.queryByRole('button', { name: 'Use this' })).toBeNull()
    press('Send the edited text')
    expect(session.sent).toEqual([{ type: 'edit', hold: 4, text: PROPOSED['proposed'] }])
  })

  test('a wording that comes late changes nothing that the person wrote', () => {
    press('Edit')
    type(/^Instruction/, 'Close it')
    session.does(frame({ ...PROPOSED, text: 'Open the branch on GitHub' }))
    expect(valueOf(/^Instruction/)).toBe('Close it')
    expect(document.activeElement).toBe(field(/^Heard/))
  })

  test('how it came about can be told without colour', () => {
    session.does(frame(PROPOSED))
    const words = within(screen.getByRole('region', { name: 'Waits for your yes' }))
    expect(words.getAllByText('removed:').length).toBeGreaterThan(0)
    expect(words.getAllByText('added:').length).toBeGreaterThan(0)
  })
})

test('what an agent asks is shown by its parts, with its risk and its code, and is not edited', () => {
  const [session] = shown(<Page />, after(HOLDING, frame({ type: 'hold', hold: 5, text: 'Bash {"command":"rm -r out"}', kind: 'permission', risk: 'It deletes files.', code: '42', editable: false })))
  expect(screen.getByText('It deletes files.')).toBeTruthy()
  expect(screen.getByText('confirm 42').closest('.answers'), 'beside the buttons').toBe(button('Allow').closest('.answers'))
  expect(screen.getByRole('region', { name: 'The command' }).textContent).toBe('rm -r out')
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull()
  press('Allow')
  expect(session.sent).toEqual([{ type: 'accept', hold: 5, text: 'Bash {"command":"rm -r out"}' }])
})

test.each([['Bash {"command":"npm test"}', 'permission', 1], ['Write {"file_path":"a","content":"b"}', 'permission', 0], ['Bash {"command":"npm test"}', 'action', 0]])('%s (%s) can be freed %s time', (text, kind, times) => {
  shown(<Page />, after(HOLDING, frame({ type: 'hold', hold: 5, text, kind })))
  expect(screen.queryAllByRole('button', { name: 'Always allow this here…' })).toHaveLength(times)
})

test('a sign that cannot be seen is shown by its number', () => {
  shown(<Page />, after(HOLDING, frame({ type: 'hold', hold: 5, text: 'Bash {"command":"ls \u202e x\u200b"}', kind: 'permission' })))
  expect(screen.getByRole('region', { name: 'The command' }).textContent).toBe('ls U+202E xU+200B')
})

test('a command is shown by its parts, which are told in words, too', async () => {
  shown(<Page />, after(HOLDING, frame({ type: 'hold', hold: 5, text: 'Bash {"command":"rm -r out"}', kind: 'permission' })))
  const program = await screen.findByText('rm', { selector: '.command .program' })
  expect(program.parentElement?.textContent).toBe('rm -r out')
  expect(screen.getByText(/^Runs/).textContent).toBe('Runs rm')
})

test('a change in plain text is shown line by line, with what is beside it', () => {
  const text = '--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@\n-one\n+two\n\nreplace_all: false'
  shown(<Page />, after(HOLDING, frame({ type: 'hold', hold: 5, text, kind: 'permission', editable: false })))
  const change = screen.getByRole('region', { name: 'The change, line by line' })
  expect(change.textContent).toBe(text)
  expect(change.querySelector('.removed')?.textContent).toBe('-one\n')
})

test('what is always allowed is read once more before, and going back frees nothing', () => {
  const [session] = shown(<Page />, after(HOLDING, frame({ type: 'hold', hold: 5, text: 'Bash {"command":"npm test"}', kind: 'permission' })))
  press('Always allow this here…')
  expect(valueOf(/^From now on/)).toBe('npm test')
  expect(screen.queryByRole('button', { name: 'Allow' })).toBeNull()
  press('Back')
  expect(document.activeElement).toBe(button('Always allow this here…'))
  expect(session.sent).toEqual([])
})

test('an edit is shown as a diff', () => {
  shown(<Page />, after(HOLDING, frame({ type: 'hold', hold: 5, text: 'Edit {"file_path":"a","old_string":"one","new_string":"two"}', kind: 'permission' })))
  expect(screen.getByRole('region', { name: /line by line: old string → new string/ }).textContent).toBe('-one\n+two')
  expect(screen.getByText('file path')).toBeTruthy()
})

test('a draft can still be sent, and waits for nothing', () => {
  shown(<Page />, after(HOLDING, frame({ ...HOLD, left_ms: 5_000 }), frame({ type: 'hold_closed', hold: 4, outcome: 'expired', draft: true })))
  expect(screen.getByRole('heading').textContent).toBe('Not sent (expired)')
  expect(screen.queryByRole('timer')).toBeNull()
  expect(screen.getAllByRole('button').map((one) => one.textContent)).toEqual(expect.arrayContaining(['Send it', 'Edit']))
})

test('without a connection nothing is sent, and the edit stays', () => {
  const [session] = shown(<Page />, after(LOST, frame(HOLD)))
  press('Edit')
  type(/^Instruction/, 'Close it')
  press('Send the edited text')
  expect(session.sent).toEqual([])
  expect(session.state().troubles.map((one) => one.where)).toContain('server')
  expect(valueOf(/^Instruction/)).toBe('Close it')
})

test('several wait in their order, each with its own words', () => {
  shown(<Page />, after(HOLDING, frame(HOLD), frame({ ...HOLD, hold: 5, text: 'Second', mends: [], heard: 'Second' })))
  expect(screen.getAllByRole('listitem').filter((one) => one.classList.contains('hold')).map((one) => one.dataset['hold'])).toEqual(['4', '5'])
})

test('A3: a click that was meant for what stood there answers nothing', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const [session] = shown(<Page />, after(HOLDING, frame(HOLD)))
  const clicks = (): boolean => fireEvent.click(button('Send it'), { detail: 1 })
  vi.advanceTimersByTime(1_000)
  session.does(frame({ type: 'hold_closed', hold: 4, outcome: 'granted' }), frame({ ...HOLD, hold: 5, text: 'Second' }))
  clicks()
  expect(session.sent).toEqual([])
  vi.advanceTimersByTime(300)
  clicks()
  expect(session.sent).toEqual([{ type: 'accept', hold: 5, text: 'Second' }])
  vi.useRealTimers()
})
