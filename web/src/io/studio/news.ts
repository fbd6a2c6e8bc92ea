/**
 * The workshop's news as they come, by server-sent events.
 *
 * A stream that breaks is taken up again by the browser, from the last step that came. One that the server ends for good, as
 * when it is started anew, is asked for again after a pause: from its beginning, for steps that come twice change nothing.
 */

import { fallback, literal, number, object, safeParse, string, variant } from 'valibot'
import type { News } from '../../core/studio/news.ts'
import { newsOf } from './projects.ts'

const OF = { job: number(), number: number() }
const NEWS = variant('type', [
  object({ ...OF, type: literal('job_began'), prompt: string(), by: fallback(string(), '') }),
  object({ ...OF, type: literal('phase'), phase: string(), about: fallback(string(), '') }),
  object({ ...OF, type: literal('file_began'), path: string() }),
  object({ ...OF, type: literal('file_wrote'), path: string(), text: string() }),
  object({ ...OF, type: literal('file_ended'), path: string(), size: fallback(number(), 0) }),
  object({ ...OF, type: literal('tool_used'), id: string() }),
  object({ ...OF, type: literal('job_done'), version: number(), line: fallback(string(), '') }),
  object({ ...OF, type: literal('job_failed'), line: fallback(string(), '') }),
  object({ ...OF, type: literal('job_cancelled') }),
  object({ ...OF, type: literal('job_interrupted') }),
])

const CLOSED = 2 // of an EventSource
const PAUSE_MS = 2_000

/** A stream of events, as `follow` uses it. */
export interface Source {
  readyState: number
  opened: () => void
  said: (text: string) => void
  broke: () => void
  readonly close: () => void
}

export interface NewsParts {
  readonly dial?: (address: string) => Source
  /** Calls it after `ms` milliseconds; gives what prevents that. */
  readonly later: (f: () => void, ms: number) => () => void
  readonly news: (news: News) => void
  readonly follows: (follows: boolean) => void
}

function dialled(address: string): Source {
  const events = new EventSource(address)
  const source: Source = { get readyState() { return events.readyState }, opened: () => undefined, said: () => undefined, broke: () => undefined, close: () => events.close() }
  events.onopen = () => source.opened()
  events.onmessage = ({ data }: MessageEvent<unknown>) => source.said(String(data))
  events.onerror = () => source.broke()
  return source
}

/** What is no step that this page knows is passed over. */
export function newsFrom(text: string): News | null {
  try {
    const read = safeParse(NEWS, JSON.parse(text))
    return read.success ? read.output : null
  } catch {
    return null
  }
}

/** Follow the news of a project; gives what ends that. */
export function follow(project: string, { dial = dialled, later, news, follows }: NewsParts): () => void {
  let cancel = (): void => undefined
  let source: Source
  const begin = (): void => {
    source = dial(newsOf(project))
    source.opened = () => follows(true)
    source.said = (text) => {
      const one = newsFrom(text)
      if (one) news(one)
    }
    source.broke = () => {
      follows(false)
      if (source.readyState === CLOSED) cancel = later(begin, PAUSE_MS)
    }
  }
  begin()
  return () => {
    cancel()
    source.close()
  }
}
