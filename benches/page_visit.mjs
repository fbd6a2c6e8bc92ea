// What a person waits for at the page, in milliseconds by the page's own clock. Reads its plan from standard input: {"url", "chromium",
// "driver", "mouth", "question", "paused", "rounds"}; prints JSON. `bench_page.py` starts it.

import { copyFileSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const BLOCK_MS = 12 // of 256 samples, in which sound is noticed
const CHIME_MS = 150
const plan = JSON.parse(readFileSync(0, 'utf8'))
const { chromium } = createRequire(`${plan.driver}/`)('playwright-core')

/** In the page, before its own scripts: when things happened. */
function clocks() {
  const times = { spoke: 0, loud: [], heard: 0, asked: 0, read: 0, sound: [], chime: 0, words: 0, part: 0, text: 0 }
  window.times = times
  const LOUD = 1_000 // of 32 768, as a mean over a piece of 40 ms
  const send = WebSocket.prototype.send
  WebSocket.prototype.send = function (data) {
    if (data instanceof Int16Array && data.reduce((sum, one) => sum + Math.abs(one), 0) / data.length > LOUD / 4) times.loud.push(times.spoke = performance.now())
    return send.call(this, data)
  }
  window.WebSocket = class extends WebSocket {
    constructor(...how) {
      super(...how)
      this.addEventListener('message', ({ data }) => {
        if (typeof data !== 'string') return
        const { type, final } = JSON.parse(data)
        if (type === 'read') times.read ||= performance.now()
        if (type === 'asked') times.asked ||= performance.now()
        if (type === 'heard' && final) times.heard ||= performance.now()
      })
    }
  }
  const connect = AudioNode.prototype.connect
  AudioNode.prototype.connect = function (to, ...rest) {
    if (to instanceof AudioDestinationNode) {
      const ear = this.context.createScriptProcessor(256, 1, 1)
      ear.onaudioprocess = ({ inputBuffer }) => {
        const loudest = inputBuffer.getChannelData(0).reduce((most, one) => Math.max(most, Math.abs(one)), 0)
        if (loudest > 0.001) times.sound.push(performance.now())
        if (loudest > 0.15 && times.asked) times.chime ||= performance.now() // no other cue is as loud, and the answer comes later
      }
      connect.call(this, ear)
      connect.call(ear, to)
    }
    return connect.call(this, to, ...rest)
  }
  new MutationObserver(() => {
    if (!times.part && document.querySelector('.you')?.innerText.includes('mind')) times.part = performance.now()
    if (!times.words && document.querySelector('.you:not(.unsure)')) times.words = performance.now()
    if (!times.text && document.querySelector('.answer :is(.ahead, .heard)')) times.text = performance.now()
  }).observe(document, { childList: true, subtree: true, characterData: true, attributes: true })
}

async function round(browser, spoken) {
  const context = await browser.newContext({ permissions: ['microphone'] })
  await context.addInitScript(clocks)
  const page = await context.newPage()
  await page.goto(plan.url)
  await page.waitForSelector('#status[data-state=open]')
  const opened = await page.evaluate(() => ({
    paint: performance.getEntriesByName('first-contentful-paint')[0].startTime,
    connected: performance.now(),
  }))
  await page.click('h1') // a gesture: sound may be played
  await page.selectOption('#cues', 'chime')
  copyFileSync(spoken, plan.mouth)
  await page.click('#microphone')
  await page.waitForFunction(() => document.querySelector('.answer .heard'), null, { timeout: 60_000 })
  await page.waitForFunction(() => !document.querySelector('.answer .ahead'), null, { timeout: 60_000 })
  const { spoke, loud, heard, asked, read, sound, chime, words, part, text } = await page.evaluate(() => window.times)
  const after = sound.filter((one) => one > spoke)
  const answer = after.find((one) => one > Math.max(read, chime + CHIME_MS) + BLOCK_MS) // a cue ends where a read begins
  await page.click('#hang-up')
  await context.close()
  const waits = { cue: after[0] - spoke, chime: chime - spoke, words: words - spoke, text: text - spoke, answer: answer - spoke, chime_after_heard: chime - heard, chime_after_asked: chime - asked }
  return { ...opened, ...waits, ...(part && { part: part - loud.findLast((one) => one < part) }) }
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
  for (let n = 0; n < plan.rounds; n += 1) rounds.push(await round(browser, n % 2 ? plan.paused : plan.question))
} finally {
  await browser.close()
}
console.log(JSON.stringify(rounds))
