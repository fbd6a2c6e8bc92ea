// The eight looks: the server’s ids, all that a look needs, and text that can be read. WCAG 2.2, 1.4.3.

import { expect, test } from 'vitest'
import server from '../../src/solovox/studio/vox.py?raw'
import css from '../src/ui/themes.css?raw'
import { ABOUT, THEMES } from '../src/core/studio/themes.ts'
import { contrast } from './contrast.ts'

const rules = new Map([...css.matchAll(/^\[data-theme="(\w+)"\] \{([^}]*)\}/gm)].map(([, id = '', body = '']) => [id, body] as const))
const colours = (id: string, dark: boolean): ReadonlyMap<string, string> =>
  new Map([...(rules.get(id) ?? '').matchAll(/--([\w-]+): light-dark\((#[\da-f]{6}), (#[\da-f]{6})\)/g)].map(([, name = '', light = '', night = '']) => [name, dark ? night : light] as const))

/** Text, and what it stands on. */
const PAIRS = [
  ...['ink', 'soft', 'deed', 'warn'].flatMap((text) => [[text, 'paper'], [text, 'card']] as const),
  ['ink', 'glow'], ['deed', 'glow'], ['on-deed', 'deed'], ['on-deed', 'deed-strong'], ['warn', 'warn-paper'], ['ink', 'warn-paper'],
] as const

test('they are those of the server, in its order', () => {
  const ids = [...server.matchAll(/^ {4}Theme\("(\w+)"/gm)].map(([, id]) => id)
  expect(ids).toHaveLength(8)
  expect([...THEMES]).toEqual(ids)
  expect([...rules.keys()]).toEqual(ids)
  expect(Object.keys(ABOUT)).toEqual(ids)
})

test.each(THEMES.flatMap((id) => [[id, false], [id, true]] as const))('%s, dark %s: all text can be read', (id, dark) => {
  const all = colours(id, dark)
  const pale = PAIRS.map(([text, under]) => `${text} on ${under}: ${contrast(all.get(text) ?? '', all.get(under) ?? '').toFixed(2)}`).filter((line) => !(Number(line.split(': ')[1]) >= 4.5))
  expect(pale).toEqual([])
})

test('each is a look of its own: colours, letters, corners, and how fast things move', () => {
  const looks = THEMES.map((id) => ['radius', 'face', 'speed', 'pulse'].map((name) => new RegExp(`--${name}: (.+);`).exec(rules.get(id) ?? '')?.[1] ?? ''))
  expect(looks.flat().filter((one) => !one)).toEqual([])
  expect(new Set(looks.map((one) => one.join())).size).toBe(8)
  expect(new Set(THEMES.map((id) => [...colours(id, false).values()].join())).size).toBe(8)
})
