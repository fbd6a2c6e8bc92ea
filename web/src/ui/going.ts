/** Going to another talk, and what takes a while on the way. */

import { useState } from 'react'
import { lineOf } from '../core/text.ts'
import { useScreen } from '../react/screen.ts'
import { useSolovox } from '../react/session.tsx'

/** Go to a talk, and to the screen of the talk. */
export function useJoin(): (talk: string) => void {
  const { happened } = useSolovox()
  const [, address] = useScreen()
  return (talk) => {
    location.hash = address('talk')
    happened({ type: 'joined', talk })
  }
}

/** Something that takes a while: whether it goes on, and why it failed. */
export function useGoing(): { readonly going: boolean; readonly wrong: string; readonly go: (act: () => Promise<void>) => void } {
  const [going, setGoing] = useState(false)
  const [wrong, setWrong] = useState('')
  const go = (act: () => Promise<void>): void => {
    setGoing(true)
    setWrong('')
    act().catch((error: unknown) => setWrong(lineOf(error))).finally(() => setGoing(false))
  }
  return { going, wrong, go }
}
