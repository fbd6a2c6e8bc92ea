// What the page shows now: a fold over the server's frames. No clock, no DOM, no I/O.
//
// It mirrors src/solovox/view/: it begins with the `view` of a `state` frame, and goes on from there. Every list is bounded.
// Only `reads` are this page's own: what its speaker was sent and has played, in samples of its speaker.
// Places in a text are counted in characters (code points), as the server counts them. Views are never changed in place.

const TURNS = 32
const RUNS = 4 // of one turn
const TEXT = 64_000 // characters of one answer
const FEW = 8 // steps, failures, notices, tools and drafts, each
const READS = 16
const LINE = 4_000
const DIFFS = 8 // answers of which it is shown how they changed their files

export const EMPTY = Object.freeze({
  surfaces: [], turns: [], holds: [], drafts: [], reads: [], failures: [], notices: [], calls: [],
  ducked: false, ended: null,
})

const BMP = /^[^\ud800-\udfff]*$/ // as good as always: then a character is one code unit

/** How many characters a text has. */
export const count = (text) => (BMP.test(text) ? text.length : [...text].length)

/** A piece of a text, from one character to another. */
export const piece = (text, from, to) => (BMP.test(text) ? text.slice(from, to) : [...text].slice(from, to).join(''))

const line = (text) => piece(text, 0, LINE)
const newest = (list, most) => list.slice(-most)
const put = (list, at, item) => list.map((one, n) => (n === at ? item : one))

/** The view after one frame. What cannot be seen changes nothing, and so does a frame of a newer server. */
export function apply(view, frame) {
  switch (frame.type) {
    case 'state': return snapshot(frame)
    case 'pages': return { ...view, surfaces: frame.pages ?? [] }
    case 'heard': return heard(view, frame)
    case 'unmended': return unmended(view, frame)
    case 'typed': return frame.text.trim() ? said(view, turn(null, frame.text)) : view
    case 'asked': return asked(view, frame)
    case 'text': case 'finished': case 'amendment': case 'spoken': case 'step': case 'usage': return ofRun(view, frame)
    case 'changes': return fewDiffs(ofRun(view, frame))
    case 'failure': return { ...view, failures: newest([...view.failures, line(frame.text)], FEW) }
    case 'notice': return { ...view, notices: newest([...view.notices, line(frame.text)], FEW) }
    case 'call': case 'activity': case 'result': return { ...view, calls: called(view.calls, frame) }
    case 'hold': case 'hold_closed': return held(view, frame)
    case 'read': case 'read_end': case 'flush': return voice(view, frame)
    case 'duck': return { ...view, ducked: frame.ducked }
    case 'session_end': return { ...view, ended: frame.detail || frame.reason }
    default: return view
  }
}

/** The view when the person has taken a mend back: what was heard was right. */
export function unmended(view, { heard: words, meant }) {
  const is = (one) => one.heard.toLowerCase() === words.toLowerCase() && one.meant === meant
  const left = (one) => (one.mends.some(is) ? { ...one, mends: one.mends.filter((mend) => !is(mend)) } : one)
  return { ...view, turns: view.turns.map(left) } // what waits is shown anew
}

/** The view when so many more samples of a read have come. */
export const sounded = (view, read, samples) => voice(view, { type: 'sounded', read, samples })

/** The view when so many samples of a read, in all, have left the speaker. */
export const played = (view, read, samples) => voice(view, { type: 'played', read, samples })

// What is still to be played is told anew, by `read`.
function snapshot({ view, at = 0 }) {
  const holds = (view.holds ?? []).map((one) => ({ ...one, left_ms: Math.max(0, (one.until ?? 0) - at) }))
  return { ...EMPTY, ...view, holds, reads: [] }
}

const turn = (utterance, words, final = true, runs = [], mends = []) => ({ utterance, words, final, mends, runs })

const said = (view, one) => ({ ...view, turns: newest([...view.turns, one], TURNS) })

