/** An act that an agent asks a yes for, and what it has changed: taken apart, to be shown. */

import type { FileChange } from './frames.ts'

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

const howOf = (key: string): Part['how'] => (/^old/i.test(key) ? 'removed' : /^new/i.test(key) ? 'added' : '')
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
    const parts = Object.entries(all).map(([key, value]): Part => ({ key, value: typeof value === 'string' ? value : JSON.stringify(value), how: howOf(key) }))
    return { name, parts: parts.toSorted((one, other) => ORDER.indexOf(one.how) - ORDER.indexOf(other.how)) }
  } catch {
    return null
  }
}

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

const KINDS: readonly (readonly [RegExp, DiffKind])[] = [[/^(\+\+\+|---|diff|index)( |$)/, 'name'], [/^\+/, 'added'], [/^-/, 'removed'], [/^@@/, 'place']]

/** The lines of a diff. The sign stays in each: they differ without colour, too. */
export const diffLines = (diff: string): readonly { readonly kind: DiffKind; readonly text: string }[] =>
  diff.replace(/\n$/, '').split('\n').map((text) => ({ text, kind: KINDS.find(([begins]) => begins.test(text))?.[1] ?? 'same' }))

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
