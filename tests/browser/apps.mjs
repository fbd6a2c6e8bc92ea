// Apps of the Studio as a person uses them: each in a sandboxed frame of another origin, as the preview shows it, and by itself.
// Reads a plan from standard input: {"apps": {id: files}, "changed": [{id, said, files, presses}], "axe", "pictures", "chromium"}.
// Prints what was seen, as JSON.

import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

import { chromium } from 'playwright-core'

import { USES, VISITS } from './app_uses.mjs'

const plan = JSON.parse(readFileSync(0, 'utf8'))
const TODAY = new Date('2026-11-25T10:00:00Z')
const TYPES = { html: 'text/html', css: 'text/css', js: 'text/javascript' }
const AT_ONCE = 10 // frames of a page
const errors = []

// What is served: /NUMBER/PATH is a file of the app with this number; / is a page with a frame for each of `framed`.
const shelf = [...Object.values(plan.apps), ...plan.changed.map((one) => one.files)]
let framed = []
const frameOf = (n) => `<iframe title="app" style="border:0;width:1200px;height:880px" sandbox="allow-scripts allow-forms" src="/${n}/index.html"></iframe>`
const server = createServer((request, response) => {
  const [, n, path] = request.url.split('/')
  if (request.url === '/') {
    response.setHeader('content-type', 'text/html')
    response.end(`<!doctype html><title>Preview</title><link rel="icon" href="data:,">${framed.map(frameOf).join('')}`)
    return
  }
  const text = shelf[n]?.[path]
  if (text === undefined && path !== undefined) errors.push(`${request.url} is asked for`)
  const origin = `http://${request.headers.host}`
  const policy = [
    "default-src 'none'", `script-src ${origin}`, `style-src 'unsafe-inline' ${origin}`, `img-src data: blob: ${origin}`,
    "connect-src 'none'", "form-action 'none'", "base-uri 'none'",
  ]
  response.writeHead(text === undefined ? 404 : 200, {
    'content-type': `${TYPES[request.url.split('.').at(-1)] ?? 'text/plain'}; charset=utf-8`,
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

const opened = async () => {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, timezoneId: 'UTC', reducedMotion: 'reduce' })
  context.setDefaultTimeout(20_000)
  const page = await context.newPage()
  const noted = (what) => errors.push(`${framed.join(' ')}: ${what}`)
  page.on('console', (message) => message.type() === 'error' && !message.location().url.endsWith('/favicon.ico') && noted(message.text()))
  page.on('pageerror', noted)
  return { context, page }
}

/** The frames of these apps, in their order. */
const shown = async (page, numbers) => {
  framed = numbers
  await page.goto(`${ORIGIN}/`)
  return numbers.map((n) => page.frames().find((one) => new URL(one.url()).pathname === `/${n}/index.html`))
}

/** All that the changes are about, as the browser shows it. */
const look = () => {
  const ink = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  const plain = (colour) => { // a mixed colour is told in another form
    ink.fillStyle = colour
    ink.fillRect(0, 0, 1, 1)
    return `rgb(${[...ink.getImageData(0, 0, 1, 1).data].slice(0, 3).join(', ')})`
  }
  const style = (element, pseudo) => getComputedStyle(element, pseudo)
  const seen = (element) => element.checkVisibility()
  const main = document.querySelector('main')
  const heading = document.querySelector('h1')
  const buttons = [...document.querySelectorAll('#actions button')].filter(seen)
  const parts = [...main.children].filter((one) => one.dataset.part && seen(one))
  const top = (one) => one.getBoundingClientRect().top
  const left = (one) => one.getBoundingClientRect().left
  const cards = parts.filter((one) => one.classList.contains('card'))
  const labels = [...document.querySelectorAll('label[for]')]
  return {
    accent: style([...document.querySelectorAll('h2')].find(seen) ?? document.querySelector('h2'), '::before').backgroundColor,
    buttons: buttons.map((one) => ({ text: one.textContent, background: style(one).backgroundColor, colour: style(one).color, height: one.offsetHeight, radius: parseFloat(style(one).borderRadius) })),
    background: style(document.body).backgroundColor,
    card: cards.length ? plain(style(cards[0]).backgroundColor) : null,
    text: style(document.body).color,
    size: parseFloat(style(document.body).fontSize),
    family: style(document.body).fontFamily,
    title: heading.innerText,
    titled: document.title,
    titleColour: style(heading).color,
    titleSize: parseFloat(style(heading).fontSize),
    titleAlign: style(heading).textAlign,
    radius: cards.length ? parseFloat(style(cards[0]).borderRadius) : null,
    beside: parts.some((one) => parts.some((other) => top(one) === top(other) && left(one) < left(other))),
    columns: style(main).gridTemplateColumns.split(' ').length,
    gap: parseFloat(style(main).rowGap),
    width: main.offsetWidth,
    order: parts.sort((one, other) => top(one) - top(other)).map((one) => one.dataset.part),
    words: document.body.innerText,
    labels: labels.map((one) => one.textContent),
    fields: Object.fromEntries(labels.flatMap((one) => {
      const field = document.getElementById(one.htmlFor)
      return field ? [[one.textContent, field.value]] : []
    })),
  }
}

/** What an app shows and holds, to be compared. */
const state = () => JSON.stringify([
  document.querySelector('main').innerText,
  [...document.querySelectorAll('input, select, textarea')].map((one) => [one.id, one.type === 'checkbox' || one.type === 'radio' ? one.checked : one.value]),
])

/** All that is seen of a changed app: at first, after its new button was pressed, and used. Runs in the page. */
const trial = `(${(look, state, use, name) => {
  const press = () => [...document.querySelectorAll('button')].find((one) => one.textContent === name)?.click()
  const after = look()
  let presses = null
  if (name === 'Dark mode') {
    press()
    const dark = look()
    press()
    presses = { dark, light: look() }
  } else if (name) {
    const first = state()
    use()
    const used = state()
    press()
    presses = { differs: used !== first, again: state() === first }
  }
  return { after: { ...after, used: use() }, presses }
}})`
const tried = (frame, id, name) => frame.evaluate(`${trial}(${look}, ${state}, () => ${USES[id]}, ${JSON.stringify(name)})`)

const axeSource = readFileSync(plan.axe, 'utf8')
const serious = async (page, name) => {
  await page.evaluate(axeSource)
  const { violations } = await page.evaluate(() => window.axe.run())
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  const found = violations.filter(({ impact }) => ['serious', 'critical'].includes(impact))
  return [
    ...found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${name}: ${id} ${html.slice(0, 160)}`)),
    ...(wide > 0 ? [`${name}: ${wide} pixels too wide`] : []),
  ]
}

/** By itself, small and wide, light and dark. */
const looked = async (page, id, n) => {
  const found = []
  const looks = [[360, 'dark'], [1200, 'light'], ...(plan.pictures ? [[360, 'light'], [1200, 'dark']] : [])]
  framed = [id]
  await page.goto(`${ORIGIN}/${n}/index.html`)
  await page.evaluate(USES[id])
  for (const [width, colorScheme] of looks) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    if (plan.pictures) await page.screenshot({ path: `${plan.pictures}/${id}-${width}-${colorScheme}.png`, fullPage: true })
    found.push(...(await serious(page, `${id} ${width} ${colorScheme}`)))
  }
  await page.setViewportSize({ width: 1200, height: 900 })
  await page.emulateMedia({ colorScheme: 'light' })
  return found
}

const ids = Object.keys(plan.apps)
const facts = {}
const wrong = []
const visits = await opened()
await visits.context.clock.install({ time: TODAY.getTime() - 1_000 })
await visits.context.clock.pauseAt(TODAY)
for (const [n, id] of ids.entries()) {
  const [frame] = await shown(visits.page, [n])
  facts[id] = await VISITS[id](frame, visits.context.clock)
}

// From here on the clock stands, so that what is shown depends on what was done alone.
const { context, page } = await opened()
await context.addInitScript(`Date.now = () => ${TODAY.getTime()}`)
for (const [n, id] of ids.entries()) wrong.push(...(await looked(page, id, n)))
const trials = [...ids.map((id) => ({ id, said: '', presses: '' })), ...plan.changed]
const changed = []
for (let from = 0; from < trials.length; from += AT_ONCE) {
  const some = trials.slice(from, from + AT_ONCE)
  const frames = await shown(page, some.map((_, at) => from + at))
  for (const [at, { id, said, presses }] of some.entries()) changed.push({ id, said, ...(await tried(frames[at], id, presses)) })
}
console.log(JSON.stringify({ facts, changed, wrong, errors }))
await browser.close()
server.close()
