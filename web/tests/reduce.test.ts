// The page decides: a table for each subject, from what it is and what happens to what it asks of the browser.

import { describe, expect, test } from 'vitest'
import { leavingOf } from '../src/core/select.ts'
import type { Effect, Event, State, Trouble } from '../src/core/state.ts'
import { whole } from './frames.ts'
import { frame, HOLDING, LOST, MICROPHONE, MUTED, NEW, READING, READY, TALKING, WATCHING, after, does, happens, heldBy, sends } from './talk.ts'

type Row = readonly [name: string, before: State, happens: readonly Event[], does: readonly Effect[], then?: Partial<State>]

const WAKE: Effect = { do: 'wake' }
const LIVE: Effect = { do: 'mute microphone', muted: false }
const SILENT: Effect = { do: 'mute microphone', muted: true }
const OPENS: Effect = { do: 'open microphone' }
const DROPS: Effect = { do: 'drop sound' }
const CLOSES: Effect = { do: 'close microphone' }
const tells = (muted: boolean): Effect => sends({ type: 'mute', muted })
const PRESSED: Event = { type: 'talk pressed' }
const TAKEN: Event = { type: 'floor taken' }
const LEFT: Event = { type: 'floor left' }
const REPLAY: Event = { type: 'replay pressed', hold: 4 }

function table(subject: string, rows: readonly Row[]): void {
  describe(subject, () => {
    const named = rows.map(([name, before, events, effects, then = {}]) => ({ name, before, events, effects, then }))
    test.each(named)('$name', ({ before, events, effects, then }) => {
      const [state, did] = happens(before, ...events)
      expect(did).toEqual(effects)
      expect(state).toEqual({ ...state, ...then })
    })
  })
}

const troubleAt = (state: State, where: Trouble['where']): readonly (string | null)[] => state.troubles.filter((one) => one.where === where).map((one) => one.remedy)

table('the microphone', [
  ['opens at the first press', HOLDING, [PRESSED], [WAKE, OPENS], { microphone: { is: 'opening' } }],
  ['is told before any sound is sent', HOLDING, [PRESSED, MICROPHONE], [WAKE, OPENS, LIVE, tells(false)], { told: false }],
  ['is not opened twice', after(HOLDING, PRESSED), [PRESSED], [WAKE], { microphone: { is: 'opening' } }],
  ['is muted by the next press: silence is told last', TALKING, [PRESSED], [WAKE, SILENT, tells(true)], { muted: true, told: true }],
  ['and goes on by the one after it: told first', MUTED, [PRESSED], [LIVE, tells(false), WAKE], { muted: false, told: false }],
  ['that is gone is told as silence', TALKING, [{ type: 'microphone lost', line: 'gone' }], [tells(true)], { microphone: { is: 'off' } }],
  ['that fails leaves the key', after(HOLDING, TAKEN), [{ type: 'microphone failed', line: 'denied' }], [], { floor: false, microphone: { is: 'off' } }],
  ['is told anew after each connection', LOST, [READY], [LIVE, tells(false), { do: 'name talk', talk: 'k3f9' }], { told: false }],
  ['that opens after it was closed is closed again', after(HOLDING, PRESSED, { type: 'hung up' }), [MICROPHONE], [CLOSES], { microphone: { is: 'off' } }],
  ['that is changed while it is on stays on', TALKING, [{ ...MICROPHONE, name: 'Webcam' }], [LIVE], { microphone: { is: 'on', name: 'Webcam', echo: true, rate: 16_000 } }],
  ['asks for the place of another page', WATCHING, [PRESSED], [WAKE, sends({ type: 'take' }), OPENS]],
  ['is closed when another page takes its place', TALKING, [heldBy('p2')], [{ do: 'duck', ducked: false }, { do: 'drop sound' }, CLOSES, tells(true)], { microphone: { is: 'off' } }],
  ['cannot be had where the browser gives none', READING, [PRESSED], [], { microphone: { is: 'off' } }],
])

