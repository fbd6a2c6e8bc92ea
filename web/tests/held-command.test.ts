// Which command a hold asks for, if it asks for one.

import { expect, test } from 'vitest'
import { heldCommand } from '../src/core/held-command.ts'

test.each([
  ['Bash {"command":"npm test"}', { command: 'npm test', leaves: false }],
  ['Bash {"command":"git push","dangerouslyDisableSandbox":true}', { command: 'git push', leaves: true }],
  ['Bash {"command":"ls","description":"x"}', { command: 'ls', leaves: false }],
  ['Bash {"command":" "}', null],
  ['Bash {"command":5}', null],
  ['Bash {"command":"a"', null],
  ['Write {"file_path":"a","content":"b"}', null],
  ['list the files', null],
])('%s', (text, command) => {
  expect(heldCommand(text)).toEqual(command)
})
