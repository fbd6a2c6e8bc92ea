/** The Studio for the components below it, and what can be done in it. */

import { type ReactNode, type RefObject, createContext, use, useCallback, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { nameFrom } from '../core/studio/naming.ts'
import type { Catalogue, Project, Writer } from '../core/studio/shapes.ts'
import type { Happening, Studio as State } from '../core/studio/state.ts'
import { Studio, cancel, catalogue, diff, make, order, remove, rename, setTools, show, take, viteOf, writers, wrongFrom, zipOf } from '../studio.ts'
import { type Asked, useAsked } from './asked.ts'
import { usePreference } from './preferences.ts'
import { useSolovox } from './session.tsx'

/** What components need of a Studio. */
export type Making = Pick<Studio, 'state' | 'happened' | 'subscribe'>

const Studios = createContext<Making | null>(null)

/** For a Studio that is opened and closed by whoever made it. */
export const StudioOf = ({ children, studio }: { readonly children: ReactNode; readonly studio: Making }): ReactNode => <Studios value={studio}>{children}</Studios>

/** Opens a Studio, and closes it when it goes. It hears of the project that the conversation is about, and tells it of the one that is open. */
export function StudioProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [studio] = useState(() => new Studio())
  useEffect(() => {
    studio.open()
    return () => studio.close()
  }, [studio])
  useConversation(studio)
  return <StudioOf studio={studio}>{children}</StudioOf>
}

const MAKES: ReadonlySet<string> = new Set(['generate_app', 'add_tool'])

/** What the conversation is about is open here, and the other way round. */
export function useConversation(studio: Pick<Making, 'happened'>): void {
  const { state: { shows, view, link }, happened } = useSolovox()
  const [open] = usePreference('project')
  const { project } = shows
  const done = view.calls.filter(({ tool, result }) => MAKES.has(tool) && result !== null).length
  useEffect(() => { if (project) studio.happened({ type: 'project chosen', id: project }) }, [studio, project])
  useEffect(() => { if (done) studio.happened({ type: 'tool worked' }) }, [studio, done])
  // Only what the page opens is told: the project that the conversation has gone on to is opened first, and then is the same.
  const opened = useEffectEvent((id: string): void => { if (id && id !== project) happened({ type: 'studio set', key: 'project', value: id }) })
  const connected = link.is === 'open'
  useEffect(() => { if (connected) opened(open) }, [connected, open])
}

export interface Made {
  readonly studio: State
  readonly happened: (event: Happening) => void
  /** The project that is open. */
  readonly project: Project | null
}

export function useStudio(): Made {
  const studio = use(Studios)
  if (!studio) throw new Error('useStudio is used outside of a StudioProvider')
  const state = useSyncExternalStore(studio.subscribe, studio.state)
  return { studio: state, happened: studio.happened, project: state.projects?.find((one) => one.id === state.open) ?? null }
}

/** What is done to projects. Each raises an error of one line. */
export function useProjects(): {
  readonly make: (name: string) => Promise<void>
  readonly take: (file: File) => Promise<void>
  readonly rename: (project: Project, name: string) => Promise<void>
  readonly remove: (project: Project) => Promise<void>
  readonly show: (project: Project, version: number) => Promise<void>
  readonly setTools: (project: Project, tools: readonly string[]) => Promise<void>
  readonly zipOf: (project: Project) => string
  readonly viteOf: (project: Project) => string
} {
  const { happened } = useStudio()
  const changes = (project: Promise<Project>): Promise<void> => project.then((one) => happened({ type: 'project changed', project: one }))
  const makes = (project: Promise<Project>): Promise<void> => project.then((one) => happened({ type: 'project made', project: one }))
  return {
    make: (name) => makes(make(name)),
    take: (file) => makes(take(file)),
    rename: ({ id }, name) => changes(rename(id, name)),
    remove: ({ id }) => remove(id).then(() => happened({ type: 'project removed', id })),
    show: ({ id }, version) => changes(show(id, version)),
    setTools: ({ id }, tools) => changes(setTools(id, tools)),
    zipOf: ({ id }) => zipOf(id),
    viteOf: ({ id }) => viteOf(id),
  }
}

/** Orders of the workshop. Without a project one is made, with the words as its name. */
export function useWorkshop(): { readonly order: (prompt: string) => Promise<void>; readonly cancel: (job: number) => Promise<void> } {
  const { project, happened } = useStudio()
  return {
    order: async (prompt) => {
      const now = project ?? await make(nameFrom(prompt))
      if (!project) happened({ type: 'project made', project: now })
      await order(now.id, prompt)
    },
    cancel: (job) => (project ? cancel(project.id, job) : Promise.resolve()),
  }
}

export const useDiff = (project: string, from: number, to: number): Asked<string> =>
  useAsked(useCallback((signal: AbortSignal) => diff(project, from, to, signal), [project, from, to]))[0]

export const useCatalogue = (query: string, domain: string): readonly [Asked<Catalogue>, () => void] =>
  useAsked(useCallback((signal: AbortSignal) => catalogue(query, domain, signal), [query, domain]))

export const useWriters = (): readonly [Asked<readonly Writer[]>, () => void] => useAsked(writers)

/** What goes wrong in the app of this frame. */
export function useConsole(frame: RefObject<HTMLIFrameElement | null>): void {
  const { happened } = useStudio()
  useEffect(() => {
    const came = (event: MessageEvent<unknown>): void => {
      const wrong = wrongFrom(event, frame.current?.contentWindow ?? null)
      if (wrong) happened({ type: 'went wrong', wrong })
    }
    window.addEventListener('message', came)
    return () => window.removeEventListener('message', came)
  }, [frame, happened])
}
