/** A session for the components below it. */

import { type ReactNode, createContext, use, useEffect, useState, useSyncExternalStore } from 'react'
import type { Event, State } from '../core/state.ts'
import { type ChosenDevices, Session, type SessionOptions, addressed } from '../session.ts'

/** What components need of a session. */
export type Talking = Pick<Session, 'state' | 'happened' | 'subscribe' | 'devices' | 'chosen' | 'level' | 'onLevel' | 'onSound' | 'cue'>

const Sessions = createContext<Talking | null>(null)

/** For a session that is opened and closed by whoever made it. */
export const SolovoxSession = ({ children, session }: { readonly children: ReactNode; readonly session: Talking }): ReactNode => <Sessions value={session}>{children}</Sessions>

/** Opens a session, and closes it when it goes. */
export function SolovoxProvider({ children, server = location.origin, talk = addressed(location.hash).talk }: Partial<SessionOptions> & { readonly children: ReactNode }): ReactNode {
  const [session] = useState(() => new Session({ server, talk })) // it stays with the server that it was made for
  useEffect(() => {
    void session.open()
    return () => session.close()
  }, [session])
  return <SolovoxSession session={session}>{children}</SolovoxSession>
}

function useSession(): Talking {
  const session = use(Sessions)
  if (!session) throw new Error('useSolovox is used outside of a SolovoxProvider')
  return session
}

/** What the page knows, what can be done, and the session itself. */
export interface Solovox {
  readonly state: State
  readonly happened: (event: Event) => void
  readonly devices: (microphone: string, speaker: string) => Promise<void>
  readonly chosen: ChosenDevices
  /** Calls it with each piece of the microphone; gives what ends that. */
  readonly onSound: Session['onSound']
  readonly cue: (kind: string) => void
}

/** The state of the session, and how to tell it what the person did. */
export function useSolovox(): Solovox {
  const session = useSession()
  const state = useSyncExternalStore(session.subscribe, session.state)
  const chosen = useSyncExternalStore(session.subscribe, session.chosen)
  return { state, happened: session.happened, devices: (microphone, speaker) => session.devices(microphone, speaker), chosen, onSound: session.onSound, cue: session.cue }
}

/** How loud the microphone is, 0 to 1: changes 25 times a second. */
export function useLevel(): number {
  const session = useSession()
  return useSyncExternalStore(session.onLevel, session.level)
}
