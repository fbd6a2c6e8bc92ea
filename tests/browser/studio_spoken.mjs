// A person in the Studio who speaks: an app appears and is used, tools are recommended and added, the page leads, a change, and back.

import { copyFileSync } from 'node:fs'

import { looked } from './looks.mjs'
import { BESIDE, appOf, sums } from './studio.mjs'
import { Visit, is, silence, told } from './visit.mjs'

const version = (page, number) => page.locator('.project-bar .badge', { hasText: `version ${number}` }).waitFor()

const JOBS = new Set(['build', 'green'])

/** In the page, before its own scripts: a browser that listens at this rate, as some do, where 16 kHz are asked for. */
function listensAt(rate) {
  const Own = window.AudioContext
  window.AudioContext = class extends Own {
    constructor(how) { super(how?.sampleRate === 16_000 ? { ...how, sampleRate: rate } : how) }
  }
}

const ready = async (page) => {
  await page.waitForSelector('#studio')
  await page.waitForSelector('#status[data-state=open]')
}

/** Their microphone is another one each time, whose sound is a file. What was understood of it, when all that follows was heard. */
async function says(page, { mouth, pictures }, name, wav) {
  const from = page.down.length
  copyFileSync(wav, mouth)
  await page.evaluate(() => window.test.tracks.at(-1)?.dispatchEvent(new Event('ended')))
  await page.click('#vox .vox-talk')
  await page.waitForSelector('#vox .vox-mute')
  await told(page.down, is('spoken'), from)
  if (JOBS.has(name)) {
    const done = (one) => one.type === 'notice' && one.text.startsWith('Done')
    await told(page.down, done, from)
    const said = page.down.findLastIndex(done) // and it is said, however long the voice takes
    await told(page.down, is('read'), said)
    await told(page.down, is('read_end'), page.down.findIndex((one, at) => at > said && one.type === 'read'))
  }
  await silence(page, 1_000)
  if (pictures) await page.screenshot({ path: `${pictures}/spoken-${name}.png` })
  const came = page.down.slice(from)
  const rate = await page.evaluate(() => window.test.rates.at(-1))
  return { asked: came.filter(is('asked')).map((one) => one.instruction), ...rate }
}

/** The colour of the button that stands out, as red, green and blue, whatever form the style has. */
async function colour(page) {
  const button = (await appOf(page, '#result')).locator('button.primary')
  return button.evaluate((one) => {
    const ink = document.createElement('canvas').getContext('2d')
    ink.fillStyle = getComputedStyle(one).backgroundColor
    ink.fillRect(0, 0, 1, 1)
    return [...ink.getImageData(0, 0, 1, 1).data].slice(0, 3)
  })
}

export async function studioSpoken(browser, plan) {
  const visit = await Visit.of(browser, { viewport: { width: 1600, height: 900 } })
  await visit.context.addInitScript(listensAt, 44_100)
  const page = await visit.opens(plan.url)
  await page.click('nav a[href$="/studio"]')
  await page.click('[data-model=local][data-ready=true] .primary')
  await ready(page)
  const said = {}
  const speak = async (name) => { said[name] = await says(page, plan, name, plan.wavs[name]) }

  await speak('build')
  await version(page, 1)
  const before = await colour(page) // while nothing points at it
  const shown = await sums(page)

  await speak('charts')
  const offers = page.locator('#vox .offers li')
  const card = { count: await offers.count(), first: await offers.first().locator('.name').innerText(), tool: await offers.first().getAttribute('data-tool') }
  const found = await looked(page, 'spoken', plan)
  await speak('add')
  await page.click('.tabs [data-to=tools]')
  await page.locator('.added-tools', { hasText: card.tool }).waitFor()
  await visit.context.addInitScript(listensAt, 48_000)
  await page.reload()
  await ready(page)
  await speak('preview')
  const led = await page.evaluate(() => location.hash.split('/').slice(1).join('/'))

  await speak('green')
  await version(page, 2)
  const green = await colour(page)
  const again = await sums(page)
  await speak('undo')
  await version(page, 1)
  const undone = await colour(page)
  const acts = page.down.filter(is('result')).map((one) => one.receipt ?? '')
  return { said, shown, card, led, before, green, again, undone, acts, found, errors: visit.errors.filter((one) => !BESIDE.test(one)) }
}
