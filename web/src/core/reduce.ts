/**
 * `reduce(state, event)`: what the page is then, and what it asks of the browser.
 *
 * Rule 1: what follows from the state alone is settled after each event, in one place: what the server is told of the microphone,
 * what is wrong with the speaker, and that nothing is recorded any more where there is no microphone.
 * Rule 2: nothing is sent while there is no connection; the person is told, and nothing that they wrote is lost.
 */

import type { UpFrame } from './frames.ts'
import { begin, changedLink, lostLink, over } from './link.ts'
import { cannot, opening, ready } from './opening.ts'
import { kept, ofRecording, recordPressed, recordingChosen } from './recording.ts'
import type { Effect, Event, Next, State, Where } from './state.ts'
import { andThen, holds, mutes, on, quiet, send, say, stopReplay, trouble } from './step.ts'
import { frameCame } from './told.ts'
import { typed } from './typing.ts'
import { played, sounded, unmended } from './view.ts'

export function reduce(state: State, event: Event): Next {
  return settled(...happened(state, event))
}

const SPOILED = 'The server sent something that this page does not understand. Reload the page; if it stays so, the server was made anew.'
const LOST_SOUND = 'What was said cannot be played: it is not kept any more, or the connection is gone.'
const SLEPT = 'This machine was asleep: what was said meanwhile was not heard. The connection is made again; say it once more.'
const NO_VOICE = 'The voice of this page could not be loaded: you can read and type here, and not talk. Reload the page to try again.'
const HELD_BACK = 'This browser holds sound back until you press a key or a button here.'

/** What follows from the state alone. The server is told of a microphone that goes on before all else, and of silence after it. */
function settled(before: State, asked: readonly Effect[]): Next {
  const [state, effects] = andThen([before, asked], (one) => (one.microphone.is === 'off' ? kept(one) : on(one)))
  const held = holds(state) && !state.speaker.on && state.view.reads.length > 0
  const now = state.can ? trouble(state, 'speaker', held ? HELD_BACK : '', 'wake') : state
  const own: readonly Effect[] = now.microphone.is === 'on' ? [{ do: 'mute microphone', muted: mutes(now) && now.records !== 'aside' }] : []
  if (now.link.is !== 'open' || now.told === quiet(now)) return [now, [...effects, ...own]]
  const told = quiet(now)
  const tells: readonly Effect[] = [...own, { do: 'send', frame: { type: 'mute', muted: told } }]
  return [{ ...now, told }, told ? [...effects, ...tells] : [...tells, ...effects]]
}

// ── events ────────────────────────────────────────────────────────────────────────────────────

function happened(state: State, event: Event): Next {
  switch (event.type) {
    case 'frame came': return frameCame(state, event.frame)
    case 'frame was spoiled': return on(trouble(state, 'server', `${SPOILED} (${event.about})`, 'dismiss'))
    case 'sound came': return on({ ...state, view: sounded(state.view, state.reading, event.samples) })
    case 'link changed': return changedLink(state, event.link)
    case 'link was lost': return lostLink(state, event.attempts)
    case 'talk is over': return over(state)
    case 'server was asked': return state.link.is === 'lost' ? lostLink(state, 0, event.found) : on(state)
    case 'played': case 'flushed': {
      const { type, read, samples } = event
      const frame: UpFrame = { type, read, samples }
      const now = { ...state, at: { read, samples }, view: played(state.view, read, samples) }
      return state.link.is === 'open' ? on(now, { do: 'send', frame }) : on(now)
    }
    case 'dropped': return on(event.read ? { ...state, at: { read: event.read, samples: event.samples } } : state)
    case 'speaker changed': return on({ ...state, speaker: { ...state.speaker, on: event.on, rate: event.rate } })
    case 'speaker failed': return on(trouble({ ...state, can: false }, 'speaker', NO_VOICE))
    case 'devices troubled': return on(trouble(state, 'devices', event.line, 'dismiss'))
    case 'microphone opened': case 'microphone failed': case 'microphone troubled': case 'microphone lost': return ofMicrophone(state, event)
    case 'recording ended': case 'recording is full': case 'recording kept': return ofRecording(state, event)
    case 'replay ended': {
      if (state.playing !== event.hold) return on(state)
      const now = { ...state, playing: null }
      return on(event.failed ? trouble(now, 'failure', LOST_SOUND, 'dismiss') : now)
    }
    default: return personDid(state, event)
  }
}

function ofMicrophone(state: State, event: Extract<Event, { type: `microphone ${string}` }>): Next {
  switch (event.type) {
    case 'microphone opened': {
      if (state.microphone.is === 'off') return on(state, { do: 'close microphone' }) // the browser asked the person, and meanwhile the talk ended
      const { type: _, ...source } = event
      const now = say(trouble({ ...state, microphone: { is: 'on', ...source } }, 'microphone'), event.replays ? `${event.name} is the microphone.` : 'The microphone is on.')
      return now.floor ? send(now, { type: 'floor', taken: true }) : on(now)
    }
    case 'microphone failed': return on(trouble({ ...state, microphone: { is: 'off' }, floor: false }, 'microphone', event.line))
    case 'microphone troubled': return on(trouble(state, 'microphone', event.line))
    case 'microphone lost': return on(trouble({ ...state, microphone: { is: 'off' } }, 'microphone', event.line))
  }
}

