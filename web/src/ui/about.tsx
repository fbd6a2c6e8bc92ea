/** Who hears, thinks and reads; where the sound goes; the devices; tools, and what did not work. */

import { type ReactNode, useEffect, useState } from 'react'
import { engines } from '../core/acts.ts'
import { useSolovox } from '../react/session.tsx'
import { type Devices, useDevices } from '../react/devices.ts'
import { Call } from './work.tsx'

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

export function About(): ReactNode {
  const { state } = useSolovox()
  const { view, microphone, speaker, can } = state
  const near = LOOPBACK.test(location.hostname)
  return (
    <aside aria-label="About this talk">
      {view.calls.length > 0 && <section id="did"><h2>Tools</h2><ul id="tools">{view.calls.map((one) => <Call key={one.effect} call={one} />)}</ul></section>}
      {view.failures.length > 0 && <section id="went-wrong"><h2>Did not work</h2><ul id="failures">{view.failures.toReversed().map((one, n) => <li key={n}>{one}</li>)}</ul></section>}
      <h2>Who does what</h2>
      <dl id="engines">
        {engines(state.engines).map(({ does, kind, why }) => <Engine key={does} does={does} kind={kind} why={why} />)}
      </dl>
      <h2>Where the sound goes</h2>
      <p id="path">To Solovox at {location.host}{near && ', which is this machine'}, and from there to what hears. Nothing is sent while you are muted; the device is closed when you hang up.</p>
      <dl>
        <dt>Microphone</dt>
        <dd id="device-in">{microphone.is !== 'on' ? 'off' : `${microphone.name}${microphone.echo ? ', echo taken away' : ', echo not taken away: use headphones'}`}</dd>
        <dt>Speaker</dt>
        <dd id="device-out">{can ? `the default of this browser${speaker.on ? '' : ', held back by the browser'}` : 'none'}</dd>
      </dl>
      {can && <Choices />}
    </aside>
  )
}

function Engine({ does, kind, why }: { readonly does: string; readonly kind: string; readonly why: string }): ReactNode {
  return <>{does && <dt>{does}</dt>}<dd>{kind}{why && <span className="detail">{why}</span>}</dd></>
}

/** Which microphone and which speaker, where the browser names more than one. */
function Choices(): ReactNode {
  const { devices } = useSolovox()
  const all: Devices = useDevices()
  const [microphone, setMicrophone] = useState('')
  const [speaker, setSpeaker] = useState('')
  useEffect(() => { void devices(microphone, speaker) }, [microphone, speaker]) // eslint-disable-line react-hooks/exhaustive-deps -- only a choice changes them
  const choose = (label: string, list: Devices['microphones'], value: string, chosen: (id: string) => void): ReactNode => list.length > 1 && (
    <label>{label}
      <select value={value} onChange={({ target }) => chosen(target.value)}>
        <option value="">The browser’s own choice</option>
        {list.map(({ id, name }) => <option key={id} value={id}>{name}</option>)}
      </select>
    </label>
  )
  return <>{choose('Use this microphone', all.microphones, microphone, setMicrophone)}{choose('Use this speaker', all.speakers, speaker, setSpeaker)}</>
}
