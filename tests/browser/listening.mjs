// How a person is listened to: their words at a pause, the chime, the talk key that is held, the button that is tapped.

import { copyFileSync } from 'node:fs'

import { Visit, begins, is, silence, told, unplugs } from './visit.mjs'

const asked = (page, from) => page.down.slice(from).filter(is('asked')).map((one) => one.instruction)

/** A sentence with a pause is spoken, answered after a chime; another while the talk key is held; one more between two taps. */
export async function listening(browser, { url, mouth, paused, held, tapped }) {
  const visit = await Visit.of(browser)
  const page = await visit.opens(url)
  await page.click('h1') // a gesture: from now on sound may be played
  await page.selectOption('#cues', 'chime')
  await page.waitForFunction(() => window.test.sound.some((one) => Math.abs(one) > 1_000))
  await page.waitForTimeout(500)
  const preview = await page.evaluate(() => performance.now())

  await page.evaluate(watchTheWords)
  await begins(page, mouth, paused)
  await told(page.down, is('spoken'))
  await silence(page)
  const pause = await page.evaluate(() => {
    const { loud, words } = window.test
    return { loud, words, asked: window.test.marks.find(([type]) => type === 'asked')[1] }
  })
  const chime = await page.evaluate(aroundTheCue, preview)

  await unplugs(page)
  copyFileSync(held, mouth)
  let from = page.down.length
  await page.hover('#talk')
  await page.mouse.down()
  const part = await told(page.down, (one) => one.type === 'heard' && /time/.test(one.text), from)
  const shown = await page.locator('.you.unsure').innerText()
  await told(page.down, (one) => one.type === 'heard' && /today/.test(one.text), from)
  await page.waitForTimeout(2_500) // a pause that would be the end of it, were the key not held
  const key = { part: part.final, shown, whileHeld: asked(page, from) }
  await page.mouse.up()
  await told(page.down, is('spoken'), from)
  await silence(page)
  key.after = asked(page, from)

  await unplugs(page)
  from = page.down.length
  await begins(page, mouth, tapped)
  const since = await page.evaluate(() => window.test.loud.length)
  await page.waitForFunction((at) => window.test.loud.length > at && performance.now() - window.test.loud.at(-1) > 120, since, { polling: 20 })
  await page.click('#microphone')
  const bytes = page.spokenBytes
  await told(page.down, is('spoken'), from)
  const tap = { asked: asked(page, from), state: await page.getAttribute('#microphone', 'data-state'), sent: page.spokenBytes - bytes }
  return { pause, chime, key, tap, errors: visit.errors }
}

/** In the page: when which words of the person were on the screen. */
function watchTheWords() {
  window.test.words = []
  new MutationObserver(() => {
    const one = [...document.querySelectorAll('.you')].at(-1)
    const now = one && [one.lastElementChild?.innerText ?? one.innerText, one.innerText, one.classList.contains('unsure')]
    if (now && window.test.words.at(-1)?.text !== now[1]) window.test.words.push({ at: performance.now(), text: now[1], unsure: now[2] })
  }).observe(document, { childList: true, subtree: true, characterData: true, attributes: true })
}

/** In the page: whether anything was heard before the first cue, and what was from the one on that says that words were sent, as samples. */
function aroundTheCue(preview) {
  const { sound, marks, place } = window.test
  const cues = marks.filter(([type]) => type === 'cue')
  const [, at] = cues.find(([, , kind]) => kind === 'routed')
  return { early: sound.slice(place(preview), place(cues[0][1])).some(Boolean), samples: sound.slice(place(at)).map(Math.round), at }
}
