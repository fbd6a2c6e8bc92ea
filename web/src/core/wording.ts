/** The words of what waits for a yes: what was heard, how it was mended, and what the person makes of it. */

import type { EditFrame, Mend } from './frames.ts'
import type { Hold } from './view.ts'

const BEFORE = String.raw`(?<![\p{L}\p{N}_])(?<![\p{L}\p{N}_][.'’/-])`
const AFTER = String.raw`(?![\p{L}\p{N}_]|[.'’/-][\p{L}\p{N}_])`

/** Finds these words as whole words, in any case, as the server does. */
function whole(words: string): RegExp {
  const inner = words.trim().split(/\s+/).map((one) => one.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`))
  return new RegExp(BEFORE + inner.join(String.raw`\s+`) + AFTER, 'giu')
}

/** A piece of a text that stays, or a mend in the place of what was heard. */
export type Piece = string | Mend

const meantBy = (one: Piece): string => (typeof one === 'string' ? one : one.meant)

/** A text with its mends. Longest first, and the person's own. */
export function pieces(text: string, mends: readonly Mend[]): readonly Piece[] {
  const found: { from: number; to: number; mend: Mend }[] = []
  const rank = (one: Mend): number => Number(one.why !== 'correction')
  for (const mend of mends.toSorted((one, other) => other.heard.length - one.heard.length || rank(one) - rank(other))) {
    if (!mend.heard.trim() || !mend.meant.trim()) continue
    for (const { index: from, 0: { length } } of text.matchAll(whole(mend.heard))) {
      if (found.every((one) => one.to <= from || one.from >= from + length)) found.push({ from, to: from + length, mend })
    }
  }
  const parts: Piece[] = []
  let at = 0
  for (const { from, to, mend } of found.toSorted((one, other) => one.from - other.from)) {
    parts.push(text.slice(at, from), mend)
    at = to
  }
  return [...parts, text.slice(at)].filter((one) => one !== '')
}

/** The text with what was meant in the place of what was heard. */
export const mended = (text: string, mends: readonly Mend[]): string => pieces(text, mends).map(meantBy).join('')

/** The text of a hold, to the letter, with its mends marked where they can be told. */
export function marked({ heard, text, mends }: Pick<Hold, 'heard' | 'text' | 'mends'>): readonly Piece[] {
  const parts = pieces(heard, mends)
  return parts.map(meantBy).join('') === text ? parts : [text]
}

// ── word by word ──────────────────────────────────────────────────────────────────────────────

const MOST = 250_000 // pairs of words that are compared; beyond it all of the middle differs

/** Words that are the same in both texts, only in the first, or only in the second. */
export interface Difference {
  readonly how: 'same' | 'gone' | 'new'
  readonly words: string
}

const wordsOf = (text: string): readonly string[] => text.split(/\s+/).filter(Boolean)

/** Whether two texts have the same words. */
export const alike = (one: string, other: string): boolean => wordsOf(one).join(' ') === wordsOf(other).join(' ')

const each = (how: Difference['how'], words: readonly string[]): readonly Difference[] => words.map((one) => ({ how, words: one }))

/** How one text became another, word by word. What stands side by side is one change: what is gone before what is new. */
export const difference = (before: string, after: string): readonly Difference[] => joined(compared(wordsOf(before), wordsOf(after)))

/** How one list of words, or of lines, became another: each with what became of it. */
export function compared(a: readonly string[], b: readonly string[]): readonly Difference[] {
  let [head, tail] = [0, 0]
  while (head < a.length && head < b.length && a[head] === b[head]) head += 1
  while (tail < a.length - head && tail < b.length - head && a.at(-1 - tail) === b.at(-1 - tail)) tail += 1
  const middle = between(a.slice(head, a.length - tail), b.slice(head, b.length - tail))
  return [...each('same', a.slice(0, head)), ...middle, ...each('same', a.slice(a.length - tail))]
}

function between(a: readonly string[], b: readonly string[]): readonly Difference[] {
  if (a.length * b.length > MOST) return [...each('gone', a), ...each('new', b)]
  const width = b.length + 1
  const most = new Uint16Array((a.length + 1) * width) // words in common from there on
  const common = (i: number, j: number): number => most[i * width + j] ?? 0
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) most[i * width + j] = a[i] === b[j] ? common(i + 1, j + 1) + 1 : Math.max(common(i + 1, j), common(i, j + 1))
  }
  const found: Difference[] = []
  let [i, j] = [0, 0]
  for (;;) {
    const [one, other] = [a[i], b[j]]
    if (one === undefined && other === undefined) return found
    if (one !== undefined && one === other) {
      found.push({ how: 'same', words: one })
      i += 1
      j += 1
    } else if (one !== undefined && (other === undefined || common(i + 1, j) >= common(i, j + 1))) {
      found.push({ how: 'gone', words: one })
      i += 1
    } else if (other !== undefined) {
      found.push({ how: 'new', words: other })
      j += 1
    }
  }
}

function joined(all: readonly Difference[]): readonly Difference[] {
  const parts: Difference[] = []
  const now: Record<Difference['how'], string[]> = { same: [], gone: [], new: [] }
  const close = (...hows: readonly Difference['how'][]): void => {
    for (const how of hows) {
      if (now[how].length) parts.push({ how, words: now[how].join(' ') })
      now[how] = []
    }
  }
  for (const { how, words } of all) {
    if (how === 'same') close('gone', 'new')
    else close('same')
    now[how].push(words)
  }
  close('gone', 'new', 'same')
  return parts
}

/** One step of how the words of a hold came about: `words`, and what they were made of. */
export interface Stage {
  readonly name: 'Proposed' | 'Instruction' | 'Edited'
  readonly from: string
  readonly words: string
}

/** How the words came about: heard → proposed → what is sent now, each where it differs from what it was made of. */
export function course({ heard, proposed, text }: Pick<Hold, 'heard' | 'proposed' | 'text'>, sent: string): readonly Stage[] {
  const first = heard || text
  const made = proposed && alike(text, proposed) ? proposed : first
  const stages: readonly Stage[] = [
    { name: 'Proposed', from: first, words: proposed },
    { name: alike(sent, text) ? 'Instruction' : 'Edited', from: made, words: sent },
  ]
  return stages.filter(({ name, from, words }) => words.trim() && !alike(words, from) && (name === 'Proposed' || !alike(words, proposed)))
}

// ── an edit ───────────────────────────────────────────────────────────────────────────────────

type Base = Pick<Hold, 'heard' | 'text' | 'mends'>

/** What the person makes of a hold, and what they began with. */
export interface Edit {
  readonly base: Base
  readonly heard: string
  readonly text: string
}

/** It begins with what is shown, and what is shown later changes nothing that they wrote. */
export const begun = ({ heard, text, mends }: Base): Edit => ({ base: { heard, text, mends }, heard, text })

const misheard = ({ base, heard }: Edit): boolean => Boolean(heard.trim()) && !alike(heard, base.heard)

/** The instruction that follows from what was heard, as the person put it right. */
const follows = (edit: Edit): string => (misheard(edit) ? mended(edit.heard, edit.base.mends) : edit.base.text)

const own = (edit: Edit): boolean => edit.text !== follows(edit)

/** Whether there is anything that would be lost. */
export const edited = (edit: Edit): boolean => misheard(edit) || own(edit)

/** The person has changed what was heard. The instruction follows, unless it is their own. */
export function withHeard(edit: Edit, heard: string): Edit {
  const now = { ...edit, heard }
  return own(edit) ? now : { ...now, text: follows(now) }
}

/** The person has changed the instruction, or taken another wording. */
export const withText = (edit: Edit, text: string): Edit => ({ ...edit, text })

/** The hold is shown again. Only a mend that was taken back changes an instruction, and only one that is not their own. */
export function shownAgain(edit: Edit, { heard, text, mends }: Base): Edit {
  const gone = mends.length < edit.base.mends.length && alike(heard, edit.base.heard)
  if (!gone) return edit
  const now = { ...edit, base: { heard: edit.base.heard, text, mends } }
  return own(edit) ? now : { ...now, text: follows(now) }
}

/** The yes to it. What was heard goes with it only if the person has put it right. */
export function yes({ hold }: Pick<Hold, 'hold'>, edit: Edit): EditFrame {
  const heard = misheard(edit) ? { heard: mended(edit.heard, edit.base.mends) } : {}
  return { type: 'edit', hold, text: edit.text, ...heard }
}