function heard(view, { utterance, text, final, mends = [] }) {
  const at = view.turns.findIndex((one) => one.utterance === utterance)
  if (at >= 0) return { ...view, turns: put(view.turns, at, { ...view.turns[at], words: text, final, mends }) }
  const last = view.turns.length - 1
  const before = view.turns[last]
  const typed = before && before.utterance === null && before.words === text && !before.runs.length
  const now = turn(utterance, text, final, [], mends)
  return typed ? { ...view, turns: put(view.turns, last, now) } : said(view, now)
}

const newRun = (run) => ({
  run, instruction: '', by: null, amends: null, how: null, text: '', left_out: 0, heard_to: 0, then: '', steps: [],
  usage: [0, 0, null], files: [], diff: '', working: true, why: '',
})

const turnOf = (view, run) => view.turns.findIndex((one) => one.runs.some((other) => other.run === run))

// An asking stands below its words. It may have been announced below others.
function asked(view, { run, instruction, by, utterance = null, amends = null }) {
  const there = turnOf(view, run)
  let at = there
  if (utterance !== null) at = view.turns.findIndex((one) => one.utterance === utterance)
  else if (at < 0) at = view.turns.findIndex((one) => one.utterance === null && !one.runs.length && one.words === instruction)
  const known = there < 0 ? newRun(run) : view.turns[there].runs.find((one) => one.run === run)
  const now = { ...known, instruction, by, amends, working: known.how !== 'steer' } // steered: the other run answers
  if (there >= 0) {
    const rest = view.turns[there].runs.filter((one) => one.run !== run)
    view = { ...view, turns: put(view.turns, there, { ...view.turns[there], runs: rest }) }
  }
  if (at < 0) return said(view, turn(utterance, instruction, true, [now]))
  const runs = newest([...view.turns[at].runs, now], RUNS)
  return { ...view, turns: put(view.turns, at, { ...view.turns[at], runs }) }
}

// Something of an answer. An answer without an asking is a live model's own, to the newest words.
function ofRun(view, frame) {
  if (frame.type === 'spoken') { // it is also how a read ends at a page that does not play it
    const over = (one) => one.run === frame.run && one.whole && one.shown_to <= frame.shown_to
    view = { ...view, reads: view.reads.filter((one) => !over(one)) }
  }
  const there = turnOf(view, frame.run)
  if (there >= 0) {
    const runs = view.turns[there].runs.map((one) => (one.run === frame.run ? news(one, frame) : one))
    return { ...view, turns: put(view.turns, there, { ...view.turns[there], runs }) }
  }
  if (frame.type !== 'text' && frame.type !== 'amendment') return view
  if (!view.turns.length) view = said(view, turn(null, ''))
  const last = view.turns.length - 1
  const runs = newest([...view.turns[last].runs, news(newRun(frame.run), frame)], RUNS)
  return { ...view, turns: put(view.turns, last, { ...view.turns[last], runs }) }
}

function fewDiffs(view) {
  const old = view.turns.flatMap((one) => one.runs).filter((one) => one.diff).slice(0, -DIFFS)
  if (!old.length) return view
  const without = (one) => (old.includes(one) ? { ...one, diff: '' } : one)
  const has = (one) => one.runs.some((run) => old.includes(run))
  return { ...view, turns: view.turns.map((one) => (has(one) ? { ...one, runs: one.runs.map(without) } : one)) }
}

function news(run, frame) {
  switch (frame.type) {
    case 'text': {
      const text = run.text + frame.text
      const over = text.length > TEXT ? Math.max(0, count(text) - TEXT) : 0
      return { ...run, text: over ? piece(text, over) : text, left_out: run.left_out + over }
    }
    case 'step': {
      const { step, kind, state, effects = false, receipt = null } = frame
      const now = { step, kind, title: line(frame.title), detail: line(frame.detail ?? ''), state, effects, receipt }
      const at = run.steps.findIndex((one) => one.step === step)
      return { ...run, steps: at < 0 ? newest([...run.steps, now], FEW) : put(run.steps, at, now) }
    }
    case 'usage': return { ...run, usage: [frame.input_tokens, frame.output_tokens, frame.cost ?? null] }
    case 'changes': return { ...run, files: frame.files ?? [], diff: frame.diff ?? '' }
    case 'amendment': return { ...run, amends: frame.amends, how: frame.how }
    case 'spoken': return frame.shown_to >= run.heard_to ? { ...run, heard_to: frame.shown_to, then: frame.then ?? '' } : run
    default: return { ...run, working: false, why: frame.why || run.why }
  }
}

