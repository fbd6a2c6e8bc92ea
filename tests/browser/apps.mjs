// Apps of the Studio as a person uses them: each in a sandboxed frame of another origin, as the preview shows it, and by itself.
// Reads a plan from standard input: {"apps": {id: files}, "changed": [{id, said, files, presses}], "axe", "pictures", "chromium"}.

import { readFileSync } from 'node:fs'

import { chromium } from 'playwright-core'

import { USES, VISITS } from './app_uses.mjs'

const plan = JSON.parse(readFileSync(0, 'utf8'))
const TODAY = new Date('2026-11-25T10:00:00')
const TYPES = { html: 'text/html', css: 'text/css', js: 'text/javascript' }
const ORIGIN = 'http://app.test'
const POLICY = [
  "default-src 'none'", `script-src ${ORIGIN}`, `style-src 'unsafe-inline' ${ORIGIN}`, `img-src data: blob: ${ORIGIN}`,
  "connect-src 'none'", "form-action 'none'", "base-uri 'none'",
].join('; ')

const browser = await chromium.launch({
  executablePath: plan.chromium,
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
})
const errors = []
let files = {}
let now = ''

const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, timezoneId: 'UTC' })
context.setDefaultTimeout(20_000)
await context.clock.install({ time: TODAY })
await context.route('**/*', (route) => {
  const { hostname, pathname } = new URL(route.request().url())
  if (hostname === 'host.test') {
    return route.fulfill({ contentType: 'text/html', body: `<!doctype html><title>Preview</title><iframe title="app" style="border:0;width:100%;height:880px" sandbox="allow-scripts allow-forms" src="${ORIGIN}/index.html"></iframe>` })
  }
  const text = files[pathname.slice(1)]
  if (text === undefined) {
    if (pathname !== '/favicon.ico') errors.push(`${now}: asks for ${pathname}`)
    return route.fulfill({ status: 404, body: '' })
  }
  return route.fulfill({ contentType: TYPES[pathname.split('.').at(-1)], headers: { 'content-security-policy': POLICY }, body: text })
})
const page = await context.newPage()
page.on('console', (message) => {
  if (message.type() === 'error' && !message.location().url.includes('favicon')) errors.push(`${now}: ${message.text()}`)
})
page.on('pageerror', (error) => errors.push(`${now}: ${error}`))

/** The app in a frame. */
const framed = async (which, name) => {
  files = which
  now = name
  await page.goto('http://host.test/')
  const frame = page.frames().find((one) => one.url().startsWith(ORIGIN))
  await frame.waitForSelector('main')
  return frame
}

/** All that the changes are about, as the browser shows it. */
const look = () => {
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
    card: cards.length ? style(cards[0]).backgroundColor : null,
    text: style(document.body).color,
    size: parseFloat(style(document.body).fontSize),
    family: style(document.body).fontFamily,
    title: heading.innerText,
    titled: document.title,
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

const pressed = async (frame, id, name) => {
  const press = () => frame.evaluate((text) => [...document.querySelectorAll('button')].find((one) => one.textContent === text)?.click(), name)
  if (name === 'Dark mode') {
    await press()
    const dark = await frame.evaluate(look)
    await press()
    return { dark, light: await frame.evaluate(look) }
  }
  const first = await frame.evaluate(state)
  await frame.evaluate(USES[id])
  const used = await frame.evaluate(state)
  await press()
  return { differs: used !== first, again: (await frame.evaluate(state)) === first }
}

const axeSource = readFileSync(plan.axe, 'utf8')
const serious = async (name) => {
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
const looked = async (id) => {
  const found = []
  files = plan.apps[id]
  now = `${id} by itself`
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(`${ORIGIN}/index.html`)
  await page.evaluate(USES[id])
  for (const [width, colorScheme] of [[360, 'dark'], [1200, 'light'], [360, 'light'], [1200, 'dark']]) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    if (plan.pictures) await page.screenshot({ path: `${plan.pictures}/${id}-${width}-${colorScheme}.png`, fullPage: true })
    found.push(...(await serious(`${id} ${width} ${colorScheme}`)))
  }
  await page.setViewportSize({ width: 1200, height: 900 })
  await page.emulateMedia({ colorScheme: 'light' })
  return found
}

const facts = {}
const wrong = []
const first = {}
for (const id of Object.keys(plan.apps)) {
  const frame = await framed(plan.apps[id], id)
  first[id] = await frame.evaluate(look)
  facts[id] = await VISITS[id](frame, context.clock)
  const again = await framed(plan.apps[id], id)
  first[id].used = await again.evaluate(USES[id])
  wrong.push(...(await looked(id)))
}
const changed = []
for (const one of plan.changed) {
  const frame = await framed(one.files, `${one.id}: ${one.said}`)
  const after = await frame.evaluate(look)
  const presses = one.presses ? await pressed(frame, one.id, one.presses) : null
  const used = await frame.evaluate(USES[one.id])
  changed.push({ id: one.id, said: one.said, after: { ...after, used }, presses })
}
console.log(JSON.stringify({ facts, first, changed, wrong, errors }))
await browser.close()
