// Made from protocol/browser/schema.json by scripts/frames.mjs: `npm run frames`.

/** Where a mend comes from. */
export type MendWhy = 'correction' | 'lexicon' | 'loop'
/** What routed an instruction to the brain. */
export type RoutedBy = 'code' | 'consent' | 'ear' | 'typed'
/** What a new instruction does to a run that still works (law T2). */
export type Amendment = 'queue' | 'replace' | 'steer'
/** What a brain does in a step of its work. */
export type StepKind = 'note' | 'thinking' | 'tool'
/** How far a step has come. */
export type StepState = 'begun' | 'done' | 'failed'
/** What waits for a yes. */
export type HoldKind = 'action' | 'instruction' | 'permission'
/** How a hold ended. */
export type Outcome = 'denied' | 'expired' | 'granted' | 'void'
/** What the talk does now, as the person is told it (law T5). */
export type TalkState = 'asking' | 'away' | 'hearing' | 'listening' | 'sparing' | 'speaking' | 'thinking' | 'understanding' | 'voicing'

/** What a screen shows. */
export interface View {
  readonly surfaces: readonly string[]
  readonly turns: readonly ShownTurn[]
  readonly holds: readonly ShownHold[]
  readonly drafts: readonly ShownHold[]
  readonly reads: readonly ShownRead[]
  readonly failures: readonly string[]
  readonly notices: readonly ShownNotice[]
  readonly calls: readonly ShownCall[]
  readonly ducked: boolean
  readonly leaving: boolean
  readonly state: TalkState
  readonly ended: string | null
}
/** The person's words, and the answers to them. */
export interface ShownTurn {
  readonly utterance: number | null
  readonly words: string
  readonly final: boolean
  readonly mends: readonly Mend[]
  readonly runs: readonly ShownRun[]
  readonly source: string
}
/** `meant` in the place of `heard`, which are whole words, in lower case. */
export interface Mend {
  readonly heard: string
  readonly meant: string
  readonly why: MendWhy
}
/** One answer, and how far it is. */
export interface ShownRun {
  readonly run: number
  readonly instruction: string
  readonly by: RoutedBy | null
  readonly amends: number | null
  readonly how: Amendment | null
  readonly text: string
  readonly left_out: number
  readonly heard_to: number
  readonly then: string
  readonly steps: readonly ShownStep[]
  readonly usage: readonly [number, number, number | null]
  readonly files: readonly FileChange[]
  readonly diff: string
  readonly working: boolean
  readonly why: string
  readonly acted: boolean
}
/** One step of a brain's own work. */
export interface ShownStep {
  readonly step: string
  readonly kind: StepKind
  readonly title: string
  readonly detail: string
  readonly state: StepState
  readonly effects: boolean
  readonly receipt: string | null
}
/** A file that was changed, with how many lines came and went. `path`: as the person would write it. */
export interface FileChange {
  readonly path: string
  readonly added: number
  readonly removed: number
}
/** Something that waits for a yes or, with an outcome, a draft: an instruction that got no answer. */
export interface ShownHold {
  readonly hold: number
  readonly text: string
  readonly kind: HoldKind
  readonly risk: string
  readonly heard: string
  readonly proposed: string
  readonly utterance: number | null
  readonly span: AudioSpan | null
  readonly until: number
  readonly code: string
  readonly editable: boolean
  readonly mends: readonly Mend[]
  readonly outcome: Outcome | null
}
/** `count` samples of `stream`, beginning with sample number `first` (from 0). */
export interface AudioSpan {
  readonly stream: string
  readonly first: number
  readonly count: number
}
/** A piece that is being read aloud, or is about to be. Samples. */
export interface ShownRead {
  readonly read: number
  readonly said: string
  readonly run: number | null
  readonly shown_from: number
  readonly shown_to: number
  readonly given: number
  readonly played: number
  readonly whole: boolean
}
/** Words of ours. What they say of a hold, or of a run, is not shown any more when that has ended (law T5). */
export interface ShownNotice {
  readonly text: string
  readonly hold: number | null
  readonly run: number | null
}
/** A tool that runs or has run here. `receipt` proves that something was done (law C4). */
export interface ShownCall {
  readonly effect: number
  readonly tool: string
  readonly arguments: string
  readonly result: string | null
  readonly progress: string
  readonly failed: boolean
  readonly receipt: string | null
}
/** Of the talk that goes on here: the person's words as they were sent, or what was heard of an answer. */
export interface EarlierLine {
  readonly by: 'agent' | 'person'
  readonly text: string
}
