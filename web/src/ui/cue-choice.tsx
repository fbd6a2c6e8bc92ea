/** How it sounds that an instruction was sent. */

import type { ReactNode } from 'react'
import { usePreference } from '../react/preferences.ts'
import { useSolovox } from '../react/session.tsx'

export function CueChoice(): ReactNode {
  const [cues, setCues] = usePreference('cues')
  const { cue } = useSolovox()
  return (
    <label className="device">When your words are sent
      <select id="cues" value={cues} onChange={({ target }) => {
        setCues(target.value === 'chime' ? 'chime' : 'tones')
        cue('routed') // as it sounds now
      }}>
        <option value="tones">two soft tones</option>
        <option value="chime">a chime</option>
      </select>
    </label>
  )
}
