/** Which microphone and which speaker, where the browser names more than one. */

import type { ReactNode } from 'react'
import { type Devices, useDevices } from '../react/devices.ts'
import { useSolovox } from '../react/session.tsx'

export function DeviceChoices(): ReactNode {
  const { state: { can, microphone, troubles }, devices, chosen } = useSolovox()
  const all: Devices = useDevices()
  if (!can) return null
  const choose = (label: string, list: Devices['microphones'], value: string, to: (id: string) => void): ReactNode => list.length > 1 && (
    <label className="device">{label}
      <select value={list.some(({ id }) => id === value) ? value : ''} onChange={({ target }) => to(target.value)}>
        <option value="">The browser’s own choice</option>
        {list.map(({ id, name }) => <option key={id} value={id}>{name}</option>)}
      </select>
    </label>
  )
  const named = all.microphones.length > 0
  const trouble = troubles.find((one) => one.where === 'microphone')
  return (
    <>
      {choose('Use this microphone', all.microphones, chosen.microphone, (id) => void devices(id, chosen.speaker))}
      {choose('Use this speaker', all.speakers, chosen.speaker, (id) => void devices(chosen.microphone, id))}
      {!named && microphone.is === 'off' && !trouble && <p className="detail">The browser names microphones and speakers once you have allowed one: check the sound, or start talking.</p>}
    </>
  )
}
