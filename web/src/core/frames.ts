// Made from protocol/browser/schema.json by scripts/frames.mjs: `npm run frames`.

import type { View, Mend, FileChange, AudioSpan, EarlierLine } from './shown.ts'

export type * from './shown.ts'

export type UpFrame = Frames['up']
export type DownFrame = Frames['down']

export interface Frames {
  readonly up:
    | StartFrame | ResumeFrame | MuteFrame | EndFrame | TypedTextFrame
    | PlayedSamplesFrame | FlushedSamplesFrame | StopFrame | SilenceFrame | AcceptFrame
    | EditFrame | RefuseFrame | UnmendFrame | FloorFrame | TakeFrame
    | SetFrame
  readonly down:
    | ReadyFrame | TranscriptFrame | ToolCallFrame | ToolResultFrame | UiActionFrame
    | ErrorFrame | SessionEndFrame | StateFrame | PagesFrame | SettingsFrame
    | HolderFrame | MutedFrame | HeardFrame | TypedFrame | AskedFrame
    | AmendmentFrame | TextFrame | FinishedFrame | ReadFrame | ReadEndFrame
    | FlushFrame | SpokenFrame | DuckFrame | LeavingFrame | TalkStateFrame
    | CueFrame | HoldFrame | HoldClosedFrame | UnmendedFrame | TaughtFrame
    | StepFrame | CallFrame | ActivityFrame | ResultFrame | ActFrame
    | UsageFrame | ChangesFrame | NoticeFrame | FailureFrame
}
/** First: begin a session, or join the one named `session`. */
export interface StartFrame {
  readonly type: 'start'
  readonly theme?: string
  readonly projectContext?: {}
  readonly solovox?: number
  readonly session?: string
  readonly watch?: boolean
  readonly microphone_rate?: number
  readonly speaker_rate?: number
}
/** First, in place of `start`: the page of this token is back. It has thrown away what it had not played. */
export interface ResumeFrame {
  readonly type: 'resume'
  readonly token: string
  readonly read?: number
  readonly samples?: number
  readonly microphone_rate?: number
  readonly speaker_rate?: number
}
/** The microphone is silence from here on, or it is on again. */
export interface MuteFrame {
  readonly type: 'mute'
  readonly muted: boolean
}
/** End the session. */
export interface EndFrame {
  readonly type: 'end'
}
/** The person typed this, and sent it. It does all that speech does. */
export interface TypedTextFrame {
  readonly type: 'text'
  readonly text: string
}
/** `samples` of a read have left the speaker in all. At least every 100 ms while one plays, and at its end. */
export interface PlayedSamplesFrame {
  readonly type: 'played'
  readonly read: number
  readonly samples: number
}
/** The answer to `flush`: nothing of the read plays any more; `samples` of it were played in all. */
export interface FlushedSamplesFrame {
  readonly type: 'flushed'
  readonly read: number
  readonly samples: number
}
/** Stop the work, and the voice. */
export interface StopFrame {
  readonly type: 'stop'
}
/** Cut the voice; the work goes on. */
export interface SilenceFrame {
  readonly type: 'silence'
}
/** A yes to a hold, or to a draft: to exactly this text, as it was shown (law A3). */
export interface AcceptFrame {
  readonly type: 'accept'
  readonly hold: number
  readonly text: string
  readonly heard?: string | null
}
/** A yes to another text than was shown. */
export interface EditFrame {
  readonly type: 'edit'
  readonly hold: number
  readonly text: string
  readonly heard?: string | null
}
/** A no to a hold. */
export interface RefuseFrame {
  readonly type: 'refuse'
  readonly hold: number
}
/** A mend is taken back: what was heard was right, and stays so in this session. */
export interface UnmendFrame {
  readonly type: 'unmend'
  readonly heard: string
  readonly meant: string
}
/** The talk key is pressed (`taken`), or let go. */
export interface FloorFrame {
  readonly type: 'floor'
  readonly taken: boolean
}
/** This page takes microphone and speaker over. */
export interface TakeFrame {
  readonly type: 'take'
}
/**
 * Change a setting of the session: `approval` and `learning` (kept for later sessions, too), `barge_in`, `own_words`;
 *     in the Studio also `theme` (its id: the voice changes with the next read) and `project` (the id of the one that is open).
 */