table('the talk key', [
  ['opens a microphone that was off, only for as long as it is held', HOLDING, [TAKEN], [WAKE, OPENS], { floor: true, muted: true }],
  ['takes the floor once the microphone is open', after(HOLDING, TAKEN), [MICROPHONE], [LIVE, tells(false), sends({ type: 'floor', taken: true })], { told: false }],
  ['unmutes while it is held', MUTED, [TAKEN], [LIVE, tells(false), WAKE, sends({ type: 'floor', taken: true })], { floor: true, muted: true }],
  ['and is mute again after it', after(MUTED, TAKEN), [LEFT], [sends({ type: 'floor', taken: false }), SILENT, tells(true)], { floor: false, told: true }],
  ['held down tells it once', after(TALKING, TAKEN), [TAKEN], [LIVE]],
  ['let go twice tells it once', TALKING, [LEFT], [LIVE]],
  ['stops the person’s own words', after(TALKING, REPLAY), [TAKEN], [LIVE, tells(false), { do: 'stop replay' }, WAKE, sends({ type: 'floor', taken: true })], { playing: null }],
  ['is let go when the page is left', after(TALKING, TAKEN), [{ type: 'went away' }], [sends({ type: 'floor', taken: false }), LIVE], { floor: false }],
  ['does nothing where the browser gives no microphone', READING, [TAKEN], [], { floor: false }],
  ['is let go without a word where there is no connection', after(TALKING, TAKEN, { type: 'link was lost', attempts: 0 }), [LEFT], [LIVE], { floor: false }],
])

table('what was said, played again', [
  ['is not sent as if it were said', TALKING, [REPLAY], [{ do: 'replay', hold: 4 }, SILENT, tells(true)], { playing: 4 }],
  ['stops when it is pressed again', after(TALKING, REPLAY), [REPLAY], [LIVE, tells(false), { do: 'stop replay' }], { playing: null }],
  ['gives its place to another', after(TALKING, REPLAY), [{ type: 'replay pressed', hold: 5 }], [{ do: 'stop replay' }, { do: 'replay', hold: 5 }, SILENT], { playing: 5 }],
  ['ends by itself', after(TALKING, REPLAY), [{ type: 'replay ended', hold: 4, failed: false }], [LIVE, tells(false)], { playing: null, troubles: [] }],
  ['that has ended before does not end the next', after(TALKING, REPLAY), [{ type: 'replay ended', hold: 3, failed: true }], [SILENT], { playing: 4, troubles: [] }],
  ['stops when its hold is closed', after(TALKING, REPLAY), [frame({ type: 'hold_closed', hold: 4, outcome: 'granted' })], [LIVE, tells(false), { do: 'stop replay' }], { playing: null }],
  ['goes on when its hold becomes a draft', after(TALKING, REPLAY), [frame({ type: 'hold_closed', hold: 4, outcome: 'expired', draft: true })], [SILENT], { playing: 4 }],
  ['is silenced with the voice', after(TALKING, REPLAY), [{ type: 'silenced' }], [LIVE, tells(false), { do: 'stop replay' }, WAKE, sends({ type: 'silence' })], { playing: null }],
  ['stops with the talk', after(TALKING, REPLAY), [{ type: 'link changed', link: 'ended' }], [CLOSES, { do: 'stop replay' }, { do: 'drop sound' }], { playing: null, microphone: { is: 'off' } }],
])

