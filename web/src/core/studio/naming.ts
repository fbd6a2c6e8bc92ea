/** The name of a project that begins with an order. */

const LONGEST = 60
const ASKS = /^(?:please\s+)?(?:(?:can|could) you\s+)?(?:build|make|create|write|generate|give)\s+(?:me\s+|us\s+)?(?:an?\s+|the\s+)?(?=\S)/i

/** What was asked for, without the asking: “build me a tip calculator” is “Tip calculator”. */
export function nameFrom(prompt: string): string {
  const what = prompt.trim().replace(ASKS, '').replace(/[.!?\s]+$/, '') || prompt.trim()
  const short = what.length > LONGEST ? `${what.slice(0, LONGEST).replace(/\s+\S*$/, '')} …` : what
  return short.charAt(0).toUpperCase() + short.slice(1)
}
