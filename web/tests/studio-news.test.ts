// The workshop's news: what is shown of a job, and that neither order nor repetition matters.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Job, type News, type Step, textOf, told, working, writing } from '../src/core/studio/news.ts'
import { endLine, phaseLine, phasesOf } from '../src/core/studio/progress.ts'
import { type Source, follow, newsFrom } from '../src/io/studio/news.ts'
import { first, frozen } from './frames.ts'

const numbered = (steps: readonly Step[], job = 1): readonly News[] => steps.map((one, n) => ({ ...one, job, number: n + 1 }))
const after = (news: readonly News[], jobs: readonly Job[] = []): readonly Job[] => frozen(news.reduce(told, jobs))

const MADE = numbered([
  { type: 'job_began', prompt: 'a timer', by: 'templates' }, { type: 'phase', phase: 'analyse', about: '' }, { type: 'phase', phase: 'generate', about: '' },
  { type: 'file_began', path: 'index.html' }, { type: 'file_wrote', path: 'index.html', text: '<h1>' }, { type: 'file_wrote', path: 'index.html', text: 'Tea</h1>' },
  { type: 'file_ended', path: 'index.html', size: 12 }, { type: 'file_began', path: 'app.js' }, { type: 'file_wrote', path: 'app.js', text: 'tick()' },
])
const REST = numbered([...MADE, { type: 'file_ended', path: 'app.js', size: 6 }, { type: 'tool_used', id: 'chart' }, { type: 'job_done', version: 1, line: 'A timer for tea.' }])

describe('a job', () => {
  test('is shown as far as it is', () => {
    const [job] = [first(after(MADE))]
    expect([job.prompt, job.by, phaseLine(job), writing(job)?.path]).toEqual(['a timer', 'templates', 'Writing the files: app.js', 'app.js'])
    expect(job.files.map((one) => [one.path, textOf(one)])).toEqual([['app.js', 'tick()'], ['index.html', '<h1>Tea</h1>']])
    expect(phasesOf(job).map(({ name, state }) => `${name} ${state}`)).toEqual(['analyse done', 'plan to come', 'generate at work', 'validate to come'])
    expect(working([job])).toBe(job)
  })

  test('that has ended works no more, and says how it ended', () => {
    const jobs = after(REST)
    expect(working(jobs)).toBeNull()
    expect(first(jobs).tools).toEqual(['chart'])
    const ends = [first(jobs).end, { type: 'job_failed', line: 'No template fits.' } as const, { type: 'job_failed', line: '' } as const, { type: 'job_cancelled' } as const, { type: 'job_interrupted' } as const]
    expect(ends.map((one) => one && endLine(one))).toEqual(['A timer for tea.', 'No template fits.', 'It failed, and does not say why.', 'It was stopped. Nothing was changed.', 'The server ended before this was done.'])
  })

  test('that writes a file again shows only the second text', () => {
    const again = numbered([...MADE, { type: 'phase', phase: 'iterate', about: 'a tag is open' }, { type: 'file_began', path: 'index.html' }, { type: 'file_wrote', path: 'index.html', text: '<h1>Tea' }])
    const job = first(after(again))
    expect(job.files.map(textOf)).toEqual(['tick()', '<h1>Tea'])
    expect(phaseLine(job)).toBe('a tag is open')
    expect(phasesOf(job).at(-1)).toEqual({ name: 'iterate', state: 'at work' })
  })

  test('whose piece was lost shows the others', () => {
    const job = first(after(MADE.filter((one) => one.number !== 5)))
    expect(job.files.map(textOf)).toEqual(['tick()', 'Tea</h1>'])
  })

  test('is forgotten when four newer ones are known', () => {
    const jobs = after([3, 1, 5, 2, 4].flatMap((job) => numbered([{ type: 'job_began', prompt: String(job), by: '' }], job)))
    expect(jobs.map((one) => one.prompt)).toEqual(['2', '3', '4', '5'])
  })
})

