/** Lanes, drawn: only what is in sight, however long the talk is. It is scrolled by the browser, and zoomed by keys, wheel and buttons. */

import { type KeyboardEvent, type ReactNode, type RefObject, memo, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type Lane, type Mark, type Placed, type Wave, clock, inWords, outline, ticks } from '../core/lanes.ts'

const ROW = 26
const WAVE = 40
const SCALE = 24 // the height of the times
const PAD = 5
const MOMENT = 12

export interface ChartProps {
  readonly lanes: readonly Lane[]
  readonly length: number
  readonly zoom: number
  readonly nearer: (by: number) => void
  /** Keep the newest in sight. */
  readonly follow: boolean
  readonly chosen: Mark | null
  readonly hear: (mark: Mark) => void
  readonly pressed: (event: KeyboardEvent) => void
  /** What plays, in milliseconds. */
  readonly head: number | null
}

const heightOf = (lane: Lane): number => (lane.waves.length ? WAVE : 0) + lane.rows * ROW + 2 * PAD

export function Chart({ lanes, length, zoom, nearer, follow, chosen, hear, pressed, head }: ChartProps): ReactNode {
  const [box, { from, room, end }, look] = useView()
  const scale = (room / length) * zoom
  useStay(box, zoom, length, follow && end)
  useWheel(box, nearer)
  useShown(box, chosen, scale)
  const height = SCALE + lanes.reduce((sum, one) => sum + heightOf(one), 0)
  const to = (from + room) / scale
  return (
    <div className="chart">
      <div className="lane-names" aria-hidden>
        <div style={{ height: SCALE }} />
        {lanes.map((one) => <div key={one.name} style={{ height: heightOf(one) }}>{one.title}</div>)}
      </div>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it is walked by keys; the table below has a button for each bar */}
      <div ref={box} className="lanes" role="region" aria-label={`Lanes: ${lanes.map(({ title, marks }) => `${title} ${marks.length}`).join(', ')}. All of it is in the table below.`} tabIndex={0} onScroll={look} onKeyDown={pressed}>
        <div style={{ width: Math.max(room, length * scale), height }}>
          <svg width={room} height={height} className="sheet">
            {ticks(length, scale).filter((ms) => ms * scale >= from - 60 && ms <= to).map((ms) => (
              <g key={ms} aria-hidden><line className="tick" x1={ms * scale - from} x2={ms * scale - from} y1={0} y2={height} /><text className="time" x={ms * scale - from + 4} y={16}>{clock(ms).replace(/\.0$/, '')}</text></g>
            ))}
            {lanes.map((one, n) => (
              <LaneDrawn key={one.name} lane={one} top={SCALE + lanes.slice(0, n).reduce((sum, other) => sum + heightOf(other), 0)} from={from} room={room} scale={scale} chosen={chosen} hear={hear} />
            ))}
            {head !== null && <line className="head" aria-hidden x1={head * scale - from} x2={head * scale - from} y1={0} y2={height} />}
          </svg>
        </div>
      </div>
    </div>
  )
}

interface LaneProps {
  readonly lane: Lane
  readonly top: number
  readonly from: number
  readonly room: number
  readonly scale: number
  readonly chosen: Mark | null
  readonly hear: (mark: Mark) => void
}

const LaneDrawn = memo(function LaneDrawn({ lane, top, from, room, scale, chosen, hear }: LaneProps) {
  const below = top + PAD + (lane.waves.length ? WAVE : 0)
  const next = new Map<number, number>() // where the next moment of a row begins: its words end there
  const marks = lane.marks.toReversed().map((mark) => {
    const x = mark.at * scale - from
    const free = (next.get(mark.row) ?? Infinity) - x - 3
    next.set(mark.row, x)
    const width = mark.end === null ? Math.max(MOMENT, Math.min(free, 320)) : Math.max(3, (mark.end - mark.at) * scale)
    return { mark, x, width }
  }).filter(({ x, width }) => x + width >= 0 && x <= room)
  return (
    <g className={`lane lane-${lane.name}`} role="group" aria-label={lane.title}>
      <line className="floor" aria-hidden x1={0} x2={room} y1={top} y2={top} />
      {lane.waves.map((one) => <WaveDrawn key={one.at} wave={one} from={from} room={room} scale={scale} top={top + PAD} />)}
      {marks.map(({ mark, x, width }) => <Bar key={`${mark.n} ${mark.label}`} mark={mark} x={x} y={below + mark.row * ROW} width={width} chosen={chosen?.n === mark.n && chosen.label === mark.label} hear={hear} />)}
    </g>
  )
})

