/** The screens of the page. */

import { AudioLines, Hammer, History, Mic, Settings, SpellCheck, SquareKanban } from 'lucide-react'
import type { ReactNode } from 'react'
import { SCREENS, type Screen, useScreen } from '../react/screen.ts'

const NAMES: Readonly<Record<Screen, readonly [string, typeof Mic]>> = {
  talk: ['Talk', Mic],
  studio: ['Studio', Hammer],
  sessions: ['Sessions', History],
  recordings: ['Recordings', AudioLines],
  corrections: ['Corrections', SpellCheck],
  timeline: ['Timeline', SquareKanban],
  settings: ['Settings', Settings],
}

export function Nav(): ReactNode {
  const [screen, address] = useScreen()
  return (
    <nav aria-label="Screens">
      {SCREENS.map((one) => {
        const [name, Icon] = NAMES[one]
        return <a key={one} href={address(one)} aria-current={one === screen ? 'page' : undefined}><Icon aria-hidden size={18} /><span>{name}</span></a>
      })}
    </nav>
  )
}
