/** The microphones and speakers that there are now. */

import { useEffect, useState } from 'react'
import { type Devices, devices, onDevices } from '../session.ts'
import { useSolovox } from './session.tsx'

export type { Devices }

export function useDevices(): Devices {
  const { state: { microphone: { is } } } = useSolovox() // names are known once a microphone was allowed
  const [all, setAll] = useState<Devices>({ microphones: [], speakers: [] })
  useEffect(() => {
    const find = (): void => void devices().then(setAll)
    find()
    return onDevices(find)
  }, [is])
  return all
}
