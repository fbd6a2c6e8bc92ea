/** The sound check as it runs: with the microphone and the ear of the talk itself. */

import { useEffect, useState } from 'react'
import { type Check, type Finding, TONE, begun, findings, withPiece } from '../core/check.ts'
import { isBehind } from '../core/view.ts'
import { useSolovox } from './session.tsx'

export type Checking =
  | { readonly is: 'ready'; readonly begin: () => void }
  | { readonly is: 'opening' }
  | { readonly is: 'failed'; readonly line: string; readonly begin: () => void }
  | { readonly is: 'running'; readonly check: Check }
  | { readonly is: 'done'; readonly check: Check; readonly findings: readonly Finding[]; readonly quiet: boolean; readonly begin: () => void }

const UNKNOWN = 'The microphone was closed. Try again.'

export function useSoundCheck(): Checking {
  const { state, happened, onSound, cue } = useSolovox()
  const { microphone, muted, view, speaker, troubles } = state
  const [asked, setAsked] = useState(false)
  const [check, setCheck] = useState<Check | null>(null)
  const [seen, setSeen] = useState<ReadonlySet<number | null>>(new Set())
  const heard = view.turns.findLast((one) => one.final && one.utterance !== null && !isBehind(one) && !seen.has(one.utterance))?.words ?? null
  const over = check?.part === 'over' || (check?.part === 'hearing' && heard !== null)
  const rate = microphone.is === 'on' ? microphone.rate : 0
  const runs = asked && !over && rate > 0

  useEffect(() => (runs ? onSound((pcm) => setCheck((one) => withPiece(one ?? begun(rate), pcm))) : undefined), [runs, rate, onSound])
  const sounds = check?.part === 'tone'
  useEffect(() => { if (sounds) cue(TONE) }, [sounds, cue])
  const listens = microphone.is === 'on' && !muted
  const goes = asked && !over
  useEffect(() => (goes ? () => happened({ type: 'check ended' }) : undefined), [goes, happened]) // also when it is left

  const begin = (): void => {
    setSeen(new Set(view.turns.map((one) => one.utterance)))
    setCheck(null)
    setAsked(true)
    if (!listens) happened({ type: 'talk pressed' })
    else happened({ type: 'woke' })
  }
  if (!asked) return { is: 'ready', begin }
  if (over) {
    const around = { microphone: microphone.is === 'on' ? microphone.name : 'It was closed.', echo: microphone.is === 'on' && microphone.echo, sounds: speaker.on && !speaker.muted, heard }
    return { is: 'done', check, findings: findings(check, around), quiet: view.reads.length === 0, begin }
  }
  if (microphone.is === 'off') return { is: 'failed', line: troubles.find((one) => one.where === 'microphone')?.line ?? UNKNOWN, begin }
  return check ? { is: 'running', check } : { is: 'opening' }
}
