// What a reload finds of the page before it.

import { expect, test } from 'vitest'
import { NOTHING, remember, remembered } from '../src/io/left.ts'

function store(...kept: readonly string[]): Storage {
  const all = new Map(kept.map((text) => ['solovox-token', text]))
  return {
    getItem: (key) => all.get(key) ?? null,
    setItem: (key, text) => { all.set(key, text) },
    removeItem: (key) => { all.delete(key) },
    clear: () => all.clear(),
    key: () => null,
    get length() { return all.size },
  }
}

const LEFT = { token: 't', at: { read: 3, samples: 480 } }

test('a reload of the same talk finds it, once', () => {
  const kept = store()
  remember('k3f9', LEFT, () => kept)
  expect(remembered('k3f9', () => kept)).toMatchObject(LEFT)
  expect(remembered('k3f9', () => kept), 'a copy of the window has it too').toEqual(NOTHING)
})

test('another talk finds nothing, and a page that never was in one leaves nothing', () => {
  const kept = store()
  remember('k3f9', LEFT, () => kept)
  expect(remembered('other', () => kept)).toEqual(NOTHING)
  remember('k3f9', { ...LEFT, token: '' }, () => kept)
  expect(kept).toHaveLength(0)
})

test.each(['{', 'null', '[]', '"t"', '{"token": 7, "talk": "k3f9", "at": {"read": 0, "samples": 0}}', '{"token": "t", "talk": "k3f9", "at": {"read": "1"}}', '{"token": "t", "talk": "k3f9", "at": null}'])(
  'what is damaged is nothing: %s', (text) => {
    const kept = store(text)
    expect(remembered('k3f9', () => kept)).toEqual(NOTHING)
    expect(kept, 'it is not looked at again').toHaveLength(0)
  })

test('a browser that keeps nothing breaks nothing', () => {
  const blocked = (): Storage => { throw new DOMException('denied', 'SecurityError') }
  expect(remembered('k3f9', blocked)).toEqual(NOTHING)
  expect(() => remember('k3f9', LEFT, blocked)).not.toThrow()
  const full = { ...store(), setItem: () => { throw new DOMException('full', 'QuotaExceededError') } }
  expect(() => remember('k3f9', LEFT, () => full)).not.toThrow()
})
