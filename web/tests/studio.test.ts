// The Studio's state: a table of what happens, and what is asked of the server then.

import { describe, expect, test } from 'vitest'
import type { News, Step } from '../src/core/studio/news.ts'
import { happened } from '../src/core/studio/reduce.ts'
import type { Project } from '../src/core/studio/shapes.ts'
import { type Asks, type Happening, NOTHING, type Studio } from '../src/core/studio/state.ts'
import { cardOf } from '../src/core/studio/cards.ts'
import { highlighted, languageOf } from '../src/core/studio/highlight.ts'
import { nameFrom } from '../src/core/studio/naming.ts'
import { goalOf, placeOf } from '../src/core/studio/places.ts'
import { firstOf, treeOf } from '../src/core/studio/tree.ts'
import { neighbours } from '../src/core/studio/versions.ts'
import { wrongFrom } from '../src/io/studio/console.ts'
import { frozen } from './frames.ts'

const project = (id: string, version = 0, tools: readonly string[] = []): Project => ({ id, name: `App ${id}`, made_at: '2026-11-25T10:00:00Z', version, tools })
const news = (step: Step, job = 1, number = 9): News => ({ ...step, job, number })

function run(studio: Studio, ...events: readonly Happening[]): readonly [Studio, readonly Asks[]] {
  let asked: readonly Asks[] = []
  const end = events.reduce((now, event) => {
    const [next, asks] = happened(frozen(now), event)
    asked = asks // of the last
    return next
  }, studio)
  return [end, asked]
}

const A = project('a', 2)
const B = project('b', 1)
const [KNOWN] = run(NOTHING, { type: 'opened', wanted: '' }, { type: 'projects came', projects: [A, B] })
const [OPEN] = run(KNOWN, { type: 'files came', project: 'a', version: 2, files: { 'index.html': '<p>' } }, { type: 'preview came', project: 'a', version: 2, url: 'http://localhost:1/x/' })
const FOLLOWS = (id: string): readonly Asks[] => [{ do: 'keep', project: id }, { do: 'follow', project: id }, { do: 'load', project: id }]
const DONE: Step = { type: 'job_done', version: 3, line: '' }
const made = (studio: Studio): Studio => run(studio, { type: 'news came', project: 'a', news: news(DONE) }, { type: 'files came', project: 'a', version: 3, files: {} })[0]

