// A person's browser with one page or more, and what can be seen from outside: frames, sound, tracks, errors.

import { copyFileSync } from 'node:fs'

const PATIENCE = 60_000

/** In the page, before its own scripts: what it plays is written down, and its tracks and sockets are known. */
function ears() {
  const LOUD = 250 // of 32 768, as a mean over a piece of the microphone
  const test = { sound: [], pieces: [], tracks: [], sockets: [], marks: [], loud: [], rates: [] } // pieces: when each began to sound, and its place; rates: samples a second of each microphone, and of what listens to it; marks: which frame came, when, and its kind; loud: when the person spoke
  window.test = test
  /** Where in what sounded a time is. A piece's own time is up to 10 ms before the page could have made it, and its place here comes when the page has time for it. */
  test.place = (time) => test.pieces.find(([began]) => began > time - 10)?.[1] ?? test.sound.length
  /** Its sound is queued until the page has time for it: none is lost while the page is busy. */
  const hears = async (stream) => {
    const { readable } = new MediaStreamTrackProcessor({ track: stream.getAudioTracks()[0], maxBufferSize: 4096 })
    for await (const piece of readable) {
      const heard = new Float32Array(piece.numberOfFrames)
      piece.copyTo(heard, { planeIndex: 0, format: 'f32-planar' })
      test.pieces.push([piece.timestamp / 1000, test.sound.length])
      piece.close()
      test.sound.push(...heard.map((one) => one * 32767))
    }
  }
  const connect = AudioNode.prototype.connect
  AudioNode.prototype.connect = function (to, ...rest) {
    if (to instanceof AudioDestinationNode) {
      const ear = new MediaStreamAudioDestinationNode(this.context, { channelCount: 1 })
      connect.call(this, ear)
      void hears(ear.stream)
    }
    return connect.call(this, to, ...rest)
  }
  const flows = AudioContext.prototype.createMediaStreamSource
  AudioContext.prototype.createMediaStreamSource = function (stream) {
    const [track] = stream.getAudioTracks()
    if (test.tracks.includes(track)) test.rates.push({ track: track.getSettings().sampleRate, context: this.sampleRate })
    return flows.call(this, stream)
  }
  const devices = navigator.mediaDevices
  const ask = devices.getUserMedia.bind(devices)
  devices.getUserMedia = async (wanted) => {
    const stream = await ask(wanted)
    test.tracks.push(...stream.getTracks())
    return stream
  }
  window.WebSocket = class extends WebSocket {
    constructor(...how) {
      super(...how)
      test.sockets.push(this)
      this.addEventListener('message', ({ data }) => {
        if (typeof data !== 'string') return
        const { type, kind } = JSON.parse(data)
        test.marks.push([type, performance.now(), kind])
      })
    }

    send(data) {
      if (data instanceof Int16Array && data.reduce((sum, one) => sum + Math.abs(one), 0) / data.length > LOUD) test.loud.push(performance.now())
      return super.send(data)
    }
  }
}

export class Visit {
  static async of(browser, how = {}) {
    const context = await browser.newContext({ permissions: ['microphone'], viewport: { width: 1200, height: 760 }, ...how })
    context.setDefaultTimeout(PATIENCE)
    await context.addInitScript(ears)
    return new Visit(context)
  }

  constructor(context) {
    this.context = context
    this.errors = []
  }

  /** Open a page. It has `up` and `down`, the frames that it sent and got, and `heardBytes`. */
  async opens(url) {
    const page = await this.context.newPage()
    Object.assign(page, { up: [], down: [], spokenBytes: 0 })
    const { host } = new URL(url)
    const seen = (address) => { if (new URL(address).host !== host && !/^(blob|data|about):/.test(address)) this.errors.push(`asked of another: ${address}`) }
    page.on('request', (request) => seen(request.url()))
    page.on('websocket', (socket) => seen(socket.url()))
    page.on('console', (one) => { if (one.type() === 'error') this.errors.push(one.text()) })
    page.on('pageerror', (error) => this.errors.push(String(error)))
    page.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => { if (typeof payload === 'string') page.down.push(JSON.parse(payload)) })
      socket.on('framesent', ({ payload }) => {
        if (typeof payload === 'string') page.up.push(JSON.parse(payload))
        else page.spokenBytes += payload.length
      })
    })
    await page.goto(url)
    await connected(page)
    return page
  }
}

/** What the page has been told is drawn: a frame is seen here before the page shows it. */
export const drawn = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))

export const connected = (page) => page.waitForSelector('#status[data-state=open]')

/** A microphone that is off is opened, and hears a sound file. */
export async function begins(page, mouth, wav) {
  copyFileSync(wav, mouth)
  await page.click('#microphone')
  await page.waitForSelector('#microphone[data-state=on]')
}

/** The microphone is unplugged. */
export const unplugs = async (page) => {
  await page.evaluate(() => window.test.tracks.at(-1).dispatchEvent(new Event('ended')))
  await page.waitForSelector('#microphone[data-state=off]')
}

/** The connection drops. */
export const drops = (page) => page.evaluate(() => window.test.sockets.at(-1).close())

/** The next frame that fits, of those that come from now on or since number `from`. */
export async function told(list, fits, from = 0) {
  const end = Date.now() + PATIENCE
  while (Date.now() < end) {
    const found = list.slice(from).find(fits)
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`it did not come: ${fits}; but ${JSON.stringify(list.slice(-8))}`)
}

/** Until all that was written so far was heard, and nothing was played for a while. */
export async function silence(page, ms = 1_000) {
  const of = (run) => (frame) => frame.run === run
  const unheard = () => {
    const { run } = page.down.findLast(is('text'))
    const text = page.down.filter(is('text')).filter(of(run)).map((one) => one.text).join('').trimEnd()
    return (page.down.filter(is('spoken')).findLast(of(run))?.shown_to ?? 0) < [...text].length
  }
  let [heard, since] = [-1, Date.now()]
  while (Date.now() - since < ms) {
    const now = page.up.filter(is('played')).length + page.down.filter(is('notice')).length
    if (now !== heard || unheard()) [heard, since] = [now, Date.now()]
    await page.waitForTimeout(50)
  }
}

export const is = (type, more = {}) => (frame) =>
  frame.type === type && Object.entries(more).every(([key, value]) => frame[key] === value)

/** What was played so far, since that time of the page, as base64 of 16-bit samples at 24 kHz. */
export const sound = async (page, since = 0) =>
  Buffer.from(new Int16Array(await page.evaluate((at) => window.test.sound.slice(window.test.place(at)), since)).buffer).toString('base64')

/**
 * Speak a sound file. `mouth` is the file that the browser listens to. A microphone that is on is unplugged before: another is
 * heard from its beginning. What the page said of that.
 */
export async function speaks(page, mouth, wav) {
  copyFileSync(wav, mouth)
  const on = await page.evaluate(() => window.test.tracks.at(-1)?.dispatchEvent(new Event('ended')))
  const said = on ? await page.locator('[data-trouble=microphone] span').innerText() : ''
  await page.click('#microphone')
  await page.waitForSelector('#microphone[data-state=on]')
  return said
}

export async function types(page, text) {
  await page.fill('#words', text)
  await page.press('#words', 'Enter')
}