table('the connection', [
  ['is dialled as it was asked for', NEW, [{ type: 'opened', talk: 'old', token: 'tk', at: { read: 7, samples: 9 } }], [{ do: 'dial', talk: 'old', token: 'tk', watch: false }], { at: { read: 7, samples: 9 } }],
  ['of a page without sound only watches', READING, [{ type: 'opened', talk: '', token: '', at: { read: 0, samples: 0 } }], [{ do: 'dial', talk: '', token: '', watch: true }]],
  ['that is lost is told, and the microphone goes on', TALKING, [{ type: 'link was lost', attempts: 0 }], [LIVE], { link: { is: 'lost', server: 'not asked' }, told: false }],
  ['is asked for in another way after some attempts', LOST, [{ type: 'link was lost', attempts: 4 }], [{ do: 'ask the server' }, LIVE], { link: { is: 'lost', server: 'not asked' } }],
  ['what was found is told', LOST, [{ type: 'server was asked', found: 'is silent' }], [LIVE], { link: { is: 'lost', server: 'is silent' } }],
  ['and stays told', after(LOST, { type: 'server was asked', found: 'is silent' }), [{ type: 'link was lost', attempts: 5 }], [{ do: 'ask the server' }, LIVE], { link: { is: 'lost', server: 'is silent' } }],
  ['an answer that comes when it is back changes nothing', TALKING, [{ type: 'server was asked', found: 'is silent' }], [LIVE], { link: { is: 'open' }, troubles: [] }],
  ['is dialled when the network goes or comes', LOST, [{ type: 'network changed' }], [{ do: 'dial again' }, LIVE]],
  ['that is over is not', after(TALKING, { type: 'link changed', link: 'ended' }), [{ type: 'network changed' }], []],
  ['to a talk of an old address begins a new one', after(NEW, { type: 'opened', talk: 'old', token: '', at: { read: 0, samples: 0 } }), [{ type: 'link changed', link: 'unknown' }], [DROPS, { do: 'dial', talk: '', token: '', watch: false }]],
  ['that a server which was started anew does not know is taken up again, and the microphone stays on', TALKING, [{ type: 'link changed', link: 'unknown' }], [{ do: 'take up' }, LIVE], { link: { is: 'dialling' } }],
  ['of which nothing was kept is over', TALKING, [{ type: 'link changed', link: 'unknown' }, { type: 'talk is over' }], [{ do: 'take up' }, LIVE, CLOSES, { do: 'stop replay' }, { do: 'drop sound' }], { link: { is: 'unknown' }, microphone: { is: 'off' } }],
  ['begins anew when talking is asked for after the end', after(TALKING, { type: 'link changed', link: 'ended' }), [PRESSED], [WAKE, DROPS, { do: 'dial', talk: '', token: '', watch: false }, OPENS], { name: '', holder: '', taught: false }],
  ['to another talk is another talk: nothing of this one is played or shown', after(TALKING, REPLAY, frame({ type: 'notice', text: 'a' })), [{ type: 'joined', talk: 'b' }], [{ do: 'stop replay' }, DROPS, { do: 'dial', talk: 'b', token: '', watch: false }, LIVE], { playing: null, name: '', holder: '', view: NEW.view, notices: [] }],
  ['hung up, `end` is the last that it is told', TALKING, [{ type: 'hung up' }], [CLOSES, sends({ type: 'end' })], { microphone: { is: 'off' } }],
])

table('the voice', [
  ['begins', HOLDING, [frame({ type: 'read', read: 7, said: 'Hi', first: 3 })], [{ do: 'begin read', read: 7, first: 3 }], { reading: 7 }],
  ['ends', HOLDING, [frame({ type: 'read_end', read: 7, samples: 9 })], [{ do: 'end read', read: 7 }]],
  ['is flushed', HOLDING, [frame({ type: 'flush', read: 7 })], [{ do: 'flush read', read: 7 }]],
  ['is lowered', HOLDING, [frame({ type: 'duck', ducked: true })], [{ do: 'duck', ducked: true }]],
  ['a cue', HOLDING, [frame({ type: 'cue', kind: 'heard' })], [{ do: 'cue', kind: 'heard' }]],
  ['what left the speaker is told', HOLDING, [{ type: 'played', read: 7, samples: 2_400 }], [sends({ type: 'played', read: 7, samples: 2_400 })], { at: { read: 7, samples: 2_400 } }],
  ['a flush is answered', HOLDING, [{ type: 'flushed', read: 7, samples: 30 }], [sends({ type: 'flushed', read: 7, samples: 30 })], { at: { read: 7, samples: 30 } }],
  ['without a connection it is kept for the next', LOST, [{ type: 'played', read: 7, samples: 2_400 }], [LIVE], { at: { read: 7, samples: 2_400 } }],
  ['a drop before anything sounded keeps the place of a reload', after(NEW, { type: 'opened', talk: 'a', token: 'b', at: { read: 7, samples: 9 } }), [{ type: 'dropped', read: 0, samples: 0 }], [], { at: { read: 7, samples: 9 } }],
  ['muted by the person it goes on', HOLDING, [{ type: 'voice muted', muted: true }], [{ do: 'mute voice', muted: true }], { speaker: { on: true, muted: true, rate: 24_000 } }],
])

