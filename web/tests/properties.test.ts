// Whatever happens, in whatever order: what always holds of the page.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { down } from '../../protocol/browser/examples.json'
import type { DownFrame } from '../src/core/frames.ts'
import { reduce } from '../src/core/reduce.ts'
import { type Effect, type Event, type State, begun } from '../src/core/state.ts'
import { holds, mutes, quiet } from '../src/core/step.ts'
import { came, frozen, read, whole } from './frames.ts'
import { TALKING, READING } from './talk.ts'

const few = fc.integer({ min: 1, max: 3 })
const samples = fc.nat(50_000)
const page = fc.constantFrom('', 'p1', 'p2')

const frames: fc.Arbitrary<DownFrame> = fc.oneof(
  fc.constantFrom(...down.map((one) => read(JSON.stringify(one)))),
  page.map((name) => came({ type: 'ready', sessionId: 'k3f9', page: name || 'p1' })),
  page.map((holder) => came({ type: 'state', view: whole({}), holder })),
  page.map((holder) => came({ type: 'holder', page: holder })),
  fc.tuple(few, samples).map(([id, first]) => came({ type: 'read', read: id, said: 'a b c', run: id, shown_to: 5, first })),
  few.map((id) => came({ type: 'read_end', read: id, samples: 1 })),
  few.map((id) => came({ type: 'flush', read: id })),
  few.map((hold) => came({ type: 'hold', hold, text: 'ls', kind: 'permission' })),
  fc.tuple(few, fc.boolean()).map(([hold, draft]) => came({ type: 'hold_closed', hold, outcome: 'granted', draft })),
  few.map((run) => came({ type: 'asked', run, instruction: 'a', by: 'typed' })),
  few.map((run) => came({ type: 'finished', run })),
)

const plain: fc.Arbitrary<Event> = fc.constantFrom('talk pressed', 'floor taken', 'floor left', 'hung up', 'silenced', 'stopped', 'check ended', 'woke', 'network changed', 'went away', 'came back').map((type) => ({ type }))
const ofMicrophone: fc.Arbitrary<Event> = fc.oneof(
  fc.constant<Event>({ type: 'microphone opened', name: 'Headset', echo: true, rate: 16_000 }),
  fc.constantFrom('microphone failed', 'microphone troubled', 'microphone lost').map((type): Event => ({ type, line: 'not there' })),
)
const others: fc.Arbitrary<Event> = fc.oneof(
  { weight: 6, arbitrary: frames.map((frame): Event => ({ type: 'frame came', frame })) },
  { weight: 3, arbitrary: plain },
  fc.constantFrom('new', 'dialling', 'open', 'ended', 'unknown', 'full', 'refused', 'failed').map((link): Event => ({ type: 'link changed', link })),
  fc.nat(6).map((attempts): Event => ({ type: 'link was lost', attempts })),
  fc.constantFrom('answers', 'turns us away', 'is silent').map((found): Event => ({ type: 'server was asked', found })),
  fc.constant<Event>({ type: 'talk is over' }),
  samples.map((n): Event => ({ type: 'sound came', samples: n })),
  fc.tuple(fc.constantFrom('played', 'flushed', 'dropped'), few, samples).map(([type, id, n]): Event => ({ type, read: id, samples: n })),
  fc.boolean().map((on): Event => ({ type: 'speaker changed', on, rate: 24_000 })),
  fc.tuple(few, fc.boolean()).map(([hold, failed]): Event => ({ type: 'replay ended', hold, failed })),
  few.map((hold): Event => ({ type: 'replay pressed', hold })),
  fc.constantFrom('', 'Go').map((text): Event => ({ type: 'typed', text })),
  fc.boolean().map((barge_in): Event => ({ type: 'set', choice: { barge_in } })),
  fc.boolean().map((muted): Event => ({ type: 'voice muted', muted })),
  few.map((hold): Event => ({ type: 'answered', frame: { type: 'refuse', hold } })),
  fc.constantFrom('microphone', 'speaker', 'link', 'holder', 'server', 'failure').map((where): Event => ({ type: 'remedy pressed', where })),
  fc.constantFrom('', 'b').map((talk): Event => ({ type: 'joined', talk })),
  fc.string().map((about): Event => ({ type: 'frame was spoiled', about })),
)

