// Where a browser does not give what the page asks for. Each scene gives facts; the tests beside it say what they must be.

import { Visit, connected, drawn, is, told, types } from './visit.mjs'

const text = (page, selector) => page.locator(selector).allInnerTexts()
const troubles = (page) => page.locator('#troubles li').evaluateAll((all) => Object.fromEntries(all.map((one) => [one.dataset.trouble, one.firstChild.textContent])))

/** A person who does not let the page use the microphone types, hangs up, and begins a new talk. */
export async function refused(browser, { url }) {
  const visit = await Visit.of(browser, { permissions: [] })
  const page = await visit.opens(url)
  await page.click('#microphone')
  await page.waitForSelector('[data-trouble=microphone]')
  const said = (await troubles(page)).microphone
  await types(page, 'What time is it?')
  await told(page.down, is('spoken'))
  await drawn(page)
  const [answer] = await text(page, '.answer')
  const before = page.url()
  await page.click('#hang-up')
  await page.click('[data-trouble=link] button')
  await page.waitForFunction((old) => location.href !== old, before)
  await connected(page)
  return { said, answer, turns: await text(page, '.turn'), troubles: Object.keys(await troubles(page)), spokenBytes: page.spokenBytes, errors: visit.errors }
}

/** The sound thread of the speaker cannot be loaded, and the browser keeps nothing for the page: one reads and types. */
export async function voiceless(browser, { url }) {
  const visit = await Visit.of(browser)
  await visit.context.addInitScript(() => {
    const load = AudioWorklet.prototype.addModule
    AudioWorklet.prototype.addModule = function (address, ...how) {
      return String(address).includes('speaker') ? Promise.reject(new DOMException('it is blocked', 'AbortError')) : load.call(this, address, ...how)
    }
    Object.defineProperty(window, 'sessionStorage', { get() { throw new DOMException('it is blocked', 'SecurityError') } })
  })
  const page = await visit.opens(url)
  await types(page, 'What time is it?')
  await page.locator('.answer', { hasText: 'The time is' }).waitFor()
  const [answer] = await text(page, '.answer')
  await page.click('#microphone')
  const tracks = await page.evaluate(() => window.test.tracks.length)
  await page.reload()
  await connected(page)
  return { answer, tracks, turns: await text(page, '.turn .you'), status: await page.innerText('#status'), troubles: await troubles(page) }
}
