// The modules themselves: none imports itself by way of others, nothing is exported that no one takes, no package is installed in vain.

import { expect, test } from 'vitest'
import { dependencies } from '../package.json'

const SOURCES = new Map(Object.entries(import.meta.glob<string>('../src/**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true })))
const MADE = ['../src/core/frames.ts', '../src/core/shown.ts', '../src/wire/keys.ts']
const OFFERED = ['useVoxLive', 'SolovoxSession', 'useAsked'] // to pages of others, and to screens

/** The text without its comments: they may name anything. */
const codeOf = (text: string): string => text.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')

function importsOf(file: string): readonly string[] {
  const from = [...codeOf(SOURCES.get(file) ?? '').matchAll(/(?:from|import) '(\.[^'?]+)/g)].map(([, path = '']) => path)
  return from.map((path) => new URL(path, `file:///web/tests/${file}`).pathname.replace('/web/', '../'))
}

const clear = new Set<string>() // modules from which no cycle is reached

function cycleFrom(file: string, path: readonly string[] = []): readonly string[] {
  if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
  if (clear.has(file)) return []
  const found = importsOf(file).map((one) => cycleFrom(one, [...path, file])).find((one) => one.length) ?? []
  if (!found.length) clear.add(file)
  return found
}

test('no module imports itself by way of others', () => {
  expect(SOURCES.size).toBeGreaterThan(30)
  expect(importsOf('../src/core/reduce.ts')).toContain('../src/core/link.ts')
  for (const file of SOURCES.keys()) expect(cycleFrom(file)).toEqual([])
})

test('nothing is exported in vain', () => {
  const tests = Object.values(import.meta.glob<string>('./*.test.{ts,tsx}', { query: '?raw', import: 'default', eager: true }))
  const all = [...SOURCES.values(), ...tests].map(codeOf).join('\n')
  const names = [...SOURCES].filter(([file]) => !MADE.includes(file))
    .flatMap(([, text]) => [...codeOf(text).matchAll(/^export (?:async )?(?:const|function|class) (\w+)/gm)].map(([, name = '']) => name))
  const uses = (name: string): number => [...all.matchAll(new RegExp(`\\b${name}\\b`, 'g'))].length
  expect(names.filter((name) => !OFFERED.includes(name) && uses(name) < 2)).toEqual([])
  expect(names).toEqual(expect.arrayContaining(OFFERED))
})

test('every package that is shipped is imported', () => {
  const all = [...SOURCES.values()].map(codeOf).join('\n')
  expect(Object.keys(dependencies).filter((name) => !all.includes(`from '${name}`))).toEqual([])
})
