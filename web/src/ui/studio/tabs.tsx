/** What is shown beside the talk. Each is an address: a reload, and the keys for back and forward, keep it. */

import { Code, Eye, FolderOpen, History, MessageSquare, Palette, Wrench } from 'lucide-react'
import type { ReactNode } from 'react'
import { PLACES, type Place } from '../../core/studio/places.ts'
import { useScreen } from '../../react/screen.ts'

const NAMES: Readonly<Record<Place, readonly [string, typeof Eye]>> = {
  chat: ['Talk', MessageSquare], preview: ['Preview', Eye], files: ['Code', Code], versions: ['Versions', History], tools: ['Tools', Wrench], projects: ['Projects', FolderOpen],
  themes: ['Looks', Palette],
}

export function Tabs({ place }: { readonly place: Place }): ReactNode {
  const [, address] = useScreen()
  return (
    <nav className="tabs" aria-label="The Studio">
      {PLACES.map((one) => {
        const [name, Icon] = NAMES[one]
        return <a key={one} href={address('studio', one)} data-to={one} aria-current={one === place ? 'page' : undefined}><Icon aria-hidden size={16} /><span>{name}</span></a>
      })}
    </nav>
  )
}
