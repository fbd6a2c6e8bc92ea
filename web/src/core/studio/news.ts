/**
 * What the workshop does, step by step, folded into what is shown of it.
 *
 * Rule: the same steps end in the same state, in whatever order they come and however often. A stream that is taken up
 * again tells some of them twice; so each is put where its number says, and only the newest of a kind counts.
 * A piece of a file that never comes leaves a gap, and no more: the file itself is loaded when the job is done.
 */

export type Step =
  | { readonly type: 'job_began'; readonly prompt: string; readonly by: string }
  | { readonly type: 'phase'; readonly phase: string; readonly about: string }
  | { readonly type: 'file_began'; readonly path: string }
  | { readonly type: 'file_wrote'; readonly path: string; readonly text: string }
  | { readonly type: 'file_ended'; readonly path: string; readonly size: number }
  | { readonly type: 'tool_used'; readonly id: string }
  | JobEnd

export type JobEnd =
  | { readonly type: 'job_done'; readonly version: number; readonly line: string }
  | { readonly type: 'job_failed'; readonly line: string }
  | { readonly type: 'job_cancelled' }
  | { readonly type: 'job_interrupted' }

/** `number`: of the step in its job, from 1. */
export type News = Step & { readonly job: number; readonly number: number }

/** Pieces of a file that follow one another without a gap: the steps `from` to `to`. */
interface Piece {
  readonly from: number
  readonly to: number
  readonly text: string
}

/** A file as far as it is written. `began`, `ended`: numbers of steps; 0: not seen yet. */
export interface Written {
  readonly path: string
  readonly began: number
  readonly ended: number
  readonly pieces: readonly Piece[]
}

interface Phase {
  readonly number: number
  readonly phase: string
  readonly about: string
}

export interface Job {
  readonly job: number
  readonly prompt: string
  readonly by: string
  /** Those that began, the first first. */
  readonly phases: readonly Phase[]
  /** By path. */
  readonly files: readonly Written[]
  readonly tools: readonly string[]
  readonly end: JobEnd | null
}

const JOBS = 4 // that are kept of a project

/** With one more step. The jobs are in the order of their numbers. */
export function told(jobs: readonly Job[], news: News): readonly Job[] {
  const before = jobs.find((one) => one.job === news.job)
  const after = stepped(before ?? { job: news.job, prompt: '', by: '', phases: [], files: [], tools: [], end: null }, news)
  if (after === before) return jobs
  const others = jobs.filter((one) => one !== before)
  return [...others, after].toSorted((one, other) => one.job - other.job).slice(-JOBS)
}

function stepped(job: Job, news: News): Job {
  switch (news.type) {
    case 'job_began': return { ...job, prompt: news.prompt, by: news.by }
    case 'phase': {
      const { number, phase, about } = news
      if (job.phases.some((one) => one.number === number)) return job
      return { ...job, phases: [...job.phases, { number, phase, about }].toSorted((one, other) => one.number - other.number) }
    }
    case 'tool_used': return job.tools.includes(news.id) ? job : { ...job, tools: [...job.tools, news.id].toSorted() }
    case 'file_began': case 'file_wrote': case 'file_ended': return ofFile(job, news)
    case 'job_done': return { ...job, end: { type: news.type, version: news.version, line: news.line } }
    case 'job_failed': return { ...job, end: { type: news.type, line: news.line } }
    case 'job_cancelled': case 'job_interrupted': return { ...job, end: { type: news.type } }
  }
}

function ofFile(job: Job, news: Extract<News, { type: `file_${string}` }>): Job {
  const before = job.files.find((one) => one.path === news.path)
  const after = written(before ?? { path: news.path, began: 0, ended: 0, pieces: [] }, news)
  if (after === before) return job
  const others = job.files.filter((one) => one !== before)
  return { ...job, files: [...others, after].toSorted((one, other) => (one.path < other.path ? -1 : 1)) }
}

/** A file that begins again forgets what was written of it before. */
function written(file: Written, news: Extract<News, { type: `file_${string}` }>): Written {
  if (news.number <= file.began) return file
  switch (news.type) {
    case 'file_began': return { ...file, began: news.number, ended: file.ended > news.number ? file.ended : 0, pieces: file.pieces.flatMap((one) => after(one, news.number)) }
    case 'file_ended': return news.number > file.ended ? { ...file, ended: news.number } : file
    case 'file_wrote': {
      const pieces = withPiece(file.pieces, news.number, news.text)
      return pieces === file.pieces ? file : { ...file, pieces }
    }
  }
}

/** A beginning stands between steps, so no piece reaches over it. */
const after = (piece: Piece, number: number): readonly Piece[] => (piece.from > number ? [piece] : [])

function withPiece(pieces: readonly Piece[], number: number, text: string): readonly Piece[] {
  const last = pieces.at(-1)
  if (last && last.to + 1 === number) return [...pieces.slice(0, -1), { from: last.from, to: number, text: last.text + text }] // as a rule
  if (pieces.some((one) => one.from <= number && number <= one.to)) return pieces
  const [before, behind] = [pieces.filter((one) => one.to < number), pieces.filter((one) => one.from > number)]
  const [left, right] = [before.at(-1), behind[0]]
  const joinsLeft = left?.to === number - 1
  const joinsRight = right?.from === number + 1
  const piece = {
    from: joinsLeft ? left.from : number,
    to: joinsRight ? right.to : number,
    text: (joinsLeft ? left.text : '') + text + (joinsRight ? right.text : ''),
  }
  return [...(joinsLeft ? before.slice(0, -1) : before), piece, ...(joinsRight ? behind.slice(1) : behind)]
}

export const textOf = ({ pieces }: Written): string => pieces.map((one) => one.text).join('')

/** The job that works now. */
export const working = (jobs: readonly Job[]): Job | null => {
  const last = jobs.at(-1)
  return last && !last.end ? last : null
}

/** The file that is written now: the one that began last and has not ended. */
export const writing = ({ files }: Job): Written | null =>
  files.filter((one) => one.ended === 0).toSorted((one, other) => one.began - other.began).at(-1) ?? null
