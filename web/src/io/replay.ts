/** What was said and waits for a yes, played again. */

/** Begin to fetch and play it; gives what stops it. `ended` is told once, unless it was stopped. */
export function play(address: string, ended: (failed: boolean) => void): () => void {
  const ending = new AbortController()
  sounds(address, ending.signal).then(
    () => { if (!ending.signal.aborted) ended(false) },
    () => { if (!ending.signal.aborted) ended(true) },
  )
  return () => ending.abort()
}

async function sounds(address: string, signal: AbortSignal): Promise<void> {
  const answer = await fetch(address, { signal })
  if (!answer.ok) throw new Error(`the server answered ${answer.status}`)
  const pcm = await answer.blob()
  signal.throwIfAborted()
  const whole = URL.createObjectURL(pcm)
  const sound = new Audio(whole)
  try {
    await new Promise<void>((resolve, reject) => {
      sound.onended = () => resolve()
      sound.onerror = () => reject(new Error('it cannot be played'))
      signal.addEventListener('abort', () => resolve(), { once: true })
      sound.play().catch(reject)
    })
  } finally {
    sound.pause()
    URL.revokeObjectURL(whole)
  }
}
