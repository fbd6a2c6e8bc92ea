// What an act that waits for a yes is shown as, what was changed, and who does what.

import { expect, test } from 'vitest'
import { actLine, actOf, changedLine, changesIn, diffLines, engines, inWords } from '../src/core/acts.ts'
import { brainName } from '../src/core/select.ts'

test('an act is taken apart, what was there before what comes in its place', () => {
  const act = actOf('Edit {"file_path":"a.py","new_string":"two\\nlines","old_string":"","replace_all":false}')
  expect(act?.name).toBe('Edit')
  expect(act?.parts.map(({ key, value, how }) => [key, value, how])).toEqual([
    ['file_path', 'a.py', ''], ['replace_all', 'false', ''], ['old_string', '', 'removed'], ['new_string', 'two\nlines', 'added'],
  ])
  expect(actLine('Bash {"command":"ls","timeout":5}')).toBe('Bash, command: ls, timeout: 5')
})

test('what stands there and what is to stand there are one change, line by line; each edit of several is one', () => {
  const of = (given: object) => changesIn(actOf(`Edit ${JSON.stringify(given)}`)?.parts ?? [])
  const lines = (given: object) => of(given).changes.map((one) => [one.key, one.lines.map(({ kind, text }) => [kind, text])])
  const one = { file_path: 'a.py', old_string: 'a\nb\nc', new_string: 'a\n-- x\nc' }
  expect(lines(one)).toEqual([['old_string → new_string', [['same', ' a'], ['removed', '-b'], ['added', '+-- x'], ['same', ' c']]]])
  expect(of(one).others.map(({ key }) => key)).toEqual(['file_path'])
  const several = { edits: [{ old_string: 'a', new_string: '' }, { old_string: '', new_string: 'b', replace_all: true }] }
  expect(lines(several)).toEqual([['edits 1 old_string → edits 1 new_string', [['removed', '-a']]], ['edits 2 old_string → edits 2 new_string', [['added', '+b']]]])
  expect(of(several).others.map(({ key, value }) => [key, value])).toEqual([['edits 2 replace_all', 'true']])
  expect(of({ old: 'alone', newer: 'x' }).others).toHaveLength(2)
})

test.each([
  'git push', 'send {"to":"alice"} now', 'send {"to":', 'send [1]', 'send {"to":"alice","to":"bob"}', 'send {"n":1.0}',
  'send {"n":12345678901234567890}', 'send  {"to":"alice"}', 'send {"b":1,"1":2}',
])('it is shown as it is written where the parts would not be all of it, to the letter: %s', (text) => {
  expect(actOf(text)).toBeNull()
  expect(actLine(text)).toBe(text)
})

test('the files that were changed are named in one line, and many are counted', () => {
  const file = (path: string, added = 0, removed = 0) => ({ path, added, removed })
  expect(changedLine([file('a.py', 3, 1), file('b.py', 2), file('c.py')])).toBe('changed: a.py +3 −1, b.py +2, c.py')
  expect(changedLine(Array.from({ length: 11 }, (_, n) => file(`${n}`)))).toBe('changed: 0, 1, 2, 3, 4, 5, 6, 7, 3 more')
  expect(changedLine([])).toBe('changed: nothing')
})

test('each line of a diff is what its sign says', () => {
  const kinds = diffLines('--- a\n+++ b\n@@ -1 +1 @@\n-one\n+two\n same\n').map(({ kind, text }) => [kind, text])
  expect(kinds).toEqual([['name', '--- a'], ['name', '+++ b'], ['place', '@@ -1 +1 @@'], ['removed', '-one'], ['added', '+two'], ['same', ' same']])
})

test('a line that is gone and began with dashes is no name of a file', () => {
  expect(diffLines('--- a\n+++ b\n@@ -1,2 +1 @@\n--- a note\n same\n').map(({ kind }) => kind)).toEqual(['name', 'name', 'place', 'removed', 'same'])
})

test('who hears, thinks and reads is told with the reason, which may have any sign', () => {
  const line = 'hears: local (no key; see thinks: it); thinks: claude_code (set in --set); reads: voice (joe)'
  expect(engines(line).map(({ does, kind, why }) => [does, kind, why])).toEqual([
    ['hears', 'local', 'no key; see thinks: it'], ['thinks', 'claude_code', 'set in --set'], ['reads', 'voice', 'joe'],
  ])
  expect(brainName(line)).toBe('Claude Code')
  expect(brainName('thinks: my_own (an entry point)')).toBe('my_own')
  expect(brainName('')).toBe('Answer')
})

test.each([['file_path', 'file path'], ['filePath', 'file path'], ['dangerouslyDisableSandbox', 'dangerously disable sandbox'], ['edits 1 new_string', 'edits 1 new string'], ['cmd', 'cmd']])('the name of a part is told in words: %s', (key, words) => {
  expect(inWords(key)).toBe(words)
})
