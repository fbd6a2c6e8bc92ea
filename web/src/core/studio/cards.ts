/** Tools that a conversation recommends, as a card of them comes: JSON in an act of the screen. Null: it is none. */

export interface CardTool {
  readonly id: string
  readonly name: string
  readonly domain: string
  readonly about: string
  readonly why: string
}

const MOST = 12
const textIn = (from: object, key: string): string => {
  const value: unknown = Object.entries(from).find(([name]) => name === key)?.[1]
  return typeof value === 'string' ? value : ''
}

export function cardOf(text: string): readonly CardTool[] | null {
  try {
    const all: unknown = JSON.parse(text)
    if (!Array.isArray(all)) return null
    const tools = all.flatMap((one: unknown) => (typeof one === 'object' && one !== null
      ? [{ id: textIn(one, 'id'), name: textIn(one, 'name'), domain: textIn(one, 'domain'), about: textIn(one, 'about'), why: textIn(one, 'why') }]
      : []))
    return tools.filter((one) => one.id && one.name).slice(0, MOST)
  } catch {
    return null
  }
}
