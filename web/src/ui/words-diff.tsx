/** How one wording became another, word by word. It can be told without colour, and without eyes. */

import type { ReactNode } from 'react'
import { difference } from '../core/wording.ts'

export function WordsDiff({ from, words }: { readonly from: string; readonly words: string }): ReactNode {
  return difference(from, words).map(({ how, words: part }, n) => {
    if (how === 'gone') return <span key={n}><del><span className="unseen">removed: </span>{part}</del> </span>
    if (how === 'new') return <span key={n}><ins><span className="unseen">added: </span>{part}</ins> </span>
    return <span key={n}>{part} </span>
  })
}
