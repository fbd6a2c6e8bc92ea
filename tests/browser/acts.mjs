// Each kind of act that a real agent asks for, as it looks on a phone, a tablet, a laptop and a desk; and where the focus is seen in it.

import { looked } from './looks.mjs'
import { Visit, drawn, is, speaks, told, types } from './visit.mjs'

const SCREENS = [[390, 664], [768, 1024], [1280, 800], [1920, 1080]].map(([width, height]) => ({ width, height }))
const [PHONE, TABLET, LAPTOP, DESK] = SCREENS
const texts = (page, selector) => page.locator(selector).allInnerTexts()

/** In the page: what of each element is cut off or lies under another. Empty: each is whole in the window. */
function hidden(selector) {
  return [...document.querySelectorAll(selector)].flatMap((one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect()
    const inside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
    const name = one.innerText.trim() || one.className
    if (!inside) return [`${name} at ${Math.round(top)} to ${Math.round(bottom)} of ${innerHeight}`]
    const over = [[(left + right) / 2, (top + bottom) / 2], [left + 6, top + 6], [right - 6, bottom - 6]].map(([x, y]) => document.elementFromPoint(x, y)).find((there) => !one.contains(there))
    return over ? [`${name} under ${over.id || over.className || over.tagName}`] : []
  })
}

/** In the page: whether a ring is drawn around what has the focus, all sides of it in sight. */
function ring() {
  const one = document.activeElement
  const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(one)
  const name = one.id || one.className || one.tagName
  if (outlineStyle === 'none' || parseFloat(outlineWidth) < 2) return [name, 'no ring']
  const out = Math.max(0, parseFloat(outlineOffset)) + parseFloat(outlineWidth)
  const { left, top, right, bottom } = one.getBoundingClientRect()
  const [box, sides] = [{ left: left - out, top: top - out, right: right + out, bottom: bottom + out }, []]
  for (let within = one.parentElement; within; within = within.parentElement) {
    if (/visible/.test(getComputedStyle(within).overflowY)) continue
    const edge = within.getBoundingClientRect()
    sides.push(...['left', 'top'].filter((side) => box[side] < edge[side]), ...['right', 'bottom'].filter((side) => box[side] > edge[side]))
  }
  if (box.top < 0 || box.bottom > innerHeight) sides.push('window')
  if (!one.contains(document.elementFromPoint((left + right) / 2, top + 6))) sides.push('covered')
  return [name, sides.join(' ')]
}

/** What is wrong with each look of it. */
async function seen(page, name, { axe, pictures, at, ways }) {
  const look = { axe, pictures, ...(at && { at }) }
  const found = await looked(page, name, { ...look, sizes: pictures ? [PHONE, LAPTOP] : [PHONE], schemes: ['light'] })
  found.push(...await looked(page, name, { ...look, sizes: pictures ? [TABLET, DESK] : [DESK], schemes: ['dark'] }))
  const size = page.viewportSize()
  for (const one of SCREENS) {
    await page.setViewportSize(one)
    await drawn(page)
    if (ways) found.push(...(await page.evaluate(hidden, ways)).map((what) => `${name} ${one.width}: ${what}`))
  }
  await page.setViewportSize(size)
  return found
}

/** By Tab through what is in `within`: the names, and what is not seen of a ring. */
async function tabbed(page, name, within, { pictures }) {
  const [found, order, size] = [[], [], page.viewportSize()]
  for (const one of [PHONE, LAPTOP]) {
    await page.setViewportSize(one)
    const steps = await page.locator(`${within} :is(button, textarea, input, select, a, [tabindex="0"])`).evaluateAll((all) => all.filter((element) => !element.disabled).length)
    await page.locator(`${within} :is(button, textarea, input, [tabindex="0"])`).first().evaluate((element) => { element.focus({ preventScroll: true }) })
    await page.keyboard.press('Shift+Tab')
    for (let n = 0; n < steps; n += 1) {
      await page.keyboard.press('Tab')
      await drawn(page)
      const [what, sides] = await page.evaluate(ring)
      order.push(what)
      if (sides) found.push(`${name} ${one.width}: ${what}: ${sides}`)
      if (pictures) await page.screenshot({ path: `${pictures}/focus-${name}-${one.width}-${n}.png` })
    }
  }
  await page.setViewportSize(size)
  return found
}

