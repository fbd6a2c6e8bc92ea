// A person in the Studio, typing: the welcome, an app that appears and is used, changed, undone, given out and taken in again.

import { copyFileSync, statSync } from 'node:fs'

import { looked } from './looks.mjs'
import { Visit, is, told, types } from './visit.mjs'

export const BESIDE = /^asked of another: http:\/\/localhost:\d+\/|'webrtc'/ // apps run at another origin; a browser that does not know a word of their policy says so
const place = (page) => page.evaluate(() => location.hash.split('/').slice(1).join('/'))
const goes = async (page, to) => {
  await page.click(`.tabs [data-to=${to}]`)
  await page.waitForFunction((name) => location.hash.endsWith(`/${name}`), to)
}

/** Three ways and eight looks, by keys alone; what a way lacks is said. */
async function welcomed(page, plan) {
  await page.click('nav a[href$="/studio"]')
  await page.waitForSelector('#welcome [data-model=local][data-ready=true]')
  const ways = await page.locator('[data-model]').evaluateAll((all) => Object.fromEntries(all.map((one) => [one.dataset.model, [one.dataset.ready, one.querySelector('.lacks')?.innerText ?? '']])))
  const found = await looked(page, 'welcome', plan)
  await page.focus('.look input[value=expert]')
  const looks = []
  for (const key of ['ArrowRight', 'ArrowLeft']) {
    await page.keyboard.press(key)
    looks.push(await page.evaluate(() => document.documentElement.dataset.theme))
  }
  await page.focus('[data-model=local] .primary')
  await page.keyboard.press('Enter')
  await page.waitForSelector('#studio')
  return { ways, looks, found }
}

/** The app in its frame, when its own script listens. `holds`: what it shows. */
export async function appOf(page, holds) {
  const app = page.frameLocator('.glass iframe')
  await app.locator(holds).evaluate(() => document.readyState === 'complete' || new Promise((done) => window.addEventListener('load', done)))
  return app
}

/** A calculator is used: 8 times 7. */
export async function sums(page) {
  const app = await appOf(page, '#result')
  for (const name of ['8', 'Multiply', '7', 'Equals']) await app.getByRole('button', { name, exact: true }).click()
  return app.locator('body').innerText()
}

async function used(page) {
  const shown = await sums(page)
  const frame = await page.locator('.glass iframe').evaluate((one) => ({ sandbox: one.getAttribute('sandbox'), elsewhere: new URL(one.src).origin !== location.origin }))
  return { shown, ...frame }
}

export async function studio(browser, plan) {
  const visit = await Visit.of(browser, { acceptDownloads: true, viewport: { width: 1600, height: 900 } })
  const page = await visit.opens(plan.url)
  const first = await welcomed(page, plan)
  await page.waitForSelector('#status[data-state=open]')
  await types(page, 'build me a snake game')
  await page.waitForSelector('.job[data-end=job_failed]')
  const refused = { line: await page.innerText('.job .line [role=status]'), leads: await page.getAttribute('.job .connect-model', 'href') }
  await types(page, 'build me a calculator called Sums')
  await page.waitForSelector('.job[data-end=job_done]')
  await goes(page, 'preview')
  const app = await used(page)
  const found = [...first.found, ...await looked(page, 'studio', plan)]
  if (plan.picture) {
    await page.setViewportSize({ width: 1280, height: 760 })
    await page.screenshot({ path: plan.picture })
    await page.setViewportSize({ width: 1600, height: 900 })
  }

  const from = page.down.length
  await types(page, 'what should I use for charts?')
  await page.waitForSelector('#vox .offers li')
  await told(page.down, is('spoken'), from)
  const card = { count: await page.locator('#vox .offers li').count(), first: await page.locator('#vox .offers li').first().innerText() }
  const panel = await page.locator('#vox').boundingBox()
  found.push(...(panel && panel.x >= 0 && panel.y >= 0 ? [] : ['the panel is out of sight']))
  const adding = page.locator('#vox .offers li').first()
  const tool = await adding.getAttribute('data-tool')
  await adding.locator('button').click()
  await adding.locator('button:disabled').waitFor()
  await page.click('#vox .vox-open')
  await goes(page, 'tools')
  await page.waitForSelector('.drawer .cards li')
  await page.fill('.drawer input[type=search]', 'draw a map')
  await page.waitForFunction(() => document.querySelectorAll('.drawer .cards li').length < 30)
  const drawer = { added: await page.innerText('.added-tools'), found: await page.locator('.drawer .cards li').count() }
  found.push(...await looked(page, 'tools', plan))

  await types(page, 'show me the code')
  await page.waitForSelector('#studio .files .leaf')
  const led = await place(page)
  const code = await page.innerText('.coloured')

  await page.fill('#words', 'make it green')
  await page.click('#also')
  await page.locator('.project-bar .badge', { hasText: 'version 2' }).waitFor()
  await goes(page, 'versions')
  await page.waitForSelector('.between .added')
  const changed = await page.innerText('.between')
  found.push(...await looked(page, 'versions', plan))
  await page.focus('.undo-version')
  await page.keyboard.press('Enter')
  await page.locator('.project-bar .badge', { hasText: 'version 1' }).waitFor()
  await page.waitForSelector('.redo-version:enabled')

  const [download] = await Promise.all([page.waitForEvent('download'), page.click('.project-bar .export')])
  const zip = `${plan.folder}/app.zip`
  copyFileSync(await download.path(), zip)
  await goes(page, 'projects')
  const [built] = await Promise.all([page.waitForEvent('download'), page.click('.projects .for-vite')])
  copyFileSync(await built.path(), `${plan.folder}/vite.zip`)
  await page.setInputFiles('.begin input[type=file]', zip)
  await page.waitForFunction(() => document.querySelectorAll('#project option').length === 2)
  const taken = await page.locator('#project').evaluate((one) => one.selectedOptions[0].textContent)
  await page.reload()
  await page.waitForFunction(() => document.querySelector('#project')?.selectedOptions?.length)
  const kept = await page.locator('#project').evaluate((one) => one.selectedOptions[0].textContent)
  const errors = visit.errors.filter((one) => !BESIDE.test(one))
  return { ...first, refused, app, card, tool, drawer, led, code, changed, name: download.suggestedFilename(), bytes: statSync(zip).size, taken, kept, found, errors }
}
