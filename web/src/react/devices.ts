/** The microphones and speakers that there are now. */

import { useEffect, useState } from 'react'
import { lineOf } from '../core/text.ts'
import { type Devices, devices, onDevices } from '../session.ts'
import { useSolovox } from './session.tsx'

export type { Devices }

const UNTOLD = 'The browser does not tell which microphones and speakers there are: its own choice is used. Choose others in its settings, or reload the page.'

export function useDevices(): Devices {
  const { state: { microphone: { is } }, happened } = useSolovox() // names are known once a microphone was allowed
  const [all, setAll] = useState<Devices>({ microphones: [], speakers: [] })
  useEffect(() => {
    const find = (): void => void devices().then(setAll, (error: unknown) => happened({ type: 'devices troubled', line: `${UNTOLD} (${lineOf(error)})` }))
    find()
    return onDevices(find)
  }, [is, happened])
  return all
}