function WaveDrawn({ wave, from, room, scale, top }: { readonly wave: Wave; readonly from: number; readonly room: number; readonly scale: number; readonly top: number }): ReactNode {
  const first = Math.max(0, Math.floor((from / scale - wave.at) / wave.step_ms) - 1)
  const last = Math.ceil(((from + room) / scale - wave.at) / wave.step_ms) + 1
  const seen: Wave = { ...wave, at: wave.at + first * wave.step_ms, peaks: wave.peaks.slice(first, Math.max(first, last)) }
  if (!seen.peaks.length) return null
  return <polygon aria-hidden className={wave.heard === false ? 'wave unheard' : 'wave'} transform={`translate(${-from} ${top})`} points={outline(seen, scale, WAVE - 4)} />
}

function Bar({ mark, x, y, width, chosen, hear }: { readonly mark: Placed; readonly x: number; readonly y: number; readonly width: number; readonly chosen: boolean; readonly hear: (mark: Mark) => void }): ReactNode {
  const moment = mark.end === null
  const inside = moment ? MOMENT : 5 - Math.min(0, x) // the words of a bar that began out of sight begin at the edge
  return (
    <svg role="img" aria-label={inWords(mark)} className={['mark', `k-${mark.kind}`, moment && 'moment', chosen && 'on'].filter(Boolean).join(' ')} x={x} y={y} width={width} height={ROW - 4} onClick={() => hear(mark)}>
      <title>{inWords(mark)}</title>
      {moment ? <><rect className="touch" width={width} height={ROW - 4} /><path d="M5 6 L10 11 L5 16 L0 11 Z" /></> : <rect width={width} height={ROW - 4} rx={4} />}
      {width > 26 && <text x={inside} y={15}>{mark.label}</text>}
    </svg>
  )
}

/** What is in sight, in pixels; `end`: the newest is. */
interface View {
  readonly from: number
  readonly room: number
  readonly end: boolean
}

const NEAR = 40

function useView(): readonly [RefObject<HTMLDivElement | null>, View, () => void] {
  const box = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<View>({ from: 0, room: 1, end: true })
  const look = useCallback((): void => {
    if (!box.current) return
    const { scrollLeft: from, clientWidth: room, scrollWidth } = box.current
    setView({ from, room: Math.max(1, room), end: scrollWidth - from - room < NEAR })
  }, [])
  useLayoutEffect(() => {
    if (!box.current) return
    const sizes = new ResizeObserver(look)
    sizes.observe(box.current)
    return () => sizes.disconnect()
  }, [look])
  return [box, view, look]
}

/** When it is zoomed, the middle stays where it was; while the talk goes on and its end is looked at, the end stays in sight. */
function useStay(box: RefObject<HTMLDivElement | null>, zoom: number, length: number, ends: boolean): void {
  const before = useRef(zoom)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const { clientWidth, scrollLeft, scrollWidth } = element
    const share = zoom / before.current
    if (share !== 1) element.scrollTo({ left: (scrollLeft + clientWidth / 2) * share - clientWidth / 2 })
    else if (ends) element.scrollTo({ left: scrollWidth })
    before.current = zoom
  }, [box, zoom, length]) // eslint-disable-line react-hooks/exhaustive-deps -- to scroll away from the end is no reason to go there
}

/** The wheel with Ctrl, or two fingers, zooms. */
function useWheel(box: RefObject<HTMLDivElement | null>, nearer: (by: number) => void): void {
  useEffect(() => {
    const element = box.current
    const turned = (event: WheelEvent): void => {
      if (!event.ctrlKey) return
      event.preventDefault()
      nearer(Math.exp(-event.deltaY / 300))
    }
    element?.addEventListener('wheel', turned, { passive: false })
    return () => element?.removeEventListener('wheel', turned)
  }, [box, nearer])
}

/** What was chosen is brought into sight. */
function useShown(box: RefObject<HTMLDivElement | null>, chosen: Mark | null, scale: number): void {
  useEffect(() => {
    const element = box.current
    if (!element || !chosen) return
    const x = chosen.at * scale
    if (x < element.scrollLeft || x > element.scrollLeft + element.clientWidth - 40) element.scrollTo({ left: x - element.clientWidth / 3 })
  }, [box, chosen]) // eslint-disable-line react-hooks/exhaustive-deps -- a zoom keeps the middle
}
