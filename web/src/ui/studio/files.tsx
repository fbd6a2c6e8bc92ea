/** The files of the app, and what is in them: also while they are written. */

import { FileText, Folder, PenLine } from 'lucide-react'
import { type ReactNode, memo, useEffect, useMemo, useRef, useState } from 'react'
import { highlighted, languageOf } from '../../core/studio/highlight.ts'
import { textOf, working, writing } from '../../core/studio/news.ts'
import { type Branch, firstOf, treeOf } from '../../core/studio/tree.ts'
import { useStudio } from '../../react/studio.tsx'
import { CopyButton } from '../code.tsx'

export function FilesPanel(): ReactNode {
  const { studio: { files, jobs, open } } = useStudio()
  const job = working(jobs)
  const now = job && writing(job)
  const fresh = useMemo(() => new Map((job?.files ?? []).map((one) => [one.path, one])), [job])
  const paths = useMemo(() => [...new Set([...Object.keys(files), ...fresh.keys()])].toSorted(), [files, fresh])
  const [chosen, choose] = useState({ project: open, path: '' })
  const own = chosen.project === open && paths.includes(chosen.path) ? chosen.path : ''
  const path = own || now?.path || firstOf(paths)
  const streamed = fresh.get(path)
  const text = streamed ? textOf(streamed) : files[path] ?? ''
  if (!paths.length) return <section className="files" aria-label="Code"><p className="soft empty">There are no files yet.</p></section>
  return (
    <section className="files" aria-label="Code">
      <nav className="tree" aria-label="Files"><Folders branch={treeOf(paths)} path={path} writes={now?.path ?? ''} choose={(one) => choose({ project: open, path: one })} /></nav>
      <figure className="file">
        <figcaption>
          <span className="path">{path}</span>
          {now?.path === path && <span className="badge">is being written</span>}
          {own && job && <button type="button" className="quiet" onClick={() => choose({ project: open, path: '' })}>Follow the writing</button>}
          <CopyButton text={text} />
        </figcaption>
        <Coloured path={path} text={text} follows={now?.path === path} />
      </figure>
    </section>
  )
}

interface FoldersProps {
  readonly branch: Branch
  readonly path: string
  readonly writes: string
  readonly choose: (path: string) => void
}

function Folders({ branch: { folders, leaves }, ...rest }: FoldersProps): ReactNode {
  const { path, writes, choose } = rest
  return (
    <ul>
      {folders.map((one) => <li key={one.name}><span className="folder"><Folder aria-hidden size={14} />{one.name}</span><Folders branch={one} {...rest} /></li>)}
      {leaves.map((one) => (
        <li key={one.path}>
          <button type="button" className="quiet leaf" aria-current={one.path === path ? 'true' : undefined} onClick={() => choose(one.path)}>
            {one.path === writes ? <PenLine aria-hidden size={14} /> : <FileText aria-hidden size={14} />}{one.name}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** What is written is looked at where it is written: at its end. */
const Coloured = memo(function Coloured({ path, text, follows }: { readonly path: string; readonly text: string; readonly follows: boolean }) {
  const box = useRef<HTMLPreElement>(null)
  useEffect(() => { if (follows && box.current) box.current.scrollTop = box.current.scrollHeight }, [text, follows])
  const pieces = useMemo(() => highlighted(path, text), [path, text])
  return (
    <pre ref={box} className="source coloured" tabIndex={0} role="region" aria-label={`${path}, ${languageOf(path) || 'text'}`}>
      <code>{pieces.map(({ kind, text: words }, n) => (kind ? <span key={n} className={`k-${kind}`}>{words}</span> : words))}</code>
    </pre>
  )
})
