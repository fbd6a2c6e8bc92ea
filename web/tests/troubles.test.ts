import { describe, expect, it } from 'vitest'
import { reduce } from '../src/core/reduce.ts'
import { shownTurns, wishes } from '../src/core/select.ts'
import { type Event, type State, begun } from '../src/core/state.ts'

const happens = (state: State, ...events: readonly Event[]): State => events.reduce((one, event) => reduce(one, event)[0], state)
const done = (state: State, event: Event): readonly string[] => reduce(state, event)[1].map((one) => one.do)
const line = (state: State, where: string): string => state.troubles.find((one) => one.where === where)?.line ?? ''

const READY = { type: 'ready', sessionId: 's', page: 'p', engines: 'hears: local (x); thinks: local (x); reads: voice (x)', token: 't', samples: 0, solovox: 1 } as const
const OPEN = { ...happens(begun(true), { type: 'link changed', link: 'open' }), name: 'p', holder: 'p', engines: READY.engines }
const ON: Event = { type: 'microphone opened', name: 'm', echo: true, rate: 16_000 }

describe('a machine that slept', () => {
  it('dials again, and says what was lost if it listened', () => {
    const listens = happens(OPEN, { type: 'talk pressed' }, ON)
    expect(done(listens, { type: 'woke from sleep' })).toContain('dial again')
    const woke = happens(listens, { type: 'woke from sleep' })
    expect(line(woke, 'failure')).toContain('asleep')
    expect(line(happens(woke, { type: 'link changed', link: 'open' }), 'failure')).toContain('asleep')
  })

  it('says nothing where nobody was listened to', () => {
    expect(done(OPEN, { type: 'woke from sleep' })).toContain('dial again')
    expect(happens(OPEN, { type: 'woke from sleep' }).troubles).toEqual([])
  })

  it('does not call back a talk that is over', () => {
    const over = happens(OPEN, { type: 'link changed', link: 'ended' })
    expect(done(over, { type: 'woke from sleep' })).toEqual([])
  })
})

it('a microphone that is refused closes the check of the sound, and says what to do', () => {
  const asked = happens(OPEN, { type: 'talk pressed' })
  expect(asked.microphone.is).toBe('opening')
  const refused = happens(asked, { type: 'microphone failed', line: 'Allow it in the address bar.' })
  expect(refused.microphone.is).toBe('off')
  expect(line(refused, 'microphone')).toContain('Allow it')
  expect(line(happens(refused, { type: 'talk pressed' }, ON), 'microphone')).toBe('')
})

describe('what is wished of the reading', () => {
  const read = { read: 1, said: 'a', run: 1, shown_from: 0, shown_to: 1, given: 10, played: 5, whole: false }
  const run = { run: 1, instruction: '', by: null, amends: null, how: null, text: 'a', left_out: 0, heard_to: 1, then: '', steps: [], usage: [0, 0, null], files: [], diff: '', working: false, why: '', acted: false } as const
  const turn = { utterance: 1, words: 'a', final: true, mends: [], runs: [run], source: 'person' }

  it('all of it while something sounds, the last once more after it, nothing before', () => {
    expect(wishes(OPEN)).toEqual([])
    expect(wishes({ ...OPEN, view: { ...OPEN.view, reads: [read] } })).toEqual(['slower', 'faster', 'skip', 'repeat'])
    expect(wishes({ ...OPEN, view: { ...OPEN.view, turns: [turn] } })).toEqual(['repeat'])
  })

  it('nothing where a live model speaks for itself, or there is no connection', () => {
    const view = { ...OPEN.view, reads: [read] }
    expect(wishes({ ...OPEN, view, engines: 'hears, thinks and speaks: gemini (x; narrator.kind = self: x)' })).toEqual([])
    expect(wishes({ ...OPEN, view, link: { is: 'ended' } })).toEqual([])
  })

  it('is no turn of the talk, unless it was asked', () => {
    const typed = { utterance: null, words: 'skip', final: true, mends: [], runs: [], source: 'person' }
    const turns = [turn, typed, { ...typed, runs: [run] }, { ...typed, words: 'What is it?' }]
    expect(shownTurns({ ...OPEN, view: { ...OPEN.view, turns } })).toEqual([turns[0], turns[2], turns[3]])
  })
})

describe('a voice that cannot be loaded', () => {
  const opened: Event = { type: 'opened', talk: '', token: '', at: { read: 0, samples: 0 } }

  it('is told, and the page reads along', () => {
    const [state, did] = reduce(happens(begun(true), { type: 'speaker failed' }), opened)
    expect(did).toEqual([{ do: 'dial', talk: '', token: '', watch: true }])
    expect(line(state, 'speaker')).toContain('Reload the page')
  })

  it('is the one reason that is given when the person wants to talk', () => {
    const pressed = happens(OPEN, { type: 'speaker failed' }, { type: 'talk pressed' }, { type: 'record pressed', name: '' })
    expect(pressed.troubles.map((one) => one.where)).toEqual(['speaker'])
    expect(happens(begun(false), { type: 'talk pressed' }).troubles.map((one) => one.where)).toEqual(['microphone'])
  })
})

it('a device that cannot be used is told until another can, or it is dismissed', () => {
  const wrong: Event = { type: 'devices troubled', line: 'This speaker cannot be used.' }
  expect(line(happens(OPEN, wrong), 'devices')).toBe('This speaker cannot be used.')
  expect(happens(OPEN, wrong, { type: 'devices troubled', line: '' }).troubles).toEqual([])
  expect(happens(OPEN, wrong, { type: 'remedy pressed', where: 'devices' }).troubles).toEqual([])
})
