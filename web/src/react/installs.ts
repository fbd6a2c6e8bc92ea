/** What is installed while the server serves, as far as it is now. */

import type { Install } from '../core/offer.ts'
import { install, installs, stopInstall } from '../settings.ts'
import { useAsked, useEvery } from './asked.ts'

const EVERY_MS = 500

export { install, stopInstall }

/** Asked again and again while something comes. None, as long as it is not known. */
export function useInstalls(): readonly [readonly Install[], () => void] {
  const [asked, again] = useAsked(installs)
  const rows = asked.is === 'there' ? asked.value : []
  useEvery(asked, again, EVERY_MS, rows.some((one) => one.state === 'going'))
  return [rows, again]
}
