/** The catalogue: what fits this project and why, what is found, and what was added. */

import { Check, Plus } from 'lucide-react'
import { type ReactNode, useDeferredValue, useState } from 'react'
import type { CardTool } from '../../core/studio/cards.ts'
import type { Tool } from '../../core/studio/shapes.ts'
import { useCatalogue, useProjects, useStudio } from '../../react/studio.tsx'
import { Show } from '../asked.tsx'
import { useGoing } from '../going.ts'
import type { AddTool } from '../vox-panel.tsx'

export function ToolDrawer(): ReactNode {
  const [query, setQuery] = useState('')
  const [domain, setDomain] = useState('')
  const [domains, setDomains] = useState<readonly string[]>([])
  const [asked, again] = useCatalogue(useDeferredValue(query.trim()), domain)
  if (asked.is === 'there' && asked.value.domains.length && asked.value.domains !== domains) setDomains(asked.value.domains)
  return (
    <section className="drawer" aria-label="Tools">
      <Added />
      <div className="bar">
        <label className="search"><span className="unseen">Search the tools</span><input type="search" placeholder="What should it do? “Draw a chart”" value={query} onChange={({ target }) => setQuery(target.value)} /></label>
        <label>Domain <select value={domain} onChange={({ target }) => setDomain(target.value)}><option value="">all</option>{domains.map((one) => <option key={one}>{one}</option>)}</select></label>
      </div>
      <Show asked={asked} again={again} waits="The catalogue is being searched.">
        {({ tools }) => (tools.length
          ? <ul className="cards">{tools.map((one) => <ToolCard key={one.id} tool={one} />)}</ul>
          : <p className="soft">Nothing in the catalogue is near these words.</p>)}
      </Show>
    </section>
  )
}

function ToolCard({ tool }: { readonly tool: Tool }): ReactNode {
  const { added, add, wrong } = useAddTool()
  return (
    <li className="card tool" data-tool={tool.id}>
      <p className="name">{tool.name} <span className="badge">{tool.domain}</span></p>
      <p>{tool.about}</p>
      {tool.why && <p className="why">{tool.why}</p>}
      <p className="soft">{[tool.package, tool.version, tool.licence].filter(Boolean).join(' · ')}</p>
      <div className="ways"><AddButton name={tool.name} is={added(tool.id)} act={() => add(tool)} /></div>
      {wrong && <p role="alert" className="wrong">{wrong}</p>}
    </li>
  )
}

function AddButton({ name, is, act }: { readonly name: string; readonly is: boolean; readonly act: () => void }): ReactNode {
  return <button type="button" className="quiet" aria-label={is ? `${name} is added` : `Add ${name}`} disabled={is} onClick={act}>{is ? <Check aria-hidden size={16} /> : <Plus aria-hidden size={16} />}{is ? 'Added' : 'Add'}</button>
}

/** What the project has, and how it is taken out again. */
function Added(): ReactNode {
  const { project } = useStudio()
  const { setTools } = useProjects()
  const { going, wrong, go } = useGoing()
  if (!project?.tools.length) return null
  return (
    <div className="added-tools">
      <h3>In {project.name}</h3>
      <ul>{project.tools.map((id) => (
        <li key={id}>{id} <button type="button" className="quiet" disabled={going} aria-label={`Take out ${id}`} onClick={() => go(() => setTools(project, project.tools.filter((one) => one !== id)))}>Take out</button></li>
      ))}</ul>
      {wrong && <p role="alert" className="wrong">{wrong}</p>}
    </div>
  )
}

/** Put a tool into the project that is open. */
export function useAddTool(): AddTool {
  const { project, happened } = useStudio()
  const { setTools } = useProjects()
  const { wrong, go } = useGoing()
  return {
    added: (id) => project?.tools.includes(id) ?? false,
    add: ({ id }: Pick<CardTool, 'id'>) => {
      if (project) go(() => setTools(project, [...project.tools, id]))
      else happened({ type: 'failed', line: 'No project is open: begin one, then add the tool.' })
    },
    wrong,
  }
}
