/** The page: what it knows, what can happen to it, and what it asks of the browser. Closed unions, all three. */

import type { DownFrame, EarlierLine, SettingsFrame, ShownNotice, UpFrame } from './frames.ts'
import type { CardTool } from './studio/cards.ts'
import type { Goal } from './studio/places.ts'
import { EMPTY, type View } from './view.ts'

/** The connection to the server. `lost`: it is being made again; `server`: what was found when it did not come back. */
export type Link =
  | { readonly is: 'new' | 'dialling' | 'open' | 'ended' | 'unknown' | 'full' | 'refused' | 'failed' }
  | { readonly is: 'lost'; readonly server: 'not asked' | 'answers' | 'turns us away' | 'is silent' }

/** The microphone's device, or a recording in its place (`replays`). */
export type Microphone =
  | { readonly is: 'off' | 'opening' }
  | { readonly is: 'on'; readonly name: string; readonly echo: boolean; readonly rate: number; readonly replays?: boolean }

/** What the microphone gives is recorded: `along` with what the talk hears of it, or `aside`, and then nothing of it is sent. */
export type Records = 'no' | 'aside' | 'along'

export type Settings = Omit<SettingsFrame, 'type'>

/** A setting, and what the person chose for it. */
export type Choice = { readonly [K in keyof Settings]: Readonly<Record<K, Settings[K]>> }[keyof Settings]

/** Where something is wrong. There is one line for each. */
export type Where = 'microphone' | 'speaker' | 'devices' | 'link' | 'holder' | 'server' | 'failure' | 'recording'

/** What a button beside a trouble does. */
export type Remedy = 'again' | 'begin' | 'take' | 'wake' | 'dismiss' | 'keep'

export interface Trouble {
  readonly where: Where
  readonly line: string
  readonly remedy: Remedy | null
}

/** How far a read has sounded, in samples. Read 0: nothing has. */
export interface Position {
  readonly read: number
  readonly samples: number
}

export interface State {
  readonly view: View
  /** The talk that goes on in this one, as it was heard; the oldest first. */
  readonly earlier: readonly EarlierLine[]
  readonly link: Link
  /** The name of the session. */
  readonly talk: string
  /** This page's name in the session, and which page has microphone and speaker. */
  readonly name: string
  readonly holder: string
  readonly engines: string
  /** As the server told them, and what the person chose since. */
  readonly settings: Settings | null
  readonly chosen: Partial<Settings>
  readonly microphone: Microphone
  /** Muted by the person; what the server was told of that. */
  readonly muted: boolean
  readonly told: boolean | null
  readonly records: Records
  /** The name of the recording that was kept last. */
  readonly recorded: string
  /** The talk key is held. */
  readonly floor: boolean
  /** The read that the sound which comes now is of, and what was played last. */
  readonly reading: number
  readonly at: Position
  readonly speaker: Speaker
  readonly troubles: readonly Trouble[]
  /** Words of ours since something was asked, the newest few: what was said before it is over. */
  readonly notices: readonly ShownNotice[]
  /** The hold whose sound is played to the person. */
  readonly playing: number | null
  /** Lines that were sent, and that the server has not shown yet. */
  readonly underWay: readonly string[]
  /** What did not arrive goes back to where it was typed. `n` counts how often. */
  readonly returned: { readonly n: number; readonly text: string }
  /** An edit was learned in this talk. */
  readonly taught: boolean
  readonly attention: Attention
  readonly shows: Shows
  /** Whether this page may use microphone and speaker at all. */
  readonly can: boolean
}

export interface Speaker {
  /** Sound comes out. Before a first click or key a browser holds it back. */
  readonly on: boolean
  /** The person does not want to hear the voice; it goes on without sound. */
  readonly muted: boolean
  /** Samples a second. */
  readonly rate: number
}

/** What the conversation showed: the last card of tools, and the project that it is about. `cards` counts, for an equal one is another. */
export interface Shows {
  readonly card: readonly CardTool[]
  readonly cards: number
  readonly project: string
}

/** Whether the page is looked at; whether work has ended while it was not; what is told to who cannot see it. */
export interface Attention {
  readonly away: boolean
  readonly done: boolean
  readonly said: string
}

export const begun = (can: boolean): State => ({
  view: EMPTY,
  earlier: [],
  link: { is: 'new' },
  talk: '',
  name: '',
  holder: '',
  engines: '',
  settings: null,
  chosen: {},
  microphone: { is: 'off' },
  muted: false,
  told: null,
  records: 'no',
  recorded: '',
  floor: false,
  reading: 0,
  at: { read: 0, samples: 0 },
  speaker: { on: false, muted: false, rate: 24_000 },
  troubles: [],
  notices: [],
  playing: null,
  underWay: [],
  returned: { n: 0, text: '' },
  taught: false,
  attention: { away: false, done: false, said: '' },
  shows: { card: [], cards: 0, project: '' },
  can,
})

