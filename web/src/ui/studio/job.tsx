/** What the workshop is at: the phases of a job, the file that it writes, how it ended, and how to stop it. */

import { Check, CircleAlert, CircleSlash, LoaderCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import { MODELLESS } from '../../core/studio/models.ts'
import { type Job, writing } from '../../core/studio/news.ts'
import { endLine, phaseLine, phasesOf } from '../../core/studio/progress.ts'
import { useScreen } from '../../react/screen.ts'
import { useStudio, useWorkshop } from '../../react/studio.tsx'
import { useGoing } from '../going.ts'

export function JobLine(): ReactNode {
  const { studio: { jobs, follows, open } } = useStudio()
  const job = jobs.at(-1)
  return (
    <>
      {job && <Progress key={job.job} job={job} />}
      {open && !follows && <p className="soft" role="status">The workshop’s news do not come. They are asked for again.</p>}
    </>
  )
}

function Progress({ job }: { readonly job: Job }): ReactNode {
  const { cancel, order } = useWorkshop()
  const { going, wrong, go } = useGoing()
  const [, address] = useScreen()
  const { end } = job
  const file = writing(job)
  return (
    <section className="job" aria-label={`Job ${job.job}`} data-job={job.job} data-end={end?.type ?? 'none'}>
      <p className="line">
        <Sign of={end?.type} />
        <span role="status">{end ? endLine(end) : phaseLine(job)}</span>
        {!end && <button type="button" className="quiet cancel-job" disabled={going} onClick={() => go(() => cancel(job.job))}>Cancel</button>}
        {end?.type === 'job_failed' && job.by === MODELLESS && <a className="quiet connect-model" href={address('studio', 'themes')}>Connect a model</a>}
        {end?.type === 'job_interrupted' && <button type="button" className="quiet" disabled={going} onClick={() => go(() => order(job.prompt))}>Run it again</button>}
      </p>
      {!end && (
        <ol className="phases">
          {phasesOf(job).map(({ name, state }) => <li key={name} data-state={state}><span className="unseen">{state}: </span>{name}</li>)}
        </ol>
      )}
      {!end && file && <p className="soft file">{file.path}</p>}
      {job.prompt && <p className="soft prompt">“{job.prompt}”{job.by && ` · by ${job.by}`}{end?.type === 'job_done' && ` · version ${end.version}`}</p>}
      {wrong && <p role="alert" className="wrong">{wrong}</p>}
    </section>
  )
}

function Sign({ of }: { readonly of: string | undefined }): ReactNode {
  switch (of) {
    case 'job_done': return <Check aria-hidden size={18} className="fine" />
    case 'job_failed': case 'job_interrupted': return <CircleAlert aria-hidden size={18} className="bad" />
    case 'job_cancelled': return <CircleSlash aria-hidden size={18} />
    default: return <LoaderCircle aria-hidden size={18} className="turns" />
  }
}
