// What a person waits for at the page, in milliseconds by the page's own clock. Reads its plan from standard input: {"url", "chromium",
// "driver", "mouth", "question", "rounds"}; prints JSON. `bench_page.py` starts it.

import { copyFileSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const BLOCK_MS = 12 // of 256 samples, in which sound is noticed
const plan = JSON.parse(readFileSync(0, 'utf8'))
const { chromium } = createRequire(`${plan.driver}/`)('playwright-core')

/** In the page, before its own scripts: when things happened. */
function clocks() {
  const times = { spoke: 0, read: 0, sound: [], words: 0, text: 0 }
  window.times = times
  const LOUD = 1_000 // of 32 768, as a mean over a piece of 40 ms
  const send = WebSocket.prototype.send
  WebSocket.prototype.send = function (data) {
    if (data instanceof Int16Array && data.reduce((sum, one) => sum + Math.abs(one), 0) / data.length > LOUD / 4) times.spoke = performance.now()
    return send.call(this, data)
  }
  window.WebSocket = class extends WebSocket {
    constructor(...how) {
      super(...how)
      this.addEventListener('message', ({ data }) => { if (typeof data === 'string' && JSON.parse(data).type === 'read') times.read ||= performance.now() })
    }
  }
  const connect = AudioNode.prototype.connect
  AudioNode.prototype.connect = function (to, ...rest) {
    if (to instanceof AudioDestinationNode) {
      const ear = this.context.createScriptProcessor(256, 1, 1)
      ear.onaudioprocess = ({ inputBuffer }) => { if (inputBuffer.getChannelData(0).some((one) => Math.abs(one) > 0.001)) times.sound.push(performance.now()) }
      connect.call(this, ear)
      connect.call(ear, to)
    }
    return connect.call(this, to, ...rest)
  }
  new MutationObserver(() => {
    if (!times.words && document.querySelector('.you:not(.unsure)')) times.words = performance.now()
    if (!times.text && document.querySelector('.answer :is(.ahead, .heard)')) times.text = performance.now()
  }).observe(document, { childList: true, subtree: true, characterData: true, attributes: true })
}

async function round(browser) {
  const context = await browser.newContext({ permissions: ['microphone'] })
  await context.addInitScript(clocks)
  const page = await context.newPage()
  await page.goto(plan.url)
  await page.waitForSelector('#status[data-state=open]')
  const opened = await page.evaluate(() => ({
    paint: performance.getEntriesByName('first-contentful-paint')[0].startTime,
    connected: performance.now(),
  }))
  copyFileSync(plan.question, plan.mouth)
  await page.click('#microphone')
  await page.waitForFunction(() => document.querySelector('.answer .heard'), null, { timeout: 60_000 })
  await page.waitForFunction(() => !document.querySelector('.answer .ahead'), null, { timeout: 60_000 })
  const { spoke, read, sound, words, text } = await page.evaluate(() => window.times)
  const after = sound.filter((one) => one > spoke)
  const answer = after.find((one) => one > read + BLOCK_MS) // a cue ends where a read begins
  await page.click('#hang-up')
  await context.close()
  return { ...opened, cue: after[0] - spoke, words: words - spoke, text: text - spoke, answer: answer - spoke }
}

const browser = await chromium.launch({
  executablePath: plan.chromium,
  args: [
    '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync',
    '--autoplay-policy=no-user-gesture-required', '--use-fake-device-for-media-stream', `--use-file-for-fake-audio-capture=${plan.mouth}%noloop`,
  ],
})
const rounds = []
try {
  for (let n = 0; n < plan.rounds; n += 1) rounds.push(await round(browser))
} finally {
  await browser.close()
}
console.log(JSON.stringify(rounds))
