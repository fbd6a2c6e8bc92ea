// @vitest-environment happy-dom
// Lanes, drawn: what is seen has a name, too.

import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { lanesOf } from '../src/core/lanes.ts'
import { Chart } from '../src/ui/chart.tsx'

test('each lane and each mark in sight has a name; what only helps the eye has none', () => {
  window.ResizeObserver = class { observe(): void { /* it is never another size */ } unobserve(): void { /* as above */ } disconnect(): void { /* as above */ } }
  const lanes = lanesOf({
    length_ms: 10, lanes: ['mic', 'heard'],
    marks: [{ lane: 'heard', kind: 'words', at: 0, end: null, label: 'What time is it?', n: 1, law: '' }, { lane: 'mic', kind: 'speech', at: 0, end: 10, label: 'speech', n: 2, law: '' }],
    waves: { mic: [{ at: 0, step_ms: 5, peaks: [1, 2] }] },
  })
  render(<Chart lanes={lanes} length={10} zoom={1} nearer={() => undefined} follow={false} chosen={null} hear={() => undefined} pressed={() => undefined} head={5} />)
  expect(screen.getAllByRole('group').map((one) => one.getAttribute('aria-label'))).toEqual(['You', 'Heard'])
  expect(screen.getAllByRole('img').map((one) => one.getAttribute('aria-label'))).toEqual(['You: speech, 0:00.0 to 0:00.0', 'Heard: What time is it?, at 0:00.0'])
  const outside = [...document.querySelectorAll('svg line, svg polygon, svg text.time')].filter((one) => !one.closest('[aria-hidden]'))
  expect(outside).toEqual([])
})
