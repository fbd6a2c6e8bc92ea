// What waits for a yes, in windows of the usual sizes: can each of its buttons be pressed without scrolling? And the keys after a click.

import { Visit, is, told } from './visit.mjs'

const span = { stream: 1, first: 0, count: 16_000 }
const long = Array.from({ length: 24 }, (_, n) => `    print("line ${n + 1} of a script that is long", file=out)`).join('\n')
const lines = (salt) => Array.from({ length: 400 }, (_, n) => `line ${n} = ${n % 9 ? n : salt}`).join('\n')
const asks = (tool, given) => ({ kind: 'permission', text: `${tool} ${JSON.stringify(given)}`, left_ms: 120_000, editable: false })
const HOLDS = {
  'an instruction': { kind: 'instruction', heard: 'Run the tests in the text folder', text: 'Run the tests in the text folder', left_ms: 120_000, span },
  'a mended one': {
    kind: 'instruction', heard: 'Push user service dot py to get hub and the brench, then tell me what the tests of it say about the time of day', text: 'Push user_service.py to GitHub and the brench, then tell me what the tests of it say about the time of day',
    proposed: 'Push user_service.py to GitHub and the branch, then tell me what its tests say about the time of day',
    mends: [{ heard: 'get hub', meant: 'GitHub', why: 'correction' }, { heard: 'user service dot py', meant: 'user_service.py', why: 'lexicon' }], left_ms: 120_000, span,
  },
  'a command': asks('Bash', { command: 'python3 -m unittest discover -s tests', description: 'Run all tests of the shop and say which of them fail' }),
  'a command without a space': { ...asks('Bash', { command: 'x'.repeat(300) }), risk: 'it cannot be undone', code: 'maple seven' },
  'a long act': { ...asks('Write', { file_path: 'shop/stock.py', content: long }), risk: 'It changes a file.', code: '427' },
  'a long change': asks('Edit', { file_path: 'shop/stock.py', old_string: lines('old'), new_string: lines('new') }),
}

/** In the page: of each button of the card, what is wrong with it. Empty: it is whole in the window, and nothing lies over it. */
function amiss(selector) {
  return Object.fromEntries([...document.querySelectorAll(selector)].map((one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect()
    const inside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
    const points = [[(left + right) / 2, (top + bottom) / 2], [left + 6, top + 6], [right - 6, bottom - 6]]
    const over = points.map(([x, y]) => document.elementFromPoint(x, y)).find((there) => !one.contains(there))
    return [one.innerText.trim(), inside ? (over ? `under ${over.id || over.className || over.tagName}` : '') : `at ${Math.round(top)} to ${Math.round(bottom)} of ${innerHeight}`]
  }))
}

export async function decides(browser, { url, sizes, pictures }) {
  const visit = await Visit.of(browser)
  const page = await visit.opens(url)
  await told(page.down, is('settings')) // no whole view comes after it
  const comes = (...frames) => page.evaluate((all) => {
    for (const one of all) window.test.sockets.at(-1).dispatchEvent(new MessageEvent('message', { data: JSON.stringify(one) }))
  }, frames)
  const seen = {}
  const fields = {}
  const picture = async (name) => { if (pictures) await page.screenshot({ path: `${pictures}/${name.replaceAll(' ', '-')}.png` }) }
  await comes({ type: 'heard', utterance: 7, text: 'Run the tests in the text folder', final: true, source: 'local', mends: [] })
  let number = 900
  for (const [what, hold] of Object.entries(HOLDS)) {
    number += 1
    await comes({ type: 'hold', hold: number, mends: [], ...hold })
    const card = `li[data-hold="${number}"]`
    await page.waitForSelector(card)
    for (const [width, height] of sizes) {
      const at = `${width}x${height}`
      await page.setViewportSize({ width, height })
      await page.evaluate(() => scrollTo(0, 0))
      seen[`${what}, ${at}`] = await page.evaluate(amiss, `${card} .ways button`)
      await picture(`${what} ${at}`)
      if (hold.kind !== 'instruction') continue
      await page.locator(`${card} button.edit`).dispatchEvent('click')
      await page.waitForSelector(`${card} .editor`)
      seen[`${what}, edited, ${at}`] = await page.evaluate(amiss, `${card} .editor button`)
      fields[`${what}, ${at}`] = await page.evaluate(() => {
        const field = document.activeElement
        const { top, bottom, left } = field.getBoundingClientRect()
        return field.tagName === 'TEXTAREA' && document.elementFromPoint(left + 9, top + 9) === field && bottom > top
      })
      await picture(`${what} edited ${at}`)
      await page.locator(`${card} button.cancel`).dispatchEvent('click')
      await page.waitForSelector(`${card} .ways button.accept`)
    }
    await comes({ type: 'hold_closed', hold: number, outcome: 'sent', text: hold.text })
    await page.waitForSelector(card, { state: 'detached' })
  }
  return { seen, fields, errors: visit.errors }
}

/** The big button is clicked in its middle, on its words, on its rim; then Space is held and let go. */
export async function clickedThenSpace(browser, { url }) {
  const visit = await Visit.of(browser)
  const page = await visit.opens(url)
  const found = {}
  for (const [where, selector] of [['its icon', '#microphone svg'], ['its words', '#microphone span:last-child'], ['its rim', '#microphone']]) {
    await page.locator(selector).first().scrollIntoViewIfNeeded()
    const box = await page.locator(selector).first().boundingBox()
    const [x, y] = where === 'its rim' ? [box.x + 12, box.y + box.height / 2] : [box.x + box.width / 2, box.y + box.height / 2]
    await page.mouse.click(x, y)
    await page.waitForSelector('#microphone[data-state=on]')
    await page.keyboard.down('Space')
    await page.waitForTimeout(150)
    const pressed = await page.getAttribute('#talk', 'aria-pressed')
    await page.keyboard.up('Space')
    await page.waitForTimeout(150)
    found[where] = { pressed, after: await page.getAttribute('#microphone', 'data-state'), let: await page.getAttribute('#talk', 'aria-pressed') }
    await page.evaluate(() => document.querySelector('#hang-up').click())
    await page.waitForSelector('#microphone[data-state=off]')
    await page.reload()
    await page.waitForSelector('#status[data-state=open]')
  }
  return { found, errors: visit.errors }
}
