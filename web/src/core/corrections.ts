/** What the person taught: words that were misheard, instructions that were misunderstood, and words that the voice says wrongly. */

/** Words that were misheard. */
export interface Misheard {
  readonly type: 'stt'
  readonly id: string
  readonly createdAt: string
  readonly heard: string
  readonly meant: string
  /** Where its sound is; null: none is kept. */
  readonly sound: string | null
  readonly seconds: number
}

/** An instruction that was made of the words, and the one that was meant. */
export interface Misunderstood {
  readonly type: 'reasoning'
  readonly id: string
  readonly createdAt: string
  readonly input: string
  readonly proposed: string
  readonly corrected: string
}

/** What the voice says wrongly, and how it is said. */
export interface Missaid {
  readonly type: 'speech'
  readonly id: string
  readonly createdAt: string
  readonly written: string
  readonly spoken: string
}

export type Correction = Misheard | Misunderstood | Missaid

export interface Kept {
  readonly corrections: readonly Correction[]
}

/** What was wrong and what is right: that is what is shown, compared and edited. */
export interface Texts {
  readonly wrong: string
  readonly right: string
}

export function textsOf(one: Correction): Texts {
  switch (one.type) {
    case 'stt': return { wrong: one.heard, right: one.meant }
    case 'reasoning': return { wrong: one.proposed, right: one.corrected }
    case 'speech': return { wrong: one.written, right: one.spoken }
  }
}

const NAMES = { stt: ['heard', 'meant'], reasoning: ['proposed', 'corrected'], speech: ['written', 'spoken'] } as const

/** The same as the server names it. */
export function named(type: Correction['type'], { wrong, right }: Texts): Readonly<Record<string, string>> {
  const [before, after] = NAMES[type]
  return { [before]: wrong.trim(), [after]: right.trim() }
}

/** Why it cannot be kept so. An empty text: it can. */
export function wrongWith({ wrong, right }: Texts): string {
  if (!wrong.trim() || !right.trim()) return 'Write both: what it was, and what it should have been.'
  return wrong.trim() === right.trim() ? 'Both are the same: then there is nothing to learn.' : ''
}

/** Those in which all of these words stand. */
export function found(all: readonly Correction[], words: string): readonly Correction[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  return all.filter((one) => {
    const text = Object.values({ ...textsOf(one), input: one.type === 'reasoning' ? one.input : '' }).join(' ').toLowerCase()
    return wanted.every((word) => text.includes(word))
  })
}

// ── the test ──────────────────────────────────────────────────────────────────────────────────

/** One that was heard again with everything that was taught. */
export interface Result {
  readonly id: string
  readonly heard_then: string
  readonly heard_now: string
  readonly mended: string
  readonly meant: string
  readonly wer_before: number
  readonly wer_after: number
}

export interface Tested {
  readonly results: readonly Result[]
  readonly wer_before: number
  readonly wer_after: number
}

export type Judged = 'better' | 'worse' | 'same'

export const judged = ({ wer_before, wer_after }: Pick<Result, 'wer_before' | 'wer_after'>): Judged =>
  wer_after < wer_before ? 'better' : wer_after > wer_before ? 'worse' : 'same'

/** A word error rate, as people read it. */
export const percent = (wer: number): string => `${Math.round(wer * 1000) / 10} %`

/** The whole test, in one line. */
export function summary({ results, wer_before, wer_after }: Tested): string {
  if (!results.length) return 'None of them has its sound: there is nothing to hear again.'
  const many = (how: Judged): number => results.filter((one) => judged(one) === how).length
  const counts = (['better', 'worse', 'same'] as const).map((how) => [how, many(how)] as const).filter(([, count]) => count)
  return `Words that were wrong: ${percent(wer_before)} before, ${percent(wer_after)} now. ${counts.map(([how, count]) => `${count} ${how === 'same' ? 'as before' : how}`).join(', ')}.`
}

/** What came of a file. */
export interface Taken {
  readonly added: number
  readonly kept: number
  readonly refused: number
  readonly why: readonly string[]
}

export const takenLine = ({ added, kept, refused, why }: Taken): string =>
  [`${added} new`, kept && `${kept} known already`, refused && `${refused} refused${why[0] ? `: ${why[0]}` : ''}`].filter(Boolean).join(', ')