type Did = Exclude<Event, { type: 'frame came' | 'frame was spoiled' | 'sound came' | `link ${string}` | 'server was asked' | 'talk is over' | 'played' | 'flushed' | 'dropped' | `speaker ${string}` | 'devices troubled' | `microphone ${string}` | `recording ${'ended' | 'is full' | 'kept'}` | 'replay ended' }>

function personDid(state: State, event: Did): Next {
  switch (event.type) {
    case 'opened': return on({ ...state, at: event.at }, { do: 'dial', talk: event.talk, token: event.token, watch: !state.can })
    case 'joined': return begin(state, event.talk)
    case 'talk pressed': return talkPressed(state)
    case 'floor taken': return floorTaken(state)
    case 'floor left': return floorLeft(state)
    case 'hung up': {
      const now: State = { ...state, microphone: { is: 'off' }, floor: false, told: true } // `end` is the last that it is told
      return andThen(on(now, { do: 'close microphone' }), (one) => send(one, { type: 'end' }))
    }
    case 'silenced': return andThen(stopReplay(state, { do: 'wake' }), (one) => send(one, { type: 'silence' }))
    case 'stopped': return send(state, { type: 'stop' })
    case 'check ended': return on(state.microphone.is === 'off' ? state : { ...state, muted: true })
    case 'woke': return on(state, { do: 'wake' })
    case 'network changed': return state.link.is === 'open' || state.link.is === 'lost' ? on(state, { do: 'dial again' }) : on(state)
    case 'woke from sleep': {
      if (state.link.is !== 'open' && state.link.is !== 'lost') return on(state)
      const lost = state.microphone.is === 'on' ? on(trouble(state, 'failure', SLEPT, 'dismiss')) : on(state)
      return andThen(lost, (one) => on(one, { do: 'dial again' }, { do: 'wake' }))
    }
    case 'went away': return floorLeft({ ...state, attention: { ...state.attention, away: true } })
    case 'came back': return on({ ...state, attention: { ...state.attention, away: false, done: false } })
    case 'typed': return typed(state, event.text)
    case 'answered': return answered(state, event.frame)
    case 'set': {
      const [[key, value] = ['', '']] = Object.entries(event.choice)
      return andThen(send(state, { type: 'set', key, value: String(value) }), (one) => on(one.link.is === 'open' ? { ...one, chosen: { ...one.chosen, ...event.choice } } : one))
    }
    case 'studio set': {
      const now = event.key === 'project' ? { ...state, shows: { ...state.shows, project: event.value } } : state
      return now.link.is === 'open' ? send(now, { type: 'set', key: event.key, value: event.value }) : on(now) // a talk that begins is told anyway
    }
    case 'voice muted': return on({ ...state, speaker: { ...state.speaker, muted: event.muted } }, { do: 'mute voice', muted: event.muted })
    case 'replay pressed': {
      if (state.playing === event.hold) return stopReplay(state)
      return andThen(stopReplay(state), (one) => on({ ...one, playing: event.hold }, { do: 'replay', hold: event.hold }))
    }
    case 'record pressed': return recordPressed(state, event.name)
    case 'recording chosen': return recordingChosen(state, event.name)
    case 'remedy pressed': return remedied(state, event.where)
  }
}

/** Open the microphone, or switch it off and on. */
function talkPressed(state: State): Next {
  if (!state.can) return on(cannot(state))
  return andThen(ready(state), (one) => {
    if (one.records === 'aside' && one.microphone.is === 'on') return on({ ...one, records: 'along', muted: false })
    switch (one.microphone.is) {
      case 'off': return opening(one, false)
      case 'opening': return on({ ...one, muted: false })
      case 'on': return on({ ...one, muted: !one.muted })
    }
  })
}

/** The talk key. A microphone that is muted, or was off, is on only while it is held. */
function floorTaken(state: State): Next {
  if (state.floor || !state.can) return on(state)
  const records = state.records === 'aside' ? 'along' : state.records
  const taken = andThen(stopReplay({ ...state, floor: true, records }, { do: 'wake' }), (one) => (holds(one) ? on(one) : send(one, { type: 'take' })))
  return andThen(taken, (one) => {
    switch (one.microphone.is) {
      case 'off': return opening(one, true)
      case 'opening': return on(one)
      case 'on': return send(one, { type: 'floor', taken: true })
    }
  })
}

function floorLeft(state: State): Next {
  if (!state.floor) return on(state)
  const now = { ...state, floor: false }
  return state.link.is === 'open' ? on(now, { do: 'send', frame: { type: 'floor', taken: false } }) : on(now)
}

function answered(state: State, frame: Extract<Event, { type: 'answered' }>['frame']): Next {
  const next = send(state, frame)
  if (frame.type !== 'unmend' || state.link.is !== 'open') return next
  return andThen(next, (one) => on({ ...one, view: unmended(one.view, frame) }))
}

function remedied(state: State, where: Where): Next {
  const remedy = state.troubles.find((one) => one.where === where)?.remedy
  switch (remedy) {
    case 'again': return on(state, { do: 'dial again' })
    case 'begin': return begin(state)
    case 'take': return andThen(on(state, { do: 'wake' }), (one) => send(one, { type: 'take' }))
    case 'wake': return on(state, { do: 'wake' })
    case 'dismiss': return on(trouble(state, where))
    case 'keep': return on(trouble(state, where), { do: 'keep recording' })
    case null: case undefined: return on(state)
  }
}