table('a live model’s connection that goes away', [
  ['asks nothing of the person, and ends nothing', TALKING, [frame({ type: 'leaving', leaving: true })], [LIVE], { troubles: TALKING.troubles, microphone: TALKING.microphone }],
])

test('that it goes away is told while the page is connected, until another is there; also to a page that comes meanwhile', () => {
  const leaves = after(TALKING, frame({ type: 'leaving', leaving: true }))
  expect(leavingOf(TALKING)).toBe('')
  expect(leavingOf(leaves)).toContain('nothing is lost')
  expect(leavingOf(after(leaves, frame({ type: 'leaving', leaving: false })))).toBe('')
  expect(leavingOf(after(leaves, { type: 'link was lost', attempts: 0 }))).toBe('')
  expect(leavingOf(after(HOLDING, frame({ type: 'state', view: whole({ leaving: true }), holder: 'p1' })))).toContain('nothing is lost')
})

table('what the person does', [
  ['types', HOLDING, [{ type: 'typed', text: 'Go' }], [WAKE, sends({ type: 'text', text: 'Go' })]],
  ['types nothing', HOLDING, [{ type: 'typed', text: ' ' }], []],
  ['stops', HOLDING, [{ type: 'stopped' }], [sends({ type: 'stop' })]],
  ['says yes', HOLDING, [{ type: 'answered', frame: { type: 'accept', hold: 4, text: 'ls' } }], [sends({ type: 'accept', hold: 4, text: 'ls' })]],
  ['sets: shown as chosen until the server says so', HOLDING, [{ type: 'set', choice: { barge_in: false } }], [sends({ type: 'set', key: 'barge_in', value: 'false' })], { chosen: { barge_in: false } }],
  ['and the server has said so', after(HOLDING, { type: 'set', choice: { barge_in: false } }), [frame({ type: 'settings', approval: 'review', barge_in: false, own_words: true })], [], { chosen: {}, settings: { approval: 'review', barge_in: false, own_words: true, learning: false } }],
  ['two are set: the answer to the first leaves the second as chosen', after(HOLDING, { type: 'set', choice: { approval: 'direct' } }, { type: 'set', choice: { barge_in: false } }), [frame({ type: 'settings', approval: 'direct', barge_in: true, own_words: true })], [], { chosen: { barge_in: false } }],
  ['what was on its way when the connection was lost is asked no more', after(HOLDING, { type: 'set', choice: { barge_in: false } }), [READY], [{ do: 'name talk', talk: 'k3f9' }, tells(true)], { chosen: {} }],
  ['or has refused', after(HOLDING, { type: 'set', choice: { barge_in: false } }), [frame({ type: 'error', message: 'no' })], [], { chosen: {} }],
  ['sets without a connection', LOST, [{ type: 'set', choice: { barge_in: false } }], [LIVE], { chosen: {} }],
])

test('what cannot be sent is told, and a remedy puts it away', () => {
  for (const event of [{ type: 'typed', text: 'Go' }, { type: 'stopped' }, { type: 'silenced' }, { type: 'answered', frame: { type: 'refuse', hold: 1 } }] satisfies Event[]) {
    const told = after(LOST, event)
    expect(troubleAt(told, 'server'), event.type).toEqual(['dismiss'])
    expect(troubleAt(after(told, { type: 'remedy pressed', where: 'server' }), 'server')).toEqual([])
  }
})

