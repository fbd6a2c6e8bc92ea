import { describe, expect, it } from 'vitest'
import { type Around, type Check, SENTENCE, begun, findings, share, toneIn, withPiece } from '../src/core/check.ts'
import { tone } from '../src/core/cues.ts'

const RATE = 16_000
const PIECE = 640
const AROUND: Around = { microphone: 'a microphone', echo: true, sounds: true, heard: SENTENCE }

type Sound = (n: number) => number

const silence: Sound = () => 0
const voice = (loud: number): Sound => (n) => loud * Math.sin((2 * Math.PI * 200 * n) / RATE)
const ours = Array.from(tone('done', RATE))

function checked({ room = silence, back = silence, said = voice(0.3) }: { room?: Sound; back?: Sound; said?: Sound }): Check {
  let check = begun(RATE)
  for (let at = 0; check.part !== 'hearing'; at += PIECE) {
    const sound = { room, tone: back, speak: said, over: silence }[check.part]
    check = withPiece(check, Int16Array.from({ length: PIECE }, (_, n) => Math.max(-32_768, Math.min(32_767, sound(check.came + n) * 32_768))))
  }
  return check
}

const found = (check: Check, around: Partial<Around> = {}): Readonly<Record<string, readonly [string, string]>> =>
  Object.fromEntries(findings(check, { ...AROUND, ...around }).map(({ name, how, line }) => [name, [how, line]]))

describe('the sound check', () => {
  it('records three seconds, after the room and the tone, and no more', () => {
    const check = checked({})
    expect(check.pieces.length * PIECE).toBe(3 * RATE)
    expect(share({ ...check, came: 4 * RATE })).toBeCloseTo(0.5)
  })

  it('finds nothing wrong where nothing is', () => {
    expect(Object.values(found(checked({}))).map(([how]) => how)).toEqual(['fine', 'fine', 'fine', 'fine', 'fine'])
  })

  it.each([
    ['Level', { said: silence }, 'bad', 'Nothing came'],
    ['Level', { said: voice(0.01) }, 'look', 'Too quiet'],
    ['Level', { said: voice(1.6) }, 'look', 'Too loud'],
    ['Level', { said: voice(0.06), room: voice(0.05) }, 'look', 'Too quiet'],
    ['Room', { room: voice(0.1) }, 'look', 'loud around you'],
    ['Echo', { back: (n: number) => ours[n] ?? 0 }, 'look', 'headphones'],
  ])('says what to do: %s', (name, sound, how, says) => {
    const [is, line] = found(checked(sound))[name]!
    expect(is).toBe(how)
    expect(line).toContain(says)
  })

  it('does not take a voice or a hum for the tone', () => {
    const hum = Int16Array.from({ length: PIECE }, (_, n) => 8_000 * Math.sin((2 * Math.PI * 200 * n) / RATE))
    expect(toneIn(hum, RATE)).toBeLessThan(0.02)
    const [is] = found(checked({ room: voice(0.05), back: voice(0.05) }))['Echo']!
    expect(is).toBe('fine')
  })

  it('does not say that echo was measured where no sound of ours comes out', () => {
    expect(found(checked({}), { sounds: false })['Echo']![1]).toContain('Not measured')
    expect(found(checked({}), { sounds: false, echo: false })['Echo']![1]).toContain('use headphones')
  })

  it.each([
    ['are you still there', 'fine'],
    ['Are you still there.', 'fine'],
    ['Are you steel there?', 'look'],
    [null, 'bad'],
  ])('tells what was heard: %s', (heard, how) => {
    expect(found(checked({}), { heard })['Heard']![0]).toBe(how)
  })
})