export type Event =
  // what the server and the connection did
  | { readonly type: 'frame came'; readonly frame: DownFrame }
  | { readonly type: 'frame was spoiled'; readonly about: string }
  | { readonly type: 'sound came'; readonly samples: number }
  | { readonly type: 'link changed'; readonly link: Exclude<Link['is'], 'lost'> }
  | { readonly type: 'link was lost'; readonly attempts: number }
  /** The server does not know the talk, and nothing of it can be gone on with. */
  | { readonly type: 'talk is over' }
  | { readonly type: 'server was asked'; readonly found: 'answers' | 'turns us away' | 'is silent' }
  // what the devices did
  | { readonly type: 'played' | 'flushed' | 'dropped'; readonly read: number; readonly samples: number }
  | { readonly type: 'speaker changed'; readonly on: boolean; readonly rate: number }
  /** Its sound thread cannot be loaded: this page has no voice, and no microphone then. */
  | { readonly type: 'speaker failed' }
  /** Which devices there are, or that another is used. An empty line: all is well. */
  | { readonly type: 'devices troubled'; readonly line: string }
  | { readonly type: 'microphone opened'; readonly name: string; readonly echo: boolean; readonly rate: number; readonly replays?: boolean }
  | { readonly type: 'microphone failed'; readonly line: string }
  | { readonly type: 'microphone troubled'; readonly line: string }
  | { readonly type: 'microphone lost'; readonly line: string }
  | { readonly type: 'replay ended'; readonly hold: number; readonly failed: boolean }
  | { readonly type: 'recording ended' | 'recording is full' }
  | { readonly type: 'recording kept'; readonly name: string; readonly why: string }
  // what the person did
  | { readonly type: 'opened'; readonly talk: string; readonly token: string; readonly at: Position }
  | { readonly type: 'talk pressed' | 'floor taken' | 'floor left' | 'hung up' | 'silenced' | 'stopped' | 'woke' }
  /** The check of the sound is over, or was left: the person begins to talk when they want. */
  | { readonly type: 'check ended' }
  | { readonly type: 'network changed' | 'woke from sleep' | 'went away' | 'came back' }
  | { readonly type: 'joined'; readonly talk: string }
  | { readonly type: 'typed'; readonly text: string }
  | { readonly type: 'answered'; readonly frame: Extract<UpFrame, { type: 'accept' | 'edit' | 'refuse' | 'unmend' }> }
  | { readonly type: 'set'; readonly choice: Choice }
  /** Its look, with which a voice goes, or another project: told to the talk that runs. */
  | { readonly type: 'studio set'; readonly key: 'theme' | 'project'; readonly value: string }
  | { readonly type: 'voice muted'; readonly muted: boolean }
  | { readonly type: 'replay pressed'; readonly hold: number }
  /** Begin to record, or end it. No name: one is made. */
  | { readonly type: 'record pressed'; readonly name: string }
  /** A recording is to be the microphone, in real time. */
  | { readonly type: 'recording chosen'; readonly name: string }
  | { readonly type: 'remedy pressed'; readonly where: Where }

export type Effect =
  | { readonly do: 'send'; readonly frame: UpFrame }
  | { readonly do: 'dial'; readonly talk: string; readonly token: string; readonly watch: boolean }
  | { readonly do: 'dial again' | 'ask the server' | 'take up' | 'open microphone' | 'close microphone' | 'wake' | 'drop sound' | 'stop replay' }
  | { readonly do: 'open recording' | 'record'; readonly name: string }
  | { readonly do: 'keep recording' }
  | { readonly do: 'mute microphone'; readonly muted: boolean }
  | { readonly do: 'begin read'; readonly read: number; readonly first: number }
  | { readonly do: 'end read' | 'flush read'; readonly read: number }
  | { readonly do: 'duck'; readonly ducked: boolean }
  | { readonly do: 'mute voice'; readonly muted: boolean }
  | { readonly do: 'cue'; readonly kind: string }
  | { readonly do: 'replay'; readonly hold: number }
  | { readonly do: 'notify'; readonly line: string }
  | { readonly do: 'name talk'; readonly talk: string }
  | { readonly do: 'go'; readonly goal: Goal }

export type Next = readonly [State, readonly Effect[]]
