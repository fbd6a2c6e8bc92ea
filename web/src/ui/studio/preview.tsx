/** The app as it runs: in a frame of another origin, which can reach nothing of this page. */

import { Monitor, RotateCw, Smartphone, Tablet } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useConsole, useStudio } from '../../react/studio.tsx'
import { many } from '../words.ts'

const SIZES = { phone: ['Phone', Smartphone], tablet: ['Tablet', Tablet], wide: ['Wide', Monitor] } as const
type Size = keyof typeof SIZES

const ALL: readonly Size[] = ['phone', 'tablet', 'wide']

export function Preview(): ReactNode {
  const { studio: { preview, shown, wrong }, project, happened } = useStudio()
  const [size, setSize] = useState<Size>('wide')
  const frame = useRef<HTMLIFrameElement>(null)
  useConsole(frame)
  if (!project || shown === 0 || !preview.url) return <Nothing made={shown > 0} />
  return (
    <section className="preview" aria-label="Preview">
      <div className="tools" role="toolbar" aria-label="Preview">
        <button type="button" className="quiet reload" onClick={() => happened({ type: 'reload pressed' })}><RotateCw aria-hidden size={16} /><span>Run it again</span></button>
        <div className="sizes" role="group" aria-label="Size">
          {ALL.map((one) => {
            const [name, Icon] = SIZES[one]
            return <button key={one} type="button" className="quiet" aria-pressed={one === size} onClick={() => setSize(one)}><Icon aria-hidden size={16} />{name}</button>
          })}
        </div>
      </div>
      <div className="glass" data-size={size}>
        <iframe key={`${preview.url} ${preview.turn}`} ref={frame} title={`${project.name}, as it runs`} src={preview.url} sandbox="allow-scripts allow-forms" referrerPolicy="no-referrer" />
      </div>
      <WentWrong lines={wrong} />
    </section>
  )
}

function Nothing({ made }: { readonly made: boolean }): ReactNode {
  return (
    <section className="preview" aria-label="Preview">
      <div className="empty">
        <p><b>{made ? 'The app is being put into its frame.' : 'Your app will run here.'}</b></p>
        {!made && <p className="soft">Say “build me a calculator”, or type what it shall be and press “Build it”.</p>}
      </div>
    </section>
  )
}

function WentWrong({ lines }: { readonly lines: readonly string[] }): ReactNode {
  if (!lines.length) return null
  return (
    <details className="console" open>
      <summary className="wrong">It says that {many(lines.length, 'thing')} went wrong</summary>
      <ul role="log" aria-label="What went wrong in the app" tabIndex={0}>{lines.map((one, n) => <li key={n}>{one}</li>)}</ul>
    </details>
  )
}
