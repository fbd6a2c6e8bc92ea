// What a talk and the Studio tell one another: acts of the screen, looks, projects; and what each way to talk needs.

import { describe, expect, test } from 'vitest'
import type { Choices, Kind } from '../src/core/settings.ts'
import { MODELS, needsOf, settingsFor } from '../src/core/studio/models.ts'
import type { Writer } from '../src/core/studio/shapes.ts'
import { HOLDING, LOST, WATCHING, after, does, frame, sends } from './talk.ts'

const act = (action: string, target: string): ReturnType<typeof frame> => frame({ type: 'act', action, target })

describe('an act of the screen', () => {
  test('leads the page, and is said to who cannot see it', () => {
    expect(does(HOLDING, act('navigate', 'preview'))).toEqual([{ do: 'go', goal: { screen: 'studio', place: 'preview' } }])
    expect(after(HOLDING, act('navigate', 'code')).attention.said).toBe('Shown: code.')
  })

  test('leads no page that only watches', () => expect(does(WATCHING, act('navigate', 'preview'))).toEqual([]))

  test('that this page cannot do is said', () => {
    for (const one of [act('navigate', 'the moon'), act('card', '{}'), act('dance', '')]) expect(after(HOLDING, one).view.notices.at(-1)?.text).toContain('this page cannot do that')
  })

  test('shows a card of tools; an equal one is another', () => {
    const card = act('card', '[{"id":"chart","name":"Charts"}]')
    const { shows } = after(HOLDING, card, card)
    expect([shows.cards, shows.card.map((one) => one.name)]).toEqual([2, ['Charts']])
  })

  test('says which project the talk is about', () => expect(after(HOLDING, act('project', 'p1')).shows.project).toBe('p1'))
})

test('a look and a project are told to the talk that runs, and where there is none, to the next', () => {
  const project = { type: 'studio set', key: 'project', value: 'p2' } as const
  expect(does(HOLDING, { type: 'studio set', key: 'theme', value: 'warm' }, project)).toEqual([sends({ type: 'set', key: 'theme', value: 'warm' }), sends({ type: 'set', key: 'project', value: 'p2' })])
  expect(after(HOLDING, project).shows.project).toBe('p2')
  expect(does(LOST, project).filter((one) => one.do === 'send')).toEqual([])
  expect(after(LOST, project).troubles).toEqual(LOST.troubles)
})

const kind = (name: string, missing = ''): Kind => ({ name, ready: !missing, missing, keys: [`brain.${name}.api_key`], unsure: '', installs: '' })
const choices = (ears: readonly Kind[], brains: readonly Kind[] = [], keys: readonly string[] = ['ear.kind', 'studio.brain.kind']): Choices =>
  ({ ears, brains, voices: [], settings: keys.map((key) => ({ key, secret: false, elsewhere: '' })), suggestions: [] })
const writer = (name: string, lacks = ''): Writer => ({ kind: name, ready: !lacks, lacks })
const ALL = choices([kind('local'), { ...kind('gemini', 'ear.api_key (a key of Google’s)'), keys: ['ear.gemini.api_key'] }], [kind('anthropic', 'brain.api_key (a key)'), kind('gemini', 'its package')])

describe('a way to talk and to write', () => {
  test('on this machine needs nothing', () => expect(needsOf('local', [writer('templates')], ALL)).toEqual([]))

  test('says what it lacks, and where a key goes', () => {
    const writers = [writer('anthropic', 'a key'), writer('gemini', 'its package')]
    expect(needsOf('claude', writers, ALL)).toEqual([{ what: 'To write it needs a key', key: 'studio.anthropic.api_key' }])
    expect(needsOf('gemini', writers, ALL)).toEqual([
      { what: 'To hear you it needs ear.api_key (a key of Google’s)', key: 'ear.gemini.api_key' }, { what: 'To write it needs its package', key: '' },
    ])
  })

  test('takes any of its writers that is ready', () => {
    const writers = [writer('anthropic', 'a key'), writer('claude_code')]
    expect(needsOf('claude', writers, ALL)).toEqual([])
    expect(settingsFor('claude', writers, ALL)).toEqual([['ear.kind', 'local'], ['studio.brain.kind', 'claude_code']])
  })

  test('sets only what this server lets the page set', () => {
    expect(MODELS.map((one) => settingsFor(one, [], choices([], [], ['ear.kind'])))).toEqual([[['ear.kind', 'local']], [['ear.kind', 'gemini']], [['ear.kind', 'local']]])
  })

  test('an ear that a server does not have is said', () => expect(needsOf('gemini', [writer('gemini')], choices([]))[0]?.what).toContain('does not have'))
})
