// @vitest-environment happy-dom
// What is installed while the page is used, as a person sees it: the yes before it, how far it is, and what went wrong.

import { fireEvent, screen } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { describe, expect, test } from 'vitest'
import type { Install } from '../src/core/offer.ts'
import { InstallAgent, RestOfWeights } from '../src/ui/installs.tsx'
import { shown } from './page.tsx'
import { HOLDING, after } from './talk.ts'

const CLAUDE: Install = { name: 'claude', title: 'Claude Code', state: 'missing', fetched: 168e6, unpacked: 389e6, done: 0, total: 0, line: '' }
const WEIGHTS: Install = { ...CLAUDE, name: 'weights', title: 'The better engines', state: 'going', done: 60e6, total: 240e6 }
const state = after(HOLDING)
const agent = (changes: Partial<Install>): void => { shown(<InstallAgent of={{ ...CLAUDE, ...changes }} missing="its package; run: pip install" again={() => undefined} />, state) }

describe('an agent that is not installed', () => {
  test('is installed only after a yes to how much it is', () => {
    agent({})
    expect(screen.queryByRole('dialog')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Install Claude Code (389 MB)' }))
    const dialog = screen.getByRole('dialog', { name: 'Install Claude Code?' })
    expect(dialog.textContent).toContain('168 MB come over the network')
    expect(dialog.textContent).toContain('What is installed there already is not changed')
  })

  test('shows how far it is, and can be stopped', () => {
    agent({ state: 'going', done: 195e6, total: 389e6 })
    const bar = screen.getByRole('progressbar', { name: 'How much of Claude Code has come' })
    expect([bar.getAttribute('max'), bar.getAttribute('value')]).toEqual(['389000000', '195000000'])
    expect(screen.getByText('Claude Code: 195 of 389 MB')).toBeTruthy()
    expect(screen.getByRole('status').textContent).toBe('Claude Code: 50 % has come.')
    expect(screen.getByRole('button', { name: 'Stop' })).toBeTruthy()
  })

  test('says in one line why it failed, and can be tried again', () => {
    agent({ state: 'failed', line: 'the disk is full' })
    expect(screen.getByRole('alert').textContent).toBe('Claude Code was not installed: the disk is full')
    expect(screen.getByRole('button', { name: /^Install Claude Code/ })).toBeTruthy()
  })

  test('says what to type where the page cannot do it', () => {
    agent({ state: 'cannot', line: 'this Python belongs to the system' })
    expect(screen.queryByRole('button')).toBeNull()
    expect(screen.getByText(/this Python belongs to the system. It lacks its package; run: pip install/)).toBeTruthy()
  })
})

function Coming(): ReactNode {
  const [state, setState] = useState<Install['state']>('going')
  return <><button type="button" onClick={() => setState('there')}>it comes</button><RestOfWeights installs={[{ ...WEIGHTS, state }]} /></>
}

describe('the rest of the weights', () => {
  test('comes in sight, and a line says that a new talk has the better engines', () => {
    const [session] = shown(<Coming />, state)
    expect(screen.getByText('The better engines: 60 of 240 MB')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'it comes' }))
    expect(screen.getByRole('status').textContent).toContain('a new talk hears and speaks with them')
    const before = session.did.length
    fireEvent.click(screen.getByRole('button', { name: 'Begin a new talk' }))
    expect(session.did.length).toBeGreaterThan(before)
  })

  test('that was there before this talk is no news', () => {
    shown(<RestOfWeights installs={[{ ...WEIGHTS, state: 'there' }]} />, state)
    expect(screen.queryByRole('region')).toBeNull()
  })

  test('that could not be had leaves what is there at work', () => {
    shown(<RestOfWeights installs={[{ ...WEIGHTS, state: 'failed', line: 'no network' }]} />, state)
    expect(screen.getByRole('alert').textContent).toContain('It goes on with small models: the better ones could not be had (no network)')
  })
})
