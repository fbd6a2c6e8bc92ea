/** Projects: the one that is open, and all of them: begun, named, taken in, given out, removed. */

import { Download, Upload } from 'lucide-react'
import { type ReactNode, type SubmitEvent, useRef, useState } from 'react'
import type { Project } from '../../core/studio/shapes.ts'
import { useProjects, useStudio } from '../../react/studio.tsx'
import { ConfirmDelete } from '../confirm.tsx'
import { useGoing } from '../going.ts'
import { when } from '../words.ts'
import { UndoRedo } from './versions.tsx'

/** The one that is open, and what is done with it most. */
export function ProjectBar(): ReactNode {
  const { studio: { projects, open }, project, happened } = useStudio()
  const { zipOf } = useProjects()
  return (
    <div className="project-bar">
      <h2 className="unseen">The Studio</h2>
      <label htmlFor="project" className="unseen">Project</label>
      {projects?.length
        ? <select id="project" value={open} onChange={({ target }) => happened({ type: 'project chosen', id: target.value })}>{projects.map(({ id, name }) => <option key={id} value={id}>{name}</option>)}</select>
        : <p id="project" className="soft">{projects ? 'No project yet' : 'The projects are being asked for.'}</p>}
      {project && project.version > 0 && <span className="badge">version {project.version}</span>}
      <UndoRedo />
      {project && project.version > 0 && <a className="quiet export" href={zipOf(project)} download={`${project.name}.zip`}><Download aria-hidden size={16} /><span>Export ZIP</span></a>}
    </div>
  )
}

/** All of them. */
export function ProjectList(): ReactNode {
  const { studio: { projects, open } } = useStudio()
  return (
    <section className="projects" aria-label="Projects">
      <Begin />
      {projects && !projects.length && <p className="soft">You have none yet.</p>}
      <ul className="cards">{projects?.map((one) => <ProjectCard key={one.id} project={one} open={one.id === open} />)}</ul>
    </section>
  )
}

function Begin(): ReactNode {
  const { make, take } = useProjects()
  const { going, wrong, go } = useGoing()
  const [name, setName] = useState('')
  const file = useRef<HTMLInputElement>(null)
  const begin = (event: SubmitEvent): void => {
    event.preventDefault()
    if (name.trim()) go(() => make(name.trim()).then(() => setName('')))
  }
  return (
    <form className="begin" autoComplete="off" onSubmit={begin}>
      <label htmlFor="new-name" className="unseen">Name of a new project</label>
      <input id="new-name" type="text" maxLength={80} placeholder="A new project: its name" value={name} onChange={({ target }) => setName(target.value)} />
      <button type="submit" className="primary" disabled={going || !name.trim()}>Begin it</button>
      <button type="button" id="import-project" disabled={going} onClick={() => file.current?.click()}><Upload aria-hidden size={16} />Import ZIP</button>
      <input ref={file} type="file" accept=".zip,application/zip" hidden aria-label="A project as a ZIP" onChange={({ target }) => {
        const [chosen] = target.files ?? []
        if (chosen) go(() => take(chosen).finally(() => { target.value = '' }))
      }} />
      {wrong && <p role="alert" className="wrong">{wrong}</p>}
    </form>
  )
}

function ProjectCard({ project, open }: { readonly project: Project; readonly open: boolean }): ReactNode {
  const { happened } = useStudio()
  const { remove, viteOf, zipOf } = useProjects()
  const [naming, setNaming] = useState(false)
  const { id, name, made_at, version } = project
  return (
    <li className="card" data-project={id} aria-current={open ? 'true' : undefined}>
      {naming ? <Rename project={project} done={() => setNaming(false)} /> : <p className="name">{name} {open && <span className="badge">open</span>}</p>}
      <p className="soft">{[when(made_at), version ? `version ${version}` : 'empty'].filter(Boolean).join(' · ')}</p>
      <div className="ways">
        {!open && <button type="button" className="quiet" onClick={() => happened({ type: 'project chosen', id })}>Open<span className="unseen"> {name}</span></button>}
        {!naming && <button type="button" className="quiet" onClick={() => setNaming(true)}>Rename<span className="unseen"> {name}</span></button>}
        {version > 0 && <a className="quiet" href={zipOf(project)} download={`${name}.zip`}>Export<span className="unseen"> {name}</span></a>}
        {version > 0 && <a className="quiet for-vite" href={viteOf(project)} download={`${name} (Vite).zip`}>Export for Vite<span className="unseen"> {name}</span></a>}
        <ConfirmDelete what={name} asks={`Delete “${name}” with all its versions?`} act={() => remove(project)} done={() => undefined} />
      </div>
    </li>
  )
}

function Rename({ project, done }: { readonly project: Project; readonly done: () => void }): ReactNode {
  const { rename } = useProjects()
  const { going, wrong, go } = useGoing()
  const [name, setName] = useState(project.name)
  const save = (event: SubmitEvent): void => {
    event.preventDefault()
    if (name.trim()) go(() => rename(project, name.trim()).then(done))
  }
  return (
    <form className="rename editing" autoComplete="off" onSubmit={save}>
      <label htmlFor={`name-${project.id}`} className="unseen">Its name</label>
      {/* eslint-disable-next-line jsx-a11y/no-autofocus -- the person has just asked to write here */}
      <input id={`name-${project.id}`} type="text" maxLength={80} autoFocus value={name} onChange={({ target }) => setName(target.value)} />
      <button type="submit" className="quiet" disabled={going}>Save</button>
      <button type="button" className="quiet cancel" onClick={done}>Cancel</button>
      {wrong && <p role="alert" className="wrong">{wrong}</p>}
    </form>
  )
}
