/** What the Studio is about, as the server tells it. */

/** A small app. `version`: of its files now; 0: it has none yet. `tools`: ids of the catalogue. */
export interface Project {
  readonly id: string
  readonly name: string
  readonly made_at: string
  readonly version: number
  readonly tools: readonly string[]
}

/** All files as they were once, without them. `about`: what was asked for; `by`: who wrote them. */
export interface Version {
  readonly number: number
  readonly made_at: string
  readonly about: string
  readonly by: string
}

/** Path → text. */
export type Files = Readonly<Record<string, string>>

/** Of the catalogue. */
export interface Tool {
  readonly id: string
  readonly name: string
  readonly package: string
  readonly domain: string
  readonly about: string
  readonly when: string
  readonly version: string
  readonly licence: string
}

/** One that was found. `why`: in a few words. */
export interface Found {
  readonly tool: Tool
  readonly why: string
}

export interface Catalogue {
  readonly domains: readonly string[]
  readonly found: readonly Found[]
}

/** Who can write files. `lacks`: what it needs and has not. */
export interface Writer {
  readonly kind: string
  readonly ready: boolean
  readonly lacks: string
}

/** A line of the app's console. */
export interface ConsoleLine {
  readonly level: 'error' | 'warn' | 'log'
  readonly line: string
}
