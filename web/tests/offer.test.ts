// What the beginning of a talk offers: an agent that is ready, one that can be installed, or nothing.

import { describe, expect, it } from 'vitest'
import { type Install, lacksModel, megabytes, offerOf, progressLine, quarterLine } from '../src/core/offer.ts'

const line = (brain: string, why = 'the profile talk says so'): string => `hears: local (no key); thinks: ${brain} (${why}); reads: voice (why)`
const kind = (name: string, given: { readonly missing?: string; readonly unsure?: string; readonly installs?: string } = {}) =>
  ({ name, keys: [], missing: '', unsure: '', installs: '', ready: !given.missing, ...given })
const choices = (given: Parameters<typeof kind>[1], elsewhere = '') => ({ brains: [kind('claude_code', given), kind('local')], settings: [{ key: 'brain.kind', values: [], secret: false, elsewhere }] })
const INSTALL: Install = { name: 'claude', title: 'Claude Code', state: 'missing', fetched: 168e6, unpacked: 389e6, done: 0, total: 0, line: '' }
const GONE = { missing: 'its package', installs: 'claude' }

describe('an agent', () => {
  it('that is ready is offered where nobody chose who thinks', () => {
    expect(offerOf(line('local'), choices({}), [])).toMatchObject({ is: 'ready', inForce: false })
    expect(offerOf(line('openai'), choices({}), [])).toMatchObject({ is: 'ready', inForce: false })
    expect(offerOf(line('local', 'set in the settings of the page'), choices({}), [])).toMatchObject({ is: 'ready' })
  })

  it('is not offered instead of what the person chose, or where it cannot be chosen here', () => {
    expect(offerOf(line('openai', 'set in the settings of the page'), choices({}), [])).toBeNull()
    expect(offerOf(line('openai_compatible', 'brain.url is set'), choices({}), [])).toBeNull()
    expect(offerOf(line('local', 'set in --set'), choices({}, '--set'), [])).toBeNull()
  })

  it('that thinks already is offered for what it knows, if it is ready', () => {
    expect(offerOf(line('claude_code'), choices({}, '--set'), [])).toMatchObject({ is: 'ready', inForce: true })
    expect(offerOf(line('claude_code'), choices(GONE), [INSTALL])).toBeNull()
  })

  it('or another model is connected where the brain of this machine thinks, unless that is set elsewhere', () => {
    expect(lacksModel(line('local'), choices({}))).toBe(true)
    expect(lacksModel(line('local', 'set in the settings of the page'), choices({}))).toBe(true)
    expect(lacksModel(line('openai'), choices({}))).toBe(false)
    expect(lacksModel(line('local', 'set in --set'), choices({}, '--set'))).toBe(false)
  })

  it('whose login is not seen says so', () => {
    expect(offerOf(line('local'), choices({ unsure: 'no login file was found' }), [])).toMatchObject({ is: 'unseen', kind: { unsure: 'no login file was found' } })
  })

  it('that is not here can be installed, or says what it lacks', () => {
    expect(offerOf(line('local'), choices(GONE), [INSTALL])).toMatchObject({ is: 'install', install: INSTALL })
    expect(offerOf(line('local'), choices(GONE), [])).toMatchObject({ is: 'lacks' })
  })

  it('is unknown as long as nothing is told', () => {
    expect(offerOf('', choices({}), [])).toBeNull()
    expect(offerOf(line('local'), { brains: [kind('local')], settings: [] }, [])).toBeNull()
  })
})

describe('how far it is', () => {
  it('is told in megabytes to who sees it, and in quarters to who hears it', () => {
    expect(megabytes(388_600_000)).toBe('389 MB')
    expect(progressLine({ done: 120e6, total: 389e6 })).toBe('120 of 389 MB')
    expect(progressLine({ done: 0, total: 0 })).toBe('It begins.')
    const heard = new Set([...Array(101).keys()].map((done) => quarterLine({ title: 'Claude Code', done, total: 100 })))
    expect([...heard]).toEqual(['Claude Code is being installed.', ...[25, 50, 75, 100].map((one) => `Claude Code: ${one} % has come.`)])
    expect(quarterLine({ title: 'Claude Code', done: 0, total: 0 })).toBe('Claude Code is being installed.')
  })
})
