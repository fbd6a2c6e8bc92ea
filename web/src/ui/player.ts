/** The sound of a talk, both sides, from one moment to another. */

import { useEffect, useMemo, useRef, useState } from 'react'
import { type Mark, spanOf } from '../core/lanes.ts'

export interface Player {
  /** Where it is, in milliseconds since the talk began; null: nothing plays. */
  readonly at: number | null
  readonly plays: boolean
  /** Why nothing is heard. */
  readonly wrong: string
  /** `length`: how much of the talk there is, in milliseconds. */
  readonly hear: (mark: Pick<Mark, 'at' | 'end'>, length: number) => void
  readonly stop: () => void
}

const NONE = 'No sound of this talk can be played: none was kept, or it is longer than half an hour.'

/** `grows`: the talk runs, and its sound is another one each time. */
export function usePlayer(address: string, grows: boolean): Player {
  const sound = useRef<HTMLAudioElement | null>(null)
  const until = useRef(0)
  const [at, setAt] = useState<number | null>(null)
  const [wrong, setWrong] = useState('')
  useEffect(() => {
    const audio = sound.current = new Audio()
    let frame = 0
    const step = (): void => {
      const now = audio.currentTime * 1000
      if (now >= until.current) audio.pause()
      else {
        setAt(now)
        frame = requestAnimationFrame(step)
      }
    }
    audio.preload = 'none'
    audio.onplaying = () => step()
    audio.onpause = () => {
      cancelAnimationFrame(frame)
      setAt(null)
    }
    audio.onerror = () => setWrong(NONE)
    return () => {
      audio.onerror = null
      cancelAnimationFrame(frame)
      audio.pause()
      audio.removeAttribute('src')
      audio.load()
    }
  }, [])
  const acts = useMemo(() => ({
    hear: (mark: Pick<Mark, 'at' | 'end'>, length: number): void => {
      const audio = sound.current
      if (!audio) return
      const [from, to] = spanOf(mark)
      const wanted = grows ? `${address}?until=${length}` : address
      if (audio.getAttribute('src') !== wanted) audio.setAttribute('src', wanted)
      until.current = to
      audio.currentTime = from / 1000
      setWrong('')
      audio.play().catch(() => undefined) // `onerror` tells
    },
    stop: (): void => sound.current?.pause(),
  }), [address, grows])
  return { at, plays: at !== null, wrong, ...acts }
}
