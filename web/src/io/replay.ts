/** What was said and waits for a yes, played again. */

/** Begin to fetch and play it; gives what stops it. `ended` is told once, unless it was stopped. */
export function play(address: string, ended: (failed: boolean) => void): () => void {
  const sound = new Audio()
  let over = false
  const end = (failed: boolean): void => {
    if (over) return
    over = true
    ended(failed)
  }
  sound.onended = () => end(false)
  sound.onerror = () => end(true)
  sound.src = address
  sound.play().catch(() => end(true))
  return () => {
    over = true
    sound.pause()
    sound.removeAttribute('src')
  }
}
