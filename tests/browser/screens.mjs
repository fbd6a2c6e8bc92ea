// The screens beside the talk: recordings, sessions, timelines. Each scene gives facts; the tests beside it say what they must be.

import { copyFileSync } from 'node:fs'

import { looked } from './looks.mjs'
import { Visit, connected, drawn, is, told } from './visit.mjs'

const text = (page, selector) => page.locator(selector).allInnerTexts()

const shows = async (page, screen) => {
  await page.click(`nav a[href$="/${screen}"]`)
  await page.waitForSelector(`main#${screen}`)
}

/** A sentence is recorded aside, given to the talk as its microphone, heard and answered; the talk ends, is found, read, drawn, heard. */
export async function recorded(browser, plan) {
  const { url, mouth, question, seconds } = plan
  const visit = await Visit.of(browser)
  const page = await visit.opens(url)
  await shows(page, 'recordings')
  const shipped = await page.locator('[data-recording=converse_closure_question]').innerText()
  copyFileSync(question, mouth)
  await page.fill('#recordings input', 'time please')
  await page.press('#recordings input', 'Enter')
  await page.waitForSelector('#record-here[aria-pressed=true]')
  await page.waitForTimeout(seconds * 1_000) // it is said
  const aside = { status: await page.innerText('#status'), sent: page.spokenBytes }
  await page.click('#record-here')
  const card = page.locator('[data-recording=time_please]')
  await card.waitFor()
  const closed = await page.evaluate(() => window.test.tracks.every((one) => one.readyState === 'ended'))
  const found = await looked(page, 'recordings', plan)

  await card.locator('.replay').click()
  await page.waitForSelector('.replay[aria-pressed=true]')
  await page.click('nav a:first-child')
  const device = await page.innerText('#device-in')
  await told(page.down, is('spoken'))
  await drawn(page)
  const replayed = { device, opened: await page.evaluate(() => window.test.tracks.length), heard: await text(page, '.you'), answer: await text(page, '.answer') }
  await page.waitForSelector('#microphone[data-state=off]') // it ends by itself
  found.push(...await looked(page, 'talk', plan))

  await shows(page, 'recordings')
  await card.locator('.again').click()
  await card.locator('[data-outcome=said]').waitFor()
  const run = Object.fromEntries(await card.locator('[data-outcome]').evaluateAll((all) => all.map((one) => [one.dataset.outcome, one.lastChild.innerText])))
  found.push(...await looked(page, 'run', plan))
  await card.locator('.delete').click()
  await page.keyboard.press('Escape') // it is asked, and left alone
  const asked = await card.count()
  await card.locator('.delete').click()
  await page.click('dialog[open] .danger')
  await card.waitFor({ state: 'detached' })
  return { shipped, aside, closed, replayed, run, asked, ...(await afterwards(page, found, plan)), wrong: found, errors: visit.errors }
}

/** The talk goes on while its lanes are drawn; it ends; it is read, and continued. */
async function afterwards(page, wrong, plan) {
  await shows(page, 'timeline')
  await page.waitForSelector('.lane-played .k-play')
  const lanes = await text(page, '.lane-names div:not(:first-child)')
  const live = await page.locator('#which option:checked').innerText()
  const bar = page.locator('.lane-mic .k-speech').first()
  await bar.click()
  await page.waitForSelector('line.head', { state: 'attached' })
  const chosen = await page.innerText('#chosen')
  await page.waitForSelector('line.head', { state: 'detached' }) // it ends with the bar
  await page.focus('.lanes')
  const width = () => page.evaluate(() => document.querySelector('.lanes').scrollWidth)
  const wide = await width()
  for (const key of ['+', '+', '+']) await page.keyboard.press(key)
  const wider = await width()
  for (const key of ['n', 'n', 'Enter']) await page.keyboard.press(key)
  await page.waitForSelector('line.head', { state: 'attached' })
  const walked = await page.innerText('#chosen')
  await page.click('.marks summary')
  await page.waitForSelector('.marks tbody tr')
  const rows = await page.locator('.marks tbody tr').count()
  const table = await page.locator('.marks tbody tr').evaluateAll((all) => all.map((one) => [2, 3].map((n) => one.cells[n].innerText)))
  const bars = await page.evaluate(() => document.querySelectorAll('.marks tbody button').length)
  await page.focus('.lanes')
  await page.keyboard.press('0')
  wrong.push(...await looked(page, 'timeline', plan))
  const timeline = { lanes, live, chosen, walked, wide, wider, rows, table, bars }

  await shows(page, 'sessions')
  await page.waitForSelector('.card.running')
  const running = await text(page, '.card.running')
  await page.click('nav a:first-child')
  await page.click('#hang-up')
  await page.waitForSelector('[data-trouble=link]')
  await shows(page, 'sessions')
  const past = page.locator('section[aria-label="Talks that are kept"] .card').first()
  await page.waitForSelector('.card .continue')
  await past.locator('.read').click()
  await past.locator('.past .answer').waitFor()
  const read = await past.locator('.past').innerText()
  const card = await past.innerText()
  wrong.push(...await looked(page, 'sessions', plan))

  const { turns } = await page.evaluate(async () => {
    const { journals } = await (await fetch('/api/journals')).json()
    return (await fetch(`/api/journals/${journals[0].name}/timeline`)).json()
  })
  const found = {}
  for (const words of ['xylophone', 'time']) {
    const answer = page.waitForResponse(new RegExp(`q=${words}`))
    await page.fill('input[type=search]', words)
    await answer
    await page.waitForSelector(`section [role=status]:has-text("“${words}”")`)
    found[words] = await page.locator('.card .continue').count()
  }
  const before = page.url()
  await past.locator('.continue').focus()
  await page.keyboard.press('Enter')
  await page.waitForFunction((old) => location.href !== old && !location.hash.includes('/'), before)
  await connected(page)
  await page.waitForSelector('.earlier')
  const continued = { earlier: await page.innerText('.earlier'), of: before.match(/#([^/]*)/)[1], now: page.url().match(/#(.*)/)[1], troubles: await text(page, '#troubles li') }
  return { timeline, turns, running, read, card, found, continued }
}
