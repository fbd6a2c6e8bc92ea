/** The Studio: what it knows, what can happen to it, and what it asks of the server. Closed unions, all three. */

import type { Job, News } from './news.ts'
import type { Files, Project, Version, Wrong } from './shapes.ts'

export interface Studio {
  /** The newest first. Null: not known yet. */
  readonly projects: readonly Project[] | null
  /** The id of the project that is open. Empty: none is. */
  readonly open: string
  /** The project to open when it is known. */
  readonly wanted: string
  /** The version whose files are here. 0: none are. */
  readonly shown: number
  readonly files: Files
  readonly versions: readonly Version[]
  readonly jobs: readonly Job[]
  /** Whether the workshop's news come. */
  readonly follows: boolean
  /** Where the app runs: a version has an address of its own. `turn` counts how often it was begun anew. */
  readonly preview: { readonly url: string; readonly turn: number }
  /** What went wrong in the version that is shown as it ran, the newest last. */
  readonly wrong: readonly string[]
  /** The version of which troubles were told. */
  readonly told: number
  /** What did not work, in one line. */
  readonly trouble: string
}

export const NOTHING: Studio = {
  projects: null, open: '', wanted: '', shown: 0, files: {}, versions: [], jobs: [], follows: false, preview: { url: '', turn: 0 }, wrong: [], told: 0, trouble: '',
}

export type Happening =
  /** `wanted`: the project that was open when the page was left. */
  | { readonly type: 'opened'; readonly wanted: string }
  | { readonly type: 'projects came'; readonly projects: readonly Project[] }
  | { readonly type: 'project chosen'; readonly id: string }
  | { readonly type: 'project made' | 'project changed'; readonly project: Project }
  | { readonly type: 'project removed'; readonly id: string }
  /** A tool of the conversation has done something: perhaps there is a project that is not known here. */
  | { readonly type: 'tool worked' }
  | { readonly type: 'files came'; readonly project: string; readonly version: number; readonly files: Files }
  | { readonly type: 'versions came'; readonly project: string; readonly versions: readonly Version[] }
  | { readonly type: 'preview came'; readonly project: string; readonly version: number; readonly url: string }
  | { readonly type: 'news came'; readonly project: string; readonly news: News }
  | { readonly type: 'news followed'; readonly project: string; readonly follows: boolean }
  | { readonly type: 'went wrong'; readonly wrong: Wrong }
  | { readonly type: 'report due'; readonly version: number }
  | { readonly type: 'reload pressed' | 'dismissed' }
  | { readonly type: 'failed'; readonly line: string }

export type Asks =
  | { readonly do: 'list' | 'unfollow' }
  | { readonly do: 'follow' | 'load' | 'preview' | 'keep'; readonly project: string }
  /** A moment later `report due`: what goes wrong goes wrong more than once. */
  | { readonly do: 'report later'; readonly version: number }
  | { readonly do: 'report'; readonly project: string; readonly version: number; readonly lines: readonly string[] }

export type After = readonly [Studio, readonly Asks[]]
