// @vitest-environment happy-dom
// The package `solovox-vox-live`: its example is the one in its README, is typed, and runs; what is offered is what is said.

import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, expectTypeOf, test, vi } from 'vitest'
import example from '../packages/vox-live/example.tsx?raw'
import manifest from '../packages/vox-live/package.json'
import readme from '../packages/vox-live/README.md?raw'
import * as offered from '../packages/vox-live/index.ts'
import { dependencies } from '../package.json'
import { Double, shown } from './page.tsx'
import { HOLDING, MICROPHONE, frame } from './talk.ts'

const TOOL = { id: 'chart', name: 'Charts', domain: 'charts and maps', about: 'Draws charts.', why: 'you asked for charts' }
const card = frame({ type: 'act', action: 'card', target: JSON.stringify([TOOL]) })

/** A server that is never there. */
class Silent {
  readonly readyState = 0
  send(): void { /* no one hears it */ }
  close(): void { /* it never was open */ }
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('what it offers is what the README says, and it brings no React of its own', () => {
  expect(Object.keys(offered).toSorted()).toEqual(['VoxLiveContext', 'VoxLivePanel', 'useVoxLive'])
  for (const name of Object.keys(offered)) expect(readme).toContain(`\`${name}`)
  expectTypeOf<ReturnType<typeof offered.useVoxLive>>().toEqualTypeOf<offered.VoxLiveAPI>()
  expect(Object.keys(manifest.peerDependencies).every((one) => one in dependencies)).toBe(true)
})

describe('the panel', () => {
  const panel = (add?: offered.AddTool): Double => shown(<offered.VoxLivePanel {...(add && { add })} />, HOLDING)[0]
  const press = (name: string): void => { fireEvent.click(screen.getByRole('button', { name })) }

  test('begins a talk, is muted, goes on, and ends', () => {
    const session = panel()
    press('Talk to VOX')
    session.does(MICROPHONE)
    press('Mute')
    expect(session.sent.at(-1)).toEqual({ type: 'mute', muted: true })
    press('Unmute')
    expect(session.sent.at(-1)).toEqual({ type: 'mute', muted: false })
    press('End conversation')
    expect(session.sent.at(-1)).toEqual({ type: 'end' })
  })

  test('shows what was said when it is asked to, and hides it again', () => {
    const session = panel()
    session.does(frame({ type: 'heard', utterance: 1, text: 'Build a timer', final: true, source: 'local' }))
    expect(screen.queryByText('Build a timer')).toBeNull()
    press('Show what was said')
    expect(screen.getByText('Build a timer')).toBeTruthy()
    press('Hide what was said')
    expect(screen.queryByText('Build a timer')).toBeNull()
  })

  test('opens for a card of tools; its button tells the talk', () => {
    const session = panel()
    session.does(card)
    expect(screen.getByText('you asked for charts')).toBeTruthy()
    press('Add Charts')
    expect(session.sent.at(-1)).toEqual({ type: 'text', text: 'Add Charts' })
  })

  test('or does what the page wants, and says what is there and what went wrong', () => {
    const added: string[] = []
    const session = panel({ added: (id) => id === 'map', add: ({ id }) => added.push(id), wrong: 'no project is open' })
    session.does(card)
    press('Add Charts')
    expect([added, session.sent]).toEqual([['chart'], []])
    expect(screen.getByRole('alert').textContent).toBe('no project is open')
    session.does(frame({ type: 'act', action: 'card', target: JSON.stringify([{ ...TOOL, id: 'map', name: 'Maps' }]) }))
    expect(screen.getByRole('button', { name: 'Maps is added' })).toHaveProperty('disabled', true)
  })

  test('shows what a tool does, with its receipt', () => {
    const session = panel()
    press('Show what was said')
    session.does(frame({ type: 'call', effect: 1, tool: 'generate_app', arguments: '{}' }))
    expect(screen.getByText('generate app').parentElement?.textContent).toContain('at work')
    session.does(frame({ type: 'result', effect: 1, tool: 'generate_app', result: 'Job 3', receipt: 'job 3' }))
    expect(screen.getByText('generate app').parentElement?.textContent).toContain('job 3')
  })

  test('says why a talk has ended', () => {
    const session = panel()
    press('Show what was said')
    session.does(frame({ type: 'session_end', reason: 'timeout' }), { type: 'link changed', link: 'ended' })
    expect(screen.getByRole('alert').textContent).toContain('This talk has ended: no page was there.')
  })
})

test('without a context the hook says what is missing', () => {
  function Alone(): null {
    offered.useVoxLive()
    return null
  }
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  expect(() => render(<Alone />)).toThrow('SolovoxProvider')
  quiet.mockRestore()
})

test('the example is the one in the README, takes fifteen lines, and runs', async () => {
  expect(readme).toContain(`\`\`\`tsx\n${example}\`\`\``)
  expect(example.split('\n').filter(Boolean).length).toBeLessThanOrEqual(16)
  vi.stubGlobal('WebSocket', Silent)
  await act(() => import('../packages/vox-live/example.tsx'))
  expect(screen.getByText('Say something')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Talk to VOX' })).toBeTruthy()
})
