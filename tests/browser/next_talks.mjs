// What one talk knows of another: what was taught, and the sessions that an agent keeps. Each scene gives facts; the tests say what they must be.

import { Visit, begins, connected, is, told, types } from './visit.mjs'

const text = (page, selector) => page.locator(selector).allInnerTexts()

async function anotherTalk(page, press) {
  const before = page.url()
  await press()
  await page.waitForFunction((old) => location.href !== old && !location.hash.includes('/'), before)
  await connected(page)
}

/** A word is taught at a hold; in the next talk the same sound waits, and the page is loaded again meanwhile. */
export async function learned(browser, { url, mouth, said, meant }) {
  const visit = await Visit.of(browser)
  const page = await visit.opens(url)
  await page.selectOption('#approval', 'review')
  await page.check('#learning')
  await told(page.down, is('settings', { learning: true }))
  await begins(page, mouth, said)
  const { hold, heard } = await told(page.down, is('hold'))
  let item = page.locator(`li[data-hold="${hold}"]`)
  const first = { heard, shown: await item.locator('.text').innerText() }
  await item.locator('button.edit').click()
  await item.locator('textarea.said').fill(meant)
  await item.locator('button.send').press('Enter') // a click at a glance is not taken (A3)
  await told(page.down, is('taught'))
  await page.click('#hang-up')
  await anotherTalk(page, () => page.click('[data-trouble=link] button'))

  const learns = await page.isChecked('#learning')
  await page.selectOption('#approval', 'review')
  const from = page.down.length
  await begins(page, mouth, said)
  const next = await told(page.down, is('hold'), from)
  item = page.locator(`li[data-hold="${next.hold}"]`)
  const look = async () => ({ text: await item.locator('.text').innerText(), marks: await text(item, '.text mark'), talk: await text(page, '.you mark') })
  const second = { heard: next.heard, ...(await look()) }
  await page.reload()
  await connected(page)
  await item.waitFor()
  const reloaded = await look()
  const at = page.down.length
  await item.locator('button.accept').press('Enter')
  const { instruction } = await told(page.down, is('asked'), at)
  await told(page.down, is('finished'), at)
  return { first, learns, second, reloaded, instruction, asked: page.down.slice(from).filter(is('asked')).length, errors: visit.errors }
}

/** Two questions; the agent's session is resumed, and asked a third; then it is taken up from the first answer on, and asked a fourth. */
export async function agentSessions(browser, { url, questions }) {
  const visit = await Visit.of(browser)
  const page = await visit.opens(url)
  const asks = async (question) => {
    const from = page.down.length
    await types(page, question)
    await told(page.down, is('finished'), from)
  }
  const ofTheAgent = page.locator('section[aria-label="Sessions of the agent"]')
  const sessions = async () => {
    await page.click('nav a[href$="/sessions"]')
    await ofTheAgent.locator('.card').first().waitFor()
  }
  const [first, second, third, fourth] = questions
  await asks(first)
  await asks(second)
  await page.click('#hang-up')
  await page.waitForSelector('[data-trouble=link]')
  await sessions()
  const listed = { name: await ofTheAgent.locator('h3').innerText(), titles: await text(ofTheAgent, '.card .name') }
  await anotherTalk(page, () => ofTheAgent.locator('.resume').click())
  await asks(third)
  await page.click('#hang-up')
  await page.waitForSelector('[data-trouble=link]')
  await sessions()
  await ofTheAgent.getByRole('button', { name: 'Rewind' }).first().click()
  const messages = ofTheAgent.locator('.past li')
  await messages.first().waitFor()
  const said = await messages.locator('p').allInnerTexts()
  const before = (await messages.allInnerTexts()).findIndex((one) => one.includes(second)) - 1 // the first answer
  await anotherTalk(page, () => messages.nth(before).getByRole('button').click())
  await asks(fourth)
  return { listed, said, errors: visit.errors }
}
