/** What is told in a few words: what an agent is at; and, to who does not look at the page, its title and a notification. */

import type { DownFrame } from './frames.ts'
import type { Step, View } from './view.ts'

const NAME = 'Solovox'
const WORDS = 6

/** What an agent is at: the newest step that goes on. */
export function activity(steps: readonly Step[]): string {
  const now = steps.findLast((one) => one.state === 'begun')
  return now ? now.title.trim().split(/\s+/).slice(0, WORDS).join(' ') : ''
}

/** The title. `done`: work has ended that no one has looked at since. */
export function titleOf({ holds, listens, done }: { readonly holds: number; readonly listens: boolean; readonly done: boolean }): string {
  const told = [holds ? `(${holds}) waits for your yes` : '', done ? '✓ done' : ''].filter(Boolean).join(', ')
  if (told) return `${told} · ${NAME}`
  return listens ? `● ${NAME} listens` : NAME
}

/**
 * What a frame tells who looks elsewhere: a line, or nothing. No words of the talk are in it: a locked screen shows it, too.
 * `view`: as it was before the frame.
 */
export function tidings(frame: DownFrame, view: View): string {
  if (frame.type === 'hold') return view.holds.some((one) => one.hold === frame.hold) ? '' : 'Something waits for your yes.'
  if (frame.type !== 'finished') return ''
  const runs = view.turns.flatMap((one) => one.runs)
  const run = runs.find((one) => one.run === frame.run)
  if (!run?.working || runs.some((one) => one.working && one !== run)) return '' // the work goes on
  return frame.why ? 'The work has ended without an answer.' : 'The work is done.'
}
