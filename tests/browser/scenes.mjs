// What a person does at the page. Each scene gives facts; the tests beside it say what they must be.

import { Visit, connected, drawn, drops, is, silence, sound, speaks, told, types } from './visit.mjs'

const text = (page, selector) => page.locator(selector).allInnerTexts()
const troubles = (page) => page.locator('#troubles li').evaluateAll((all) => Object.fromEntries(all.map((one) => [one.dataset.trouble, one.firstChild.textContent])))
const wait = (page, ms) => page.waitForTimeout(ms)

/** A question is spoken, though the connection drops, and answered; a long answer is cut by a spoken word; the person hangs up. */
export async function spoken(browser, { url, mouth, question, stop, long, picture }) {
  const visit = await Visit.of(browser)
  const page = await visit.opens(url)
  const address = page.url()
  await speaks(page, mouth, question)
  await wait(page, 900) // in the middle of the question
  await drops(page)
  await told(page.down, is('spoken'))
  await wait(page, 300)
  const resumed = page.up.filter(is('resume')).length
  const answer = await sound(page)
  const cues = await page.evaluate(heardBeforeTheAnswer)
  const [turn] = await text(page, '.turn')
  const [marked] = await text(page, '.answer .heard')
  const about = { engines: await page.innerText('#engines'), microphone: await page.innerText('#device-in') }

  const from = page.down.length
  await types(page, long)
  const begun = await told(page.down, is('read'), from)
  await told(page.up, (one) => one.type === 'played' && one.read > begun.read)
  await wait(page, picture ? 1_000 : 0)
  if (picture) await page.screenshot({ path: picture })
  const unplugged = await speaks(page, mouth, stop)
  const { read } = await told(page.down, is('flush'), from)
  const { samples } = await told(page.up, is('flushed', { read }))
  await told(page.down, is('cue', { kind: 'stopped' }), page.down.findLastIndex(is('flush')))
  await wait(page, 1_500)
  const after = await page.evaluate(heardAfterTheFlush)
  const played = page.up.filter(is('played', { read })).map((one) => one.samples)

  await page.click('#hang-up')
  await page.waitForSelector('[data-trouble=link]')
  const tracks = await page.evaluate(() => window.test.tracks.map((one) => one.readyState))
  const last = page.up.at(-1)
  return { address, resumed, answer, cues, turn, marked, about, begun, samples, played, after, unplugged, tracks, last, troubles: await troubles(page), errors: visit.errors }
}

/** In the page: which cues came between the person's words, or the end of their sound, and the first read, and whether they were heard before the answer was. */
function heardBeforeTheAnswer() {
  const { sound: heard, marks, place } = window.test
  const words = marks.findIndex(([type]) => type === 'heard' || type === 'cue')
  const read = marks.findIndex(([type]) => type === 'read')
  const between = marks.slice(words, read).filter(([type]) => type === 'cue')
  return { count: between.length, sounded: heard.slice(place(between[0]?.[1]), place(marks[read][1])).some(Boolean), early: heard.slice(0, place(marks[words][1])).some(Boolean) }
}

/** In the page: whether anything was heard between the last flush and the cue that follows, and after the one that says that all has stopped. */
function heardAfterTheFlush() {
  const { sound: heard, marks, place } = window.test
  const flush = marks.findLastIndex(([type]) => type === 'flush')
  const cues = marks.slice(flush).filter(([type]) => type === 'cue')
  const [, stopped] = cues.find(([, , kind]) => kind === 'stopped')
  const onItsWay = 24_000 * 0.15
  const theCue = 24_000 * 0.7
  return { untilTheCue: heard.slice(place(marks[flush][1]) + onItsWay, place(cues[0][1])).some(Boolean), afterIt: heard.slice(place(stopped) + theCue).some(Boolean) }
}