export interface SetFrame {
  readonly type: 'set'
  readonly key: string
  readonly value: string
}
/** The session runs, and this client is there. */
export interface ReadyFrame {
  readonly type: 'ready'
  readonly sessionId: string
  readonly solovox: number
  readonly page: string
  readonly token: string
  readonly grace_ms: number
  readonly samples: number
  readonly engines: string
}
/** What was said: the person's words when they are final, the agent's as each read begins to sound. */
export interface TranscriptFrame {
  readonly type: 'transcript'
  readonly role: 'user' | 'vox'
  readonly text: string
}
/** A tool begins. */
export interface ToolCallFrame {
  readonly type: 'tool_call'
  readonly name: string
  readonly args: unknown
}
/** What came of a tool. */
export interface ToolResultFrame {
  readonly type: 'tool_result'
  readonly name: string
  readonly data: unknown
}
/** A tool asks something of the screen. */
export interface UiActionFrame {
  readonly type: 'ui_action'
  readonly action: string
  readonly target: string
}
/** What went wrong, in one line. The session goes on, unless `session_end` follows. */
export interface ErrorFrame {
  readonly type: 'error'
  readonly message: string
}
/** The session is over. */
export interface SessionEndFrame {
  readonly type: 'session_end'
  readonly reason: 'error' | 'timeout' | 'user'
  readonly detail: string
}
/** All that a page must show: first, after a `resume`, and when it was too slow for what came between. */
export interface StateFrame {
  readonly type: 'state'
  readonly view: View
  readonly holder: string
  readonly muted: boolean
  readonly at: number
  readonly earlier: readonly EarlierLine[]
}
/** Who is there now, whoever came or left. */
export interface PagesFrame {
  readonly type: 'pages'
  readonly pages: readonly string[]
}
/** What `set` can change, as it is now: after `state`, and whenever it changes. */
export interface SettingsFrame {
  readonly type: 'settings'
  readonly approval: string
  readonly barge_in: boolean
  readonly own_words: boolean
  readonly learning: boolean
}
/** Another page has microphone and speaker now. Empty: none has. */
export interface HolderFrame {
  readonly type: 'holder'
  readonly page: string
}
/** The microphone of the session was switched off, or on again. */
export interface MutedFrame {
  readonly type: 'muted'
  readonly muted: boolean
}
/** The person's words. A text that is not `final` will be replaced; an empty one that is takes back what was shown. */
export interface HeardFrame {
  readonly type: 'heard'
  readonly utterance: number
  readonly text: string
  readonly final: boolean
  readonly source: string
  readonly mends: readonly Mend[]
}
/** A line that was typed at one of the pages. */
export interface TypedFrame {
  readonly type: 'typed'
  readonly text: string
}
/** An instruction was sent. `amends`: the answer that it adds to. */
export interface AskedFrame {
  readonly type: 'asked'
  readonly run: number
  readonly instruction: string
  readonly by: string
  readonly utterance: number | null
  readonly amends: number | null
}
/** How a later instruction was understood: `queue`, `replace`, `steer`. */
export interface AmendmentFrame {
  readonly type: 'amendment'
  readonly run: number
  readonly amends: number
  readonly how: string
}
/** The next piece of an answer, as it was written. */
export interface TextFrame {
  readonly type: 'text'
  readonly run: number
  readonly text: string
}
/** An answer is complete or, with a reason, will not be. */
export interface FinishedFrame {
  readonly type: 'finished'
  readonly run: number
  readonly why: string
}
/** A read begins. The sound that follows is its. It stands for the text of `run` from `shown_from` to `shown_to`. */
export interface ReadFrame {
  readonly type: 'read'
  readonly read: number
  readonly said: string
  readonly run: number | null
  readonly shown_from: number
  readonly shown_to: number
  readonly first: number
}
/** All sound of a read has been sent: `samples` in all. */
export interface ReadEndFrame {
  readonly type: 'read_end'
  readonly read: number
  readonly samples: number
}
/** Throw away what is not played of a read, and answer `flushed`. */
export interface FlushFrame {
  readonly type: 'flush'
  readonly read: number
}
/** The person surely heard the text of an answer up to `shown_to`, and then the words in `then`. */
export interface SpokenFrame {
  readonly type: 'spoken'
  readonly run: number
  readonly shown_to: number
  readonly then: string
}
/** Lower the voice, or raise it again. */
export interface DuckFrame {
  readonly type: 'duck'
  readonly ducked: boolean
}
/** The live model's connection ends soon, and is made anew in a pause; or that was done. The talk goes on meanwhile. */
export interface LeavingFrame {
  readonly type: 'leaving'
  readonly leaving: boolean
}
/** What the talk does from now on: `away`, `sparing`, `listening`, `hearing`, `understanding`, `asking`, `speaking`, `voicing`, `thinking`. */
export interface TalkStateFrame {
  readonly type: 'talk_state'
  readonly state: string
}
/** A short sound of ours: `heard`, `routed`, `working`, `failed`, `stopped`, `done`. */
export interface CueFrame {
  readonly type: 'cue'
  readonly kind: string
}
/** Something waits for a yes to exactly this `text`. */
export interface HoldFrame {
  readonly type: 'hold'
  readonly hold: number
  readonly text: string
  readonly kind: string
  readonly risk: string
  readonly heard: string
  readonly proposed: string
  readonly utterance: number | null
  readonly left_ms: number
  readonly span: AudioSpan | null
  readonly code: string
  readonly editable: boolean
  readonly mends: readonly Mend[]
}
/** A hold ended. `draft`: it can still be accepted. */
export interface HoldClosedFrame {
  readonly type: 'hold_closed'
  readonly hold: number
  readonly outcome: string
  readonly draft: boolean
}
/** A mend was taken back. It is shown no more in the talk; what waits is shown anew. */
export interface UnmendedFrame {
  readonly type: 'unmended'
  readonly heard: string
  readonly meant: string
}
/** What the person edited in their yes to a hold is kept, as the correction `id`. */
export interface TaughtFrame {
  readonly type: 'taught'
  readonly hold: number
  readonly id: string
}
/** A step of an agent's own work, begun or further on. */
export interface StepFrame {
  readonly type: 'step'
  readonly run: number
  readonly step: string
  readonly kind: string
  readonly title: string
  readonly state: string
  readonly detail: string
  readonly effects: boolean
  readonly receipt: string | null
}
/** A tool begins. */
export interface CallFrame {
  readonly type: 'call'
  readonly effect: number
  readonly tool: string
  readonly arguments: string
}
/** How far a tool has come. */
export interface ActivityFrame {
  readonly type: 'activity'
  readonly effect: number
  readonly tool: string
  readonly text: string
}
/** What came of a tool. `receipt` proves that an action happened. */
export interface ResultFrame {
  readonly type: 'result'
  readonly effect: number
  readonly tool: string
  readonly result: string
  readonly failed: boolean
  readonly receipt: string | null
}
/** A tool asks something of the screen. */
export interface ActFrame {
  readonly type: 'act'
  readonly action: string
  readonly target: string
}
/** What an answer has used so far, in all. `cost`: in millionths of a US dollar, if it is known. */
export interface UsageFrame {
  readonly type: 'usage'
  readonly run: number
  readonly input_tokens: number
  readonly output_tokens: number
  readonly cost: number | null
}
/** What an agent has changed so far for an answer, in all: how many lines came and went, and all of it as `diff -u` writes it. */
export interface ChangesFrame {
  readonly type: 'changes'
  readonly run: number
  readonly files: readonly FileChange[]
  readonly diff: string
}
/** Words of ours, that no agent wrote. They are true as long as `hold` waits, or `run` works. */
export interface NoticeFrame {
  readonly type: 'notice'
  readonly text: string
  readonly hold: number | null
  readonly run: number | null
}
/** One clear line about what did not work. */
export interface FailureFrame {
  readonly type: 'failure'
  readonly text: string
}
