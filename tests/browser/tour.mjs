// The tour of `solovox demo`, by voice, by clicks and by keys.

import { readFileSync } from 'node:fs'

import { SIZES, looked } from './looks.mjs'
import { Visit, drawn, is, silence, sound, speaks, told, types } from './visit.mjs'

const texts = (page, selector) => page.locator(selector).allInnerTexts()

/** Explain is clicked; find, fix and delete are said, with their yes and no; rename is typed, and refused by keys. `said`: the sound of each; `shop`: the project's folder. */
export async function tour(browser, { url, mouth, shop, said, rename, beside, picture, axe, pictures }) {
  const looks = { axe, pictures, sizes: SIZES }
  const visit = await Visit.of(browser, { viewport: { width: 1200, height: 1000 } })
  const page = await visit.opens(url)
  const file = (name) => readFileSync(`${shop}/${name}`, 'utf8')
  const found = []
  const held = async (asks) => {
    const from = page.down.length
    await asks()
    const hold = await told(page.down, is('hold'), from)
    const item = page.locator(`li[data-hold="${hold.hold}"]`)
    await item.waitFor() // it is drawn a moment after it has come
    return [item, hold]
  }
  const agrees = async () => { // when no voice is heard: what is said over it allows nothing, and the hold is shown again
    await silence(page)
    const from = page.down.length
    await speaks(page, mouth, said.yes)
    const now = await told(page.down, ({ type }) => ['hold', 'hold_closed'].includes(type), from)
    return now.type === 'hold' ? agrees() : now.outcome
  }
  const answered = async (asks) => {
    const from = page.down.length
    await asks()
    await told(page.down, is('finished'), from)
    await page.waitForSelector('.run:not(.working)')
    await drawn(page)
    return (await texts(page, '.answer')).at(-1)
  }

  await page.waitForSelector('#suggestions')
  const suggested = await texts(page, '#suggestions button')
  found.push(...await looked(page, 'first', looks))
  const answers = [await answered(() => page.click('#suggestions button >> nth=0'))]
  answers.push(await answered(() => speaks(page, mouth, said.find)))
  const heard = (await texts(page, '.you')).at(-1)
  await told(page.down, is('spoken'))
  const sounded = (await sound(page)).length

  const [edit] = await held(() => speaks(page, mouth, said.fix))
  const parts = await edit.locator('.parts dt, .parts dd').allInnerTexts()
  found.push(...await looked(page, 'edit', looks))
  const before = file('basket.py')
  let run
  const [command, runs] = await held(async () => { run = await agrees() })
  const outcomes = [run]
  const shown = await command.locator('.command .program').allInnerTexts()
  answers.push(await answered(async () => { outcomes.push(await agrees()) }))
  const fixed = file('basket.py')
  await page.locator('.changes summary').last().focus()
  await page.keyboard.press('Enter')
  const about = {
    steps: await texts(page, '.run:last-child .steps summary'), meta: (await texts(page, '.run .meta')).at(-1), changed: (await texts(page, '.changes summary')).at(-1),
    diff: await page.locator('.changes[open] .diff').innerText(),
  }
  await silence(page) // or these words would end what is said
  let from = page.down.length
  await types(page, 'What did you change?')
  const { text: owns } = await told(page.down, is('notice'), from)
  found.push(...await looked(page, 'fixed', looks))
  await silence(page)
  answers.push(await answered(() => speaks(page, mouth, said.undo)))
  const undone = file('basket.py')

  const [, deletes] = await held(() => speaks(page, mouth, said.delete))
  found.push(...await looked(page, 'delete', looks))
  if (picture) await page.screenshot({ path: picture })
  answers.push(await answered(async () => {
    from = page.down.length
    await speaks(page, mouth, said.no) // also over the voice
    outcomes.push((await told(page.down, is('hold_closed'), from)).outcome)
  }))
  const kept = file('old_prices.txt')
  found.push(...await looked(page, 'refused', looks))

  await held(() => types(page, rename))
  await page.setViewportSize({ width: 360, height: 740 })
  const inSight = await page.locator('button.refuse').evaluate((one) => one.getBoundingClientRect().bottom < window.innerHeight)
  await page.setViewportSize({ width: 1200, height: 1000 })
  await page.focus('#transcript')
  const order = []
  while (order.length < 40 && order.at(-1) !== 'refuse') {
    await page.keyboard.press('Tab')
    order.push(await page.evaluate(() => document.activeElement.className))
  }
  answers.push(await answered(() => page.keyboard.press('Enter')))
  answers.push(await answered(() => types(page, beside)))
  return {
    suggested, answers, heard, sounded, parts, shown, outcomes, holds: [runs.text, deletes.text], files: { before, fixed, undone, kept }, about, owns, inSight, order,
    metas: await texts(page, '.run .meta'), found, errors: visit.errors,
  }
}