const TABLE: readonly (readonly [string, Studio, Happening, Partial<Studio>, readonly Asks[]])[] = [
  ['the page asks what there is', NOTHING, { type: 'opened', wanted: 'b' }, { wanted: 'b' }, [{ do: 'list' }]],
  ['the project that was open is opened', { ...NOTHING, wanted: 'b' }, { type: 'projects came', projects: [A, B] }, { open: 'b' }, FOLLOWS('b')],
  ['else the newest', { ...NOTHING, wanted: 'z' }, { type: 'projects came', projects: [A, B] }, { open: 'a' }, FOLLOWS('a')],
  ['or none', NOTHING, { type: 'projects came', projects: [] }, { open: '', projects: [] }, [{ do: 'unfollow' }]],
  ['a list that has the open one at the same version changes nothing else', OPEN, { type: 'projects came', projects: [A] }, { open: 'a', shown: 2 }, []],
  ['a list that has another version of it loads that', OPEN, { type: 'projects came', projects: [project('a', 5)] }, { open: 'a', shown: 2 }, [{ do: 'load', project: 'a' }]],
  ['another project begins empty', OPEN, { type: 'project chosen', id: 'b' }, { open: 'b', shown: 0, files: {}, preview: { url: '', turn: 0 } }, FOLLOWS('b')],
  ['the same project is not opened again', OPEN, { type: 'project chosen', id: 'a' }, OPEN, []],
  ['a project that is not known yet is asked for', OPEN, { type: 'project chosen', id: 'n' }, { open: 'n' }, [{ do: 'list' }, ...FOLLOWS('n')]],
  ['a new one comes first, and is open', OPEN, { type: 'project made', project: project('n') }, { open: 'n', projects: [project('n'), A, B] }, FOLLOWS('n')],
  ['another name loads nothing', OPEN, { type: 'project changed', project: { ...A, name: 'Tea' } }, { projects: [{ ...A, name: 'Tea' }, B] }, []],
  ['undo loads what is shown then', OPEN, { type: 'project changed', project: { ...A, version: 1 } }, { projects: [{ ...A, version: 1 }, B] }, [{ do: 'load', project: 'a' }]],
  ['where the open one is removed, the next is opened', OPEN, { type: 'project removed', id: 'a' }, { open: 'b', projects: [B] }, FOLLOWS('b')],
  ['where another is removed, it stays', OPEN, { type: 'project removed', id: 'b' }, { open: 'a', projects: [A] }, []],
  ['a tool of the talk may have made a project', OPEN, { type: 'tool worked' }, OPEN, [{ do: 'list' }]],
  ['another version runs at another address', OPEN, { type: 'files came', project: 'a', version: 3, files: { 'a.js': '' } }, { shown: 3, files: { 'a.js': '' } }, [{ do: 'preview', project: 'a' }]],
  ['the same version goes on running', OPEN, { type: 'files came', project: 'a', version: 2, files: {} }, { shown: 2 }, []],
  ['files of a project that was left are dropped', OPEN, { type: 'files came', project: 'b', version: 7, files: {} }, OPEN, []],
  ['news of a project that was left are dropped', OPEN, { type: 'news came', project: 'b', news: news(DONE) }, OPEN, []],
  ['a job that is done has its version loaded', OPEN, { type: 'news came', project: 'a', news: news(DONE) }, { shown: 2 }, [{ do: 'load', project: 'a' }]],
  ['one whose version is here is not', OPEN, { type: 'news came', project: 'a', news: news({ type: 'job_done', version: 2, line: '' }) }, {}, []],
  ['what went wrong in an old app is shown, and not told', OPEN, { type: 'went wrong', wrong: { version: 2, line: 'x is not defined' } }, { wrong: ['x is not defined'], told: 0 }, []],
  ['in an app that was just made it is told', made(OPEN), { type: 'went wrong', wrong: { version: 3, line: 'x' } }, { wrong: ['x'], told: 3 }, [{ do: 'report later', version: 3 }]],
  ['once', { ...made(OPEN), told: 3 }, { type: 'went wrong', wrong: { version: 3, line: 'x' } }, { wrong: ['x'] }, []],
  ['with all that went wrong by then, each thing once', { ...made(OPEN), wrong: ['x', 'y', 'x'] }, { type: 'report due', version: 3 }, {}, [{ do: 'report', project: 'a', version: 3, lines: ['x', 'y'] }]],
  ['unless another version is shown by then', { ...made(OPEN), wrong: ['x'] }, { type: 'report due', version: 2 }, {}, []],
  ['what an app said that is gone is dropped', OPEN, { type: 'went wrong', wrong: { version: 1, line: 'x' } }, { wrong: [] }, []],
  ['run again, it begins anew', { ...OPEN, wrong: ['x'] }, { type: 'reload pressed' }, { wrong: [], preview: { url: 'http://localhost:1/x/', turn: 1 } }, []],
  ['what failed is said until it is dismissed', OPEN, { type: 'failed', line: 'no' }, { trouble: 'no' }, []],
  ['and not longer', { ...OPEN, trouble: 'no' }, { type: 'dismissed' }, { trouble: '' }, []],
]

test.each(TABLE)('%s', (_, before, event, state, asks) => {
  const [now, asked] = run(before, event)
  expect(now).toEqual({ ...now, ...state })
  expect(asked).toEqual(asks)
})

test('all of it is bounded', () => {
  const [now] = run(OPEN, ...Array.from({ length: 90 }, (_, n): Happening => ({ type: 'went wrong', wrong: { version: 2, line: 'x'.repeat(900) + String(n) } })))
  expect([now.wrong.length, now.wrong[0]?.length]).toEqual([60, 500])
})

