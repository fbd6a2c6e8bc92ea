// The network goes and comes back while a person talks. Each scene gives facts; the tests beside it say what they must be.

import { Line } from './line.mjs'
import { Visit, connected, is, silence, sound, speaks, told, types } from './visit.mjs'

const text = (page, selector) => page.locator(selector).allInnerTexts()
const lost = (page) => page.waitForSelector('#status[data-state=lost]')
const says = async (page) => ({ phase: await page.innerText('#phase'), trouble: await page.locator('[data-trouble=link] span').innerText() })

/** What the reads had to say, and what of each was played. */
const reads = (page) => ({
  ends: page.down.filter(is('read_end')).map(({ read, samples }) => [read, samples]),
  played: page.up.filter(is('played')).map(({ read, samples }) => [read, samples]),
})

/** The line is cut in the middle of a question, and of an answer; then the browser is offline, and a line is typed meanwhile. */
export async function network(browser, { url, mouth, question, long }) {
  const line = await Line.of()
  const visit = await Visit.of(browser, { proxy: line.proxy })
  try {
    const page = await visit.opens(url)
    await speaks(page, mouth, question)
    await page.waitForTimeout(900) // in the middle of the question
    line.cut()
    await lost(page)
    const cut = await says(page)
    line.mend()
    await connected(page)
    await told(page.down, is('spoken'))
    await silence(page)
    const spoken = { turns: await text(page, '.turn'), troubles: await page.locator('#troubles li').count(), resumed: page.up.filter(is('resume')).length }

    const before = await page.evaluate(() => performance.now())
    await types(page, long)
    await told(page.up, (one) => one.type === 'played' && one.samples > 12_000, page.up.length)
    line.cut()
    await lost(page)
    await page.waitForTimeout(800)
    line.mend()
    await connected(page)
    await silence(page)
    const whole = { ...reads(page), text: (await text(page, '.answer .heard')).at(-1), ahead: (await text(page, '.answer .ahead')).join('') }
    const heard = await sound(page, before)

    await visit.context.setOffline(true)
    await lost(page)
    await types(page, 'What is 6 times 7?')
    const offline = { ...(await says(page)), left: await page.inputValue('#words') }
    const from = page.down.length
    await visit.context.setOffline(false)
    await connected(page)
    await page.press('#words', 'Enter')
    await told(page.down, is('finished'), from)
    const turns = await text(page, '.turn .you')
    return { cut, spoken, whole, offline, turns, heard, errors: visit.errors.filter((one) => !/WebSocket connection|net::ERR_/.test(one)) } // the browser's own, of the network
  } finally {
    line.close()
  }
}
