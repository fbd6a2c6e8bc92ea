/** The hook of VOX Studio, as its design of 2026-02-25 has it: a talk in eight names. */

import { holds, quiet } from '../core/step.ts'
import type { State } from '../core/state.ts'
import { isBehind } from '../core/view.ts'
import { useSolovox } from './session.tsx'

export interface TranscriptEntry {
  readonly role: 'user' | 'vox'
  readonly text: string
}

export interface ToolAction {
  readonly name: string
  readonly args: unknown
  /** Null: it still runs. */
  readonly result: unknown
}

export interface VoxLiveAPI {
  startSession(): Promise<void>
  endSession(): void
  isMuted: boolean
  toggleMute(): void
  isConnected: boolean
  isVoxSpeaking: boolean
  transcript: TranscriptEntry[]
  lastToolAction: ToolAction | null
}

/** To be used below a `SolovoxProvider`. */
export function useVoxLive(): VoxLiveAPI {
  const { state, happened } = useSolovox()
  return {
    startSession: () => {
      if (state.microphone.is === 'off') happened({ type: 'talk pressed' })
      return Promise.resolve()
    },
    endSession: () => happened({ type: 'hung up' }),
    isMuted: quiet(state),
    toggleMute: () => happened({ type: 'talk pressed' }),
    isConnected: state.link.is === 'open',
    isVoxSpeaking: holds(state) && state.view.reads.some((one) => one.played > 0),
    transcript: transcriptOf(state),
    lastToolAction: lastToolOf(state),
  }
}

const transcriptOf = ({ view }: State): TranscriptEntry[] => view.turns.filter((one) => !isBehind(one)).flatMap(({ words, final, runs }) => [
  ...(words && final ? [{ role: 'user', text: words } as const] : []),
  ...runs.filter((one) => one.text).map(({ text }) => ({ role: 'vox', text }) as const),
])

function lastToolOf({ view }: State): ToolAction | null {
  const last = view.calls.at(-1)
  return last ? { name: last.tool, args: plain(last.arguments), result: last.result === null ? null : plain(last.result) } : null
}

function plain(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
