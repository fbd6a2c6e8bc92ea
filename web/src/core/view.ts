/**
 * What the page shows now: a fold over the server's frames.
 *
 * It mirrors src/solovox/view/: it begins with the `view` of a `state` frame, and goes on from there. Every list is bounded, and
 * nothing is changed in place. Only `reads` are this page's own: what its speaker was sent and has played, in samples of its speaker.
 */

import type {
  ActivityFrame, AskedFrame, CallFrame, DownFrame, HeardFrame, HoldClosedFrame, HoldFrame, Mend, ResultFrame, ShownCall,
  ShownHold, ShownNotice, ShownRead, ShownRun, ShownStep, ShownTurn, StateFrame, StepFrame, View as ServersView,
} from './frames.ts'
import { count, piece } from './text.ts'

const TURNS = 32
const RUNS = 4 // of one turn
const TEXT = 64_000 // characters of one answer
const FEW = 8 // steps, failures, notices, tools and drafts, each
const READS = 16
const LINE = 4_000
const DIFFS = 8 // answers of which it is shown how they changed their files

/** Something that waits for a yes or, with an outcome, a draft. */
export interface Hold extends Omit<ShownHold, 'until' | 'kind' | 'outcome'> {
  readonly kind: string
  readonly outcome: string | null
  /** How long it still waits, from when it was told. */
  readonly left_ms: number
  /** The same was shown before: the server asks once more. */
  readonly again: boolean
}

/** One answer. `by` and `how` are as a frame told them: a newer server may know more. */
export interface Run extends Omit<ShownRun, 'by' | 'how' | 'steps'> {
  readonly by: string | null
  readonly how: string | null
  readonly steps: readonly Step[]
}

export interface Step extends Omit<ShownStep, 'kind' | 'state'> {
  readonly kind: string
  readonly state: string
}

export interface Turn extends Omit<ShownTurn, 'runs'> {
  readonly runs: readonly Run[]
}

/** `state`: what the talk does, as it was told. */
export interface View extends Omit<ServersView, 'turns' | 'holds' | 'drafts' | 'state'> {
  readonly state: string
  readonly turns: readonly Turn[]
  readonly holds: readonly Hold[]
  readonly drafts: readonly Hold[]
}

export const EMPTY: View = Object.freeze({
  surfaces: [], turns: [], holds: [], drafts: [], reads: [], failures: [], notices: [], calls: [], ducked: false, leaving: false, state: 'away', ended: null,
})

/** Whether someone far less loud than the person said it: it was not taken (law A4). */
export const isBehind = ({ source }: Pick<Turn, 'source'>): boolean => source === 'behind'

const line = (text: string): string => piece(text, 0, LINE)
const newest = <T>(list: readonly T[], most: number): readonly T[] => list.slice(-most)
const put = <T>(list: readonly T[], at: number, item: T): readonly T[] => list.map((one, n) => (n === at ? item : one))

/** The view after one frame. What cannot be seen changes nothing. */
export function apply(view: View, frame: DownFrame): View {
  switch (frame.type) {
    case 'state': return snapshot(frame)
    case 'pages': return { ...view, surfaces: frame.pages }
    case 'heard': return heard(view, frame)
    case 'typed': return frame.text.trim() ? typed(view, frame.text) : view
    case 'asked': return asked(view, frame)
    case 'text': case 'amendment': case 'step': case 'usage': return ofRun(view, frame)
    case 'finished': return ofRun(truths(view, (one) => one.run !== frame.run), frame)
    case 'spoken': return ofRun(listened(view, frame), frame)
    case 'changes': return fewDiffs(ofRun(view, frame))
    case 'failure': return { ...view, failures: newest([...view.failures, line(frame.text)], FEW) }
    case 'notice': return { ...view, notices: newest([...view.notices, { text: line(frame.text), hold: frame.hold, run: frame.run }], FEW) }
    case 'call': case 'activity': return { ...view, calls: called(view.calls, frame) }
    case 'result': return received({ ...view, calls: called(view.calls, frame) }, frame)
    case 'hold': return held(view, frame)
    case 'hold_closed': return answered(truths(view, (one) => one.hold !== frame.hold), frame)
    case 'read': case 'read_end': case 'flush': return voice(view, frame)
    case 'unmended': return unmended(view, frame)
    case 'duck': return { ...view, ducked: frame.ducked }
    case 'leaving': return { ...view, leaving: frame.leaving }
    case 'talk_state': return { ...view, state: frame.state }
    case 'session_end': return { ...view, ended: frame.detail || frame.reason }
    case 'ready': case 'transcript': case 'tool_call': case 'tool_result': case 'ui_action': case 'error': case 'settings':
    case 'holder': case 'muted': case 'cue': case 'taught': case 'act': return view
  }
}

