/** What the address says: `#talk`, `#talk/screen`, or `#talk/screen/what it shows`. A reload, and another window, find the talk by it. */

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

/** The talk has this name now. */
export function nameTalk(talk: string): void {
  const [, ...screen] = location.hash.split('/')
  history.replaceState(null, '', [`#${encodeURIComponent(talk)}`, ...screen].join('/'))
}
