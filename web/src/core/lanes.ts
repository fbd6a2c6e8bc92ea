/**
 * What a timeline draws: lanes of marks, laid in rows so that no interval hides another, and what stands in its table.
 *
 * Times are milliseconds since the session began.
 */

/** A moment (`end` is null), or an interval. */
export interface Mark {
  readonly lane: string
  readonly kind: string
  readonly at: number
  readonly end: number | null
  readonly label: string
  readonly n: number
  readonly law: string
}

/** How loud a lane's sound was, 0 to 100, one value for every `step_ms`; `heard`: it was played. */
export interface Wave {
  readonly at: number
  readonly step_ms: number
  readonly peaks: readonly number[]
  readonly heard?: boolean | undefined
}

export interface Lanes {
  readonly length_ms: number
  readonly lanes: readonly string[]
  readonly marks: readonly Mark[]
  readonly waves: Readonly<Record<string, readonly Wave[]>>
}

export interface Placed extends Mark {
  readonly row: number
}

export interface Lane {
  readonly name: string
  readonly title: string
  readonly marks: readonly Placed[]
  readonly rows: number
  readonly waves: readonly Wave[]
}

const TITLES: Readonly<Record<string, string>> = {
  mic: 'You', heard: 'Heard', gate: 'Gate', calls: 'Tools, approvals', brain: 'Brain', reads: 'Read aloud', played: 'Voice', connections: 'Connections',
}
const BEHIND: ReadonlySet<string> = new Set(['duck', 'drop', 'writing', 'hold']) // they go on while others happen: in rows below

/** The lanes that have anything, with their marks in rows, the earliest first. */
export function lanesOf(told: Lanes): readonly Lane[] {
  return told.lanes.map((name) => {
    const marks = told.marks.filter((one) => one.lane === name)
    const waves = told.waves[name] ?? []
    const [placed, rows] = inRows(marks)
    return { name, title: titleOf(name), marks: placed, rows, waves }
  }).filter((one) => one.marks.length > 0 || one.waves.length > 0)
}

function inRows(marks: readonly Mark[]): readonly [readonly Placed[], number] {
  const byTime = marks.toSorted((one, other) => one.at - other.at || (other.end ?? other.at) - (one.end ?? one.at))
  const rows = new Map<Mark, number>()
  let base = 0
  for (const behind of [false, true]) {
    const ends: number[] = []
    for (const one of byTime) {
      if (one.end === null || BEHIND.has(one.kind) !== behind) continue
      const free = ends.findIndex((end) => end <= one.at)
      const row = free < 0 ? ends.length : free
      ends[row] = one.end
      rows.set(one, base + row)
    }
    base += ends.length
  }
  const moments = byTime.some((one) => one.end === null)
  return [byTime.map((one) => ({ ...one, row: rows.get(one) ?? base })), base + Number(moments)]
}

export const titleOf = (lane: string): string => TITLES[lane] ?? lane

/** `1:02.3`, for a time in a session. */
export function clock(ms: number): string {
  const tenths = Math.round(ms / 100)
  return `${Math.floor(tenths / 600)}:${((tenths % 600) / 10).toFixed(1).padStart(4, '0')}`
}

/** A mark in words, for who does not see it. */
export const inWords = (mark: Mark): string =>
  `${titleOf(mark.lane)}: ${mark.label}, ${mark.end === null ? `at ${clock(mark.at)}` : `${clock(mark.at)} to ${clock(mark.end)}`}`

const HEARD_MS = 1_500

/** What is heard of a mark: its own time, or a little around a moment. */
export const spanOf = ({ at, end }: Pick<Mark, 'at' | 'end'>): readonly [number, number] =>
  end !== null && end > at ? [at, end] : [Math.max(0, at - HEARD_MS / 2), at + HEARD_MS / 2]

const STEPS = [100, 200, 500, 1_000, 2_000, 5_000, 10_000, 15_000, 30_000, 60_000, 120_000, 300_000, 600_000]
const APART = 72 // pixels between two times of the scale

/** The times that stand above the lanes. `scale`: pixels a millisecond. */
export function ticks(length: number, scale: number): readonly number[] {
  const step = STEPS.find((one) => one * scale >= APART) ?? 600_000
  return Array.from({ length: Math.floor(length / step) + 1 }, (_, n) => n * step)
}

/** The outline of a wave, for a polygon: as wide as `scale` makes it, as high as `height`. */
export function outline({ at, step_ms, peaks }: Wave, scale: number, height: number): string {
  const middle = height / 2
  const places = peaks.map((one, n) => [Math.round((at + n * step_ms) * scale * 10) / 10, Math.max(0.5, (one / 100) * middle)] as const)
  const up = places.map(([x, y]) => `${x},${(middle - y).toFixed(1)}`)
  const down = places.toReversed().map(([x, y]) => `${x},${(middle + y).toFixed(1)}`)
  return [...up, ...down].join(' ')
}
