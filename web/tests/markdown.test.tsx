// @vitest-environment happy-dom
// An answer as its writer meant it. Nothing of it is ever HTML, and a link leads only where a link may lead.

import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Markdown } from '../src/ui/markdown.tsx'
import './page.tsx'

const drawn = (text: string, heard = 0): HTMLElement => render(<Markdown text={text} heard={heard} />).container
const heardIn = (root: HTMLElement): string => [...root.querySelectorAll('.heard')].map((one) => one.textContent).join('')

describe('what was heard is marked', () => {
  test.each([
    ['It is noon.', 5, 'It is'],
    ['It is *noon*. Good.', 13, 'It is noon.'],
    ['It is *noon*. Good.', 0, ''],
    ['It is *noon*. Good.', 99, 'It is noon. Good.'],
    ['Run `make test` now', 15, 'Run make test'],
    ['- one\n- two', 5, 'one'],
  ])('%s up to %i', (text, heard, words) => {
    expect(heardIn(drawn(text, heard))).toBe(words)
  })

  test('what is heard and what is not are the whole text, at every place', () => {
    const text = 'One *two* **three** `four` [five](https://a.example)'
    for (let heard = 0; heard <= text.length; heard += 1) {
      expect(drawn(text, heard).textContent).toBe('One two three four five')
      cleanup()
    }
  })
})

test('HTML is shown as it is written', () => {
  const text = 'a <img src=x onerror="alert(1)"> b\n\n<script>alert(1)</script>\n\n<b>c</b>'
  const root = drawn(text)
  expect(root.querySelectorAll('img, script, b')).toHaveLength(0)
  expect(root.textContent).toContain('<img src=x onerror="alert(1)">')
  expect(root.textContent).toContain('<script>alert(1)</script>')
})

describe('a link', () => {
  test.each(['https://a.example/b', 'http://a.example', 'mailto:a@b.example', 'HTTPS://A.EXAMPLE'])('to %s leads there, in a window of its own', (address) => {
    drawn(`[here](${address})`)
    const link = screen.getByRole('link', { name: 'here' })
    expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([address, '_blank', 'noreferrer noopener'])
  })

  test.each(['javascript:alert(1)', 'JavaScript:alert(1)', 'data:text/html,x', 'vbscript:x', 'file:///etc/passwd', '/api/sessions', '#a', '//a.example', 'java&#115;cript:alert(1)', ' javascript:alert(1)'])(
    'to %s is only its words', (address) => {
      const root = drawn(`[here](<${address}>)`)
      expect(root.querySelectorAll('a')).toHaveLength(0)
      expect(root.textContent).toBe('here')
    })
})

test('a picture is its words, and nothing is fetched for it', () => {
  const root = drawn('![a cat](https://a.example/cat.png)')
  expect(root.querySelectorAll('img')).toHaveLength(0)
  expect(root.textContent).toBe('a cat')
})

test('code says its language, is scrolled by keys, and is copied as it stands', async () => {
  const copied: string[] = []
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: (text: string) => Promise.resolve(copied.push(text)) } })
  drawn('```python\nprint("<b>")\n\n  x = 1\n```')
  expect(screen.getByRole('region', { name: 'Code in python' }).tabIndex).toBe(0)
  fireEvent.click(screen.getByRole('button', { name: /copy/i }))
  await screen.findByRole('button', { name: /copied/i })
  expect(copied).toEqual(['print("<b>")\n\n  x = 1'])
})

test('a change in code has its signs', () => {
  const root = drawn('```diff\n-one\n+two\n```')
  expect(root.querySelector('pre')?.textContent).toContain('-one')
  expect(screen.getByRole('region', { name: 'A change' })).toBeTruthy()
})

test('a table has heads and cells, and is scrolled by keys', () => {
  drawn('| a | b |\n|---|---|\n| 1 | *2* |')
  expect(screen.getAllByRole('columnheader').map((one) => one.textContent)).toEqual(['a', 'b'])
  expect(screen.getAllByRole('cell').map((one) => one.textContent)).toEqual(['1', '2'])
  expect(screen.getByRole('region', { name: 'Table' }).tabIndex).toBe(0)
})

test('headings begin below those of the page', () => {
  drawn('# One\n\n## Two\n\n###### Six')
  expect(screen.getAllByRole('heading').map((one) => one.tagName)).toEqual(['H3', 'H4', 'H6'])
})

test('whatever is written, no script, no picture and no other address comes of it', () => {
  const sign = fc.constantFrom('[', ']', '(', ')', '<', '>', '!', '`', '*', '_', '|', '\n', 'javascript:', 'https://a.example', 'img', 'script', 'a', ' ', '&#x6A;', '"', '~', '1. ', '[^1]: ')
  fc.assert(fc.property(fc.array(sign, { maxLength: 40 }), fc.nat(60), (signs, heard) => {
    const root = drawn(signs.join(''), heard)
    expect(root.querySelectorAll('script, img, iframe, object, embed, form, style')).toHaveLength(0)
    for (const link of root.querySelectorAll('a')) expect(link.getAttribute('href')).toMatch(/^(https?:|mailto:)/i)
    cleanup()
  }), { numRuns: 150 })
})
