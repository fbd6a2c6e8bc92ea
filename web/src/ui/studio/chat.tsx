/** The talk about the app: what was said, what waits for a yes, and a text field that does all that speech does. */

import { type ReactNode, useRef } from 'react'
import { useSolovox } from '../../react/session.tsx'
import { useStudio, useWorkshop } from '../../react/studio.tsx'
import { Composer } from '../composer.tsx'
import { useFollow } from '../follow.ts'
import { useGoing } from '../going.ts'
import { Holds } from '../hold.tsx'
import { Earlier, Turns } from '../transcript.tsx'

const EXAMPLES = ['Build me a to-do list with milk, eggs and bread', 'What should I use for charts?', 'Make it green', 'Show me the code'] as const

export function Chat(): ReactNode {
  const { state: { view, earlier, notices } } = useSolovox()
  const { project } = useStudio()
  const { order } = useWorkshop()
  const { going, wrong, go } = useGoing()
  const box = useRef<HTMLDivElement>(null)
  useFollow(box)
  const act = (text: string): Promise<boolean> => new Promise((taken) => {
    if (!going) go(() => order(text).then(() => taken(true), (error: unknown) => { taken(false); throw error }))
  })
  const made = (project?.version ?? 0) > 0
  return (
    <section className="chat" aria-label="The talk">
      <div className="said" ref={box} role="log" aria-live="off" aria-label="What was said" tabIndex={0}>
        <Earlier />
        <Turns name="VOX" />
        {!view.turns.length && !earlier.length && <Hints />}
      </div>
      {notices.length > 0 && <ul className="notices" aria-label="Notices">{notices.slice(-2).map((one, n) => <li key={n}>{one.text}</li>)}</ul>}
      <Holds />
      {wrong && <p role="alert" className="wrong">{wrong}</p>}
      <Composer
        example={made ? '“Make it blue”, or “call it Groceries”' : 'What shall it be? “A timer for tea”'}
        also={{ label: made ? 'Change it' : 'Build it', title: 'Give these words to the workshop at once, without a talk about them', act }}
      />
    </section>
  )
}

function Hints(): ReactNode {
  const { happened } = useSolovox()
  return (
    <div className="hints">
      <p>Say what you want, or type it. For example:</p>
      <ul>{EXAMPLES.map((one) => <li key={one}><button type="button" className="quiet" onClick={() => happened({ type: 'typed', text: one })}>{one}</button></li>)}</ul>
    </div>
  )
}
