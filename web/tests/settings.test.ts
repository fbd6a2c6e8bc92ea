import { describe, expect, it } from 'vitest'
import { type All, type Field, groupsOf, originLine } from '../src/core/settings.ts'

const kind = (name: string, missing = '', keys: readonly string[] = []) => ({ name, ready: !missing, missing, keys, unsure: '', installs: '' })
const can = (key: string, elsewhere = '', secret = false) => ({ key, secret, elsewhere })
const ALL: All = {
  waiting: [],
  inForce: [
    { key: 'brain.kind', value: 'openai', origin: 'set in the settings of the page' },
    { key: 'brain.model', value: 'gpt-5.2', origin: 'by default' },
    { key: 'brain.openai.api_key', value: '********', origin: 'the page' },
    { key: 'narrator.voice', value: 'joe', origin: '--set narrator.voice' },
    { key: 'journal.keep', value: '12 days', origin: 'solovox.toml' },
  ],
  choices: {
    brains: [kind('openai', 'its package', ['brain.openai.prompt', 'brain.openai.api_key', 'brain.openai.model']), kind('local')],
    ears: [kind('local')],
    voices: [kind('joe'), kind('af_bella', 'its weights')],
    settings: [can('brain.kind'), can('narrator.voice', '--set narrator.voice'), can('journal.keep')],
    suggestions: [],
  },
}
const fields = (all = ALL): ReadonlyMap<string, Field> => new Map(groupsOf(all).flatMap((one) => one.fields).map((one) => [one.key, one]))

describe('the settings', () => {
  it('show what the chosen brain can be told, and nothing of the others', () => {
    expect([...fields().keys()]).toEqual(['brain.kind', 'brain.openai.model', 'brain.openai.prompt', 'brain.openai.api_key', 'narrator.voice', 'journal.keep'])
    const local = { ...ALL, inForce: ALL.inForce.map((one) => (one.key === 'brain.kind' ? { ...one, value: 'local' } : one)) }
    expect([...fields(local).keys()]).toEqual(['brain.kind', 'narrator.voice', 'journal.keep'])
  })

  it('show what was set for all brains as the value of the one that is chosen', () => {
    expect(fields().get('brain.openai.model')).toMatchObject({ value: 'gpt-5.2', origin: 'by default' })
  })

  it('never hold a key, but tell that one is set', () => {
    const secret = fields().get('brain.openai.api_key')!
    expect(secret).toMatchObject({ how: 'secret', value: '', set: true })
    expect(originLine(secret)).toBe('A key is set.')
    expect(originLine({ ...secret, set: false })).toBe('No key is set.')
  })

  it('say where a value comes from, and what cannot be changed here', () => {
    expect(originLine(fields().get('narrator.voice')!)).toBe('Set in --set narrator.voice, which goes before this page: change it there.')
    expect(originLine(fields().get('journal.keep')!)).toBe('From: solovox.toml')
    expect(originLine(fields().get('brain.openai.prompt')!)).toBe('Not set.')
  })

  it('say what the chosen one lacks, and which others are not ready', () => {
    expect(fields().get('brain.kind')?.missing).toBe('its package')
    expect(fields().get('narrator.voice')?.options.map((one) => one.name)).toEqual(['joe', 'af_bella (not installed)'])
  })

  it('show the wake phrase, what is done without it, and how long none is needed, and what each means', () => {
    const keys = ['approval', 'barge_in', 'wake.phrase', 'ear.listens', 'wake.follow_seconds']
    const inForce = [...ALL.inForce, { key: 'wake.phrase', value: 'computer', origin: 'WAKE_PHRASE' }, { key: 'wake.follow_seconds', value: '0', origin: 'by default' }]
    const all = fields({ ...ALL, inForce, choices: { ...ALL.choices, settings: keys.map((key) => can(key)) } })
    expect([...all.keys()].filter((key) => keys.includes(key))).toEqual(keys)
    expect(all.get('wake.phrase')).toMatchObject({ how: 'line', value: 'computer', origin: 'WAKE_PHRASE' })
    expect(all.get('wake.phrase')?.help).toContain('only what is said with them is for it')
    expect(all.get('wake.follow_seconds')).toMatchObject({ how: 'number', value: '0' })
    expect(all.get('ear.listens')).toMatchObject({ how: 'choice', value: '' })
    expect(all.get('ear.listens')?.options).toEqual([
      { value: '', name: 'not chosen' }, { value: 'woken', name: 'is neither sent nor kept' }, { value: 'always', name: 'may be sent and kept' },
    ])
  })

  it('let the language be chosen, and show one of which no words of ours are known', () => {
    const of = (value: string) => fields({ ...ALL, inForce: [{ key: 'language', value, origin: 'by default' }], choices: { ...ALL.choices, settings: [can('language')] } }).get('language')
    expect(of('en')?.options.map((one) => one.value)).toEqual(['en', 'de', 'fr', 'es', 'it', 'pt', 'auto'])
    expect(of('de')).toMatchObject({ how: 'choice', value: 'de' })
    expect(of('ja')?.options[0]).toEqual({ value: 'ja', name: 'ja' })
  })

  it('show a value that is none of the usual ones', () => {
    expect(fields().get('journal.keep')?.options.map((one) => one.value)).toContain('12 days')
  })
})
