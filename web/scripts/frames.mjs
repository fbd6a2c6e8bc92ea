// Write src/core/frames.ts, src/core/shown.ts and src/wire/keys.ts from protocol/browser/schema.json: a type of each frame, and what its keys are.
// `--check`: write nothing, and fail if it would change.

import { readFile, writeFile } from 'node:fs/promises'
import { compile } from 'json-schema-to-typescript'

const SCHEMA = new URL('../../protocol/browser/schema.json', import.meta.url)
const TYPES = new URL('../src/core/frames.ts', import.meta.url)
const SHOWN = new URL('../src/core/shown.ts', import.meta.url)
const TABLE = new URL('../src/wire/keys.ts', import.meta.url)
const ABOUT = '// Made from protocol/browser/schema.json by scripts/frames.mjs: `npm run frames`.\n'

const nameOf = ({ $ref }) => $ref.split('/').at(-1)

/** A property as the compiler knows it: of an older draft, where a tuple is `items`. */
function plain({ default: _, prefixItems, ...rest }) {
  if (!prefixItems) return rest
  const { items: __, minItems: ___, maxItems: ____, ...others } = rest
  return { ...others, items: prefixItems, minItems: prefixItems.length, additionalItems: false }
}

/** What a page gets has all its keys: `decode` adds those that were left out. What it sends may leave some out. */
function prepared({ properties: { up, down }, $defs }) {
  const ups = new Set(up.anyOf.map(nameOf))
  const defs = Object.fromEntries(Object.entries($defs).map(([name, def]) => {
    if (!def.properties) return [name, { ...def, title: name }]
    const properties = Object.fromEntries(Object.entries(def.properties).map(([key, property]) => [key, plain(property)]))
    const required = ups.has(name) ? ['type', ...(def.required ?? [])] : Object.keys(properties)
    return [name, { ...def, properties, required: [...new Set(required)], additionalProperties: false }]
  }))
  const of = (way) => ({ anyOf: way.anyOf })
  return { title: 'Frames', type: 'object', properties: { up: of(up), down: of(down) }, required: ['up', 'down'], additionalProperties: false, $defs: defs }
}

const KINDS = { string: 'text', integer: 'number', number: 'number', boolean: 'boolean', array: 'list', object: 'object', null: 'null' }

/** Which kinds of JSON a key may have. */
function kindsOf(property, $defs) {
  const of = property.$ref ? $defs[nameOf(property)] : property
  if (of.anyOf) return [...new Set(of.anyOf.flatMap((one) => kindsOf(one, $defs)))]
  if (of.enum) return [...new Set(of.enum.map((one) => (one === null ? 'null' : KINDS[typeof one === 'number' ? 'number' : typeof one])))]
  if (of.type) return [of.type].flat().map((one) => KINDS[one])
  return Object.values(KINDS).filter((one, n, all) => all.indexOf(one) === n)
}

function table({ properties: { down }, $defs }) {
  const rows = down.anyOf.map((one) => {
    const { properties, required = [] } = $defs[nameOf(one)]
    const { type, ...others } = properties
    const keys = Object.entries(others).map(([key, property]) => {
      const of = { kinds: kindsOf(property, $defs) }
      if (!required.includes(key)) of.otherwise = property.default ?? null
      const inside = property.$ref ? $defs[nameOf(property)].properties : undefined
      if (inside) of.inside = Object.fromEntries(Object.entries(inside).map(([name, one]) => [name, kindsOf(one, $defs)]))
      return [key, of]
    })
    return [type.enum[0], Object.fromEntries(keys)]
  })
  return Object.fromEntries(rows)
}

/** A line for each frame. */
const rows = (all) => Object.entries(all).map(([type, keys]) => `  ${type}: ${JSON.stringify(keys)},`).join('\n')

/** Nothing of a frame is ever changed in place. */
const tidied = (types) => types
  .replaceAll(/ \*\n \* This interface was referenced by `Frames`'s JSON-Schema\n \* via the `definition` "\w+"\.\n/g, '')
  .replaceAll(/\/\*\*\n \* This interface was referenced by `Frames`'s JSON-Schema\n \* via the `definition` "\w+"\.\n \*\/\n/g, '')
  .replaceAll(/^( +)(\w+\??):/gm, '$1readonly $2:')
  .replaceAll(/: (\w+)\[\]/g, ': readonly $1[]')
  .replaceAll(/ +\/\*\*\n +\* @minItems \d+\n( +\* @maxItems \d+\n)? +\*\/\n/g, '')
  .replaceAll(/: \[(.+)\]$/gm, ': readonly [$1]')

const schema = JSON.parse(await readFile(SCHEMA, 'utf8'))
const types = await compile(prepared(schema), 'Frames', {
  bannerComment: '', additionalProperties: false, format: true, enableConstEnums: false, unreachableDefinitions: true, ignoreMinAndMaxItems: true,
  style: { semi: false, singleQuote: true, printWidth: 140 },
})
/** Comments of one line stand on one line. */
const short = (text) => text.replaceAll(/\/\*\*\n \* (.*)\n \*\//g, '/** $1 */')

/** A long union, five names a line. */
const inRows = (text) => text.replaceAll(/(?:\n    \| \w+){6,}/g, (union) => {
  const names = union.match(/\w+/g)
  const rows = names.filter((_, n) => n % 5 === 0).map((_, row) => names.slice(5 * row, 5 * row + 5).join(' | '))
  return rows.map((one) => `\n    | ${one}`).join('')
})

/** The declarations of a text, each with its comment: those that a frame is, and those that stand in frames. */
function apart(text) {
  const all = short(text).split(/\n(?=\/\*\*|export )(?<!\*\/\n)/)
  const isFrame = (one) => /^export (interface|type) (\w*Frame|Frames)\b/m.test(one)
  return [all.filter(isFrame).map(inRows), all.filter((one) => !isFrame(one))].map((some) => `${some.join('\n').trim()}\n`)
}

const [frames, shown] = apart(tidied(types))
const named = [...shown.matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name]) => name).filter((one) => new RegExp(`\\b${one}\\b`).test(frames))
const made = new Map([
  [TYPES, `${ABOUT}
import type { ${named.join(', ')} } from './shown.ts'

export type * from './shown.ts'

export type UpFrame = Frames['up']
export type DownFrame = Frames['down']

${frames}`],
  [SHOWN, `${ABOUT}
${shown}`],
  [TABLE, `${ABOUT}
export type Kind = 'text' | 'number' | 'boolean' | 'list' | 'object' | 'null'

/** What a key may be and, if it may be left out, what it is then. */
export interface Key {
  readonly kinds: readonly Kind[]
  readonly otherwise?: unknown
  /** Of an object: all its keys. */
  readonly inside?: Readonly<Record<string, readonly Kind[]>>
}

/** The keys of each frame that a page gets. */
export const KEYS: Readonly<Record<string, Readonly<Record<string, Key>>>> = {
${rows(table(schema))}
}
`],
])

for (const [file, text] of made) {
  if (!process.argv.includes('--check')) {
    await writeFile(file, text)
    continue
  }
  const now = await readFile(file, 'utf8').catch(() => '')
  if (now !== text) {
    console.error(`${file.pathname} is not as protocol/browser/schema.json: run \`npm run frames\` in web/`)
    process.exitCode = 1
  }
}
