/** How it sounds that an instruction was sent. */

import type { ReactNode } from 'react'
import { usePreference } from '../react/preferences.ts'

export function CueChoice(): ReactNode {
  const [cues, setCues] = usePreference('cues')
  return (
    <label>When your words are sent
      <select id="cues" value={cues} onChange={({ target }) => setCues(target.value === 'chime' ? 'chime' : 'tones')}>
        <option value="tones">two soft tones</option>
        <option value="chime">a chime</option>
      </select>
    </label>
  )
}
