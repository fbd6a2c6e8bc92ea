// What is written in the lanes: axe does not look into a drawing. WCAG 2.2, 1.4.3.

import { expect, test } from 'vitest'

const sheets: Readonly<Record<string, string>> = import.meta.glob('../src/ui/style/*.css', { query: '?raw', import: 'default', eager: true })
const style = Object.values(sheets).join('\n').replaceAll(/\/\*.*?\*\//gs, '')

/** The colours of a theme: those of the dark one stand in place of the light ones. */
function tokens(theme: 'light' | 'dark'): ReadonlyMap<string, string> {
  const dark = [...style.matchAll(/@media \(prefers-color-scheme: dark\) \{\s*:root \{([^}]*)\}/g)].map(([, rules = '']) => rules)
  const light = [...style.replaceAll(/@media \(prefers-color-scheme: dark\) \{\s*:root \{[^}]*\}\s*\}/g, '').matchAll(/:root \{([^}]*)\}/g)].map(([, rules = '']) => rules)
  return new Map([...light, ...(theme === 'dark' ? dark : [])].flatMap((rules) => [...rules.matchAll(/(--[\w-]+):\s*(#[0-9a-f]{6})/g)].map(([, name = '', value = '']) => [name, value] as const)))
}

const channel = (value: number): number => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const luminance = (hex: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => channel(parseInt(hex.slice(at, at + 2), 16) / 255))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
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
