/** Who hears, thinks and reads; where the sound goes; the devices; tools, and what did not work. */

import type { ReactNode } from 'react'
import { engines } from '../core/acts.ts'
import type { Install } from '../core/offer.ts'
import { useSolovox } from '../react/session.tsx'
import { CueChoice } from './cue-choice.tsx'
import { DeviceChoices } from './devices.tsx'
import { RestOfWeights } from './installs.tsx'
import { PathLine } from './path.tsx'
import { Call } from './work.tsx'

export function About({ installs }: { readonly installs: readonly Install[] }): ReactNode {
  const { state } = useSolovox()
  const { view, microphone, speaker, can } = state
  return (
    <aside aria-label="About this talk">
      {view.calls.length > 0 && <section id="did"><h2>Tools</h2><ul id="tools">{view.calls.map((one) => <Call key={one.effect} call={one} />)}</ul></section>}
      {view.failures.length > 0 && <section id="went-wrong"><h2>Did not work</h2><ul id="failures">{view.failures.toReversed().map((one, n) => <li key={n}>{one}</li>)}</ul></section>}
      <h2>Who does what</h2>
      <dl id="engines">
        {engines(state.engines).map(({ does, kind, why }) => <Engine key={does} does={does} kind={kind} why={why} />)}
      </dl>
      <RestOfWeights key={state.talk} installs={installs} />
      <h2>Where the sound goes</h2>
      <PathLine id="path" />
      <dl>
        <dt>Microphone</dt>
        <dd id="device-in">{microphone.is !== 'on' ? 'off' : `${microphone.name}${microphone.replays ? ', in place of a device' : microphone.echo ? ', echo taken away' : ', echo not taken away: use headphones'}`}</dd>
        <dt>Speaker</dt>
        <dd id="device-out">{can ? `the default of this browser${speaker.on ? '' : ', held back by the browser'}` : 'none'}</dd>
      </dl>
      <DeviceChoices />
      {can && <CueChoice />}
    </aside>
  )
}

function Engine({ does, kind, why }: { readonly does: string; readonly kind: string; readonly why: string }): ReactNode {
  return <>{does && <dt>{does}</dt>}<dd>{kind}{why && <span className="detail">{why}</span>}</dd></>
}
