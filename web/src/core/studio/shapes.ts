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
  /** Why it was found, in a few words. */
  readonly why: string
}

export interface Catalogue {
  readonly domains: readonly string[]
  readonly tools: readonly Tool[]
}

/** Who can write files. `lacks`: what it needs and has not. */
export interface Writer {
  readonly kind: string
  readonly ready: boolean
  readonly lacks: string
}

/** What went wrong in an app as it ran. */
export interface Wrong {
  readonly version: number
  readonly line: string
}
