/**
 * What is recorded of the microphone, and a recording in the microphone's place.
 *
 * Rule 1: a microphone that was opened to record is recorded aside: nothing of it is sent, until the person begins to talk.
 * Rule 2: what was recorded is never thrown away: where it cannot be kept, it is tried again when the person asks for it.
 * Rule 3: a recording takes the device's place, and ends by itself; the device stays closed then.
 */

import { cannot, opening, ready } from './opening.ts'
import type { Event, Next, State } from './state.ts'
import { on, say, andThen, trouble } from './step.ts'

export function recordPressed(state: State, name: string): Next {
  if (state.records !== 'no') return kept(state)
  if (!state.can) return on(cannot(state))
  const begin = (one: State): Next => on(say(trouble(one, 'recording'), 'It is being recorded.'), { do: 'record', name })
  if (state.microphone.is !== 'off') return begin({ ...state, records: 'along' })
  return andThen(begin({ ...state, records: 'aside' }), (one) => andThen(on(one, { do: 'wake' }), (now) => opening(now, false)))
}

/** What was recorded is kept. A microphone that was open for that alone is closed. */
export function kept(state: State): Next {
  if (state.records === 'no') return on(state)
  const now: State = { ...state, records: 'no' }
  if (state.records === 'along') return on(now, { do: 'keep recording' })
  return on({ ...now, microphone: { is: 'off' } }, { do: 'close microphone' }, { do: 'keep recording' })
}

export function recordingChosen(state: State, name: string): Next {
  if (!state.can) return on(cannot(state))
  return andThen(andThen(kept(state), ready), (one) =>
    on({ ...one, muted: false, microphone: { is: 'opening' } }, { do: 'close microphone' }, { do: 'open recording', name }))
}

export function ofRecording(state: State, event: Extract<Event, { type: 'recording ended' | 'recording is full' | 'recording kept' }>): Next {
  switch (event.type) {
    case 'recording ended': {
      const replays = state.microphone.is === 'on' && state.microphone.replays
      return replays ? on(say({ ...state, microphone: { is: 'off' } }, 'The recording has ended.'), { do: 'close microphone' }) : on(state)
    }
    case 'recording is full': return kept(state)
    case 'recording kept': {
      const { name, why } = event
      if (why) return on(trouble(state, 'recording', `What you recorded is not kept yet: ${why}`, 'keep'))
      return on(say(trouble({ ...state, recorded: name }, 'recording'), `Recorded as ${name}.`))
    }
  }
}