/** Two questions are spoken, and each waits for a yes: the first is edited, the second is accepted. */
export async function held(browser, { url, mouth, question, another }) {
  const visit = await Visit.of(browser)
  const page = await visit.opens(url)
  await page.selectOption('#approval', 'review')
  await speaks(page, mouth, question)
  const hold = await told(page.down, is('hold'))
  const item = page.locator(`li[data-hold="${hold.hold}"]`)
  const shown = await item.locator('.text').innerText()
  await item.locator('button.edit').click()
  await item.locator('textarea.instruction').fill('What is 6 times 7?')
  await item.locator('button.send').press('Enter') // a click at a glance is not taken (A3)
  const { run } = await told(page.down, is('spoken'))
  await drawn(page)
  const answers = await text(page, '.answer')

  const from = page.down.length
  await speaks(page, mouth, another)
  const second = await told(page.down, is('hold'), from)
  await page.locator(`li[data-hold="${second.hold}"] button.accept`).press('Enter')
  await told(page.down, is('hold_closed', { hold: second.hold }))
  const decided = page.up.filter(({ type }) => ['accept', 'edit'].includes(type))
  await told(page.down, (one) => one.type === 'spoken' && one.run !== run, from)
  await drawn(page)
  return { hold, shown, answers, second, decided, all: await text(page, '.answer'), left: await page.locator('#holds li').count(), errors: visit.errors }
}

/** What was said waits; it is played, and what was heard is put right: that is asked, and learned. */
export async function teaches(browser, { url, mouth, question, meant }) {
  const visit = await Visit.of(browser)
  const page = await visit.opens(url)
  await page.selectOption('#approval', 'review')
  await page.check('#learning')
  await told(page.down, is('settings', { learning: true }))
  await speaks(page, mouth, question)
  const hold = await told(page.down, is('hold'))
  const item = page.locator(`li[data-hold="${hold.hold}"]`)
  const play = item.locator('button.play')
  const from = page.up.length
  const [answer] = await Promise.all([page.waitForResponse(/sound\.wav$/), play.click()])
  await told(page.up, is('mute', { muted: true }), from) // what is played is not said once more
  const stop = item.locator('button.play', { hasText: 'Stop playing' })
  await stop.click()
  await told(page.up, is('mute', { muted: false }), from)
  await item.locator('button.play', { hasText: 'Play what was said' }).waitFor()
  const sound = { status: answer.status(), kind: answer.headers()['content-type'], bytes: Number(answer.headers()['content-length']) }

  await item.locator('button.edit').focus()
  await page.keyboard.press('Enter')
  const first = await page.evaluate(() => document.activeElement.className)
  await page.keyboard.press('Control+A')
  await page.keyboard.type(meant)
  const follows = await item.locator('textarea.instruction').inputValue()
  const differs = { gone: await text(item, '.wording del'), fresh: await text(item, '.wording ins') }
  await item.locator('button.send').click()
  const sent = page.up.findLast(is('edit'))
  const asked = await told(page.down, is('asked'))
  await told(page.down, is('taught'))
  await page.waitForSelector('#taught:not(:empty)')
  const line = await page.innerText('#taught')
  const off = page.down.length
  await page.uncheck('#learning') // it is kept for later talks
  await told(page.down, (one) => one.type === 'settings' && !one.learning, off)
  return { hold, sound, first, follows, differs, sent, asked, line, errors: visit.errors }
}

