/** A machine that sleeps tells no page so. */

const LOOK_MS = 5_000
const SLEPT_MS = 120_000 // a page behind others may be let run once a minute only

/** Calls it when this machine was asleep: the clock went on, and the page did not. */
export function watchSleep(woke: () => void, signal: AbortSignal): void {
  let last = Date.now()
  const timer = setInterval(() => {
    const now = Date.now()
    if (now - last > SLEPT_MS) woke()
    last = now
  }, LOOK_MS)
  signal.addEventListener('abort', () => clearInterval(timer))
}
