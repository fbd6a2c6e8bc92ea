import { describe, expect, it } from 'vitest'
import { type Correction, found, judged, named, percent, summary, takenLine, textsOf, wrongWith } from '../src/core/corrections.ts'

const MISHEARD: Correction = { type: 'stt', id: 'a', createdAt: '', heard: 'get hub', meant: 'GitHub', sound: null, seconds: 0 }
const MISUNDERSTOOD: Correction = { type: 'reasoning', id: 'b', createdAt: '', input: 'the tests', proposed: 'Run it.', corrected: 'Run the tests.' }
const MISSAID: Correction = { type: 'speech', id: 'c', createdAt: '', written: 'Nguyen', spoken: '/wɪn/' }
const result = (wer_before: number, wer_after: number) => ({ id: 'a', heard_then: '', heard_now: '', mended: '', meant: '', wer_before, wer_after })

describe('a correction', () => {
  it.each([MISHEARD, MISUNDERSTOOD, MISSAID])('goes back to the server under the names that it came with', (one) => {
    const back = named(one.type, textsOf(one))
    expect(one).toMatchObject(back)
    expect(Object.keys(back)).toHaveLength(2)
  })

  it.each([
    [{ wrong: 'a', right: 'b' }, ''],
    [{ wrong: ' ', right: 'b' }, 'Write both'],
    [{ wrong: 'a', right: '' }, 'Write both'],
    [{ wrong: 'a ', right: 'a' }, 'nothing to learn'],
  ])('that teaches nothing is not sent: %o', (texts, says) => {
    const line = wrongWith(texts)
    if (says) expect(line).toContain(says)
    else expect(line).toBe('')
  })

  it('is found by words of all its texts, in any order', () => {
    const all = [MISHEARD, MISUNDERSTOOD, MISSAID]
    expect(found(all, '')).toEqual(all)
    expect(found(all, 'GITHUB get')).toEqual([MISHEARD])
    expect(found(all, 'the run')).toEqual([MISUNDERSTOOD])
    expect(found(all, 'nguyen')).toEqual([MISSAID])
    expect(found(all, 'nothing of it')).toEqual([])
  })
})

describe('the test of corrections', () => {
  it('tells better from worse', () => {
    expect([result(0.5, 0), result(0, 0.5), result(0.25, 0.25)].map(judged)).toEqual(['better', 'worse', 'same'])
  })

  it('is told in one line', () => {
    expect(percent(1 / 3)).toBe('33.3 %')
    expect(summary({ results: [result(0.5, 0), result(0.5, 0), result(0, 0.25)], wer_before: 0.4, wer_after: 0.1 })).toBe('Words that were wrong: 40 % before, 10 % now. 2 better, 1 worse.')
    expect(summary({ results: [], wer_before: 0, wer_after: 0 })).toContain('nothing to hear again')
  })
})

it('what came of a file is told in one line, with the first reason', () => {
  expect(takenLine({ added: 2, kept: 0, refused: 0, why: [] })).toBe('2 new')
  expect(takenLine({ added: 1, kept: 3, refused: 2, why: ['entry 4: meant is empty', 'entry 5: …'] })).toBe('1 new, 3 known already, 2 refused: entry 4: meant is empty')
})
