/**
 * The Studio's shell: what happens goes through `happened`, one event after another; what that asks is asked of the server.
 * It ends with `close`; what was asked before that is not told any more.
 */

import { happened } from './core/studio/reduce.ts'
import { type Asks, type Happening, NOTHING, type Studio as State } from './core/studio/state.ts'
import { lineOf } from './core/text.ts'
import { later } from './io/later.ts'
import { prefer, preferences } from './io/preferences.ts'
import { follow } from './io/studio/news.ts'
import { files, previewOf, projects, report, versions } from './io/studio/projects.ts'

export * from './io/studio/catalogue.ts'
export * from './io/studio/console.ts'
export { cancel, diff, make, order, remove, rename, setTools, show, take, viteOf, writers, zipOf } from './io/studio/projects.ts'

const REPORT_MS = 1_000
const nothing = (): void => undefined

export class Studio {
  #state = NOTHING
  #ending = new AbortController()
  #unfollow = nothing
  #unreport = nothing
  readonly #listeners = new Set<() => void>()

  /** Ask for what there is. After a `close` it may be called again. */
  open(): void {
    this.#ending = new AbortController()
    this.happened({ type: 'opened', wanted: preferences().project })
    if (this.#state.open) this.#do({ do: 'follow', project: this.#state.open })
  }

  close(): void {
    this.#ending.abort()
    this.#unfollow()
    this.#unreport()
  }

  /** What happens is decided, and done. */
  readonly happened = (event: Happening): void => {
    const [state, asks] = happened(this.#state, event)
    const changed = state !== this.#state
    this.#state = state
    for (const one of asks) this.#do(one)
    if (changed) for (const listener of this.#listeners) listener()
  }

  readonly state = (): State => this.#state

  /** Calls it after each event that changed something; gives what ends that. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #do(asks: Asks): void {
    const { signal } = this.#ending
    switch (asks.do) {
      case 'list': return void this.#told(projects(signal), (all) => ({ type: 'projects came', projects: all }))
      case 'keep': return prefer({ project: asks.project })
      case 'load': {
        const { project } = asks
        void this.#told(files(project, signal), (one) => ({ type: 'files came', project, ...one }))
        return void this.#told(versions(project, signal), (all) => ({ type: 'versions came', project, versions: all }))
      }
      case 'preview': return void this.#told(previewOf(asks.project, signal), (one) => ({ type: 'preview came', project: asks.project, ...one }))
      case 'follow': return this.#follow(asks.project)
      case 'unfollow': return this.#unfollow()
      case 'report later': {
        this.#unreport()
        this.#unreport = later(() => this.happened({ type: 'report due', version: asks.version }), REPORT_MS)
        return
      }
      case 'report': return void report(asks.project, asks.version, asks.lines).catch((error: unknown) => this.#failed(error))
    }
  }

  #follow(project: string): void {
    this.#unfollow()
    this.#unfollow = follow(project, {
      later,
      news: (news) => this.happened({ type: 'news came', project, news }),
      follows: (follows) => this.happened({ type: 'news followed', project, follows }),
    })
  }

  async #told<T>(asked: Promise<T>, as: (value: T) => Happening): Promise<void> {
    const { signal } = this.#ending
    await asked.then((value) => { if (!signal.aborted) this.happened(as(value)) }, (error: unknown) => { if (!signal.aborted) this.#failed(error) })
  }

  #failed(error: unknown): void { this.happened({ type: 'failed', line: lineOf(error) }) }
}
