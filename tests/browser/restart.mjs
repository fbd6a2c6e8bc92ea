// The server is killed while a page is open, and started anew. The scene gives facts; the test beside it says what they must be.

import { existsSync, readFileSync, writeFileSync } from 'node:fs'

import { Visit, connected, is, told, types } from './visit.mjs'

const text = (page, selector) => page.locator(selector).allInnerTexts()
const there = async (page, file) => { while (!existsSync(file)) await page.waitForTimeout(100) }

/** It is opened by a file, as a person's browser is; a question is answered; the server goes and comes; another question is asked. */
export async function restart(browser, { leads, answered, killed, again, axe }) {
  const visit = await Visit.of(browser)
  const page = await visit.opens(leads)
  const address = page.url()
  await types(page, 'What is 6 times 7?')
  await told(page.down, is('finished'))
  writeFileSync(answered, '')
  await there(page, killed)
  await page.waitForSelector('#status:not([data-state=open])')
  await there(page, again)
  await connected(page)
  await page.waitForFunction((old) => location.href !== old, address)
  await connected(page)
  const from = page.down.length
  await types(page, 'What is 6 times 8?')
  await told(page.down, is('finished'), from)
  const turns = await text(page, '.turn')
  await page.locator('nav a', { hasText: 'Settings' }).click()
  await page.locator('#browsers li').first().waitFor()
  const url = page.locator('[data-setting="brain.openai_compatible.url"]')
  await page.locator('[data-setting="brain.kind"] select').selectOption('openai_compatible')
  await url.locator('input').fill('https://models.example:9/v1')
  await url.locator('button[type=submit]').click()
  await page.waitForSelector('dialog[open]')
  const asks = await page.innerText('dialog[open]')
  await page.evaluate(readFileSync(axe, 'utf8')) // the content policy lets no script in
  const wrong = await page.evaluate(async () => (await window.axe.run('dialog[open]')).violations.map((one) => one.id))
  await page.keyboard.press('Escape')
  await page.waitForSelector('dialog[open]', { state: 'detached' })
  const waits = await url.locator('.waits').innerText()
  await url.locator('.waits button').click()
  await page.click('dialog[open] .confirm')
  await url.locator('.kept', { hasText: 'next talk' }).waitFor()
  const browsers = await text(page, '#browsers li')
  await page.locator('#browsers .let-go').first().click()
  await page.click('#browsers dialog[open] .danger')
  await page.waitForSelector('#status[data-state=refused]')
  return { address, turns, asks, waits, wrong, browsers }
}
