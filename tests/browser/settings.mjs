// The screens of what was taught and of what is set, and the sound check. Each scene gives facts; the tests beside it say what they must be.

import { copyFileSync, readFileSync } from 'node:fs'

import { looked } from './looks.mjs'
import { Visit, is, told } from './visit.mjs'

const text = (page, selector) => page.locator(selector).allInnerTexts()
const shows = async (page, name) => {
  await page.locator('nav a', { hasText: name }).click()
  await page.locator('main.screen h2', { hasText: name }).waitFor()
}

/** The first visit: where the sound goes is read, the sound is checked, and what was read can be heard again. */
export async function firstVisit(browser, plan) {
  const { url, mouth, sentence } = plan
  const visit = await Visit.of(browser, { viewport: { width: 360, height: 780 } })
  const page = await visit.opens(url)
  await page.waitForFunction(() => document.querySelector('#goes summary')?.textContent.includes('no further'))
  const box = await page.locator('#goes').boundingBox()
  const goes = { line: await page.innerText('#goes summary'), bottom: box.y + box.height, spoken: page.spokenBytes }
  const found = await looked(page, 'talk', plan)
  await page.click('.check-sound')
  await page.waitForSelector('#sound-check[open]')
  found.push(...await looked(page, 'check', plan))
  const focused = await page.evaluate(() => document.querySelector('#sound-check').contains(document.activeElement))
  copyFileSync(sentence, mouth)
  await page.press('#begin-check', 'Enter')
  await page.waitForSelector('.findings')
  await page.waitForFunction(() => document.querySelector('#sound-check audio').currentTime > 0.2)
  const findings = await page.locator('.findings > div').evaluateAll((all) => Object.fromEntries(all.map((one) => [one.dataset.finding, [one.className, one.querySelector('dd').textContent]])))
  const recorded = await page.evaluate(() => document.querySelector('#sound-check audio').duration)
  const microphone = await page.getAttribute('#microphone', 'data-state')
  found.push(...await looked(page, 'checked', plan))
  await page.keyboard.press('Escape')
  await page.waitForSelector('#sound-check', { state: 'detached' })
  const silenced = page.up.filter(is('silence')).length
  const asked = page.down.filter(is('asked')).length
  const from = page.down.length
  await page.fill('#words', 'What is 6 times 7?')
  await page.press('#words', 'Enter')
  await told(page.down, is('spoken'), from)
  await page.waitForSelector('#reading [data-wish=repeat]:only-child')
  const again = page.down.length
  await page.click('[data-wish=repeat]')
  await told(page.down, is('read'), again)
  await page.waitForSelector('[data-wish=slower]')
  found.push(...await looked(page, 'reading', plan))
  return { goes, focused, findings, recorded, microphone, silenced, asked, found, errors: visit.errors.filter((one) => !/status of 4\d\d/.test(one)) } // an answer that is no is told there, too
}

/** A correction is added by keys alone, edited, tested and forgotten; one from a file is heard. */
export async function corrections(browser, plan) {
  const visit = await Visit.of(browser, { viewport: { width: 360, height: 780 } })
  const page = await visit.opens(plan.url)
  await shows(page, 'Corrections')
  await page.waitForSelector('.nothing')
  const found = await looked(page, 'nothing', plan)
  await page.focus('#add-correction')
  await page.keyboard.press('Enter')
  await page.keyboard.type('push it to get hub')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const refused = await page.innerText('#texts-trouble')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.type('push it to GitHub')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const card = page.locator('.correction').first()
  await card.waitFor()
  const added = { gone: await card.locator('del').allTextContents(), fresh: await card.locator('ins').allTextContents() }

  await page.locator('#import-corrections + input').setInputFiles(plan.file)
  await page.locator('#import-came', { hasText: 'new' }).waitFor()
  const imported = await page.innerText('#import-came')
  await page.waitForSelector('.correction audio')
  const heard = page.locator('.correction', { has: page.locator('audio') })
  await heard.locator('audio').evaluate((one) => { one.muted = true; return one.play() })
  const seconds = await heard.locator('audio').evaluate((one) => one.duration)
  found.push(...await looked(page, 'corrections', plan))

  const mine = page.locator('.correction', { hasText: 'GitHub' })
  await mine.locator('button.edit').click()
  await mine.locator('textarea[name=right]').fill('push it to GitHub now')
  found.push(...await looked(page, 'editing', plan))
  await mine.locator('button[type=submit]').click()
  await page.locator('.correction ins', { hasText: 'GitHub now' }).waitFor()
  const edited = await page.evaluate(() => document.activeElement.className)

  await page.click('#test-corrections')
  await page.waitForSelector('#test-summary, #tested .wrong')
  const tested = await page.innerText('#tested')
  found.push(...await looked(page, 'tested', plan))
  await page.locator('#tested button').click()

  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#export-corrections')])
  const exported = JSON.parse(readFileSync(await download.path(), 'utf8')).length
  await mine.locator('button.delete').click()
  await page.keyboard.press('Escape')
  await page.waitForSelector('dialog[open]', { state: 'detached' })
  const kept = await page.locator('.correction').count()
  await mine.locator('button.delete').click()
  found.push(...await looked(page, 'forget', plan))
  await page.click('dialog[open] .danger')
  await mine.waitFor({ state: 'detached' })
  await page.reload()
  await page.locator('.correction').first().waitFor()
  return { refused, added, imported, seconds, edited, tested, exported, kept, left: await page.locator('.correction').count(), found, errors: visit.errors.filter((one) => !/status of 4\d\d/.test(one)) } // an answer that is no is told there, too
}

