/** The talk: what was said, what waits, the text field, the big button. */

import { type ReactNode, useRef, useState } from 'react'
import { useInstalls } from '../react/installs.ts'
import { useScreen } from '../react/screen.ts'
import { useSolovox } from '../react/session.tsx'
import { About } from './about.tsx'
import { Composer } from './composer.tsx'
import { Dock } from './dock.tsx'
import { useFollow } from './follow.ts'
import { Holds } from './hold.tsx'
import { Beginning, Connect } from './offer.tsx'
import { Reading } from './reading.tsx'
import { SoundCheckDialog } from './sound-check.tsx'
import { Earlier, Turns } from './transcript.tsx'

export function Talk(): ReactNode {
  const { state: { view, earlier, taught, notices } } = useSolovox()
  const box = useRef<HTMLDivElement>(null)
  const [checking, setChecking] = useState(false) // here, for the first words take the place of what opens it
  const [, address] = useScreen()
  const [installs, again] = useInstalls()
  useFollow(box)
  return (
    <>
      <main>
        <section id="talk-so-far" aria-label="The talk">
          <div id="transcript" ref={box} role="log" aria-live="off" aria-label="What was said" tabIndex={0}>
            <Earlier />
            <Turns />
            {view.turns.length > 0 && <Connect installs={installs} again={again} />}
            {!view.turns.length && !earlier.length && <Beginning installs={installs} again={again} check={() => setChecking(true)} />}
          </div>
          <Reading />
          {notices.length > 0 && <div id="notices" role="region" aria-label="Notices" tabIndex={0}><ul>{notices.map((one, n) => <li key={n}>{one.text}</li>)}</ul></div>}
        </section>
        <Holds />
        <p id="taught" role="status">{taught && <>Learned from your edit. <a href={address('corrections')}>What was learned</a></>}</p>
        <Composer />
        <Dock />
      </main>
      <About installs={installs} />
      {checking && <SoundCheckDialog close={() => setChecking(false)} />}
    </>
  )
}
