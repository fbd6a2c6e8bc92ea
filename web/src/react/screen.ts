/** Which screen is shown: it stands in the address behind the name of the talk, so that a reload and the keys for back and forward keep it. */

import { useSyncExternalStore } from 'react'
import { addressed } from '../session.ts'

export const SCREENS = ['talk', 'studio', 'sessions', 'recordings', 'corrections', 'timeline', 'settings'] as const
export type Screen = (typeof SCREENS)[number]

const isScreen = (name: string): name is Screen => SCREENS.some((one) => one === name)

const current = (): Screen => {
  const { screen } = addressed(location.hash)
  return isScreen(screen) ? screen : 'talk'
}

/** What the screen shows: behind its name in the address. */
const currentPlace = (): string => addressed(location.hash).place

function subscribe(changed: () => void): () => void {
  window.addEventListener('hashchange', changed)
  return () => window.removeEventListener('hashchange', changed)
}

/** The screen, and the address of another, and of what it shows. */
export function useScreen(): readonly [Screen, (screen: Screen, place?: string) => string] {
  const screen = useSyncExternalStore(subscribe, current)
  return [screen, (other, place = '') => `#${encodeURIComponent(addressed(location.hash).talk)}${other === 'talk' ? '' : `/${other}`}${place && `/${encodeURIComponent(place)}`}`]
}

export const usePlace = (): string => useSyncExternalStore(subscribe, currentPlace)
