/** What is kept of talks: journals, an agent's own sessions, recordings. Asked of the server by the screens that show it. */

import { useCallback, useEffect, useState } from 'react'
import type { Lanes } from '../core/lanes.ts'
import { type BrainSessions, type Journals, type Message, type PastTurn, type Recording, type Running, brainSessions, journals, lanesTold, messagesOf, recordings, running, turnsOf } from '../kept.ts'
import { type Asked, useAsked } from './asked.ts'

export { begin, deleteJournal, deleteRecording, eventsAt, runAgain, soundAt, soundOf } from '../kept.ts'
export type { BrainSessions, Journal, Journals, Message, Outcome, PastTurn, Recording, RunAgain, Running } from '../kept.ts'
export type { Asked }

type Answer<T> = readonly [Asked<T>, () => void]

export const useJournals = (words: string): Answer<Journals> => useAsked(useCallback((signal: AbortSignal) => journals(words, signal), [words]))

const EVERY_MS = 2_000

/** Ask again and again, `ms` after each answer. */
function useEvery(asked: Asked<unknown>, again: () => void, ms: number, wanted = true): void {
  useEffect(() => {
    if (!wanted || asked.is === 'loading') return
    const timer = setTimeout(again, ms)
    return () => clearTimeout(timer)
  }, [asked, again, ms, wanted])
}

/** The talks that run now: those that begin and end are seen. */
export function useRunning(): Answer<readonly Running[]> {
  const [asked, again] = useAsked(running)
  useEvery(asked, again, EVERY_MS)
  return [asked, again]
}

export const useTurns = (name: string): Answer<readonly PastTurn[]> => useAsked(useCallback((signal: AbortSignal) => turnsOf(name, signal), [name]))

export const useBrainSessions = (): Answer<BrainSessions> => useAsked(brainSessions)

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
