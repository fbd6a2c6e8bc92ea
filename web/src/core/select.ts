/** What the screen needs, read from the state. */

import { engines } from './acts.ts'
import type { Settings, State } from './state.ts'
import { holds, mutes } from './step.ts'
import { titleOf } from './tidings.ts'
import type { Turn } from './view.ts'

/** What can be changed while it runs: at once as the person chose it; the server may say otherwise. Null: it is not known yet. */
export const settingsOf = ({ settings, chosen }: State): Settings | null => settings && { ...settings, ...chosen }

/** What the talk does, as the core says. */
const DOES = ['hearing', 'understanding', 'asking', 'speaking', 'voicing', 'thinking'] as const

/** What the big button shows: what the talk does, and over it what this page alone knows. */
export type Phase = (typeof DOES)[number] | 'sparing' | 'listening' | 'idle' | 'connecting' | 'muted' | 'recording' | 'reconnecting' | 'lost'

const CONNECTING: ReadonlySet<string> = new Set(['new', 'dialling'])

export function phaseOf(state: State): Phase {
  const { link, view, microphone } = state
  if (link.is === 'lost') return 'reconnecting'
  if (CONNECTING.has(link.is)) return 'connecting'
  if (link.is !== 'open') return 'lost'
  const does = DOES.find((one) => one === view.state)
  if (does) return does
  if (microphone.is === 'opening') return 'connecting'
  if (state.records === 'aside') return 'recording'
  if (microphone.is === 'off' || !holds(state)) return 'idle'
  if (mutes(state)) return 'muted'
  return view.state === 'sparing' ? 'sparing' : 'listening'
}

export const PHASES: Readonly<Record<Phase, string>> = {
  idle: 'Not listening',
  connecting: 'Connecting',
  listening: 'Listening',
  muted: 'Muted',
  sparing: 'Waits for the wake phrase',
  hearing: 'Hearing you',
  understanding: 'Understanding',
  thinking: 'Thinking',
  voicing: 'Making the voice',
  speaking: 'Speaking',
  asking: 'Waits for your yes',
  recording: 'Recording, nothing is sent',
  reconnecting: 'Connection lost, being made again',
  lost: 'Not connected',
}

const LINKS: Readonly<Partial<Record<State['link']['is'], string>>> = {
  new: 'connecting', dialling: 'connecting', lost: 'connection lost', ended: 'ended', unknown: 'ended', refused: 'refused', full: 'no room', failed: 'failed',
}

const MICROPHONES: Readonly<Record<MicrophoneState, string>> = { off: 'off', opening: 'off', muted: 'muted', on: 'on' }

/** The connection and the microphone, in one line. */
export function statusOf(state: State): string {
  const { link } = state
  const words = LINKS[link.is]
  if (words) return words
  if (!holds(state)) return 'connected, watching'
  return `connected, microphone ${MICROPHONES[microphoneOf(state)]}`
}

/** That the live model's connection goes away. Nothing is asked of the person, and the talk goes on. Empty: it does not. */
export const leavingOf = ({ view, link }: State): string =>
  view.leaving && link.is === 'open' ? 'The connection to the live model is being renewed. Go on talking: nothing is lost.' : ''

/** What the microphone's button is about. */
export type MicrophoneState = 'off' | 'opening' | 'muted' | 'on'

export function microphoneOf({ microphone, muted, floor, records }: State): MicrophoneState {
  if (records === 'aside' && microphone.is === 'on') return 'off'
  return microphone.is === 'on' ? (muted && !floor ? 'muted' : 'on') : microphone.is
}

export const pageTitle = (state: State): string => titleOf({
  holds: state.link.is === 'ended' ? 0 : state.view.holds.length,
  listens: microphoneOf(state) === 'on',
  done: state.attention.done,
})

const NAMES: Readonly<Record<string, string>> = {
  claude_code: 'Claude Code', anthropic: 'Claude', openai: 'GPT', gemini: 'Gemini', acp: 'Agent', sse: 'Agent', python: 'Agent', openai_compatible: 'Agent', local: 'Solovox',
}

/** The name of who thinks. Never that of the live model, which hears and reads. */
export function brainName(line: string): string {
  const brain = engines(line).find((one) => one.does === 'thinks')
  return brain ? (NAMES[brain.kind] ?? brain.kind) : 'Answer'
}

/** What can be wished of the reading now. A live model that speaks for itself is asked by voice. */
const WISHES = ['slower', 'faster', 'skip', 'repeat'] as const
export type Wish = (typeof WISHES)[number]

export function wishes({ link, view, engines: line }: State): readonly Wish[] {
  if (link.is !== 'open' || engines(line).some((one) => one.does === 'hears, thinks and speaks')) return []
  if (view.reads.some((one) => one.played > 0)) return WISHES
  return view.turns.at(-1)?.runs.some((one) => one.heard_to > 0 && !one.working) ? ['repeat'] : []
}

const isWish = (words: string): boolean => WISHES.some((one) => one === words)

/** What stands in the talk: all that was said, but for wishes of the reading, which a notice answers. */
export const shownTurns = ({ view }: State): readonly Turn[] => view.turns.filter(({ utterance, words, runs }) => utterance !== null || runs.length > 0 || !isWish(words))
