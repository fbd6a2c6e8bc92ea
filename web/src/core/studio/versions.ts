/** What undo and redo lead to. */

import type { Version } from './shapes.ts'

/** The versions before and after one. Null: there is none. */
export function neighbours(versions: readonly Version[], number: number): { readonly before: number | null; readonly after: number | null } {
  const numbers = versions.map((one) => one.number)
  return { before: numbers.filter((one) => one < number).at(-1) ?? null, after: numbers.find((one) => one > number) ?? null }
}
