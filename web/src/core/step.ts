/** Small steps that the rules are made of: each gives the state that follows, and what is asked of the browser. */

import type { UpFrame } from './frames.ts'
import type { Effect, Next, Remedy, State, Where } from './state.ts'

const NOT_SENT = 'Not sent: there is no connection. Try again when it is back.'

export const on = (state: State, ...effects: readonly Effect[]): Next => [state, effects]

// Not `then`: a module that has one is taken for a promise by whoever imports it dynamically.
export const andThen = ([state, effects]: Next, step: (state: State) => Next): Next => {
  const [next, more] = step(state)
  return [next, [...effects, ...more]]
}

/** What is wrong there. No line: all is well again. */
export function trouble(state: State, where: Where, line = '', remedy: Remedy | null = null): State {
  const others = state.troubles.filter((one) => one.where !== where)
  if (!line && others.length === state.troubles.length) return state
  return { ...state, troubles: line ? [...others, { where, line, remedy }] : others }
}

export function send(state: State, frame: UpFrame): Next {
  if (state.link.is === 'open') return on(state, { do: 'send', frame })
  return on(trouble(state, 'server', NOT_SENT, 'dismiss'))
}

export const say = (state: State, said: string): State => ({ ...state, attention: { ...state.attention, said } })

/** Whether this page has microphone and speaker. */
export const holds = (state: State): boolean => state.can && state.holder !== '' && state.holder === state.name

/** Whether another page has them. */
export const watches = (state: State): boolean => state.holder !== '' && state.holder !== state.name

/** Whether the microphone is on, but is not to be heard: muted while the talk key is not held, or the person's own words are played. */
export const mutes = ({ muted, floor, playing }: State): boolean => (muted && !floor) || playing !== null

/** Whether nothing of it is to be sent. */
export const quiet = (state: State): boolean => state.microphone.is !== 'on' || state.records === 'aside' || mutes(state)

export const stopReplay = (state: State, ...effects: readonly Effect[]): Next =>
  state.playing === null ? on(state, ...effects) : on({ ...state, playing: null }, { do: 'stop replay' }, ...effects)
