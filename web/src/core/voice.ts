/** What the page and its sound thread tell each other. Samples are the speaker's. */

/** What the page asks. A `tone` sounds only where no read does. */
export type Asked =
  | { readonly do: 'read'; readonly read: number; readonly first: number }
  | { readonly do: 'sound' | 'tone'; readonly pcm: Int16Array | Float32Array }
  | { readonly do: 'whole' | 'flush'; readonly read: number }
  | { readonly do: 'drop' }
  | { readonly do: 'duck'; readonly ducked: boolean }
  | { readonly do: 'mute'; readonly muted: boolean }

/** What it tells. */
export interface Told {
  readonly did: 'played' | 'flushed' | 'dropped'
  readonly read: number
  readonly samples: number
}
