// What is told to who does not look at the page.

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { activity, may, notify, tidings, titleOf } from '../page/tidings.js'
import { EMPTY, apply } from '../page/view.js'

const folded = (...frames) => frames.reduce(apply, EMPTY)
const ASKED = [{ type: 'typed', text: 'Go' }, { type: 'asked', run: 1, instruction: 'Go', by: 'typed' }]
const HOLD = { type: 'hold', hold: 2, text: 'rm', kind: 'permission' }
const DONE = { type: 'finished', run: 1 }

test('what an agent is at is its newest step that goes on, in six words', () => {
  const steps = (...all) => folded(...ASKED, ...all.map(([step, title, state]) => ({ type: 'step', run: 1, step, kind: 'tool', title, state })))
    .turns[0].runs[0].steps
  assert.equal(activity([]), '')
  assert.equal(activity(steps(['a', 'Read every file of the old folder first', 'begun'])), 'Read every file of the old')
  assert.equal(activity(steps(['a', 'Read a', 'begun'], ['b', 'Run make', 'begun'])), 'Run make')
  assert.equal(activity(steps(['a', 'Read a', 'begun'], ['b', 'Run make', 'begun'], ['b', 'Run make', 'done'])), 'Read a')
  assert.equal(activity(steps(['a', 'Read a', 'done'])), '')
})

test('the title says what waits, what is done, and that the microphone is on', () => {
  assert.equal(titleOf({ holds: 0, listens: false, done: false }), 'Solovox')
  assert.equal(titleOf({ holds: 0, listens: true, done: false }), '● Solovox listens')
  assert.equal(titleOf({ holds: 2, listens: true, done: true }), '(2) waits for your yes, ✓ done · Solovox')
})

test('what is new is told once, and says none of the words', () => {
  const view = folded(...ASKED)
  assert.equal(tidings(HOLD, view), 'Something waits for your yes.')
  assert.equal(tidings(HOLD, folded(...ASKED, HOLD)), '') // shown again
  assert.equal(tidings(DONE, view), 'The work is done.')
  assert.equal(tidings({ ...DONE, why: 'no network' }, view), 'The work has ended without an answer.')
  assert.equal(tidings(DONE, folded(...ASKED, DONE)), '')
  assert.equal(tidings({ type: 'finished', run: 9 }, view), '')
  assert.equal(tidings({ type: 'text', run: 1, text: 'a' }, view), '')
})

test('while another answer is made the work is not done', () => {
  const both = folded(...ASKED, { type: 'typed', text: 'And' }, { type: 'asked', run: 2, instruction: 'And', by: 'typed' })
  assert.equal(tidings(DONE, both), '')
  assert.equal(tidings({ type: 'finished', run: 2 }, apply(both, DONE)), 'The work is done.')
})

test('a notification is raised only where the person has allowed it', () => {
  const raised = []
  const api = (permission) => Object.assign(class { constructor(...what) { raised.push(what) } }, { permission })
  assert.deepEqual(['default', 'denied', 'granted'].map((one) => may(api(one))), ['ask', 'never', 'yes'])
  assert.equal(may(undefined), 'never')
  for (const permission of ['default', 'denied', 'granted']) notify('The work is done.', api(permission))
  assert.deepEqual(raised, [['Solovox', { body: 'The work is done.', tag: 'solovox' }]])
  class Refuses { static permission = 'granted'; constructor() { throw new TypeError('Illegal constructor') } }
  notify('The work is done.', Refuses)
})
