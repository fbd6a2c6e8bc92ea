/** What is kept of talks: journals, an agent's own sessions, recordings. Asked of the server by the screens that show it. */

import { useCallback, useState } from 'react'
import type { Lanes } from '../core/lanes.ts'
import { type BrainSessions, type Journals, type Message, type PastTurn, type Recording, type Running, brainSessions, journals, lanesTold, messagesOf, recordings, running, turnsOf } from '../kept.ts'
import { type Asked, useAsked, useEvery } from './asked.ts'

export { begin, deleteJournal, deleteRecording, eventsAt, runAgain, soundAt, soundOf } from '../kept.ts'
export type { BrainSessions, Journal, Journals, Message, Outcome, PastTurn, Recording, RunAgain, Running } from '../kept.ts'
export type { Asked }

type Answer<T> = readonly [Asked<T>, () => void]

export const useJournals = (words: string): Answer<Journals> => useAsked(useCallback((signal: AbortSignal) => journals(words, signal), [words]))

const EVERY_MS = 2_000

/** The talks that run now: those that begin and end are seen. */
export function useRunning(): Answer<readonly Running[]> {
  const [asked, again] = useAsked(running)
  useEvery(asked, again, EVERY_MS)
  return [asked, again]
}

export const useTurns = (name: string): Answer<readonly PastTurn[]> => useAsked(useCallback((signal: AbortSignal) => turnsOf(name, signal), [name]))

export const useBrainSessions = (): Answer<BrainSessions> => useAsked(brainSessions)

/** Those of a brain that may not be the chosen one. */
export const useSessionsOf = (brain: string): Asked<BrainSessions> => useAsked(useCallback((signal: AbortSignal) => brainSessions(signal, brain), [brain]))[0]

export const useMessages = (id: string): Answer<readonly Message[]> => useAsked(useCallback((signal: AbortSignal) => messagesOf(id, signal), [id]))

export const useRecordings = (): Answer<readonly Recording[]> => useAsked(recordings)

/** The lanes of a talk. One that runs is asked for again and again; a pause is at least as long as the answer took. */
export function useLanes(name: string, runs: boolean): Answer<Lanes> {
  const [took, setTook] = useState(0)
  const [asked, again] = useAsked(useCallback(async (signal: AbortSignal) => {
    const begun = performance.now()
    const told = await lanesTold(name, signal)
    setTook(performance.now() - begun)
    return told
  }, [name]))
  useEvery(asked, again, Math.max(EVERY_MS, took), runs)
  return [asked, again]
}
