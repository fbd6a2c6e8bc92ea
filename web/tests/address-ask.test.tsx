// @vitest-environment happy-dom
// An address is used for nothing before the person has seen its host and said yes (law W8).

import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { describe, expect, test } from 'vitest'
import type { Changed, Field, Waiting } from '../src/core/settings.ts'
import { Setting } from '../src/ui/setting.tsx'
import './page.tsx'

const WAITS: Waiting = { id: 'w1', key: 'ear.url', address: 'wss://evil.example:9/x', host: 'evil.example:9', gets: 'the sound of all that you say' }
const FIELD: Field = { key: 'ear.url', label: 'Address', help: '', how: 'line', options: [], value: '', origin: '', elsewhere: '', missing: '', set: false, waits: null }
const changed = (waits: Waiting | null): Changed => ({ missing: [], waits })

function Shown({ answers, first }: { readonly answers: (readonly [string, boolean])[]; readonly first: Waiting | null }): ReactNode {
  const [waits, setWaits] = useState(first)
  const put = (): Promise<Changed> => {
    setWaits(WAITS)
    return Promise.resolve(changed(WAITS))
  }
  const confirm = (id: string, yes: boolean): Promise<Changed> => {
    answers.push([id, yes])
    setWaits(null)
    return Promise.resolve(changed(null))
  }
  return <Setting field={{ ...FIELD, waits }} put={put} confirm={confirm} />
}

const begun = (first: Waiting | null = null): (readonly [string, boolean])[] => {
  const answers: (readonly [string, boolean])[] = []
  render(<Shown answers={answers} first={first} />)
  return answers
}

describe('an address that was set', () => {
  test('asks at once, with its host and what it would get, and goes nowhere without a yes', async () => {
    const answers = begun()
    fireEvent.change(screen.getByRole('textbox'), { target: { value: WAITS.address } })
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    const dialog = await screen.findByRole('dialog', { name: 'Send it to evil.example:9?' })
    expect(dialog.textContent).toContain('evil.example:9 would get the sound of all that you say')
    expect(screen.queryByText(/^Kept/)).toBeNull()
    expect(answers).toEqual([])
    fireEvent.click(screen.getByRole('button', { name: 'Yes, send it there' }))
    await screen.findByText(/^Kept/)
    expect(answers).toEqual([['w1', true]])
  })

  test('that another has set is shown, and asks only when it is looked at', async () => {
    const answers = begun(WAITS)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByText(/^Not used yet/).textContent).toContain('evil.example:9 waits for your yes')
    fireEvent.click(screen.getByRole('button', { name: 'Look at it' }))
    fireEvent.click(screen.getByRole('button', { name: 'Take it back' }))
    await waitFor(() => expect(screen.queryByText(/^Not used yet/)).toBeNull())
    expect(answers).toEqual([['w1', false]])
    expect(screen.queryByText(/^Kept/)).toBeNull()
  })
})