/** The view without what was said of a hold or a run that has ended. */
const truths = (view: View, are: (one: ShownNotice) => boolean): View => ({ ...view, notices: view.notices.filter(are) })

/** The view when the person has taken a mend back: what was heard was right. */
export function unmended(view: View, { heard: words, meant }: Pick<Mend, 'heard' | 'meant'>): View {
  const is = (one: Mend): boolean => one.heard.toLowerCase() === words.toLowerCase() && one.meant === meant
  const left = (one: Turn): Turn => (one.mends.some(is) ? { ...one, mends: one.mends.filter((mend) => !is(mend)) } : one)
  return { ...view, turns: view.turns.map(left) } // what waits is shown anew
}

/** The view when more samples of a read have come. */
export const sounded = (view: View, read: number, samples: number): View => voice(view, { type: 'sounded', read, samples })

/** The view when `samples` of a read, in all, have left the speaker. */
export const played = (view: View, read: number, samples: number): View => voice(view, { type: 'played', read, samples })

// What is still to be played is told anew, by `read`.
function snapshot({ view, at }: StateFrame): View {
  const hold = ({ until, ...one }: ShownHold): Hold => ({ ...one, left_ms: Math.max(0, until - at), again: false })
  return { ...view, holds: view.holds.map(hold), drafts: view.drafts.map(hold), reads: [] }
}

const turn = (utterance: number | null, words: string, final = true, runs: readonly Run[] = []): Turn =>
  ({ utterance, words, final, mends: [], runs, source: 'person' })

const said = (view: View, one: Turn): View => ({ ...view, turns: newest([...view.turns, one], TURNS) })

// What was said behind the person is asked now.
const typed = (view: View, text: string): View =>
  said({ ...view, turns: view.turns.filter((one) => !isBehind(one) || one.words !== text) }, turn(null, text))

function heard(view: View, { utterance, text, final, mends, source }: HeardFrame): View {
  if (!text && final) { // it is taken back
    return { ...view, turns: view.turns.filter((one) => one.utterance !== utterance) }
  }
  const at = view.turns.findIndex((one) => one.utterance === utterance)
  const there = view.turns[at]
  if (there) return { ...view, turns: put(view.turns, at, { ...there, words: text, final, mends }) }
  const before = view.turns.at(-1)
  const stands = before?.utterance === null && before.words === text && !before.runs.length
  const now = { ...turn(utterance, text, final), mends, source }
  return stands ? { ...view, turns: put(view.turns, view.turns.length - 1, now) } : said(view, now)
}

const newRun = (run: number): Run => ({
  run, instruction: '', by: null, amends: null, how: null, text: '', left_out: 0, heard_to: 0, then: '', steps: [],
  usage: [0, 0, null], files: [], diff: '', working: true, why: '', acted: false,
})

const turnOf = (view: View, run: number): number => view.turns.findIndex((one) => one.runs.some((other) => other.run === run))

// An asking stands below its words. It may have been announced below others.
function asked(view: View, { run, instruction, by, utterance, amends }: AskedFrame): View {
  const there = turnOf(view, run)
  let at = there
  if (utterance !== null) at = view.turns.findIndex((one) => one.utterance === utterance)
  else if (at < 0) at = view.turns.findIndex((one) => one.utterance === null && !one.runs.length && one.words === instruction)
  const known = view.turns[there]?.runs.find((one) => one.run === run) ?? newRun(run)
  const now = { ...known, instruction, by, amends, working: known.how !== 'steer' } // steered: the other run answers
  const without = (one: Turn, n: number): Turn => (n === there ? { ...one, runs: one.runs.filter((other) => other.run !== run) } : one)
  const turns = view.turns.map(without)
  const words = turns[at]
  if (!words) return said({ ...view, turns }, turn(utterance, instruction, true, [now]))
  const left = words.runs.filter((old) => !isTakenBack(old, now))
  return { ...view, turns: put(turns, at, { ...words, runs: newest([...left, now], RUNS) }) }
}

