/**
 * `happened(studio, event)`: what the Studio is then, and what it asks of the server.
 *
 * Rule 1: what comes of a project that is not open any more changes nothing.
 * Rule 2: what the news lead to does not hang on their order (`news.ts`).
 * Rule 3: only an app that was made while the page looked has its errors sent to the workshop, once for each version: who opens
 * an old app has not asked for a repair.
 */

import { told } from './news.ts'
import type { Project, Wrong } from './shapes.ts'
import { type After, type Asks, type Happening, NOTHING, type Studio } from './state.ts'

const LINES = 60 // of what went wrong
const REPORTED = 10
const LONGEST = 500 // characters of one

const on = (studio: Studio, ...asks: readonly Asks[]): After => [studio, asks]

export function happened(studio: Studio, event: Happening): After {
  switch (event.type) {
    case 'opened': return on({ ...studio, wanted: studio.open || event.wanted }, { do: 'list' })
    case 'projects came': return listed(studio, event.projects)
    case 'project chosen': return studio.open === event.id ? on(studio) : opened(studio, event.id)
    case 'project made': return opened({ ...studio, projects: [event.project, ...others(studio, event.project.id)] }, event.project.id)
    case 'project changed': return changed(studio, event.project)
    case 'project removed': return removed(studio, event.id)
    case 'tool worked': return on(studio, { do: 'list' })
    case 'files came': case 'versions came': case 'preview came': case 'news came': case 'news followed':
      return event.project === studio.open ? ofOpen(studio, event) : on(studio)
    case 'went wrong': return wentWrong(studio, event.wrong)
    case 'report due': return reported(studio, event.version)
    case 'reload pressed': return on({ ...studio, wrong: [], preview: { ...studio.preview, turn: studio.preview.turn + 1 } })
    case 'failed': return on({ ...studio, trouble: event.line })
    case 'dismissed': return on({ ...studio, trouble: '' })
  }
}

const others = ({ projects }: Studio, id: string): readonly Project[] => (projects ?? []).filter((one) => one.id !== id)

/** One is open as long as there is one: that which was, or is wanted, or the newest. */
function listed(studio: Studio, projects: readonly Project[]): After {
  const now = { ...studio, projects }
  const open = projects.find((one) => one.id === studio.open)
  if (open) return open.version === studio.shown ? on(now) : on(now, { do: 'load', project: open.id })
  const next = projects.find((one) => one.id === studio.wanted) ?? projects[0]
  return next ? opened(now, next.id) : closed(now)
}

function opened(studio: Studio, id: string): After {
  const { projects, trouble } = studio
  const now: Studio = { ...NOTHING, projects, trouble, open: id, wanted: id }
  const known = projects?.some((one) => one.id === id) ?? false
  const asks: readonly Asks[] = [{ do: 'keep', project: id }, { do: 'follow', project: id }, { do: 'load', project: id }]
  return on(now, ...(known ? [] : [{ do: 'list' } as const]), ...asks)
}

const closed = ({ projects, trouble }: Studio): After => on({ ...NOTHING, projects, trouble }, { do: 'unfollow' })

function changed(studio: Studio, project: Project): After {
  const projects = (studio.projects ?? []).map((one) => (one.id === project.id ? project : one))
  const now = { ...studio, projects }
  return project.id === studio.open && project.version !== studio.shown ? on(now, { do: 'load', project: project.id }) : on(now)
}

function removed(studio: Studio, id: string): After {
  const left = others(studio, id)
  const now = { ...studio, projects: left }
  if (studio.open !== id) return on(now)
  const [next] = left
  return next ? opened(now, next.id) : closed(now)
}

type OfOpen = Extract<Happening, { type: 'files came' | 'versions came' | 'preview came' | 'news came' | 'news followed' }>

function ofOpen(studio: Studio, event: OfOpen): After {
  switch (event.type) {
    case 'files came': {
      const { version, files } = event
      const projects = (studio.projects ?? []).map((one) => (one.id === studio.open ? { ...one, version } : one))
      const now = { ...studio, projects, files, shown: version }
      if (version === studio.shown) return on(now)
      return version ? on({ ...now, wrong: [] }, { do: 'preview', project: studio.open }) : on({ ...now, preview: NOTHING.preview, wrong: [] })
    }
    case 'versions came': return on({ ...studio, versions: event.versions })
    case 'preview came': return on({ ...studio, preview: { ...studio.preview, url: event.url } })
    case 'news followed': return on({ ...studio, follows: event.follows })
    case 'news came': {
      const jobs = told(studio.jobs, event.news)
      if (jobs === studio.jobs) return on(studio)
      const { news } = event
      return on({ ...studio, jobs }, ...(news.type === 'job_done' && news.version !== studio.shown ? [{ do: 'load', project: studio.open } as const] : []))
    }
  }
}

function wentWrong(studio: Studio, { version, line }: Wrong): After {
  if (version !== studio.shown) return on(studio) // it ran a moment ago
  const now = { ...studio, wrong: [...studio.wrong, line.slice(0, LONGEST)].slice(-LINES) }
  const isOurs = studio.jobs.some(({ end }) => end?.type === 'job_done' && end.version === version)
  return isOurs && studio.told !== version ? on({ ...now, told: version }, { do: 'report later', version }) : on(now)
}

function reported(studio: Studio, version: number): After {
  if (version !== studio.shown) return on(studio)
  const lines = [...new Set(studio.wrong)].slice(0, REPORTED)
  return lines.length ? on(studio, { do: 'report', project: studio.open, version, lines }) : on(studio)
}
