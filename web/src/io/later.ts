/** Calls it after these milliseconds; gives what prevents that. */
export function later(f: () => void, ms: number): () => void {
  const timer = setTimeout(f, ms)
  return () => clearTimeout(timer)
}