/** Settings are changed and kept; a key is written and never shown; what a flag has set cannot be changed. */
export async function settings(browser, plan) {
  const { url, key } = plan
  const visit = await Visit.of(browser, { viewport: { width: 1200, height: 800 } })
  const page = await visit.opens(url)
  const bodies = []
  page.on('response', async (answer) => { if (answer.url().includes('/api/')) bodies.push(await answer.text().catch(() => '')) })
  await shows(page, 'Settings')
  const of = (name) => page.locator(`[data-setting="${name}"]`)
  await of('brain.kind').waitFor()
  const voice = { disabled: await of('narrator.voice').locator('select').isDisabled(), about: await of('narrator.voice').innerText() }
  const found = await looked(page, 'settings', plan)
  await of('journal.keep').locator('select').selectOption('7 days')
  await of('journal.keep').locator('.kept', { hasText: 'next talk' }).waitFor()
  await of('narrator.spoken_seconds').locator('input').fill('999')
  await of('narrator.spoken_seconds').locator('button').click()
  await of('narrator.spoken_seconds').locator('.trouble:not(:empty)').waitFor()
  const wrong = await of('narrator.spoken_seconds').locator('.trouble').innerText()
  await of('ear.listens').locator('select').selectOption('woken')
  await of('ear.listens').locator('.trouble:not(:empty)').waitFor()
  const lone = await of('ear.listens').locator('.trouble').innerText()
  await of('language').locator('select').selectOption('de')
  await of('language').locator('.kept', { hasText: 'next talk' }).waitFor()
  await of('wake.phrase').locator('input').fill('hey solovox')
  await of('wake.phrase').locator('button').click()
  await of('wake.phrase').locator('.kept', { hasText: 'next talk' }).waitFor()
  await of('ear.listens').locator('select').selectOption('woken')
  await of('ear.listens').locator('.kept', { hasText: 'next talk' }).waitFor()
  await of('brain.kind').locator('select').selectOption('openai')
  const secret = of('brain.openai.api_key')
  await secret.waitFor()
  const lacking = await of('brain.kind').locator('.wrong').allInnerTexts()
  await secret.locator('input').fill(key)
  await secret.locator('button[type=submit]').click()
  await secret.locator('.origin', { hasText: 'A key is set' }).waitFor()
  const shown = { value: await secret.locator('input').inputValue(), type: await secret.locator('input').getAttribute('type'), about: await secret.locator('.origin').innerText() }
  await page.click('#instruction summary')
  await page.waitForSelector('#instruction .source, #instruction .wrong')
  const instruction = await page.innerText('#instruction')
  found.push(...await looked(page, 'settings-openai', plan))
  await page.reload()
  await of('brain.kind').waitFor()
  const kept = { keep: await of('journal.keep').locator('select').inputValue(), brain: await of('brain.kind').locator('select').inputValue(), secret: await of('brain.openai.api_key').locator('.origin').innerText(), wake: await of('wake.phrase').locator('input').inputValue(), listens: await of('ear.listens').locator('select').inputValue(), language: await of('language').locator('select').inputValue() }
  await of('language').locator('select').selectOption('en')
  await of('language').locator('.kept', { hasText: 'next talk' }).waitFor()
  await of('ear.listens').locator('select').selectOption('')
  await of('ear.listens').locator('.kept', { hasText: 'next talk' }).waitFor()
  await of('wake.phrase').locator('input').fill('')
  await of('wake.phrase').locator('button').click()
  await of('wake.phrase').locator('.kept', { hasText: 'next talk' }).waitFor()
  await of('brain.openai.api_key').locator('button', { hasText: 'Forget' }).click()
  await of('brain.openai.api_key').locator('.origin', { hasText: 'No key' }).waitFor()
  await of('brain.kind').locator('select').selectOption('local')
  await of('brain.kind').locator('.kept', { hasText: 'Kept' }).waitFor()
  const leaked = bodies.filter((one) => one.includes(key)).length + (await page.content()).includes(key)
  const before = page.url()
  await page.click('#next-talk')
  await page.waitForFunction((old) => location.href !== old, before)
  await page.waitForSelector('#status[data-state=open]')
  return { voice, wrong, lone, lacking, shown, instruction, kept, leaked, found, errors: visit.errors.filter((one) => !/status of 4\d\d/.test(one)) } // an answer that is no is told there, too
}
