// Apps of the Studio as a person uses them: in a sandboxed frame of another origin, as the preview shows them, and by themselves.
// Reads a plan from standard input: {"apps": {id: files}, "axe", "pictures", "chromium"}. Prints what was seen, as JSON.

import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

import { chromium } from 'playwright-core'

import { FULL, Person, TITLE, VISITS } from './app_uses.mjs'

const plan = JSON.parse(readFileSync(0, 'utf8'))
const TODAY = new Date('2026-11-25T10:00:00Z')
const TYPES = { html: 'text/html', css: 'text/css', js: 'text/javascript' }
const SIZES = [[375, 667], [768, 1024], [1280, 800], [1920, 1080]]
const AUDITED = [375, 1280]
const errors = []
const wrong = []

const server = createServer((request, response) => {
  const [, id, path] = request.url.split('/')
  if (request.url.startsWith('/?')) {
    response.setHeader('content-type', 'text/html')
    response.end(`<!doctype html><title>Preview</title><link rel="icon" href="data:,"><iframe title="app" style="border:0;width:1180px;height:880px" sandbox="allow-scripts allow-forms" src="/${request.url.slice(2)}/index.html"></iframe>`)
    return
  }
  const text = plan.apps[id]?.[path || 'index.html']
  if (text === undefined) errors.push(`${request.url} is asked for`)
  const origin = `http://${request.headers.host}`
  const policy = [
    "default-src 'none'", `script-src ${origin}`, `style-src 'unsafe-inline' ${origin}`, `img-src data: blob: ${origin}`,
    "connect-src 'none'", "form-action 'none'", "base-uri 'none'",
  ]
  response.writeHead(text === undefined ? 404 : 200, {
    'content-type': `${TYPES[(path || 'index.html').split('.').at(-1)] ?? 'text/plain'}; charset=utf-8`,
    'content-security-policy': policy.join('; '),
  })
  response.end(text ?? '')
})
await new Promise((listening) => server.listen(0, '127.0.0.1', listening))
const ORIGIN = `http://127.0.0.1:${server.address().port}`

const browser = await chromium.launch({
  executablePath: plan.chromium,
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
})
const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, timezoneId: 'UTC', locale: 'en-US', reducedMotion: 'reduce' })
context.setDefaultTimeout(20_000)
await context.clock.install({ time: TODAY.getTime() - 1_000 })
await context.clock.pauseAt(TODAY)
const page = await context.newPage()
let at = ''
const noted = (what) => errors.push(`${at}: ${what}`)
page.on('console', (message) => message.type() === 'error' && noted(message.text()))
page.on('pageerror', noted)

const axe = readFileSync(plan.axe, 'utf8')
/** What axe calls wrong. */
async function audited(name) {
  await page.evaluate(axe)
  await context.clock.resume() // it waits
  const { violations } = await page.evaluate(() => window.axe.run({ resultTypes: ['violations'] }))
  await context.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))
  for (const { id, nodes } of violations) wrong.push(...nodes.map(({ html }) => `${name}: ${id} ${html.slice(0, 160)}`))
}

/** Everything that can be pressed or written into is reached by Tab, and is seen to have the focus. */
async function reached(name) {
  const found = await page.evaluate(() => [...document.querySelectorAll('button, input, select, textarea, a[href], [tabindex="0"]')]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.disabled && (one.type !== 'radio' || one.checked)).map((one, n) => { one.dataset.walk = n; return one.outerHTML.slice(0, 120) }))
  const walked = new Set()
  await page.evaluate(() => { document.activeElement.blur(); getSelection().removeAllRanges() })
  for (let n = 0; n < found.length + 12 && walked.size < found.length; n += 1) { // a date has a stop for each of its parts
    await page.keyboard.press('Tab')
    const [here, seen] = await page.evaluate(() => [document.activeElement.dataset.walk, getComputedStyle(document.activeElement).outlineStyle !== 'none'])
    if (here !== undefined) walked.add(Number(here))
    if (here !== undefined && !seen) wrong.push(`${name}: the focus cannot be seen on ${found[here]}`)
  }
  wrong.push(...found.filter((_, n) => !walked.has(n)).map((html) => `${name}: Tab does not reach ${html}`))
}

/** What a finger cannot hit: less than 44 pixels wide or high, its label counted with it. A link in a text is as high as its line. */
async function pointed(name) {
  const small = await page.evaluate(() => [...document.querySelectorAll('button, input, select, textarea, [role="application"]')].filter((one) => {
    const boxes = [one, ...(one.labels ?? [])].filter((part) => part.checkVisibility({ visibilityProperty: true })).map((part) => part.getBoundingClientRect())
    return boxes.length && !boxes.some(({ width, height }) => width >= 43.5 && height >= 43.5)
  }).map((one) => `${Math.round(one.getBoundingClientRect().width)}×${Math.round(one.getBoundingClientRect().height)} ${one.outerHTML.slice(0, 120)}`))
  wrong.push(...small.map((one) => `${name}: too small to touch: ${one}`))
}

/** In all sizes, light and dark; by axe on a phone and on a desk. */
async function looked(id, how) {
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height })
    for (const colorScheme of ['light', 'dark']) {
      const name = `${id} ${how} ${width} ${colorScheme}`
      await page.emulateMedia({ colorScheme })
      if (plan.pictures) await page.screenshot({ path: `${plan.pictures}/${name.replaceAll(' ', '-')}.png`, fullPage: how !== 'full' })
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      if (wide > 0) wrong.push(`${name}: ${wide} pixels too wide`)
      if (AUDITED.includes(width)) await audited(name)
      if (width < 1000) await pointed(name)
    }
  }
  await page.setViewportSize({ width: 1200, height: 900 })
}

const facts = {}
const kept = {}
for (const id of Object.keys(plan.apps)) {
  at = id
  await page.goto(`${ORIGIN}/?${id}`)
  const frame = page.frames().find((one) => one.url().endsWith(`/${id}/index.html`))
  facts[id] = await VISITS[id].does(new Person(page, frame, context.clock))

  await page.goto(`${ORIGIN}/${id}/`)
  await looked(id, 'first')
  await VISITS[id].does(new Person(page, page.mainFrame(), context.clock))
  await reached(id)
  await looked(id, 'used')
  await page.goto(`${ORIGIN}/${id}/`)
  kept[id] = await VISITS[id].kept(new Person(page, page.mainFrame(), context.clock))

  await page.evaluate((state) => localStorage.setItem(KEY, JSON.stringify(state)), FULL[id] ?? {})
  await page.goto(`${ORIGIN}/${id}/`)
  await page.evaluate((title) => { document.querySelector('h1').textContent = title }, TITLE)
  await looked(id, 'full')
}
console.log(JSON.stringify({ facts, kept, wrong, errors }))
await browser.close()
server.close()
