/** The recordings that the server keeps: docs/reference/rest.md. What it answers is checked here, at the edge. */

import { type InferOutput, array, boolean, fallback, nullable, number, object, pipe, string, transform, unknown } from 'valibot'
import { whole } from '../core/wav.ts'
import { ask, blob, tell } from './rest.ts'

const RECORDING = object({
  name: string(),
  seconds: number(),
  created: fallback(nullable(string()), null),
  synthetic: fallback(boolean(), false),
  about: fallback(string(), ''),
  shipped: fallback(boolean(), false),
})

/** A recording that can be the microphone, or be run again. `synthetic`: no person said it; `shipped`: it cannot be removed. */
export type Recording = Readonly<InferOutput<typeof RECORDING>>

/** As one text: a list has a line for each. */
const lines = (value: unknown): string => {
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return ''
  return Array.isArray(value) ? value.map(lines).join('\n') : JSON.stringify(value)
}
const TEXT = pipe(fallback(unknown(), ''), transform(lines))
const RUN = object({ heard: TEXT, instruction: TEXT, calls: TEXT, said: TEXT, failures: TEXT })
const AGAIN = object({ now: RUN, before: fallback(nullable(RUN), null) })

/** What came of a recording: what was heard, asked, called and said. */
export type Outcome = Readonly<InferOutput<typeof RUN>>
export type RunAgain = Readonly<InferOutput<typeof AGAIN>>

const at = (name: string): string => `/api/recordings/${encodeURIComponent(name)}`

/** Where its sound is. */
export const soundOf = (name: string): string => `${at(name)}.wav`

export const recordings = (signal: AbortSignal): Promise<readonly Recording[]> => ask(array(RECORDING), '/api/recordings', { signal })

export const keepRecording = (name: string, wav: Uint8Array<ArrayBuffer>): Promise<void> =>
  tell(at(name), { method: 'PUT', headers: { 'content-type': 'audio/wav' }, body: wav })

export const deleteRecording = (name: string): Promise<void> => tell(at(name), { method: 'DELETE' })

/** Run it without a page, as fast as the engines allow: seconds. */
export const runAgain = (name: string, signal: AbortSignal): Promise<RunAgain> => ask(AGAIN, `${at(name)}/run`, { method: 'POST', signal })

/** Its samples, at `rate`. */
export async function recordedSamples(name: string, rate: number): Promise<Int16Array<ArrayBuffer>> {
  const file = await (await blob(soundOf(name))).arrayBuffer()
  const sound = await new OfflineAudioContext(1, 1, rate).decodeAudioData(file)
  return whole(sound.getChannelData(0))
}
