/** A job in words. */

import type { Job, JobEnd } from './news.ts'
import { writing } from './news.ts'

const PHASES = ['analyse', 'plan', 'generate', 'validate', 'iterate'] as const
const DOES: Readonly<Record<string, string>> = {
  analyse: 'Reading what you asked for', plan: 'Planning', generate: 'Writing the files', validate: 'Checking what was written', iterate: 'Mending what was wrong',
}

export interface PhaseShown {
  readonly name: string
  readonly state: 'done' | 'at work' | 'to come'
}

/** All phases in their order; mending is one only when something was wrong. */
export function phasesOf({ phases, end }: Pick<Job, 'phases' | 'end'>): readonly PhaseShown[] {
  const now = end ? '' : phases.at(-1)?.phase ?? ''
  const begun = new Set(phases.map((one) => one.phase))
  return PHASES.filter((one) => one !== 'iterate' || begun.has(one))
    .map((name) => ({ name, state: name === now ? 'at work' : begun.has(name) ? 'done' : 'to come' }))
}

/** What it is at, in one line. */
export function phaseLine(job: Job): string {
  const { phase, about } = job.phases.at(-1) ?? { phase: '', about: '' }
  const does = about || DOES[phase] || 'It begins'
  const file = phase === 'generate' ? writing(job)?.path : undefined
  return file ? `${does}: ${file}` : does
}

export function endLine(end: JobEnd): string {
  switch (end.type) {
    case 'job_done': return end.line || `Version ${end.version} is made.`
    case 'job_failed': return end.line || 'It failed, and does not say why.'
    case 'job_cancelled': return 'It was stopped. Nothing was changed.'
    case 'job_interrupted': return 'The server ended before this was done.'
  }
}