describe('what is wrong is told once in its place, with what helps', () => {
  test.each<[name: string, state: State, where: Trouble['where'], remedy: (string | null)[], asks: readonly Effect[]]>([
    ['a lost connection', LOST, 'link', ['again'], [{ do: 'dial again' }, LIVE]],
    ['no room', after(NEW, { type: 'link changed', link: 'full' }), 'link', ['again'], [{ do: 'dial again' }]],
    ['a browser that is not known', after(NEW, { type: 'link changed', link: 'refused' }), 'link', ['again'], [{ do: 'dial again' }]],
    ['the end', after(HOLDING, { type: 'link changed', link: 'ended' }), 'link', ['begin'], [DROPS, { do: 'dial', talk: '', token: '', watch: false }]],
    ['another page', WATCHING, 'holder', ['take'], [WAKE, sends({ type: 'take' })]],
    ['a browser that holds sound back', after(HOLDING, { type: 'speaker changed', on: false, rate: 24_000 }, frame({ type: 'read', read: 1 })), 'speaker', ['wake'], [WAKE]],
    ['a failure', after(HOLDING, frame({ type: 'failure', text: 'no model' })), 'failure', ['dismiss'], []],
    ['a spoiled frame', after(HOLDING, { type: 'frame was spoiled', about: 'cue.kind' }), 'server', ['dismiss'], []],
    ['no microphone', after(HOLDING, { type: 'microphone failed', line: 'denied' }), 'microphone', [null], []],
  ])('%s', (_, state, where, remedy, asks) => {
    expect(troubleAt(state, where)).toEqual(remedy)
    expect(does(state, { type: 'remedy pressed', where })).toEqual(asks)
  })

  test.each<[name: string, state: State, event: Event, where: Trouble['where']]>([
    ['a connection is back', LOST, { type: 'link changed', link: 'open' }, 'link'],
    ['this page has the speaker', WATCHING, heldBy('p1'), 'holder'],
    ['another try', after(HOLDING, frame({ type: 'failure', text: 'no model' })), frame({ type: 'asked', run: 1, instruction: 'a', by: 'typed' }), 'failure'],
    ['the microphone is open', after(HOLDING, { type: 'microphone failed', line: 'denied' }, PRESSED), MICROPHONE, 'microphone'],
    ['sound comes out', after(HOLDING, { type: 'speaker changed', on: false, rate: 24_000 }, frame({ type: 'read', read: 1 })), { type: 'speaker changed', on: true, rate: 24_000 }, 'speaker'],
  ])('and is put away when %s', (_, state, event, where) => {
    expect(troubleAt(state, where)).toHaveLength(1)
    expect(troubleAt(after(state, event), where)).toEqual([])
  })
})

describe('who does not look is told', () => {
  const work = [frame({ type: 'asked', run: 1, instruction: 'a', by: 'typed' }), frame({ type: 'text', run: 1, text: 'b' })]
  const away = after(HOLDING, ...work, { type: 'went away' })

  test('that the work is done: by a notification, and by the title until they look', () => {
    const [state, did] = happens(away, frame({ type: 'finished', run: 1 }))
    expect(did).toEqual([{ do: 'notify', line: 'The work is done.' }])
    expect(state.attention.done).toBe(true)
    expect(after(state, { type: 'came back' }).attention.done).toBe(false)
    expect(does(after(away, { type: 'came back' }), frame({ type: 'finished', run: 1 }))).toEqual([])
  })

  test('that something waits', () => {
    expect(does(away, frame({ type: 'hold', hold: 4, text: 'ls', kind: 'permission' }))).toEqual([{ do: 'notify', line: 'Something waits for your yes.' }])
  })

  test('and a screen reader gets the words that no voice reads here', () => {
    const told = (state: State, ...events: readonly Event[]): string => after(state, ...events).attention.said
    const watching = after(WATCHING, ...work)
    expect(told(watching, frame({ type: 'finished', run: 1 }))).toBe('b')
    expect(told(watching, frame({ type: 'notice', text: 'It is late.' }))).toBe('It is late.')
    expect(told(after(HOLDING, ...work), frame({ type: 'finished', run: 1 }), frame({ type: 'notice', text: 'It is late.' })), 'it is read aloud').toBe('')
    expect(told(HOLDING, frame({ type: 'hold', hold: 4, text: 'Bash {"command":"ls"}', kind: 'permission' }))).toBe('Waits for your yes: Bash, command: ls')
  })
})

test('words of ours are shown, the newest few, until something is asked', () => {
  const notice = (text: string): Event => frame({ type: 'notice', text })
  const asked = frame({ type: 'asked', run: 2, instruction: 'b', by: 'typed' })
  const state = after(HOLDING, ...['a', 'b', 'c', 'd'].map(notice))
  const texts = (list: State['notices']): readonly string[] => list.map((one) => one.text)
  expect(texts(state.notices)).toEqual(['b', 'c', 'd'])
  expect(texts(after(state, asked, notice('e')).notices)).toEqual(['e'])
  expect(texts(after(state, asked).view.notices), 'the talk knows them').toEqual(['a', 'b', 'c', 'd'])
})
