// What the beginning of a talk offers: an agent that is ready, one that is installed by the page, and better engines that come meanwhile.

import { looked } from './looks.mjs'
import { Visit, connected, drawn, is, told, types } from './visit.mjs'

const asked = (page, path) => page.evaluate((to) => fetch(to).then((one) => one.json()), path)
const thinks = (page) => page.locator('#engines').innerText()

/** The agent is offered first; one click goes on with its newest session, and another begins a new one. */
export async function offered(browser, plan) {
  const visit = await Visit.of(browser)
  const page = await visit.opens(plan.url)
  await page.waitForSelector('#talk-to-agent')
  const offer = {
    first: await page.locator('#empty > :first-child').getAttribute('id'),
    buttons: await page.locator('#agent button').allInnerTexts(),
    last: await page.innerText('#agent-last'),
    before: await thinks(page),
  }
  const found = await looked(page, 'offer', plan)
  const talk = page.url()
  await page.focus('#talk-to-agent')
  await page.keyboard.press('Enter')
  await page.waitForFunction((old) => location.href !== old, talk)
  await connected(page)
  const from = page.down.length
  await types(page, plan.question)
  await told(page.down, is('finished'), from)
  await drawn(page)
  const after = { thinks: await thinks(page), answers: await page.locator('.answer').allInnerTexts(), sessions: (await asked(page, '/api/brain/sessions')).sessions.length }
  const setting = (await asked(page, '/api/settings')).settings.find(({ key }) => key === 'brain.kind')
  const again = await visit.opens(plan.url) // a new page, when the agent thinks already
  await again.waitForSelector('#talk-to-agent')
  const then = await again.locator('#agent button').allInnerTexts()
  return { offer, after, setting, then, found, errors: visit.errors }
}

/** An agent is installed by the page: asked about first, with a bar, stopped once; then it is offered without a new start. */
export async function installed(browser, plan) {
  const visit = await Visit.of(browser)
  const page = await visit.opens(plan.url)
  await page.waitForSelector('#install-agent')
  const found = await looked(page, 'install', plan)
  const begins = async () => {
    await page.focus('#install-agent')
    await page.keyboard.press('Enter')
    await page.waitForSelector('dialog[open] #install-now')
  }
  await begins()
  const asks = await page.innerText('dialog[open]')
  found.push(...await looked(page, 'install-asks', plan))
  await page.keyboard.press('Escape')
  const states = (await asked(page, '/api/installs')).installs.map(({ state }) => state)
  await begins()
  await page.click('#install-now')
  await page.waitForSelector('#agent progress')
  const status = await page.innerText('#agent [role=status]')
  if (plan.pictures) await page.screenshot({ path: `${plan.pictures}/installing.png` })
  await page.click('#stop-install')
  await page.waitForSelector('#agent .wrong')
  const stopped = await page.innerText('#agent .wrong')
  await begins()
  await page.click('#install-now')
  await page.waitForFunction(
    () => document.querySelector('#agent progress')?.value > 0 || document.querySelector('#talk-to-agent'), // what is there already takes no time
  )
  await page.waitForSelector('#talk-to-agent')
  const ready = await page.innerText('#agent')
  found.push(...await looked(page, 'installed', plan))
  return { asks, states, status, stopped, ready, found, errors: visit.errors }
}

/** A talk on small models while the better ones come; then a line, and a new talk. */
export async function grows(browser, plan) {
  const visit = await Visit.of(browser)
  const page = await visit.opens(plan.url)
  await page.waitForSelector('#rest-of-weights progress')
  await fetch(plan.go)
  const coming = await page.innerText('#rest-of-weights')
  const found = plan.pictures ? await looked(page, 'coming', plan) : []
  await types(page, 'What is 6 times 7?')
  await told(page.down, is('finished'))
  await drawn(page)
  const answers = await page.locator('.answer').allInnerTexts()
  await fetch(plan.go)
  await page.waitForSelector('#rest-of-weights button')
  const came = await page.innerText('#rest-of-weights')
  const talk = page.url()
  await page.click('#rest-of-weights button')
  await page.waitForFunction((old) => location.href !== old, talk)
  await connected(page)
  return { coming, answers, came, left: await page.locator('#rest-of-weights').count(), found, errors: visit.errors }
}
