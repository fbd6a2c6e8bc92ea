// The words of what waits for a yes: what was heard, how it was mended, and what the person makes of it. Pure.

const BEFORE = String.raw`(?<![\p{L}\p{N}_])(?<![\p{L}\p{N}_][.'’/-])`
const AFTER = String.raw`(?![\p{L}\p{N}_]|[.'’/-][\p{L}\p{N}_])`

/** Finds these words as whole words, in any case, as the server does. */
function whole(words) {
  const inner = words.trim().split(/\s+/).map((one) => one.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`))
  return new RegExp(BEFORE + inner.join(String.raw`\s+`) + AFTER, 'giu')
}

/** A text with its mends: pieces that stay, and mends in the place of what was heard. Longest first, and the person's own. */
export function pieces(text, mends) {
  const found = []
  const order = [...mends].sort((one, other) => other.heard.length - one.heard.length || (one.why === 'lexicon') - (other.why === 'lexicon'))
  for (const mend of order) {
    if (!mend.heard.trim() || !mend.meant.trim()) continue
    for (const { index: from, 0: { length } } of text.matchAll(whole(mend.heard))) {
      if (found.every((one) => one.to <= from || one.from >= from + length)) found.push({ from, to: from + length, mend })
    }
  }
  const parts = []
  let at = 0
  for (const { from, to, mend } of found.sort((one, other) => one.from - other.from)) {
    parts.push(text.slice(at, from), mend)
    at = to
  }
  return [...parts, text.slice(at)].filter(Boolean)
}

/** The text with what was meant in the place of what was heard. */
export const mended = (text, mends) => pieces(text, mends).map((one) => one.meant ?? one).join('')

// ── word by word ──────────────────────────────────────────────────────────────────────────────

const MOST = 250_000 // pairs of words that are compared; beyond it all of the middle differs

const wordsOf = (text) => text.split(/\s+/).filter(Boolean)

/** Whether two texts have the same words. */
export const alike = (one, other) => wordsOf(one).join(' ') === wordsOf(other).join(' ')

/** How one text became another, word by word: `[how, words]` with `same`, `gone` and `new`. */
export function difference(before, after) {
  const [a, b] = [wordsOf(before), wordsOf(after)]
  let [head, tail] = [0, 0]
  while (head < a.length && head < b.length && a[head] === b[head]) head += 1
  while (tail < a.length - head && tail < b.length - head && a.at(-1 - tail) === b.at(-1 - tail)) tail += 1
  const middle = between(a.slice(head, a.length - tail), b.slice(head, b.length - tail))
  const all = [...a.slice(0, head).map((one) => ['same', one]), ...middle, ...a.slice(a.length - tail).map((one) => ['same', one])]
  return joined(all)
}

function between(a, b) {
  if (a.length * b.length > MOST) return [...a.map((one) => ['gone', one]), ...b.map((one) => ['new', one])]
  const most = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1)) // words in common from there on
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) most[i][j] = a[i] === b[j] ? most[i + 1][j + 1] + 1 : Math.max(most[i + 1][j], most[i][j + 1])
  }
  const found = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) { found.push(['same', a[i]]); i += 1; j += 1 }
    else if (j === b.length || (i < a.length && most[i + 1][j] >= most[i][j + 1])) { found.push(['gone', a[i]]); i += 1 }
    else { found.push(['new', b[j]]); j += 1 }
  }
  return found
}

// What stands side by side is one change: what is gone before what is new.
function joined(all) {
  const parts = []
  let gone = []
  let fresh = []
  const put = (how, words) => { if (words.length) parts.push([how, words.join(' ')]) }
  const close = () => { put('gone', gone); put('new', fresh); [gone, fresh] = [[], []] }
  let same = []
  for (const [how, word] of all) {
    if (how === 'same') { close(); same.push(word); continue }
    put('same', same)
    same = []
    if (how === 'gone') gone.push(word)
    else fresh.push(word)
  }
  close()
  put('same', same)
  return parts
}

/** How the words of a hold came about: what was heard → proposed → what is sent now, each where it differs from what it was made of. */
export function course({ heard, proposed, text }, sent) {
  const first = heard || text
  const made = proposed && alike(text, proposed) ? proposed : first
  const steps = [{ name: 'Proposed', from: first, words: proposed }, { name: alike(sent, text) ? 'Instruction' : 'Edited', from: made, words: sent }]
  return steps.filter(({ name, from, words }) => words.trim() && !alike(words, from) && (name === 'Proposed' || !alike(words, proposed)))
}

// ── an edit ───────────────────────────────────────────────────────────────────────────────────

/** What the person makes of a hold. It begins with what is shown, and what is shown later changes nothing that they wrote. */
export const begun = ({ heard, text, mends }) => ({ base: { heard, text, mends }, heard, text })

const misheard = ({ base, heard }) => Boolean(heard.trim()) && !alike(heard, base.heard)

/** The instruction that follows from what was heard, as the person put it right. */
const follows = (edit) => (misheard(edit) ? mended(edit.heard, edit.base.mends) : edit.base.text)

const own = (edit) => edit.text !== follows(edit)

/** Whether there is anything that would be lost. */
export const edited = (edit) => misheard(edit) || own(edit)

/** The person has changed what was heard. The instruction follows, unless it is their own. */
export function withHeard(edit, heard) {
  const now = { ...edit, heard }
  return own(edit) ? now : { ...now, text: follows(now) }
}

/** The person has changed the instruction, or taken another wording. */
export const withText = (edit, text) => ({ ...edit, text })

/** The hold is shown again. Only a mend that was taken back changes an instruction, and only one that is not their own. */
export function shownAgain(edit, { heard, text, mends }) {
  const gone = mends.length < edit.base.mends.length && alike(heard, edit.base.heard)
  if (!gone) return edit
  const now = { ...edit, base: { heard: edit.base.heard, text, mends } }
  return own(edit) ? now : { ...now, text: follows(now) }
}

/** The yes to it, as a frame. What was heard goes with it only if the person has put it right. */
export function yes({ hold }, edit) {
  const heard = misheard(edit) ? { heard: mended(edit.heard, edit.base.mends) } : {}
  return { type: 'edit', hold, text: edit.text, ...heard }
}