describe('what comes from an app', () => {
  const frame = {}
  const data = { solovox: 'preview', version: 2, kind: 'error', text: 'app.js:3 x is not defined' }
  test.each([
    ['a line of its own window', { source: frame, data }, { version: 2, line: data.text }],
    ['of another window', { source: {}, data }, null],
    ['that it is loaded', { source: frame, data: { ...data, kind: 'loaded' } }, null],
    ['anything else', { source: frame, data: 'navigate' }, null],
  ])('%s', (_, said, wrong) => expect(wrongFrom(said, frame)).toEqual(wrong))
})

test.each([
  ['studio', { screen: 'studio', place: '' }], ['code', { screen: 'studio', place: 'files' }], ['preview', { screen: 'studio', place: 'preview' }],
  ['settings', { screen: 'settings', place: '' }], ['https://example.org', null], ['toString', null], ['', null],
])('a conversation leads to %s', (target, goal) => expect(goalOf(target)).toEqual(goal))

test.each([['', true, 'chat'], ['', false, 'preview'], ['chat', false, 'preview'], ['files', true, 'files'], ['nowhere', false, 'preview']] as const)('the address “%s”, narrow %s, shows %s', (address, narrow, place) =>
  expect(placeOf(address, narrow)).toBe(place))

test('a card is what has an id and a name, and nothing else is one', () => {
  const tool = { id: 'chart', name: 'Charts', domain: 'charts and maps', about: 'Draws.', why: 'you asked for it' }
  expect(cardOf(JSON.stringify([{ ...tool, more: 1 }, { id: 'x' }, 7]))).toEqual([tool])
  expect(['', '{}', 'null', '"x"'].map(cardOf)).toEqual([null, null, null, null])
  expect(cardOf(JSON.stringify(Array.from({ length: 99 }, () => tool)))).toHaveLength(12)
})

test('files are a tree, folders first', () => {
  expect(treeOf(['app.js', 'lib/b.js', 'lib/a.js'])).toEqual({
    name: '', folders: [{ name: 'lib', folders: [], leaves: [{ name: 'a.js', path: 'lib/a.js' }, { name: 'b.js', path: 'lib/b.js' }] }], leaves: [{ name: 'app.js', path: 'app.js' }],
  })
  expect([firstOf(['a.js', 'index.html']), firstOf(['z.css']), firstOf([])]).toEqual(['index.html', 'z.css', ''])
})

test('undo and redo lead to what is kept', () => {
  const kept = [1, 2, 4].map((number) => ({ number, made_at: '', about: '', by: '' }))
  expect([1, 2, 4].map((one) => neighbours(kept, one))).toEqual([{ before: null, after: 2 }, { before: 1, after: 4 }, { before: 2, after: null }])
})

describe('colours', () => {
  const kinds = (path: string, text: string): readonly string[] => highlighted(path, text).filter((one) => one.kind).map((one) => `${one.kind} ${one.text}`)
  test.each([
    ['app.js', 'const a = "x" // y', ['word const', 'text "x"', 'comment // y']],
    ['style.css', '--a: #fff; /* c */', ['name --a', 'number #fff', 'comment /* c */']],
    ['index.html', '<p class="a">It’s "so"</p>', ['tag <p', 'name class', 'text "a"', 'tag >', 'tag </p', 'tag >']],
    ['notes.md', 'const', []],
  ])('%s', (path, text, all) => expect(kinds(path, text)).toEqual(all))

  test('change no letter, whatever is written, and end where a file is half written', () => {
    for (const text of ['`a', '/* b', '<!-- c', '"d', 'x = \'e\\', '<a b="', '']) {
      for (const path of ['a.js', 'a.css', 'a.html']) expect(highlighted(path, text).map((one) => one.text).join('')).toBe(text)
    }
    expect(highlighted('a.js', '1'.repeat(200_000))).toHaveLength(1)
    expect(languageOf('a/B.HTML')).toBe('html')
  })
})

test.each([
  ['build me a unit converter', 'Unit converter'], ['Please make the garden planner!', 'Garden planner'], ['a timer for tea', 'A timer for tea'], ['make', 'Make'],
])('“%s” is a project named %s', (prompt, name) => expect(nameFrom(prompt)).toBe(name))

test('a long order has a short name', () => expect(nameFrom(`build ${'word '.repeat(60)}`).length).toBeLessThanOrEqual(62))