/** Another wording comes while a hold is edited; mends are taken back; by keys alone, on a small screen. */
export async function reworded(browser, { url, picture }) {
  const visit = await Visit.of(browser, { viewport: { width: 360, height: 900 } })
  const page = await visit.opens(url)
  await told(page.down, is('settings')) // no whole view comes after it
  const comes = (...frames) => page.evaluate((all) => {
    for (const one of all) window.test.sockets.at(-1).dispatchEvent(new MessageEvent('message', { data: JSON.stringify(one) }))
  }, frames)
  const mends = [{ heard: 'get hub', meant: 'GitHub', why: 'correction' }, { heard: 'user service dot py', meant: 'user_service.py', why: 'lexicon' }]
  const heard = 'Push user service dot py to get hub and the brench'
  const span = { stream: 1, first: 0, count: 16_000 }
  const hold = { type: 'hold', hold: 999, kind: 'instruction', heard, text: 'Push user_service.py to GitHub and the brench', mends, span, left_ms: 60_000 }
  await comes({ type: 'heard', utterance: 7, text: heard, final: true, source: 'local', mends }, hold)
  const item = page.locator('li[data-hold="999"]')
  await item.waitFor()
  const shown = { text: await item.locator('.text').innerText(), marks: await text(item, '.text mark'), talk: await text(page, '.you mark') }

  await item.locator('button.edit').focus()
  await page.keyboard.press('Enter')
  const field = item.locator('textarea.instruction')
  await field.press('Control+End')
  await field.press('!')
  const mine = await field.inputValue()
  const proposed = 'Push user_service.py to GitHub and the branch'
  await comes({ ...hold, text: proposed, proposed })
  await item.locator('button.use').waitFor()
  const kept = { value: await field.inputValue(), focus: await page.evaluate(() => document.activeElement.className) }
  const again = await item.locator('.again').isVisible()
  const contrasts = await inBothColours(page)
  if (picture) {
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme })
      await wait(page, 500) // colours change slowly
      await page.screenshot({ path: picture.replace('*', colorScheme), fullPage: true })
    }
  }
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  const nameless = await item.locator('button, textarea').evaluateAll((all) => all
    .filter((one) => !(one.innerText?.trim() || one.labels?.length || one.getAttribute('aria-label'))).map((one) => one.outerHTML))
  await item.locator('button.use').focus()
  await page.keyboard.press('Enter')
  const used = { value: await field.inputValue(), focus: await page.evaluate(() => document.activeElement.className), offers: await item.locator('button.use').count() }

  const undone = []
  for (const place of ['.turn', 'li[data-hold]']) {
    const from = page.up.length
    await page.locator(`${place} button.unmend`).first().focus()
    await page.keyboard.press('Enter')
    undone.push(await told(page.up, is('unmend'), from))
  }
  await page.waitForFunction(() => document.querySelectorAll('.you mark').length === 1)
  const talk = await page.locator('.you').innerText()
  return { shown, mine, kept, again, contrasts, wide, nameless, used, undone, talk, errors: visit.errors }
}

/** Everything typed; the page is loaded again in the middle of a read; a second window watches, and takes over; a drop. */
export async function returns(browser, { url, long }) {
  const visit = await Visit.of(browser)
  const page = await visit.opens(url)
  await types(page, long)
  await told(page.up, (one) => one.type === 'played' && one.samples > 12_000)
  const before = await text(page, '.you')
  let [from, sent] = [page.down.length, page.up.length]
  await page.reload()
  await connected(page)
  const resume = await told(page.up, is('resume'), sent)
  const goesOn = await told(page.down, is('read'), from)
  await page.click('#status') // a gesture, if the browser wants one
  await told(page.up, (one) => one.type === 'played' && one.samples > goesOn.first, sent)
  const reloaded = await text(page, '.you')

  const other = await visit.opens(page.url())
  const watching = { words: await text(other, '.you'), status: await other.innerText('#status'), troubles: await troubles(other) }
  await other.click('[data-trouble=holder] button')
  const taken = await told(other.down, is('read'))
  await told(other.up, (one) => one.type === 'played' && one.samples > (taken.first ?? 0))
  await page.waitForSelector('[data-trouble=holder]')
  const first = { status: await page.innerText('#status') }

  await other.keyboard.press('Escape')
  await told(other.up, is('flushed'))
  sent = other.up.length
  await drops(other)
  await told(other.up, is('resume'), sent)
  await connected(other)
  from = page.down.length
  await types(other, 'What time is it?')
  await told(page.down, is('spoken'), from)
  await Promise.all([page, other].map(drawn))
  const both = [await text(page, '.answer'), await text(other, '.answer')]
  return { before, resume, goesOn, reloaded, watching, taken, first, both, errors: visit.errors }
}

