/**
 * The sound check: what the microphone brings, piece by piece, and what is found in it.
 *
 * Rule: its clock is the microphone. A part is over when its samples have come.
 */

import { MELODIES } from './cues.ts'
import { loudness } from './wav.ts'
import { alike } from './wording.ts'

/** What the person is asked to say. It is answered without any brain: law N5. */
export const SENTENCE = 'Are you still there?'
/** The cue whose tone is looked for in the microphone. */
export const TONE = 'done'

export type Part = 'room' | 'tone' | 'speak' | 'hearing' | 'over'

const SECONDS: Readonly<Record<Exclude<Part, 'over'>, number>> = { room: 0.4, tone: 0.9, speak: 3, hearing: 8 }
const AFTER: Readonly<Record<Exclude<Part, 'over'>, Part>> = { room: 'tone', tone: 'speak', speak: 'hearing', hearing: 'over' }

export interface Check {
  readonly part: Part
  readonly rate: number
  /** Samples of this part that came. */
  readonly came: number
  /** Of the room, of the speech: the loudest piece's root mean square, 0 to 1. */
  readonly room: number
  readonly loudest: number
  /** The tone in the quiet room, and while it sounded: 0 to 1. */
  readonly before: number
  readonly tone: number
  /** Samples of the speech at the very top. */
  readonly clipped: number
  readonly pieces: readonly Int16Array<ArrayBuffer>[]
}

export const begun = (rate: number): Check => ({ part: 'room', rate, came: 0, room: 0, loudest: 0, before: 0, tone: 0, clipped: 0, pieces: [] })

/** How much of this part is over, 0 to 1. */
export const share = ({ part, came, rate }: Check): number => (part === 'over' ? 1 : Math.min(1, came / (SECONDS[part] * rate)))

/** One more piece of the microphone. */
export function withPiece(check: Check, pcm: Int16Array<ArrayBuffer>): Check {
  const { part, rate } = check
  if (part === 'over') return check
  const came = check.came + pcm.length
  const over = came >= SECONDS[part] * rate
  return { ...measured(check, part, pcm), part: over ? AFTER[part] : part, came: over ? 0 : came }
}

function measured(check: Check, part: Exclude<Part, 'over'>, pcm: Int16Array<ArrayBuffer>): Check {
  const level = loudness(pcm)
  switch (part) {
    case 'room': return { ...check, room: Math.max(check.room, level), before: Math.max(check.before, toneIn(pcm, check.rate)) }
    case 'tone': return { ...check, tone: Math.max(check.tone, toneIn(pcm, check.rate)) }
    case 'speak': return { ...check, loudest: Math.max(check.loudest, level), clipped: check.clipped + pcm.filter((one) => Math.abs(one) >= TOP).length, pieces: [...check.pieces, pcm] }
    case 'hearing': return check
  }
}

const TOP = 32_700 // of 32 768

/** How loud the tone of ours is in it, 0 to 1 (Goertzel’s filter). */
export const toneIn = (pcm: Int16Array, rate: number): number => Math.max(...(MELODIES[TONE] ?? []).map(([hertz]) => at(pcm, hertz, rate)))

function at(pcm: Int16Array, hertz: number, rate: number): number {
  const turn = 2 * Math.cos((2 * Math.PI * hertz) / rate)
  let [last, before] = [0, 0]
  for (const one of pcm) [last, before] = [one / 32_768 + turn * last - before, last]
  return (2 * Math.sqrt(Math.max(0, last * last + before * before - turn * last * before))) / Math.max(1, pcm.length)
}

// ── what is found ─────────────────────────────────────────────────────────────────────────────

/** What there is beside the sound. `heard`: what was understood; null: nothing yet. */
export interface Around {
  readonly microphone: string
  /** What the track says of its echo cancellation. */
  readonly echo: boolean
  /** Whether our own sounds come out. */
  readonly sounds: boolean
  readonly heard: string | null
}

/** `fine`; `look`: it works, but could be better; `bad`: it will not do. */
export interface Finding {
  readonly name: string
  readonly how: 'fine' | 'look' | 'bad'
  readonly line: string
}

const SILENT = 0.0005
const QUIET = 0.012
const NOISY = 0.02
const CLIPPED = 0.001 // of all samples
const ECHO = 0.003

export function findings(check: Check, around: Around): readonly Finding[] {
  return [
    { name: 'Microphone', how: 'fine', line: around.microphone },
    levelOf(check),
    ...(check.room > NOISY ? [{ name: 'Room', how: 'look', line: 'It is loud around you. Go nearer to the microphone, or use a headset.' } as const] : []),
    echoOf(check, around),
    heardOf(check, around.heard),
    { name: 'Language', how: 'fine', line: 'English, unless another was chosen in Settings; what is said here is heard in it.' },
  ]
}

function levelOf({ loudest, room, clipped, pieces }: Check): Finding {
  const name = 'Level'
  const samples = pieces.reduce((sum, one) => sum + one.length, 0)
  if (loudest < SILENT) return { name, how: 'bad', line: 'Nothing came. See whether the microphone has a switch, whether the system mutes it, and whether it is the right one.' }
  if (clipped > samples * CLIPPED) return { name, how: 'look', line: 'Too loud: it is distorted. Lower the microphone’s level in the system, or go further away.' }
  if (loudest < QUIET || loudest < room * 2) return { name, how: 'look', line: 'Too quiet. Go nearer, speak up, or raise the microphone’s level in the system.' }
  return { name, how: 'fine', line: 'Good.' }
}

function echoOf({ tone, before }: Check, { echo, sounds }: Around): Finding {
  const name = 'Echo'
  if (!sounds) return { name, how: 'look', line: `Not measured: no sound of ours comes out here. ${echo ? 'The browser says that it takes echo away.' : 'The browser does not take echo away: use headphones.'}` }
  if (tone > ECHO && tone > before * 4) return { name, how: 'look', line: 'A tone of ours came back through the microphone: use headphones, or turn the speaker down.' }
  return echo
    ? { name, how: 'fine', line: 'Taken away by the browser; a tone of ours did not come back.' }
    : { name, how: 'fine', line: 'The browser does not take it away, but a tone of ours did not come back.' }
}

function heardOf({ loudest }: Check, heard: string | null): Finding {
  const name = 'Heard'
  if (heard === null) return { name, how: 'bad', line: loudest < SILENT ? 'Nothing, for nothing came.' : 'Nothing that could be understood. Say the sentence as soon as “Speak now” stands here.' }
  return alike(plain(heard), plain(SENTENCE)) ? { name, how: 'fine', line: `“${heard}”` } : { name, how: 'look', line: `“${heard}”, and not “${SENTENCE}”` }
}

const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}\s']/gu, '')