function called(calls, frame) {
  const { effect, tool } = frame
  if (frame.type === 'call') {
    const now = { effect, tool, arguments: line(frame.arguments), result: null, progress: '', failed: false, receipt: null }
    return newest([...calls, now], FEW)
  }
  const { failed = false, receipt = null } = frame
  const change = frame.type === 'activity' ? { progress: line(frame.text) } : { result: line(frame.result), failed, receipt }
  return calls.map((one) => (one.effect === effect ? { ...one, ...change } : one))
}

const wordingOf = ({ text, heard: words, proposed, mends }) => JSON.stringify([text, words, proposed, mends])

function held(view, frame) {
  const at = view.holds.findIndex((one) => one.hold === frame.hold)
  if (frame.type === 'hold') {
    const { hold, text, kind, risk = '', heard: words = '', proposed = '', utterance = null } = frame
    const { left_ms = 0, span = null, code = '', editable = true, mends = [] } = frame
    const now = { hold, text, kind, risk, heard: words, proposed, utterance, span, outcome: null, left_ms, code, editable, mends }
    now.again = at >= 0 && wordingOf(view.holds[at]) === wordingOf(now) // else it is another wording of it
    return { ...view, holds: at < 0 ? [...view.holds, now] : put(view.holds, at, now) }
  }
  const ended = [...view.holds, ...view.drafts].find((one) => one.hold === frame.hold)
  const others = view.drafts.filter((one) => one.hold !== frame.hold)
  const stays = frame.draft && ended ? [{ ...ended, outcome: frame.outcome }] : []
  return { ...view, holds: view.holds.filter((one) => one.hold !== frame.hold), drafts: newest([...others, ...stays], FEW) }
}

const newRead = (read) => ({ read, said: '', run: null, shown_from: 0, shown_to: 0, given: 0, played: 0, whole: false })

// What is read now. A read is gone when it was played whole, or was cut.
function voice(view, frame) {
  const known = view.reads.find((one) => one.read === frame.read)
  let now
  if (frame.type === 'read') {
    const { read, said: words = '', run = null, shown_from = 0, shown_to = 0, first = 0 } = frame
    now = { read, said: words, run, shown_from, shown_to, given: first, played: first, whole: false }
  } else if (frame.type === 'sounded') {
    now = { ...(known ?? newRead(frame.read)) }
    now.given += frame.samples
  } else if (!known) return view
  else if (frame.type === 'flush') return { ...view, reads: view.reads.filter((one) => one !== known) }
  else if (frame.type === 'played') now = { ...known, played: Math.max(known.played, Math.min(frame.samples, known.given)) }
  else now = { ...known, whole: true }
  const rest = now.whole && now.played >= now.given ? [] : [now]
  if (!known) return { ...view, reads: newest([...view.reads, ...rest], READS) }
  return { ...view, reads: view.reads.flatMap((one) => (one === known ? rest : [one])) }
}

const PACE = 15 // characters a second, while it is not known how long a read is

/**
 * How far the words of an answer have been heard: `[sure, now]`, in characters of `run.text`. Up to `sure` the server says so;
 * up to `now` by what has left the speaker of the read that plays.
 */
export function heardOf(view, run, rate) {
  const sure = Math.max(0, run.heard_to - run.left_out)
  let now = sure
  for (const one of view.reads) {
    if (one.run !== run.run || !one.played) continue
    const share = one.whole ? one.played / one.given : Math.min(0.98, one.played / ((count(one.said) / PACE) * rate))
    now = Math.max(now, one.shown_from + Math.ceil(share * (one.shown_to - one.shown_from)) - run.left_out)
  }
  const word = now > sure ? /^\S*/.exec(piece(run.text, now))[0] : '' // as a whole
  return [sure, Math.min(now + count(word), count(run.text))]
}
