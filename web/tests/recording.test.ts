import { expect, test } from 'vitest'
import { reduce } from '../src/core/reduce.ts'
import { microphoneOf, phaseOf, statusOf } from '../src/core/select.ts'
import { type Effect, type Event, type State, begun } from '../src/core/state.ts'
import { quiet } from '../src/core/step.ts'

const READY: State = { ...begun(true), link: { is: 'open' }, name: 'p1', holder: 'p1', talk: 't' }
const OPENED: Event = { type: 'microphone opened', name: 'Desk', echo: true, rate: 16_000 }

function after(state: State, ...events: readonly Event[]): readonly [State, readonly Effect[]] {
  return events.reduce<readonly [State, readonly Effect[]]>(([now, all], event) => {
    const [next, effects] = reduce(now, event)
    return [next, [...all, ...effects]]
  }, [state, []])
}
const asks = (effects: readonly Effect[]): readonly string[] => effects.map((one) => one.do)

test('what is recorded while the person does not talk is not sent, and the microphone closes with it', () => {
  const [state, effects] = after(READY, { type: 'record pressed', name: 'one' }, OPENED)
  expect(effects).toContainEqual({ do: 'record', name: 'one' })
  expect(effects).toContainEqual({ do: 'mute microphone', muted: false })
  expect([quiet(state), microphoneOf(state), phaseOf(state), statusOf(state)]).toEqual([true, 'off', 'recording', 'connected, microphone off'])
  const [later, more] = after(state, { type: 'record pressed', name: '' })
  expect([later.microphone.is, later.records]).toEqual(['off', 'no'])
  expect(asks(more)).toEqual(['close microphone', 'keep recording'])
})

test('who begins to talk while it is recorded is heard from then on, and recorded further', () => {
  const [state] = after(READY, { type: 'record pressed', name: '' }, OPENED, { type: 'talk pressed' })
  expect([quiet(state), state.records, microphoneOf(state)]).toEqual([false, 'along', 'on'])
  const [held] = after(READY, { type: 'record pressed', name: '' }, OPENED, { type: 'floor taken' })
  expect([quiet(held), held.records]).toEqual([false, 'along'])
  const [later, more] = after(state, { type: 'record pressed', name: '' })
  expect([quiet(later), later.microphone.is]).toEqual([false, 'on'])
  expect(asks(more)).toContain('keep recording')
})

test.each<readonly [string, Event]>([
  ['the device is lost', { type: 'microphone lost', line: 'gone' }],
  ['the person hangs up', { type: 'hung up' }],
  ['another page takes the microphone', { type: 'frame came', frame: { type: 'holder', page: 'p2' } }],
  ['the talk ends', { type: 'link changed', link: 'ended' }],
  ['it is full', { type: 'recording is full' }],
])('what was recorded is kept when %s', (_, event) => {
  const [recording] = after(READY, { type: 'talk pressed' }, OPENED, { type: 'record pressed', name: '' })
  const [state, effects] = after(recording, event)
  expect(state.records).toBe('no')
  expect(asks(effects).filter((one) => one === 'keep recording')).toHaveLength(1)
})

test('what could not be kept is tried again when the person asks for it', () => {
  const [state] = after(READY, { type: 'recording kept', name: 'one', why: 'the disk is full' })
  expect(state.troubles).toEqual([{ where: 'recording', line: 'What you recorded is not kept yet: the disk is full', remedy: 'keep' }])
  const [again, effects] = after(state, { type: 'remedy pressed', where: 'recording' })
  expect([again.troubles, asks(effects)]).toEqual([[], ['keep recording']])
  const [kept] = after(again, { type: 'recording kept', name: 'one', why: '' })
  expect([kept.recorded, kept.attention.said]).toEqual(['one', 'Recorded as one.'])
})

test('a recording takes the place of the device, is heard, and ends by itself', () => {
  const [live] = after(READY, { type: 'talk pressed' }, OPENED, { type: 'talk pressed' })
  expect(live.muted).toBe(true)
  const [state, effects] = after(live, { type: 'recording chosen', name: 'one' }, { type: 'microphone opened', name: 'Recording one', echo: false, rate: 16_000, replays: true })
  expect(asks(effects).filter((one) => /microphone$|recording$/.test(one) && one !== 'mute microphone')).toEqual(['close microphone', 'open recording'])
  expect([quiet(state), microphoneOf(state)]).toEqual([false, 'on'])
  const [over, more] = after(state, { type: 'recording ended' })
  expect([over.microphone.is, quiet(over)]).toEqual(['off', true])
  expect(more).toContainEqual({ do: 'send', frame: { type: 'mute', muted: true } })
})

test('the end of a recording that was stopped closes no device', () => {
  const [live] = after(READY, { type: 'talk pressed' }, OPENED)
  expect(after(live, { type: 'recording ended' })[0].microphone.is).toBe('on')
})

test('where no microphone may be used, nothing is recorded, and it is said why', () => {
  for (const event of [{ type: 'record pressed', name: '' }, { type: 'recording chosen', name: 'one' }] as const) {
    const [state, effects] = after(begun(false), event)
    expect(state.troubles[0]?.where).toBe('microphone')
    expect(effects).toEqual([])
  }
})
