import { expect, it } from 'vitest'
import { pathOf } from '../src/core/path.ts'

const line = (ear: string, brain: string, voice = '', words = ''): string =>
  `hears: ${ear} (why)${voice && `; voice goes to: ${voice}`}; thinks: ${brain} (why); reads: voice (why)${words && `; words go to: ${words}; pays: your login`}`

it.each([
  ['localhost', line('local', 'local'), 'Your voice goes to this machine and no further.'],
  ['127.0.0.1', line('gemini', 'claude_code', 'Google’s Gemini Live', 'Anthropic'), 'Your voice goes to this machine, and to Google’s Gemini Live.'],
  ['box.lan', line('local', 'local'), 'Your voice goes to box.lan:8765 and no further.'],
  ['box.lan', line('mine', 'local'), 'Your voice goes to box.lan:8765, and to the ear “mine”.'],
  ['localhost', 'hears, thinks and speaks: gemini (why; narrator.kind = self: why); voice goes to: the server at localhost:9, which is this machine', 'Your voice goes to this machine, and to the server at localhost:9, which is this machine.'],
  ['localhost', '', 'Your voice goes to this machine.'],
])('where the sound goes, from %s with %s', (hostname, engines, says) => {
  expect(pathOf(`${hostname}:8765`, hostname, engines).short).toBe(says)
})

it('names who gets the words', () => {
  const words = (brain: string, to = ''): string => pathOf('localhost:1', 'localhost', line('local', brain, '', to)).words
  expect(words('anthropic', 'Anthropic')).toBe('Your words go to Anthropic.')
  expect(words('claude_code', 'Claude Code, and with it to the server at 127.0.0.1:9, which is this machine')).not.toContain('Anthropic')
  expect(words('mine')).toBe('Your words go to the brain “mine”.')
  expect(pathOf('localhost:1', 'localhost', line('local', 'local')).words).toContain('answered there')
  expect(pathOf('localhost:1', 'localhost', '').words).toBe('')
})
