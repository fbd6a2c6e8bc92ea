/** Whether there is room for one thing only. */

import { useSyncExternalStore } from 'react'

const asked = (): MediaQueryList => window.matchMedia('(max-width: 56rem)')

function subscribe(changed: () => void): () => void {
  const query = asked()
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => asked().matches)