/** The devices, as they are after what was asked of them and what they told. */
interface Devices {
  readonly microphone: boolean
  readonly muted: boolean
  readonly replay: number | null
}

function told(devices: Devices, event: Event): Devices {
  switch (event.type) {
    case 'microphone opened': return { ...devices, microphone: true }
    case 'microphone failed': case 'microphone lost': return { ...devices, microphone: false }
    case 'replay ended': return devices.replay === event.hold ? { ...devices, replay: null } : devices
    default: return devices
  }
}

function asked(devices: Devices, effect: Effect): Devices {
  switch (effect.do) {
    case 'close microphone': return { ...devices, microphone: false }
    case 'mute microphone': return { ...devices, muted: effect.muted }
    case 'stop replay': return { ...devices, replay: null }
    case 'replay': {
      expect(devices.replay, 'one at a time').toBeNull()
      return { ...devices, replay: effect.hold }
    }
    default: return devices
  }
}

function holdsAlways(state: State, effects: readonly Effect[], devices: Devices): void {
  if (effects.some((one) => one.do === 'send')) expect(state.link.is, 'nothing is sent without a connection').toBe('open')
  if (state.link.is === 'open') expect(state.told, 'the server knows whether the microphone is silent').toBe(quiet(state))
  const places = state.troubles.map((one) => one.where)
  expect(new Set(places).size, 'one trouble in each place').toBe(places.length)
  expect(devices.microphone, 'the microphone is on where it is shown as on').toBe(state.microphone.is === 'on')
  if (devices.microphone) expect(devices.muted, 'and silent where it is to be').toBe(mutes(state))
  expect(devices.replay, 'what is played is what is shown').toBe(state.playing)
  for (const { played, given } of state.view.reads) expect(played, 'no more is played than came').toBeLessThanOrEqual(given)
  if (!state.can) expect([state.microphone.is, state.floor, holds(state)]).toEqual(['off', false, false])
}

function plays(can: boolean, events: readonly Event[]): void {
  let [state, devices]: readonly [State, Devices] = [frozen(begun(can)), { microphone: false, muted: false, replay: null }]
  for (const event of events) {
    const [next, effects] = reduce(state, event)
    devices = effects.reduce(asked, told(devices, event))
    holdsAlways(frozen(next), effects, devices)
    if (event.type === 'went away') expect(next.floor, 'a key is let go where it is not seen').toBe(false)
    state = next
  }
}

const RUNS = { numRuns: 400 }

test('with microphone and speaker', () => {
  fc.assert(fc.property(fc.array(fc.oneof({ weight: 8, arbitrary: others }, ofMicrophone), { maxLength: 60 }), (events) => { plays(true, events) }), RUNS)
})

test('without them', () => {
  fc.assert(fc.property(fc.array(others, { maxLength: 60 }), (events) => { plays(false, events) }), RUNS)
})

test('a spoiled frame changes nothing but what is told of it', () => {
  fc.assert(fc.property(fc.constantFrom(TALKING, READING), fc.array(others, { maxLength: 20 }), fc.string(), (begin, events, about) => {
    const state = events.reduce((now, event) => reduce(now, event)[0], begin)
    const [next, effects] = reduce(state, { type: 'frame was spoiled', about })
    expect({ ...next, troubles: [] }).toEqual({ ...state, troubles: [] })
    expect(next.troubles.filter((one) => one.where !== 'server')).toEqual(state.troubles.filter((one) => one.where !== 'server'))
    expect(effects.filter((one) => one.do !== 'mute microphone')).toEqual([])
  }), RUNS)
})
