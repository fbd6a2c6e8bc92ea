/** Where a conversation can lead the page: what `navigate_ui` names, as an address of it. */

/** A screen, and what it shows. */
export interface Goal {
  readonly screen: string
  readonly place: string
}

export const PLACES = ['chat', 'preview', 'files', 'versions', 'tools', 'projects', 'themes'] as const
export type Place = (typeof PLACES)[number]

const inStudio = (place: string): Goal => ({ screen: 'studio', place })
const GOALS: Readonly<Record<string, Goal>> = {
  studio: inStudio(''), chat: inStudio('chat'), files: inStudio('files'), code: inStudio('files'), preview: inStudio('preview'), versions: inStudio('versions'),
  tools: inStudio('tools'), projects: inStudio('projects'), themes: inStudio('themes'),
  ...Object.fromEntries(['talk', 'settings', 'timeline', 'sessions', 'recordings', 'corrections'].map((screen) => [screen, { screen, place: '' }])),
}

export const goalOf = (target: string): Goal | null => (Object.hasOwn(GOALS, target) ? GOALS[target] ?? null : null)

/** What is shown for an address. Where there is room, the talk stands beside the rest; where there is not, it comes first. */
export function placeOf(address: string, narrow: boolean): Place {
  const place = PLACES.find((one) => one === address) ?? 'chat'
  return place === 'chat' && !narrow ? 'preview' : place
}
