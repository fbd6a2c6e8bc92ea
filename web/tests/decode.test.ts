// Text from the socket to a frame: whatever comes, a frame with all its keys or a reason.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { down } from '../../protocol/browser/examples.json'
import { decode } from '../src/wire/decode.ts'
import { KEYS } from '../src/wire/keys.ts'

const because = (text: string): unknown => {
  const decoded = decode(text)
  return decoded.ok ? 'a frame' : [decoded.why, decoded.about]
}

test('every example of the protocol is a frame, with what it left out', () => {
  for (const one of down) {
    const decoded = decode(JSON.stringify(one))
    if (!decoded.ok) expect.fail(`${one.type}: ${decoded.about}`)
    expect(decoded.frame).toMatchObject(one)
    expect(Object.keys(decoded.frame).toSorted()).toEqual(['type', ...Object.keys(KEYS[one.type] ?? {})].toSorted())
  }
  expect(new Set(down.map((one) => one.type)), 'there is an example of each').toEqual(new Set(Object.keys(KEYS)))
})

test.each([
  ['', ['spoiled', 'not an object with a type']],
  ['[]', ['spoiled', 'not an object with a type']],
  ['null', ['spoiled', 'not an object with a type']],
  ['{"type":7}', ['spoiled', 'not an object with a type']],
  ['{"type":"dance","to":"music"}', ['unknown', 'dance']],
  ['{"type":"toString"}', ['unknown', 'toString']],
  ['{"type":"__proto__"}', ['unknown', '__proto__']],
  ['{"type":"notice"}', ['spoiled', 'notice.text']],
  ['{"type":"notice","text":7}', ['spoiled', 'notice.text']],
  ['{"type":"cue","kind":null}', ['spoiled', 'cue.kind']],
  ['{"type":"state","view":{}}', ['spoiled', 'state.view.surfaces']],
  ['{"type":"state","view":{"surfaces":7}}', ['spoiled', 'state.view.surfaces']],
  ['{"type":"notice","text":"a","more":1}', 'a frame'],
])('%s', (text, why) => {
  expect(because(text)).toEqual(why)
})

test('keys that are not the protocol’s do not come in', () => {
  expect(decode('{"type":"notice","text":"a","__proto__":{"x":1},"more":1}')).toEqual({ ok: true, frame: { type: 'notice', text: 'a', hold: null, run: null } })
})

test('no text makes it fail', () => {
  const types = fc.oneof(fc.constantFrom(...Object.keys(KEYS)), fc.string())
  const frame = fc.tuple(types, fc.dictionary(fc.constantFrom('text', 'run', 'hold', 'kind', 'view', 'read', 'constructor'), fc.jsonValue()))
  const text = fc.oneof(fc.string(), fc.json(), frame.map(([type, rest]) => JSON.stringify({ ...rest, type })))
  fc.assert(fc.property(text, (one) => {
    const decoded = decode(one)
    if (decoded.ok) expect(KEYS).toHaveProperty(decoded.frame.type)
    else expect(decoded.about.length).toBeGreaterThanOrEqual(0)
  }))
})