/** The talk key, also when its release is lost, and with a muted microphone; every control has a name; nothing is cut off on a small screen. */
export async function keys(browser, { url }) {
  const visit = await Visit.of(browser)
  const page = await visit.opens(url)
  await page.keyboard.down('Space')
  await told(page.up, is('floor', { taken: true }))
  await page.keyboard.up('Space')
  await told(page.up, is('floor', { taken: false }))
  const from = page.up.length
  await page.keyboard.down('Space')
  await told(page.up, is('floor', { taken: true }), from)
  await page.evaluate(() => window.dispatchEvent(new Event('blur')))
  await told(page.up, is('floor', { taken: false }), from)
  await page.keyboard.up('Space')
  await page.focus('#words')
  await page.keyboard.type('a b')
  const written = await page.inputValue('#words')
  await page.keyboard.press('Control+.')
  await told(page.up, is('stop'))
  const floors = page.up.filter(is('floor')).map((one) => one.taken)

  await page.waitForSelector('#microphone[data-state=muted]') // the key has opened it
  await page.evaluate(() => document.activeElement.blur())
  const muted = page.up.length
  const bytes = page.spokenBytes
  await wait(page, 300)
  const sentWhileMuted = page.spokenBytes - bytes
  await page.keyboard.down('Space')
  await told(page.up, is('floor', { taken: true }), muted)
  await page.keyboard.up('Space')
  await told(page.up, is('mute', { muted: true }), muted)
  const byKey = page.up.slice(muted).map((one) => one.muted ?? one.taken)
  await page.fill('#words', '')
  await page.focus('body')
  const order = []
  const controls = await page.locator('a, button, input, select, textarea, summary, [tabindex]').count()
  for (let n = 0; n <= controls; n += 1) {
    await page.keyboard.press('Tab')
    order.push(await page.evaluate(() => document.activeElement.id || document.activeElement.className))
  }
  const nameless = await page.evaluate(() => [...document.querySelectorAll('button, input, select, textarea, meter')]
    .filter((one) => !(one.innerText?.trim() || one.labels?.length || one.getAttribute('aria-label'))).map((one) => one.outerHTML))
  const [wide, header, dock] = [{}, {}, []]
  for (const size of [{ width: 360, height: 740 }, { width: 600, height: 380 }, { width: 1600, height: 900 }, { width: 1200, height: 760 }]) {
    await page.setViewportSize(size)
    header[size.width] = await page.locator('header').evaluate((one) => one.offsetHeight)
    if (size.width >= 1200) dock.push(await page.locator('.beside:first-child > button').evaluateAll((all) => all.map((one) => one.offsetTop)))
    wide[size.width] = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  }
  await types(page, 'What time is it?')
  await told(page.down, is('finished'))
  const contrasts = await inBothColours(page)
  return { floors, byKey, sentWhileMuted, written, order, nameless, wide, header, dock, contrasts, errors: visit.errors }
}

/** The text with the least contrast, in light and in dark. */
export async function inBothColours(page) {
  const found = {}
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme })
    await page.evaluate(async () => { // some colours change slowly
      await new Promise(requestAnimationFrame)
      await Promise.allSettled(document.getAnimations().map((one) => one.finished)) // one of an element that goes is aborted
    })
    found[colorScheme] = await page.evaluate(contrast)
  }
  return found
}

/** In the page: the text with the least contrast. */
function contrast() {
  const numbers = (colour) => colour.match(/[\d.]+/g).map(Number)
  const light = (colour) => numbers(colour).slice(0, 3)
    .map((one) => one / 255).map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4))
    .reduce((sum, one, n) => sum + one * [0.2126, 0.7152, 0.0722][n], 0)
  const paper = (element) => {
    const { backgroundColor } = getComputedStyle(element)
    return numbers(backgroundColor)[3] === 0 && element.parentElement ? paper(element.parentElement) : backgroundColor
  }
  const texts = [...document.querySelectorAll('body *')].filter((one) => one.checkVisibility() && !one.disabled
    && [...one.childNodes].some((child) => child.nodeType === Node.TEXT_NODE && child.data.trim()))
  const found = texts.map((one) => {
    const [a, b] = [light(getComputedStyle(one).color), light(paper(one))].sort((x, y) => y - x)
    return [(a + 0.05) / (b + 0.05), one.outerHTML.slice(0, 80)]
  })
  return found.sort(([a], [b]) => a - b)[0]
}

/** Code is pasted into the console of the page, and a question is typed there. */
export async function pasted(browser, { url, code, ask }) {
  const visit = await Visit.of(browser)
  const page = await visit.opens(url)
  await page.click('h1')
  const console = await visit.context.newCDPSession(page)
  const paste = (expression) => console.send('Runtime.evaluate', { expression, replMode: true })
  const from = page.down.length
  const { exceptionDetails } = await paste(code)
  await told(page.down, is('ready'), from)
  await paste(ask)
  const { text } = await told(page.down, is('text'), from)
  await told(page.down, is('spoken', { shown_to: text.length }), from)
  const ends = page.down.slice(from).filter(is('read_end')).map(({ read, samples }) => [read, samples])
  const played = page.up.filter(is('played')).map(({ read, samples }) => [read, samples])
  return { text, ends, played, wrong: exceptionDetails ?? null, errors: visit.errors }
}