async function begins(browser, url) {
  const visit = await Visit.of(browser, { viewport: { width: 1280, height: 800 } })
  const page = await visit.opens(url)
  const held = async (text) => {
    const from = page.down.length
    await types(page, text)
    const { hold } = await told(page.down, is('hold'), from)
    const card = page.locator(`li[data-hold="${hold}"]`)
    await card.waitFor()
    return [card, from]
  }
  const answers = async ([card, from], how) => {
    await card.locator(how).press('Enter')
    await told(page.down, is('finished'), from)
    await page.waitForSelector('.run:not(.working)')
    await drawn(page)
  }
  return { visit, page, held, answers }
}

/** An edit, a command that can be undone, one that cannot, a new file, a refusal; then what was freed, and what is given back. */
export async function actsSeen(browser, { url, change, test, publish, write, axe, pictures }) {
  const { visit, page, held, answers } = await begins(browser, url)
  const [looks, found] = [{ axe, pictures, ways: '#decide .answers .confirm, #decide .ways button' }, []]
  const sees = async (name, more = {}) => found.push(...await seen(page, name, { ...looks, ...more }))
  const walks = async (name, within) => found.push(...await tabbed(page, name, within, { pictures }))

  const edit = await held(change)
  await sees('edit')
  await walks('edit', '#decide')
  await answers(edit, '.accept')
  await sees('edited', { ways: '' })

  const command = await held(test)
  await command[0].locator('.command .program').first().waitFor()
  await sees('command')
  await walks('command', '#decide')
  await answers(command, '.accept')

  const grave = await held(publish)
  await grave[0].locator('.command .program').first().waitFor()
  const say = { risk: await grave[0].locator('.risk').innerText(), code: await grave[0].locator('.confirm').innerText() }
  await sees('grave')
  await walks('grave', '#decide')
  await answers(grave, '.refuse')
  await sees('refused', { ways: '' })

  const made = await held(write)
  await sees('write')
  await walks('write', '#decide')
  await answers(made, '.accept')

  const always = await held(test)
  await always[0].locator('.always').click()
  await page.waitForFunction(() => document.activeElement.className === 'free')
  await sees('always')
  await walks('always', '#decide')
  const from = page.down.length
  await always[0].locator('.always-this .primary').click()
  await told(page.down, is('finished'), from)

  await page.locator('nav a', { hasText: 'Settings' }).click()
  await page.waitForSelector('#allowed li')
  await sees('freed', { ways: '', at: '#allowed' })
  for (const selector of ['#undo', '#undo']) {
    await page.locator('#acts-here .said').evaluate((one) => { one.textContent = '' })
    await page.click(selector)
    await page.waitForSelector('#acts-here .said:not(:empty)')
  }
  await page.waitForSelector('#done .undone')
  await sees('undone', { ways: '', at: '#acts-here' })
  await walks('undone', '#acts-here')
  await sees('settings', { ways: '' })
  if (pictures) {
    for (const { width } of SCREENS) {
      await page.setViewportSize({ width, height: 4_800 })
      await page.screenshot({ path: `${pictures}/settings-whole-${width}.png` })
    }
  }
  return { told: say, steps: await texts(page, '.step'), found, errors: visit.errors }
}

/** With an agent of the protocol what was freed runs unasked; and words wait beside an act. */
export async function actsOfAgent(browser, { url, mouth, one, another, words, axe, pictures }) {
  const { visit, page, held, answers } = await begins(browser, url)
  const found = []
  const first = await held(one)
  const from = page.down.length
  await first[0].locator('.always').click()
  await first[0].locator('.always-this .primary').click()
  await told(page.down, is('finished'), from)
  const second = page.down.length
  await types(page, one)
  await told(page.down, is('finished'), second)
  const asked = page.down.slice(second).filter(is('hold')).length

  const [act, many] = await held(another)
  await page.selectOption('#approval', 'review')
  await speaks(page, mouth, words)
  await page.waitForSelector('#holds > li:nth-child(2)')
  await page.locator('#microphone').click()
  await drawn(page)
  const several = await texts(page, '#holds h2')
  found.push(...await seen(page, 'several', { axe, pictures, ways: '#holds li:first-child .answers :is(.confirm, button)' }))
  found.push(...await tabbed(page, 'several', '#decide', { pictures }))
  for (const refuse of await page.locator('#holds .refuse').all().then((all) => all.toReversed())) await refuse.press('Enter')
  await told(page.down, is('finished'), many)
  return { asked, several, found, answers: await texts(page, '.answer'), errors: visit.errors }
}
