/** What the address says: `#talk`, `#talk/screen`, or `#talk/screen/what it shows`. A reload, and another window, find the talk by it. */

import type { Goal } from '../core/studio/places.ts'

export function addressed(hash: string): { readonly talk: string; readonly screen: string; readonly place: string } {
  const [talk = '', screen = '', place = ''] = hash.replace(/^#/, '').split('/').map(decoded)
  return { talk, screen, place }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Another screen, and what it shows. */
export function goTo({ screen, place }: Goal): void {
  const [talk = '#'] = location.hash.split('/')
  const parts = [talk || '#', screen === 'talk' && !place ? '' : screen, encodeURIComponent(place)]
  location.hash = parts.filter(Boolean).join('/')
}

/** The talk has this name now. */
export function nameTalk(talk: string): void {
  const [, ...screen] = location.hash.split('/')
  history.replaceState(null, '', [`#${encodeURIComponent(talk)}`, ...screen].join('/'))
}