// The person went on, and nothing of the answer to the beginning was heard or done (law T2).
function isTakenBack(old: Run, now: Run): boolean {
  const goesOn = old.instruction !== '' && now.instruction !== old.instruction && now.instruction.startsWith(old.instruction)
  return goesOn && now.amends === null && !old.heard_to && !old.then && !old.files.length
}

type OfRun = Extract<DownFrame, { type: 'text' | 'finished' | 'amendment' | 'spoken' | 'step' | 'usage' | 'changes' }>

// Something of an answer. An answer without an asking is a live model's own, to the newest words.
function ofRun(view: View, frame: OfRun): View {
  const at = turnOf(view, frame.run)
  const there = view.turns[at]
  if (there) {
    const runs = there.runs.map((one) => (one.run === frame.run ? news(one, frame) : one))
    return { ...view, turns: put(view.turns, at, { ...there, runs }) }
  }
  if (frame.type !== 'text' && frame.type !== 'amendment') return view
  const last = view.turns.findLastIndex((one) => !isBehind(one))
  const whose = view.turns[last]
  if (!whose) return said(view, turn(null, '', true, [news(newRun(frame.run), frame)]))
  return { ...view, turns: put(view.turns, last, { ...whose, runs: newest([...whose.runs, news(newRun(frame.run), frame)], RUNS) }) }
}

// It is also how a read ends at a page that does not play it.
function listened(view: View, { run, shown_to }: { run: number; shown_to: number }): View {
  const over = (one: ShownRead): boolean => one.run === run && one.whole && one.shown_to <= shown_to
  return { ...view, reads: view.reads.filter((one) => !over(one)) }
}

function fewDiffs(view: View): View {
  const old = view.turns.flatMap((one) => one.runs).filter((one) => one.diff).slice(0, -DIFFS)
  if (!old.length) return view
  const without = (one: Run): Run => (old.includes(one) ? { ...one, diff: '' } : one)
  const has = (one: Turn): boolean => one.runs.some((run) => old.includes(run))
  return { ...view, turns: view.turns.map((one) => (has(one) ? { ...one, runs: one.runs.map(without) } : one)) }
}

function news(run: Run, frame: OfRun): Run {
  switch (frame.type) {
    case 'text': return longer(run, frame.text)
    case 'step': return { ...run, steps: stepped(run.steps, frame), acted: run.acted || frame.effects }
    case 'usage': return { ...run, usage: [frame.input_tokens, frame.output_tokens, frame.cost] }
    case 'changes': return { ...run, files: frame.files, diff: frame.diff, acted: run.acted || frame.files.length > 0 }
    case 'amendment': return { ...run, amends: frame.amends, how: frame.how }
    case 'spoken': return frame.shown_to >= run.heard_to ? { ...run, heard_to: frame.shown_to, then: frame.then } : run
    case 'finished': return { ...run, working: false, why: frame.why || run.why }
  }
}

function longer(run: Run, more: string): Run {
  const text = run.text + more
  const over = text.length > TEXT ? Math.max(0, count(text) - TEXT) : 0
  return { ...run, text: over ? piece(text, over) : text, left_out: run.left_out + over }
}

function stepped(steps: readonly Step[], { step, kind, state, effects, receipt, title, detail }: StepFrame): readonly Step[] {
  const now = { step, kind, title: line(title), detail: line(detail), state, effects, receipt }
  const at = steps.findIndex((one) => one.step === step)
  return at < 0 ? newest([...steps, now], FEW) : put(steps, at, now)
}

// A receipt is one of whatever works: which answer asked for the tool is not told.
function received(view: View, { receipt }: ResultFrame): View {
  if (receipt === null) return view
  const acted = (one: Run): Run => (one.working ? { ...one, acted: true } : one)
  return { ...view, turns: view.turns.map((one) => (one.runs.some(({ working }) => working) ? { ...one, runs: one.runs.map(acted) } : one)) }
}

/** The answers that ended without an act, of a brain that was seen to do things by itself (law C4). What a live model says for itself is none of them: its tools are not those of one answer. */
export function actless({ turns }: Pick<View, 'turns'>): ReadonlySet<number> {
  const runs = turns.flatMap((one) => one.runs)
  if (!runs.some(({ acted, steps }) => acted || steps.some(({ kind }) => kind === 'tool'))) return new Set()
  return new Set(runs.filter(({ by, text, working, acted }) => by !== null && text.trim() && !working && !acted).map(({ run }) => run))
}

