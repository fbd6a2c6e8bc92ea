/** What the page does when the server tells it something. */

import { actLine } from './acts.ts'
import type { ActFrame, DownFrame } from './frames.ts'
import type { Effect, Next, Settings, State } from './state.ts'
import { andThen, holds, on, say, stopReplay, trouble, watches } from './step.ts'
import { cardOf } from './studio/cards.ts'
import { goalOf } from './studio/places.ts'
import { tidings } from './tidings.ts'
import { arrived } from './typing.ts'
import { apply } from './view.ts'

const NOTICES = 3

export function frameCame(state: State, frame: DownFrame): Next {
  const line = state.attention.away ? tidings(frame, state.view) : ''
  const view = apply(state.view, frame)
  const now: State = {
    ...state,
    view,
    notices: state.notices.filter((one) => view.notices.includes(one)),
    attention: line && frame.type === 'finished' ? { ...state.attention, done: true } : state.attention,
  }
  return andThen(on(arrived(state.view, now, frame), ...(line ? [{ do: 'notify', line } as const] : [])), (one) => told(one, frame))
}

function told(state: State, frame: DownFrame): Next {
  switch (frame.type) {
    case 'ready': {
      const { sessionId: talk, page: name, engines } = frame
      const holder = name === state.name ? state.holder : '' // what is said until we are told again is not lost
      // `told` is null: the server is told of the microphone before the sound that is sent now
      return on(trouble({ ...state, talk, name, engines, holder, told: null, chosen: {}, link: { is: 'open' } }, 'server'), { do: 'name talk', talk })
    }
    case 'state': return has({ ...state, earlier: frame.earlier, notices: state.view.notices.slice(-NOTICES) }, frame.holder, { do: 'duck', ducked: state.view.ducked })
    case 'holder': return has(state, frame.page)
    case 'settings': {
      const { type: _, ...settings } = frame
      return on({ ...state, settings, chosen: unanswered(state.chosen, settings) })
    }
    case 'error': return on(trouble({ ...state, chosen: {} }, 'server', frame.message, 'dismiss'))
    case 'read': return on({ ...state, reading: frame.read }, { do: 'begin read', read: frame.read, first: frame.first })
    case 'read_end': return on(state, { do: 'end read', read: frame.read })
    case 'flush': return on(state, { do: 'flush read', read: frame.read })
    case 'duck': return on(state, { do: 'duck', ducked: frame.ducked })
    case 'cue': return on(state, { do: 'cue', kind: frame.kind })
    case 'hold': return on(say(state, `Waits for your yes: ${actLine(frame.text)}`))
    case 'hold_closed': return !frame.draft && state.playing === frame.hold ? stopReplay(state) : on(state)
    case 'taught': return on(say({ ...state, taught: true }, 'Learned from your edit.'))
    case 'failure': return on(trouble(state, 'failure', frame.text, 'dismiss'))
    case 'asked': return on(trouble({ ...state, notices: [] }, 'failure')) // another try
    case 'notice': return on(holds(state) ? noted(state) : say(noted(state), frame.text)) // else it is read aloud
    case 'finished': {
      const run = state.view.turns.flatMap((one) => one.runs).find((one) => one.run === frame.run)
      return on(holds(state) || !run ? state : say(state, run.text))
    }
    case 'act': return acted(state, frame)
    case 'transcript': case 'tool_call': case 'tool_result': case 'ui_action': case 'session_end': case 'pages': case 'muted': case 'leaving': case 'talk_state': case 'heard': case 'typed':
    case 'amendment': case 'text': case 'spoken': case 'step': case 'call': case 'activity': case 'result': case 'usage': case 'changes': case 'unmended': return on(state)
  }
}

/** What was chosen and is not yet in force: the frame may answer another choice. */
function unanswered(chosen: Partial<Settings>, settings: Settings): Partial<Settings> {
  const inForce: ReadonlyMap<string, unknown> = new Map(Object.entries(settings))
  return Object.fromEntries(Object.entries(chosen).filter(([key, value]) => inForce.get(key) !== value))
}

/** A tool asks something of the screen. Who only watches a talk is not led away from what they look at. */
function acted(state: State, { action, target }: ActFrame): Next {
  const goal = action === 'navigate' ? goalOf(target) : null
  if (goal) return watches(state) ? on(state) : on(say(state, `Shown: ${target}.`), { do: 'go', goal })
  if (action === 'project') return on({ ...state, shows: { ...state.shows, project: target } })
  const card = action === 'card' ? cardOf(target) : null
  if (card) return on({ ...state, shows: { ...state.shows, card, cards: state.shows.cards + 1 } })
  return on(noted({ ...state, view: apply(state.view, { type: 'notice', hold: null, run: null, text: `A tool asks for “${action} ${target}”: this page cannot do that.` }) }))
}

/** The newest notice is shown, beside those since the newest question. */
const noted = (state: State): State => ({ ...state, notices: [...state.notices, ...state.view.notices.slice(-1)].slice(-NOTICES) })

/** That page has microphone and speaker now. */
function has(state: State, holder: string, ...effects: readonly Effect[]): Next {
  const had = holds(state)
  const now = { ...state, holder }
  if (holds(now) || !now.can) return on(trouble(now, 'holder'), ...effects)
  const line = holder
    ? 'Another page has microphone and speaker of this talk. Here you can read, type and decide.'
    : 'No page has microphone and speaker of this talk.'
  const told = trouble(now, 'holder', line, 'take')
  if (!had) return on(told, ...effects)
  return on({ ...told, microphone: { is: 'off' } }, ...effects, { do: 'drop sound' }, { do: 'close microphone' })
}
