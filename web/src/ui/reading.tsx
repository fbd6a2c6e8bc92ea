/** What one can wish of the reading: the same as said aloud. Shown while something is read, and over the talk, so that nothing moves. */

import { ChevronsLeft, ChevronsRight, RotateCcw, SkipForward } from 'lucide-react'
import type { ReactNode } from 'react'
import { wishes } from '../core/select.ts'
import { useSolovox } from '../react/session.tsx'

const WISHES = {
  slower: ['Slower', ChevronsLeft],
  faster: ['Faster', ChevronsRight],
  skip: ['Skip', SkipForward],
  repeat: ['Repeat', RotateCcw],
} as const

export function Reading(): ReactNode {
  const { state, happened } = useSolovox()
  const all = wishes(state)
  if (!all.length) return null
  return (
    <div id="reading" role="group" aria-label="The reading">
      {all.map((one) => {
        const [name, Icon] = WISHES[one]
        return <button key={one} type="button" data-wish={one} onClick={() => happened({ type: 'typed', text: one })}><Icon aria-hidden size={16} /><span>{name}</span></button>
      })}
    </div>
  )
}
