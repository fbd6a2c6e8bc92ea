/** Versions of the app: undo and redo, and what changed between two of them. */

import { Redo2, Undo2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { neighbours } from '../../core/studio/versions.ts'
import type { Project, Version } from '../../core/studio/shapes.ts'
import { useDiff, useProjects, useStudio } from '../../react/studio.tsx'
import { Show } from '../asked.tsx'
import { Diff } from '../code.tsx'
import { useGoing } from '../going.ts'
import { when } from '../words.ts'

export function Versions(): ReactNode {
  const { studio: { versions }, project } = useStudio()
  if (!project || !versions.length) return <section className="versions" aria-label="Versions"><p className="soft empty">There are no versions yet. Each time something is built or changed, one is kept.</p></section>
  return (
    <section className="versions" aria-label="Versions">
      <List project={project} versions={versions} />
      {versions.length > 1 && <Between key={`${project.id} ${project.version} ${versions.length}`} project={project} versions={versions} />}
    </section>
  )
}

function List({ project, versions }: { readonly project: Project; readonly versions: readonly Version[] }): ReactNode {
  const { show } = useProjects()
  const { going, wrong, go } = useGoing()
  return (
    <>
      <ol className="list" reversed>
        {versions.toReversed().map(({ number, made_at, about, by }) => (
          <li key={number} className="card" data-version={number} aria-current={number === project.version ? 'true' : undefined}>
            <p className="name">Version {number} {number === project.version && <span className="badge">shown</span>}</p>
            <p>{about}</p>
            <p className="soft">{[when(made_at), by && `by ${by}`].filter(Boolean).join(' · ')}</p>
            {number !== project.version && <div className="ways"><button type="button" className="quiet" disabled={going} onClick={() => go(() => show(project, number))}>Show it<span className="unseen">: version {number}</span></button></div>}
          </li>
        ))}
      </ol>
      {wrong && <p role="alert" className="wrong">{wrong}</p>}
    </>
  )
}

export function UndoRedo(): ReactNode {
  const { studio: { versions }, project } = useStudio()
  const { show } = useProjects()
  const { going, wrong, go } = useGoing()
  if (!project || project.version === 0) return null
  const { before, after } = neighbours(versions, project.version)
  return (
    <div className="undo" role="group" aria-label="Undo and redo">
      <button type="button" className="quiet undo-version" disabled={going || before === null} onClick={() => { if (before !== null) go(() => show(project, before)) }}><Undo2 aria-hidden size={16} /><span>Undo</span></button>
      <button type="button" className="quiet redo-version" disabled={going || after === null} onClick={() => { if (after !== null) go(() => show(project, after)) }}><Redo2 aria-hidden size={16} /><span>Redo</span></button>
      {wrong && <span role="alert" className="wrong">{wrong}</span>}
    </div>
  )
}

function Between({ project, versions }: { readonly project: Project; readonly versions: readonly Version[] }): ReactNode {
  const numbers = versions.map((one) => one.number)
  const [to, setTo] = useState(project.version)
  const [from, setFrom] = useState(neighbours(versions, project.version).before ?? neighbours(versions, project.version).after ?? project.version)
  const diff = useDiff(project.id, from, to)
  const select = (label: string, value: number, set: (number: number) => void): ReactNode => (
    <label>{label}<select value={value} onChange={({ target }) => set(Number(target.value))}>{numbers.map((one) => <option key={one} value={one}>Version {one}</option>)}</select></label>
  )
  return (
    <div className="between">
      <h3>What changed</h3>
      <p className="pair">{select('From', from, setFrom)}{select('To', to, setTo)}</p>
      <Show asked={diff} again={() => setFrom(from)} waits="The change is being found.">{(text) => (text.trim() ? <Diff text={text} label={`From version ${from} to version ${to}`} /> : <p className="soft">They are the same.</p>)}</Show>
    </div>
  )
}
