// What an agent did is given back at the page, and done again; a command that cannot be undone is shown by its parts, and freed.

import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'

import { SIZES, looked } from './looks.mjs'
import { Visit, is, told, types } from './visit.mjs'

const texts = (page, selector) => page.locator(selector).allInnerTexts()

export async function givesBack(browser, { url, file, made, socket, change, run, axe, pictures }) {
  const looks = { axe, pictures, ...(pictures && { sizes: SIZES }) }
  const settings = { ...looks, at: '#acts-here' }
  const visit = await Visit.of(browser, { viewport: { width: 1280, height: 800 } })
  const page = await visit.opens(url)
  const found = []
  const now = () => readFileSync(file, 'utf8') + (existsSync(made) ? readFileSync(made, 'utf8') : '')
  const states = [now()]
  const held = async (text) => {
    const from = page.down.length
    await types(page, text)
    const { hold } = await told(page.down, is('hold'), from)
    const card = page.locator(`li[data-hold="${hold}"]`)
    await card.waitFor()
    return [card, from]
  }
  const shows = async (name) => {
    await page.locator('nav a', { hasText: name }).click()
  }

  const [edit, first] = await held(change)
  const diff = await edit.locator('.diff').innerText()
  if (pictures) found.push(...await looked(page, 'edit', looks))
  await edit.locator('.accept').press('Enter')
  await told(page.down, is('finished'), first)
  states.push(now())

  const unkept = createServer().listen(socket) // what cannot be kept makes each act grave
  const [command, second] = await held(run)
  await command.locator('.command .program').first().waitFor()
  const parts = await command.locator('.command > span').evaluateAll((all) => all.map((one) => [one.className, one.innerText]))
  const shown = { parts, told: await texts(command, '.told'), risk: await command.locator('.risk').innerText(), code: await command.locator('.confirm').count() }
  found.push(...await looked(page, 'command', looks))
  await command.locator('.always').click()
  await page.waitForFunction(() => document.activeElement.className === 'free')
  found.push(...await looked(page, 'always', { ...looks, at: '.always-this' }))
  await command.locator('.always-this .primary').click()
  await told(page.down, is('hold_closed'), second)
  await told(page.down, is('finished'), second)
  await new Promise((resolve) => unkept.close(resolve))
  states.push(now())

  const third = page.down.length
  await types(page, run)
  await told(page.down, is('finished'), third)
  const unasked = page.down.slice(third).filter(is('hold')).length
  states.push(now())

  await shows('Settings')
  await page.waitForSelector('#allowed li')
  const freed = await texts(page, '#allowed li')
  const done = await texts(page, '#done li')
  if (pictures) found.push(...await looked(page, 'done', settings))
  const turned = []
  const turn = async (selector) => {
    await page.locator('#acts-here .said').evaluate((one) => { one.textContent = '' })
    await page.click(selector)
    await page.waitForSelector('#acts-here .said:not(:empty)')
    turned.push([await page.innerText('#acts-here .said'), states.indexOf(now()), readFileSync(file, 'utf8')])
  }
  await turn('#undo')
  await turn('#redo')
  await turn('#done li:last-child .go')
  await page.waitForSelector('#done li:last-child.now')
  found.push(...await looked(page, 'undone', settings))
  await turn('#done .undone:first-child .go')
  await page.waitForSelector('#done li:first-child.now')

  await page.click('.ask-again')
  await page.waitForSelector('#allowed', { state: 'detached' })
  await shows('Talk')
  const [again, last] = await held(run)
  const asked = await again.locator('h2').innerText()
  await again.locator('.refuse').press('Enter')
  await told(page.down, is('finished'), last)
  return { diff, shown, freed, done, unasked, turned, asked, found, errors: visit.errors }
}
