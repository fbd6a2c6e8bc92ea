// From the start of `make talk` to the first word that is answered, as a person has it who opens a browser and begins at once. Reads its plan
// from standard input: {"url", "began" (milliseconds since 1970), "chromium", "driver", "mouth", "spoken" (or null: typed)}; prints JSON.

import { copyFileSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const plan = JSON.parse(readFileSync(0, 'utf8'))
const { chromium } = createRequire(`${plan.driver}/`)('playwright-core')
const since = () => Date.now() - plan.began

const browser = await chromium.launch({
  executablePath: plan.chromium,
  args: [
    '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync',
    '--autoplay-policy=no-user-gesture-required', '--use-fake-device-for-media-stream', `--use-file-for-fake-audio-capture=${plan.mouth}%noloop`,
  ],
})
try {
  const page = await (await browser.newContext({ permissions: ['microphone'] })).newPage()
  await page.goto(plan.url)
  await page.waitForSelector('#status[data-state=open]')
  const reachable = since()
  if (plan.spoken) {
    copyFileSync(plan.spoken, plan.mouth)
    await page.click('#microphone')
  } else {
    await page.fill('#words', 'What time is it?')
    await page.press('#words', 'Enter')
  }
  await page.waitForSelector('.answer :is(.ahead, .heard)')
  const answered = since()
  await page.waitForSelector('.answer .heard')
  console.log(JSON.stringify({ reachable, answered, heard: since() }))
} finally {
  await browser.close()
}