const path = fc.constantFrom('index.html', 'app.js', 'lib/a.js')
const steps: fc.Arbitrary<readonly Step[]> = fc.array(fc.oneof(
  { weight: 5, arbitrary: fc.tuple(path, fc.string({ maxLength: 4 })).map(([one, text]): Step => ({ type: 'file_wrote', path: one, text })) },
  path.map((one): Step => ({ type: 'file_began', path: one })),
  path.map((one): Step => ({ type: 'file_ended', path: one, size: 1 })),
  fc.constantFrom('analyse', 'generate', 'validate', 'iterate').map((phase): Step => ({ type: 'phase', phase, about: '' })),
  fc.constantFrom('chart', 'map').map((id): Step => ({ type: 'tool_used', id })),
), { maxLength: 30 }).chain((middle) => fc.constantFrom<readonly Step[]>([], [{ type: 'job_done', version: 2, line: 'x' }], [{ type: 'job_cancelled' }], [{ type: 'job_interrupted' }])
  .map((end) => [{ type: 'job_began', prompt: 'p', by: 'b' }, ...middle, ...end]))

const streams = fc.array(steps, { minLength: 1, maxLength: 6 }).map((jobs) => jobs.flatMap((one, n) => numbered(one, n + 1)))

test('in any order, and with any step told again, the same is shown as by the whole', () => {
  fc.assert(fc.property(streams.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray([...all, ...all.slice(0, 20)], { minLength: Math.min(20, all.length) + all.length }))), ([all, mixed]) => {
    expect(after(mixed)).toEqual(after(all))
  }))
})

test('a stream that is taken up again anywhere, and from anywhere before, ends as the whole', () => {
  fc.assert(fc.property(streams, fc.array(fc.tuple(fc.nat(200), fc.nat(30)), { maxLength: 4 }), (all, breaks) => {
    const cuts = breaks.map(([at, back]) => ({ at: at % (all.length + 1), back })).toSorted((one, other) => one.at - other.at)
    const told: News[] = []
    let from = 0
    for (const { at, back } of cuts) {
      told.push(...all.slice(from, at))
      from = Math.max(0, at - back)
    }
    expect(after([...told, ...all.slice(from)])).toEqual(after(all))
  }))
})

test.each([
  ['{"job":1,"number":2,"type":"phase","phase":"plan","about":""}', { job: 1, number: 2, type: 'phase', phase: 'plan', about: '' }],
  ['{"job":1,"number":2,"type":"tool_used","id":"chart","more":1}', { job: 1, number: 2, type: 'tool_used', id: 'chart' }],
  ['{"job":1,"number":2,"type":"unheard_of"}', null],
  ['{"job":"1","number":2,"type":"job_cancelled"}', null],
  ['{"job":1,"number":2,"type":"file_wrote","path":"a"}', null],
  ['not JSON', null],
])('%s', (text, news) => expect(newsFrom(text)).toEqual(news))

test('what the server ends for good is asked for again after a pause, and no more once it is left', () => {
  const sources: Source[] = []
  const waits: (() => void)[] = []
  const told: unknown[] = []
  const end = follow('p 1', {
    dial: (address) => {
      told.push(address)
      const source: Source = { readyState: 0, opened: () => undefined, said: () => undefined, broke: () => undefined, close: () => told.push('closed') }
      sources.push(source)
      return source
    },
    later: (f) => {
      waits.push(f)
      return () => void waits.splice(0)
    },
    news: (news) => told.push(news.type),
    follows: (follows) => told.push(follows),
  })
  const now = first(sources)
  now.opened()
  now.said('{"job":1,"number":1,"type":"job_cancelled"}')
  now.broke()
  expect(waits, 'the browser takes it up again by itself').toHaveLength(0)
  now.readyState = 2
  now.broke()
  expect(told).toEqual(['/api/studio/projects/p%201/news', true, 'job_cancelled', false, false])
  first(waits)()
  expect(sources).toHaveLength(2)
  end()
  expect(told.at(-1)).toBe('closed')
  expect(waits).toEqual([])
})
