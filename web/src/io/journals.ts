/** Talks that are kept, talks that run, and those that an agent keeps of its own: docs/reference/rest.md. */

import { type InferOutput, array, boolean, fallback, nullable, number, object, optional, record, string } from 'valibot'
import { ask, json, tell } from './rest.ts'

const NOTHING = null
const JOURNAL = object({
  name: string(),
  kind: fallback(string(), 'talk'),
  written: string(),
  ended: boolean(),
  sound: boolean(),
  title: fallback(string(), ''),
  began: fallback(string(), ''),
  seconds: fallback(number(), 0),
  turns: fallback(number(), 0),
  brain: fallback(string(), ''),
})
const JOURNALS = object({ journals: array(JOURNAL), total: number() })
const RUNNING = object({ sessions: array(object({ name: string(), since: string(), pages: number(), working: boolean() })) })
const TURN = object({ heard: string(), instruction: fallback(nullable(string()), NOTHING), text: string(), played: string(), cut: fallback(boolean(), false) })
const TALK = object({ turns: array(TURN) })
const OPENED = object({ session: string() })
const BRAINS = object({
  brain: fallback(string(), ''),
  keeps: fallback(boolean(), true),
  sessions: array(object({ id: string(), title: fallback(string(), ''), updated: fallback(nullable(string()), NOTHING), folder: fallback(string(), '') })),
})
const MESSAGES = object({ messages: array(object({ id: string(), by: fallback(string(), ''), text: fallback(string(), '') })) })
const WAVE = object({ at: number(), step_ms: number(), peaks: array(number()), heard: optional(boolean()) })
const MARK = object({ lane: string(), kind: string(), at: number(), end: nullable(number()), label: string(), n: number(), law: fallback(string(), '') })
const LANES = object({ length_ms: number(), lanes: array(string()), marks: array(MARK), waves: record(string(), array(WAVE)) })

/** A talk that is kept. */
export type Journal = Readonly<InferOutput<typeof JOURNAL>>
export type Journals = Readonly<InferOutput<typeof JOURNALS>>
/** A talk that runs. */
export type Running = Readonly<InferOutput<typeof RUNNING>['sessions'][number]>
/** One turn as it was: `played` is what was heard of the answer. */
export type PastTurn = Readonly<InferOutput<typeof TURN>>
export type BrainSessions = Readonly<InferOutput<typeof BRAINS>>
export type Message = Readonly<InferOutput<typeof MESSAGES>['messages'][number]>

const at = (name: string): string => `/api/journals/${encodeURIComponent(name)}`

/** The newest; with words, those in which they were said. */
export const journals = (words: string, signal: AbortSignal): Promise<Journals> =>
  ask(JOURNALS, `/api/journals${words ? `?q=${encodeURIComponent(words)}` : ''}`, { signal })

export const running = async (signal: AbortSignal): Promise<readonly Running[]> => (await ask(RUNNING, '/api/sessions', { signal })).sessions

export const turnsOf = async (name: string, signal: AbortSignal): Promise<readonly PastTurn[]> => (await ask(TALK, `${at(name)}/timeline`, { signal })).turns

export const lanesTold = (name: string, signal: AbortSignal): Promise<InferOutput<typeof LANES>> => ask(LANES, `${at(name)}/lanes`, { signal })

/** Where its events are, and its sound, both sides. */
export const eventsAt = (name: string): string => `${at(name)}/events`
export const soundAt = (name: string): string => `${at(name)}/sound.wav`

export const deleteJournal = (name: string): Promise<void> => tell(at(name), { method: 'DELETE' })

/** Begin a talk that goes on from another one. Its name. */
export const begin = async (from: { readonly continue: string } | { readonly resume: string; readonly rewind_to?: string }): Promise<string> =>
  (await ask(OPENED, '/api/sessions', json('POST', from))).session

/** A talk that its server left in the middle goes on: the name of the new one. Empty: it was ended, so it does not. */
export const takenUp = async (talk: string): Promise<string> =>
  (await ask(object({ ended: boolean() }), at(talk))).ended ? '' : begin({ continue: talk })

/** Of the brain that is chosen, or of another. */
export const brainSessions = (signal: AbortSignal, brain = ''): Promise<BrainSessions> =>
  ask(BRAINS, `/api/brain/sessions${brain ? `?brain=${encodeURIComponent(brain)}` : ''}`, { signal })

export const messagesOf = async (id: string, signal: AbortSignal): Promise<readonly Message[]> =>
  (await ask(MESSAGES, `/api/brain/sessions/${encodeURIComponent(id)}/messages`, { signal })).messages
