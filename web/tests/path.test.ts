import { expect, it } from 'vitest'
import { pathOf } from '../src/core/path.ts'

const line = (ear: string, brain: string): string => `hears: ${ear} (why); thinks: ${brain} (why); reads: voice (why)`

it.each([
  ['localhost', line('local', 'local'), 'Your voice goes to this machine and no further.'],
  ['127.0.0.1', line('gemini', 'claude_code'), 'Your voice goes to this machine, and to Gemini Live.'],
  ['box.lan', line('local', 'local'), 'Your voice goes to box.lan:8765 and no further.'],
  ['box.lan', line('mine', 'local'), 'Your voice goes to box.lan:8765, and to the ear “mine”.'],
  ['localhost', 'hears, thinks and speaks: gemini (why; narrator.kind = self: why)', 'Your voice goes to this machine, and to Gemini Live.'],
  ['localhost', '', 'Your voice goes to this machine.'],
])('where the sound goes, from %s with %s', (hostname, engines, says) => {
  expect(pathOf(`${hostname}:8765`, hostname, engines).short).toBe(says)
})

it('names who gets the words', () => {
  expect(pathOf('localhost:1', 'localhost', line('local', 'anthropic')).words).toContain('Anthropic')
  expect(pathOf('localhost:1', 'localhost', line('local', 'local')).words).toContain('answered there')
  expect(pathOf('localhost:1', 'localhost', '').words).toBe('')
})
