// A person in the Studio with keys: the live model hears and speaks, another model writes, and both are only doubles on this machine.

import { copyFileSync } from 'node:fs'

import { looked } from './looks.mjs'
import { BESIDE, appOf } from './studio.mjs'
import { Visit, is, told, types } from './visit.mjs'

const lacks = (page, way) => page.locator(`[data-model=${way}] .lacks p`).allInnerTexts()
const goes = (page, to) => page.click(`.tabs [data-to=${to}]`)

/** What the person can set in the settings: where the service is, which is not its vendor's here. They say yes to each address. */
const sets = (page, settings) => page.evaluate(async (all) => {
  const asks = async (path, method, body) => {
    const answer = await fetch(path, { method, headers: { 'Content-Type': 'application/json' }, body: body && JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
    return answer
  }
  for (const [key, value] of Object.entries(all)) await asks('/api/settings', 'PUT', { key, value })
  const { waiting } = await (await asks('/api/settings', 'GET')).json()
  for (const { id } of waiting) await asks('/api/settings/confirm', 'POST', { id })
}, settings)

/** Each key is asked for where it is missing, until the way is ready. Then other addresses are set, and their keys beside them; and it is taken. */
async function chosen(page, way, key, ...settings) {
  await page.waitForSelector(`[data-model=${way}]:not([data-ready=unknown])`)
  const before = await lacks(page, way)
  for (let left = before.length; left > 0; left -= 1) {
    await page.locator(`[data-model=${way}] .lacks input`).first().fill(key)
    await page.locator(`[data-model=${way}] .lacks button`).first().click()
    await page.waitForFunction(([name, n]) => document.querySelectorAll(`[data-model=${name}] .lacks`).length < n, [way, left])
  }
  await page.waitForSelector(`[data-model=${way}][data-ready=true]`)
  for (const some of settings) await sets(page, some)
  const from = page.down.length
  await page.click(`[data-model=${way}] .primary`)
  await page.waitForSelector('#studio')
  const { engines } = await told(page.down, is('ready'), from)
  return { before, engines, from }
}

/** What is seen of a file while it is written, and the app when it is there. `gate`: until it is asked, the writer waits. */
async function streams(page, gate) {
  const job = '.job[data-job]:has(.file)'
  await goes(page, 'files')
  await page.waitForSelector(job)
  await page.waitForFunction(() => document.querySelector('.coloured')?.innerText.includes('Tip calculator'))
  const half = await page.evaluate((at) => ({ end: document.querySelector(at).dataset.end, text: document.querySelector('.coloured').innerText, badge: document.querySelector('figcaption .badge')?.innerText ?? '' }), job)
  await fetch(gate).catch(() => undefined) // the writer goes on; it answers nothing
  await page.waitForSelector('.job[data-end=job_done]')
  const by = await page.innerText('.job .prompt')
  await goes(page, 'preview')
  const app = await appOf(page, '#bill')
  await app.locator('#bill').fill('80')
  return { half, by, tip: await app.locator('#tip').innerText() }
}

/** In the page, from its beginning: when the warning stood there, and what it said. */
function watches() {
  window.leaving = []
  document.addEventListener('DOMContentLoaded', () => new MutationObserver(() => {
    const line = document.getElementById('leaving')?.innerText ?? ''
    if (line !== (window.leaving.at(-1) ?? '')) window.leaving.push(line)
  }).observe(document.body, { childList: true, characterData: true, subtree: true }))
}

export async function keyed(browser, plan) {
  const visit = await Visit.of(browser, { viewport: { width: 1600, height: 900 } })
  await visit.context.addInitScript(watches)
  const page = await visit.opens(plan.url)
  await page.click('nav a[href$="/studio"]')
  await page.waitForSelector('#welcome [data-model=gemini][data-ready=false]')
  const gemini = await chosen(page, 'gemini', plan.key, ...plan.gemini)
  const from = page.down.findLastIndex(is('ready'))
  await told(page.down, is('leaving', { leaving: true }), from)
  const role = await page.getAttribute('#leaving', 'role')
  const found = await looked(page, 'keyed-leaving', plan)
  copyFileSync(plan.words, plan.mouth)
  await page.click('.vox-talk')
  await page.waitForSelector('.vox-mute')
  Object.assign(gemini, await streams(page, plan.gates[0]))
  const warned = await page.evaluate(() => ({ lines: window.leaving, blocked: document.querySelector('dialog[open]') !== null }))
  await told(page.down, is('leaving', { leaving: false }), from)
  const meanwhile = page.down.slice(from + page.down.slice(from).findIndex(is('leaving', { leaving: true })), page.down.findLastIndex(is('leaving', { leaving: false })) + 1).map((one) => one.type)
  await told(page.down, (one) => one.type === 'text' && one.text.includes('ready'), from)
  await types(page, 'Thank you.')
  await told(page.down, (one) => one.type === 'text' && one.text.includes('welcome'), from)
  await told(page.down, is('finished'), page.down.findLastIndex(is('typed')))
  const after = { still: await page.locator('.turn', { hasText: 'still writing' }).count(), line: await page.innerText('#leaving'), troubles: await page.locator('#troubles li').allInnerTexts(), meanwhile }
  if (plan.pictures) await page.screenshot({ path: `${plan.pictures}/keyed-gemini.png` })

  for (const some of plan.claude) await sets(page, some) // Claude Code is there, which needs no key: with one the service itself is taken
  await goes(page, 'themes')
  const claude = await chosen(page, 'claude', plan.key)
  claude.greeting = (await told(page.down, is('state'), claude.from)).view.notices
  await told(page.down, is('read'), claude.from) // the voice begins to say it
  await types(page, 'build me a tip calculator')
  Object.assign(claude, await streams(page, plan.gates[1]))
  if (plan.pictures) await page.screenshot({ path: `${plan.pictures}/keyed-claude.png` })
  const errors = visit.errors.filter((one) => !BESIDE.test(one))
  return { gemini, role, warned, after, claude, found, errors }
}
