/** An act that an agent asks a yes for, and what it has changed: taken apart, to be shown. */

import type { FileChange } from './frames.ts'
import { compared } from './wording.ts'

/** A part of an act. `how`: what stands there now, or what is to stand there. */
export interface Part {
  readonly key: string
  readonly value: string
  readonly how: '' | 'removed' | 'added'
}

export interface Act {
  readonly name: string
  readonly parts: readonly Part[]
}

const OLD = /\bold(?=\w*$)/i
const howOf = (key: string): Part['how'] => (OLD.test(key) ? 'removed' : /\bnew\w*$/i.test(key) ? 'added' : '')
const ORDER: readonly Part['how'][] = ['', 'removed', 'added']

/**
 * An act and its arguments: `Edit {"file_path":"a.py"}`. Null where the parts would not be the whole text, to the letter: what gets
 * a yes is the text.
 */
export function actOf(text: string): Act | null {
  const [, name, given] = /^(\S+) (\{.*\})$/s.exec(text) ?? []
  if (!name || !given) return null
  try {
    const all: unknown = JSON.parse(given)
    if (typeof all !== 'object' || all === null || JSON.stringify(all) !== given) return null
    const parts = partsIn('', all)
    return { name, parts: parts.toSorted((one, other) => ORDER.indexOf(one.how) - ORDER.indexOf(other.how)) }
  } catch {
    return null
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0

/** Each of several things of one kind (the edits of a file) has its parts under its number. */
const partsIn = (within: string, all: object): readonly Part[] => Object.entries(all).flatMap(([name, value]: readonly [string, unknown]): readonly Part[] => {
  const key = within + name
  if (Array.isArray(value) && value.length > 0 && value.every(isObject)) return value.flatMap((one, n) => partsIn(`${key} ${n + 1} `, one))
  return [{ key, value: typeof value === 'string' ? value : JSON.stringify(value), how: howOf(key) }]
})

/** The name of a part in words: `file_path` and `filePath` are a file path. */
export const inWords = (key: string): string => key.replaceAll('_', ' ').replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ').toLowerCase()

/** What stands there now, and what is to stand there, line by line. */
export interface Change {
  readonly key: string
  readonly lines: readonly DiffLine[]
}

/** The parts of an act, with what belongs together as a change. */
export function changesIn(parts: readonly Part[]): { readonly others: readonly Part[]; readonly changes: readonly Change[] } {
  const pairs = parts.flatMap((old) => {
    const fresh = old.how === 'removed' ? parts.find((one) => one.how === 'added' && one.key.toLowerCase() === old.key.replace(OLD, 'new').toLowerCase()) : undefined
    return fresh ? [{ old, fresh }] : []
  })
  const paired = new Set(pairs.flatMap(({ old, fresh }) => [old, fresh]))
  return { others: parts.filter((one) => !paired.has(one)), changes: pairs.map(({ old, fresh }) => ({ key: `${old.key} → ${fresh.key}`, lines: lineByLine(old.value, fresh.value) })) }
}

const SIGNS = { same: ' ', gone: '-', new: '+' } as const
const LINES = { same: 'same', gone: 'removed', new: 'added' } as const
const linesOf = (text: string): readonly string[] => (text ? text.split('\n') : [])

const lineByLine = (before: string, after: string): readonly DiffLine[] =>
  compared(linesOf(before), linesOf(after)).map(({ how, words }) => ({ kind: LINES[how], text: SIGNS[how] + words }))

/** An act in one line, to be heard. */
export function actLine(text: string): string {
  const act = actOf(text)
  return act ? [act.name, ...act.parts.map(({ key, value }) => `${key}: ${value}`)].join(', ') : text
}

const plus = (count: number, sign: string): string => (count ? ` ${sign}${count}` : '')
const NAMED = 8 // files; the others are counted

/** The files that were changed, in one line. */
export function changedLine(files: readonly FileChange[]): string {
  const named = files.slice(0, NAMED).map(({ path, added, removed }) => `${path}${plus(added, '+')}${plus(removed, '−')}`)
  const others = files.length > NAMED ? [`${files.length - NAMED} more`] : []
  return `changed: ${[...named, ...others].join(', ') || 'nothing'}`
}

export type DiffKind = 'name' | 'place' | 'added' | 'removed' | 'same'

export interface DiffLine {
  readonly kind: DiffKind
  readonly text: string
}

const KINDS: readonly (readonly [RegExp, DiffKind])[] = [[/^(diff|index)( |$)/, 'name'], [/^\+/, 'added'], [/^-/, 'removed'], [/^@@/, 'place']]

/** Whether a text begins as a diff does. */
export const isDiff = (text: string): boolean => /^--- .*\n\+\+\+ .*\n@@ /.test(text)

/** The lines of a diff. The sign stays in each: they differ without colour, too. A line that begins with `--` is the name of a file only above one with `++`. */
export function diffLines(diff: string): readonly DiffLine[] {
  const lines = diff.replace(/\n$/, '').split('\n')
  const names = (n: number): boolean => /^---( |$)/.test(lines[n] ?? '') && /^\+\+\+( |$)/.test(lines[n + 1] ?? '')
  return lines.map((text, n) => ({ text, kind: names(n) || names(n - 1) ? 'name' : KINDS.find(([begins]) => begins.test(text))?.[1] ?? 'same' }))
}

/** `hears: local (no key is set)`: what it does, what does it, and why that one. */
export interface Engine {
  readonly does: string
  readonly kind: string
  readonly why: string
}

const ENGINES = /; (?=(?:hears|thinks|reads|pays|voice goes to|words go to): )/ // a reason may have a semicolon too

export const engines = (line: string): readonly Engine[] => line.split(ENGINES).filter(Boolean).map((one) => {
  const [, does = '', kind = one, why = ''] = /^(pays|voice goes to|words go to): (.+)()$/s.exec(one) ?? /^(.+?): (\S+) \((.*)\)$/s.exec(one) ?? []
  return { does, kind, why }
})
