// Apps that want out of the Studio's preview, in frames of the real page; and what they reached.

import { readFileSync, rmSync } from 'node:fs'

import { chromium } from 'playwright-core'

import { Visit } from './visit.mjs'

const PATIENCE = 30_000

/** Open an app as the page does, and wait for what it tells. `sandbox`: the frame's attribute; null: it has none. */
const shown = (page, { url, sandbox }) =>
  page.evaluate(
    async ([address, attribute, patience]) => {
      const frame = document.createElement('iframe')
      if (attribute !== null) frame.setAttribute('sandbox', attribute)
      const told = { said: [] }
      const ended = new Promise((resolve) => {
        addEventListener('message', ({ source, origin, data }) => {
          if (source !== frame.contentWindow) return
          if (data.hostile) resolve(Object.assign(told, { origin, found: data.hostile }))
          else told.said.push(data)
        })
        setTimeout(resolve, patience)
      })
      frame.src = address
      document.body.append(frame)
      await ended
      await new Promise((resolve) => setTimeout(resolve, 700))
      window.shown = frame
      return told
    },
    [url, sandbox, PATIENCE],
  )

/** Every app of the plan in a frame of its own, and the page afterwards. */
export async function hostile(_, plan) {
  const log = `${plan.folder}/net.json`
  const browser = await chromium.launch({
    executablePath: plan.chromium,
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', `--log-net-log=${log}`],
  })
  try {
    const visit = await Visit.of(browser)
    const page = await visit.opens(plan.url)
    const opened = []
    visit.context.on('page', (other) => opened.push(other.url()))
    const apps = {}
    for (const app of plan.apps) {
      const told = await shown(page, app)
      const at = page.url()
      await page.evaluate(() => window.shown.remove())
      apps[app.name] = { ...told, at }
    }
    const began = Date.now()
    await page.evaluate((url) => {
      const frame = document.createElement('iframe')
      frame.setAttribute('sandbox', 'allow-scripts allow-forms')
      frame.src = url
      document.body.append(frame)
      window.shown = frame
    }, plan.endless)
    await page.waitForTimeout(1_500)
    const answers = []
    for (let n = 0; n < 10; n++) {
      const asked = performance.now()
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => resolve(1))))
      answers.push(Math.round(performance.now() - asked))
    }
    await page.evaluate(() => window.shown.remove())
    const popups = [...opened]
    const alone = await visit.context.newPage()
    const answer = await alone.goto(plan.apps[0].url)
    const cookies = (await visit.context.cookies()).map(({ name, domain }) => `${domain} ${name}`)
    const after = await crashing(visit, page, plan.calling)
    return { after, apps, opened: popups, answers, took: Date.now() - began, alone: answer.status(), cookies, names: names(await closed(browser, log)) }
  } finally {
    await browser.close()
    rmSync(log, { force: true })
  }
}

/**
 * An app that the browser may end: what the page says of itself afterwards. It is asked past Playwright, which takes the end of a
 * frame's process for that of the page.
 */
async function crashing(visit, page, url) {
  const line = await visit.context.newCDPSession(page)
  await page.evaluate((address) => {
    const frame = document.createElement('iframe')
    frame.setAttribute('sandbox', 'allow-scripts allow-forms')
    frame.src = address
    document.body.append(frame)
  }, url)
  await new Promise((resolve) => setTimeout(resolve, 2_500))
  const asked = line.send('Runtime.evaluate', { expression: 'document.querySelector("#status").dataset.state' })
  const answer = await Promise.race([asked, new Promise((resolve) => setTimeout(resolve, 5_000))])
  return answer?.result?.value ?? 'nothing'
}

/** What the browser wrote of its network, when it has ended. */
async function closed(browser, log) {
  await browser.close()
  await new Promise((resolve) => setTimeout(resolve, 500))
  return readFileSync(log, 'utf8')
}

/** The names of the plan's hosts that the browser looked up or connected to. */
const names = (log) => [...new Set(log.match(/[a-z0-9-]+\.leak\.example/g) ?? [])].sort()
