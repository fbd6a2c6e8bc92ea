// What was said and waits for a yes, played again.

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { Replay } from '../page/replay.js'

/** A player of which it is written down what it did. The sound of hold 404 is not there. */
function player() {
  const done = []
  const ends = []
  const replay = new Replay({
    get: async (hold) => { if (hold === 404) throw new Error('not there'); return `sound ${hold}` },
    play: (sound, over) => { done.push(`plays ${sound}`); ends.push(over); return () => done.push(`stops ${sound}`) },
    changed: () => done.push(replay.hold),
    failed: () => done.push('failed'),
  })
  return { replay, done, ends }
}

test('it plays until its end', async () => {
  const { replay, done, ends } = player()
  await replay.press(4)
  ends[0](false)
  assert.deepEqual(done, [4, 'plays sound 4', 'stops sound 4', null])
  assert.equal(replay.hold, null)
})

test('pressed again it stops, and another takes its place', async () => {
  const { replay, done } = player()
  await replay.press(4)
  await replay.press(4)
  await replay.press(4)
  await replay.press(5)
  assert.deepEqual(done, [4, 'plays sound 4', 'stops sound 4', null, 4, 'plays sound 4', 'stops sound 4', null, 5, 'plays sound 5'])
})

test('what was stopped before its sound came is not played', async () => {
  const { replay, done } = player()
  const first = replay.press(4)
  replay.stop()
  await first
  assert.deepEqual(done, [4, null])
})

test('the end of one that was stopped does not end the next', async () => {
  const { replay, ends } = player()
  await replay.press(4)
  await replay.press(5)
  ends[0](false)
  assert.equal(replay.hold, 5)
  replay.stop(4)
  assert.equal(replay.hold, 5)
})

test('a sound that is not there, or cannot be played, is told, and the next can be', async () => {
  const { replay, done, ends } = player()
  await replay.press(404)
  assert.deepEqual(done.splice(0), [404, null, 'failed'])
  await replay.press(4)
  ends[0](true)
  assert.deepEqual(done, [4, 'plays sound 4', 'stops sound 4', null, 'failed'])
})
