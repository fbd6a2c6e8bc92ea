// What is written in the lanes: axe does not look into a drawing. WCAG 2.2, 1.4.3.

import { expect, test } from 'vitest'
import { contrast } from './contrast.ts'

const sheets: Readonly<Record<string, string>> = import.meta.glob('../src/ui/style/*.css', { query: '?raw', import: 'default', eager: true })
const style = Object.values(sheets).join('\n').replaceAll(/\/\*.*?\*\//gs, '')

/** The colours of a theme: those of the dark one stand in place of the light ones. */
function tokens(theme: 'light' | 'dark'): ReadonlyMap<string, string> {
  const dark = [...style.matchAll(/@media \(prefers-color-scheme: dark\) \{\s*:root \{([^}]*)\}/g)].map(([, rules = '']) => rules)
  const light = [...style.replaceAll(/@media \(prefers-color-scheme: dark\) \{\s*:root \{[^}]*\}\s*\}/g, '').matchAll(/:root \{([^}]*)\}/g)].map(([, rules = '']) => rules)
  return new Map([...light, ...(theme === 'dark' ? dark : [])].flatMap((rules) => [...rules.matchAll(/(--[\w-]+):\s*(#[0-9a-f]{6})/g)].map(([, name = '', value = '']) => [name, value] as const)))
}

/** Each kind of mark: its words, and its bar. */
const KINDS = [...style.matchAll(/--tone: var\((--[\w-]+)\); --bar: var\((--[\w-]+)\)/g)].map(([, tone = '', bar = '']) => [tone, bar] as const)

test('the tokens are read: two themes, and a kind for each lane', () => {
  expect(tokens('light').get('--card')).toBe('#fffffd')
  expect(tokens('dark').get('--card')).toBe('#1a2124')
  expect(tokens('dark').get('--voice'), 'also those of another sheet').toBe('#7fdcd2')
  expect(KINDS.length).toBeGreaterThan(6)
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
})

test.each(['light', 'dark'] as const)('words in a bar, beside a moment, and the times above them can be read: %s', (theme) => {
  const all = tokens(theme)
  const colour = (name: string): string => all.get(name) ?? `no ${name}`
  const pairs = [...KINDS, ...KINDS.map(([tone]) => [tone, '--card'] as const), ['--soft', '--card'] as const]
  const pale = pairs.filter(([text, under]) => !(contrast(colour(text), colour(under)) >= 4.5)).map((pair) => `${pair.join(' on ')}: ${contrast(colour(pair[0]), colour(pair[1])).toFixed(2)}`)
  expect(pale).toEqual([])
})
