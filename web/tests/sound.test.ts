import { expect, test } from 'vitest'
import { chime, cueOf, tone } from '../src/core/cues.ts'
import { loudness, wavOf, whole } from '../src/core/wav.ts'
import { RecordedMicrophone } from '../src/io/recorded.ts'
import { Recorder } from '../src/io/recorder.ts'

const ascii = (file: Uint8Array, from: number, to: number): string => String.fromCharCode(...file.subarray(from, to))

test('a WAV says its rate and its length, and has every sample', () => {
  const file = wavOf([Int16Array.of(1, -2), Int16Array.of(32_767, -32_768)], 16_000)
  const view = new DataView(file.buffer)
  expect([ascii(file, 0, 4), ascii(file, 8, 16), ascii(file, 36, 40)]).toEqual(['RIFF', 'WAVEfmt ', 'data'])
  expect([view.getUint32(4, true), view.getUint16(20, true), view.getUint16(22, true), view.getUint32(24, true), view.getUint32(28, true)]).toEqual([44, 1, 1, 16_000, 32_000])
  expect([view.getUint16(32, true), view.getUint16(34, true), view.getUint32(40, true)]).toEqual([2, 16, 8])
  expect([0, 2, 4, 6].map((at) => view.getInt16(44 + at, true))).toEqual([1, -2, 32_767, -32_768])
})

test('samples that are too loud are cut, and loudness is between 0 and 1', () => {
  expect([...whole(Float32Array.of(0, 2, -2))]).toEqual([0, 32_767, -32_767])
  expect(loudness(Int16Array.of(-32_768, -32_768))).toBe(1)
  expect(loudness(new Int16Array(0))).toBe(0)
})

test('what was recorded can be asked for again until something else is recorded; silence of the recorder is nothing', () => {
  const recorder = new Recorder()
  recorder.take(Int16Array.of(9))
  expect(recorder.end()).toBeNull()
  recorder.begin('one', 8_000)
  const piece = Int16Array.of(5)
  recorder.take(piece)
  piece[0] = 0 // whoever gave it may use it again
  const first = recorder.end()
  expect(first?.name).toBe('one')
  expect(first && new DataView(first.wav.buffer).getInt16(44, true)).toBe(5)
  recorder.take(Int16Array.of(7))
  expect(recorder.end()).toEqual(first)
})

test('a recording is full after half an hour', () => {
  const recorder = new Recorder()
  recorder.begin('long', 10)
  expect(recorder.take(new Int16Array(30 * 60 * 10 - 1))).toBe(true)
  expect(recorder.take(new Int16Array(1))).toBe(false)
})

/** A clock that a test moves. */
function bench(samples: () => Promise<Int16Array<ArrayBuffer>>): { readonly microphone: RecordedMicrophone; readonly told: string[]; readonly pieces: number[]; readonly go: (ms: number) => void } {
  let now = 0
  let timers: { readonly at: number; readonly f: () => void }[] = []
  const [told, pieces]: [string[], number[]] = [[], []]
  const microphone = new RecordedMicrophone(1_000, {
    samples,
    now: () => now,
    later: (f, ms) => {
      const timer = { at: now + ms, f }
      timers.push(timer)
      return () => { timers = timers.filter((one) => one !== timer) }
    },
    heard: (pcm) => pieces.push(pcm.length),
    opened: (name, rate) => told.push(`opened ${name} at ${rate}`),
    failed: (line) => told.push(line),
    ended: () => told.push('ended'),
  })
  microphone.name = 'question'
  const go = (ms: number): void => {
    now += ms
    const due = timers.filter(({ at }) => at <= now)
    timers = timers.filter(({ at }) => at > now)
    for (const { f } of due) f()
  }
  return { microphone, told, pieces, go }
}

test('a recording comes in pieces of 40 ms as time goes by, and ends by itself', async () => {
  const { microphone, told, pieces, go } = bench(() => Promise.resolve(new Int16Array(100)))
  await microphone.open()
  expect([told, pieces]).toEqual([['opened Recording question at 1000'], []])
  go(40)
  expect(pieces).toEqual([40])
  go(100) // a late timer: what is due comes at once, and nothing before its time
  expect(pieces).toEqual([40, 40, 20])
  expect(told.at(-1)).toBe('ended')
})

test('a recording that is closed says no more, also one that was still on its way', async () => {
  const { microphone, told, pieces, go } = bench(() => Promise.resolve(new Int16Array(100)))
  const opening = microphone.open()
  microphone.close()
  await opening
  expect(told).toEqual([])
  await microphone.open()
  go(40)
  microphone.close()
  go(1_000)
  expect([told, pieces]).toEqual([['opened Recording question at 1000'], [40]])
})

test('a recording that cannot be fetched says why', async () => {
  const { microphone, told } = bench(() => Promise.reject(new Error('no recording is called that')))
  await microphone.open()
  expect(told).toEqual(['The recording question cannot be played: no recording is called that'])
})

test('the chime is 800 Hz for 0.15 s and fades away; it is for what was sent, and only where it is liked', () => {
  const sound = chime(48_000)
  expect(sound).toHaveLength(7_200)
  const peak = (from: number, to: number): number => Math.max(...sound.subarray(from, to))
  expect(peak(0, 60)).toBeCloseTo(0.3, 1)
  expect(peak(7_140, 7_200)).toBeLessThan(0.002)
  const rises = sound.reduce((count, one, n) => count + Number(one >= 0 && (sound[n - 1] ?? 0) < 0), 0)
  expect(rises).toBe(119) // 120 waves, the first of which begins at 0
  expect(cueOf('routed', 'chime', 48_000)).toEqual(sound)
  expect(cueOf('routed', 'tones', 48_000)).toEqual(tone('routed', 48_000))
  expect(cueOf('failed', 'chime', 48_000)).toEqual(tone('failed', 48_000))
})