function called(calls: readonly ShownCall[], frame: CallFrame | ActivityFrame | ResultFrame): readonly ShownCall[] {
  const { effect, tool } = frame
  const changed = (change: Partial<ShownCall>): readonly ShownCall[] => calls.map((one) => (one.effect === effect ? { ...one, ...change } : one))
  switch (frame.type) {
    case 'call': {
      const now = { effect, tool, arguments: line(frame.arguments), result: null, progress: '', failed: false, receipt: null }
      return newest([...calls, now], FEW)
    }
    case 'activity': return changed({ progress: line(frame.text) })
    case 'result': return changed({ result: line(frame.result), failed: frame.failed, receipt: frame.receipt })
  }
}

const wordingOf = ({ text, heard: words, proposed, mends }: Pick<Hold, 'text' | 'heard' | 'proposed' | 'mends'>): string =>
  JSON.stringify([text, words, proposed, mends])

function held(view: View, { type: _, ...frame }: HoldFrame): View {
  const at = view.holds.findIndex((one) => one.hold === frame.hold)
  const known = view.holds[at]
  const again = known !== undefined && wordingOf(known) === wordingOf(frame) // else it is another wording of it
  const now = { ...frame, outcome: null, again }
  return { ...view, holds: known ? put(view.holds, at, now) : [...view.holds, now] }
}

function answered(view: View, frame: HoldClosedFrame): View {
  const ended = [...view.holds, ...view.drafts].find((one) => one.hold === frame.hold)
  const others = view.drafts.filter((one) => one.hold !== frame.hold)
  const stays = frame.draft && ended ? [{ ...ended, outcome: frame.outcome }] : []
  return { ...view, holds: view.holds.filter((one) => one.hold !== frame.hold), drafts: newest([...others, ...stays], FEW) }
}

// ── the voice ─────────────────────────────────────────────────────────────────────────────────

type OfRead =
  | Extract<DownFrame, { type: 'read' | 'read_end' | 'flush' }>
  | { readonly type: 'sounded' | 'played'; readonly read: number; readonly samples: number }

const newRead = (read: number): ShownRead => ({ read, said: '', run: null, shown_from: 0, shown_to: 0, given: 0, played: 0, whole: false })

// What is read now. A read is gone when it was played whole, or was cut.
function voice(view: View, frame: OfRead): View {
  const known = view.reads.find((one) => one.read === frame.read)
  if (frame.type === 'flush') return known ? { ...view, reads: view.reads.filter((one) => one !== known) } : view
  const now = further(known, frame)
  if (!now) return view
  const rest = now.whole && now.played >= now.given ? [] : [now]
  if (!known) return { ...view, reads: newest([...view.reads, ...rest], READS) }
  return { ...view, reads: view.reads.flatMap((one) => (one === known ? rest : [one])) }
}

function further(known: ShownRead | undefined, frame: Exclude<OfRead, { type: 'flush' }>): ShownRead | undefined {
  switch (frame.type) {
    case 'read': {
      const { read, said: words, run, shown_from, shown_to, first } = frame
      return { read, said: words, run, shown_from, shown_to, given: first, played: first, whole: false }
    }
    case 'sounded': {
      const one = known ?? newRead(frame.read)
      return { ...one, given: one.given + frame.samples }
    }
    case 'played': return known && { ...known, played: Math.max(known.played, Math.min(frame.samples, known.given)) }
    case 'read_end': return known && { ...known, whole: true }
  }
}

const PACE = 15 // characters a second, while it is not known how long a read is

/**
 * How far the words of an answer have been heard: `[sure, now]`, in characters of `run.text`. Up to `sure` the server says so;
 * up to `now` by what has left the speaker of the read that plays. `rate`: samples a second of that speaker.
 */
export function heardOf(view: View, run: Run, rate: number): readonly [number, number] {
  const sure = Math.max(0, run.heard_to - run.left_out)
  let now = sure
  for (const one of view.reads) {
    if (one.run !== run.run || !one.played) continue
    const share = one.whole ? one.played / one.given : Math.min(0.98, one.played / ((count(one.said) / PACE) * rate))
    now = Math.max(now, one.shown_from + Math.ceil(share * (one.shown_to - one.shown_from)) - run.left_out)
  }
  const word = now > sure ? (/^\S*/.exec(piece(run.text, now))?.[0] ?? '') : '' // as a whole
  return [sure, Math.min(now + count(word), count(run.text))]
}
