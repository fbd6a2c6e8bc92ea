// @vitest-environment happy-dom
// The hook of VOX Studio: its interface to the letter, and what it does.

import { act } from '@testing-library/react'
import { beforeEach, describe, expect, expectTypeOf, test } from 'vitest'
import { type ToolAction, type TranscriptEntry, type VoxLiveAPI, useVoxLive } from '../src/react/vox.ts'
import { type Double, shown } from './page.tsx'
import { HOLDING, MICROPHONE, frame } from './talk.ts'

test('its types are those of the design', () => {
  expectTypeOf<VoxLiveAPI>().toEqualTypeOf<{
    startSession(): Promise<void>
    endSession(): void
    isMuted: boolean
    toggleMute(): void
    isConnected: boolean
    isVoxSpeaking: boolean
    transcript: TranscriptEntry[]
    lastToolAction: ToolAction | null
  }>()
  expectTypeOf<ReturnType<typeof useVoxLive>>().toEqualTypeOf<VoxLiveAPI>()
})

describe('at a session', () => {
  let vox: VoxLiveAPI
  let session: Double

  function Studio(): null {
    const api = useVoxLive()
    const studio = { api }
    vox = studio.api
    return null
  }

  beforeEach(() => { [session] = shown(<Studio />, HOLDING) })

  test('it begins, is muted, goes on, and ends', async () => {
    expect([vox.isConnected, vox.isMuted, vox.isVoxSpeaking]).toEqual([true, true, false])
    await act(() => vox.startSession())
    session.does(MICROPHONE)
    expect(vox.isMuted).toBe(false)
    await act(() => vox.startSession())
    expect(vox.isMuted, 'to begin what has begun mutes nothing').toBe(false)
    act(() => { vox.toggleMute() })
    expect(vox.isMuted).toBe(true)
    act(() => { vox.toggleMute() })
    expect(vox.isMuted).toBe(false)
    act(() => { vox.endSession() })
    expect(session.sent.at(-1)).toEqual({ type: 'end' })
  })

  test('it has both sides of the talk, and not what may still change', () => {
    session.does(
      frame({ type: 'heard', utterance: 1, text: 'When?', final: true, source: 'local' }),
      frame({ type: 'asked', run: 1, instruction: 'When?', by: 'code', utterance: 1 }), frame({ type: 'text', run: 1, text: 'At noon.' }),
      frame({ type: 'heard', utterance: 2, text: 'An', final: false, source: 'local' }),
    )
    expect(vox.transcript).toEqual([{ role: 'user', text: 'When?' }, { role: 'vox', text: 'At noon.' }])
  })

  test('it speaks from the first sample that is heard to the last', () => {
    session.does(frame({ type: 'read', read: 7, said: 'Hi' }), { type: 'sound came', samples: 100 })
    expect(vox.isVoxSpeaking).toBe(false)
    session.does({ type: 'played', read: 7, samples: 10 })
    expect(vox.isVoxSpeaking).toBe(true)
    session.does(frame({ type: 'read_end', read: 7, samples: 100 }), { type: 'played', read: 7, samples: 100 })
    expect(vox.isVoxSpeaking).toBe(false)
  })

  test('it has the last tool, without a result while it runs', () => {
    expect(vox.lastToolAction).toBeNull()
    session.does(frame({ type: 'call', effect: 1, tool: 'git', arguments: '{"args":["status"]}' }))
    expect(vox.lastToolAction).toEqual({ name: 'git', args: { args: ['status'] }, result: null })
    session.does(frame({ type: 'result', effect: 1, tool: 'git', result: 'on branch main', failed: false }))
    expect(vox.lastToolAction?.result).toBe('on branch main')
  })

  test('a connection that is lost is none', () => {
    session.does({ type: 'link was lost', attempts: 0 })
    expect(vox.isConnected).toBe(false)
  })
})
