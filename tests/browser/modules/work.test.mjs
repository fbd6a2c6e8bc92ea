// What an act that waits for a yes is shown as.

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { actLine, partsOf } from '../page/work.js'

test('an act is taken apart, what was there before what comes in its place', () => {
  const text = 'Edit {"file_path":"a.py","new_string":"two\\nlines","old_string":"","replace_all":false}'
  assert.deepEqual(partsOf(text), ['Edit', [['file_path', 'a.py'], ['replace_all', false], ['old_string', ''], ['new_string', 'two\nlines']]])
  assert.equal(actLine('Bash {"command":"ls","timeout":5}'), 'Bash, command: ls, timeout: 5')
})

test('it is shown as it is written where the parts would not be all of it, to the letter', () => {
  for (const text of [
    'git push', 'send {"to":"alice"} now', 'send {"to":', 'send [1]', 'send {"to":"alice","to":"bob"}', 'send {"n":1.0}',
    'send {"n":12345678901234567890}', 'send  {"to":"alice"}', 'send {"b":1,"1":2}',
  ]) {
    assert.equal(partsOf(text), null, text)
    assert.equal(actLine(text), text)
  }
})
