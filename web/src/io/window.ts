/** What happens to the window and to the machine, as events. */

import type { Event } from '../core/state.ts'
import { watchSleep } from './sleep.ts'

/** Until `signal` says that it is over. */
export function watchWindow(happened: (event: Event) => void, signal: AbortSignal): void {
  document.addEventListener('visibilitychange', () => happened({ type: document.hidden ? 'went away' : 'came back' }), { signal })
  document.addEventListener('pointerdown', () => happened({ type: 'woke' }), { signal })
  document.addEventListener('keydown', () => happened({ type: 'woke' }), { signal })
  window.addEventListener('blur', () => happened({ type: 'floor left' }), { signal }) // the key is let go where it cannot be seen
  for (const changed of ['offline', 'online']) window.addEventListener(changed, () => happened({ type: 'network changed' }), { signal }) // the old socket leads nowhere
  window.addEventListener('pageshow', ({ persisted }) => { if (persisted) location.reload() }, { signal })
  watchSleep(() => happened({ type: 'woke from sleep' }), signal)
}
