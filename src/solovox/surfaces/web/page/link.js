// The socket: it begins a talk, and takes it up again after a drop. No DOM, no sound devices: it is given what it needs.
//
// The last ten seconds of the microphone are kept. After a drop the server says how many samples it has, and what it has not
// is sent again: nothing is lost, nothing comes twice. Past the grace the page begins anew in the same talk, and what was
// said meanwhile is not sent late.

const KEPT_SECONDS = 10
const BEHIND_SECONDS = 2 // so much microphone waits to be sent: the network is gone, though no one has said so
const DIAL_MS = 5_000
const OPEN = 1 // of a WebSocket
const PAUSES = [0, 150, 300, 600, 1_000, 2_000, 4_000] // before each attempt; then the last one again

/** Why a socket was closed, where dialling again is no use. */
const FINAL = { 1008: 'refused', 4401: 'refused', 4403: 'refused', 4429: 'full' }
const FAILED = 1011
const UNKNOWN = 4404 // the token, or the talk, is not known (any more)

/** The newest seconds of the microphone, by the number of each sample. */
export class Kept {
  constructor(rate, seconds = KEPT_SECONDS) {
    this.room = rate * seconds
    this.clear(0)
  }

  /** Begin again: the next sample has this number. */
  clear(at) {
    this.pieces = []
    this.from = at
    this.to = at
  }

  /** Add a piece (Int16Array), and drop what is too old. */
  add(pcm) {
    this.pieces.push(pcm)
    this.to += pcm.length
    while (this.to - this.from - this.pieces[0].length >= this.room) this.from += this.pieces.shift().length
  }

  /** Everything from sample `at`. Where that is not there any more, what is left takes the numbers from `at`. */
  after(at) {
    if (at > this.to) this.clear(at)
    if (at < this.from) [this.from, this.to] = [at, this.to - this.from + at]
    let left = at - this.from
    return this.pieces.flatMap((one) => {
      const skip = Math.min(left, one.length)
      left -= skip
      return skip < one.length ? [one.subarray(skip)] : []
    })
  }
}

/**
 * One talk with the server. `how`: `dial()` gives a WebSocket; `rates` ({microphone, speaker}); `position()`, a promise of the read
 * and the samples that were played last, everything later thrown away; `later(f, ms)` and `never(timer)`; `frame(f)` and
 * `sound(buffer)` take what comes; `changed(state, detail)` is told `dialling`, `open`, `lost`, `ended`, `refused`, `full`,
 * `failed`, `unknown`.
 */
export class Link {
  constructor(how) {
    this.how = how
    this.kept = new Kept(how.rates.microphone)
    this.state = 'new'
    this.talk = '' // its name
    this.token = ''
    this.attempts = 0
    this.ready = false
  }

  /** Begin a talk, or join the one of that name. `token`: this page was here a moment ago. */
  open(talk = '', token = '', watch = false) {
    Object.assign(this, { talk, token, watch, attempts: 0 })
    this._dial()
  }

  /** Send a frame. False: there is no connection, and it was not sent. */
  send(frame) {
    if (!this._open) return false
    this.socket.send(JSON.stringify(frame))
    return true
  }

  /** A piece of the microphone (Int16Array). It is kept, and sent now or after the drop. */
  speak(pcm) {
    this.kept.add(pcm)
    if (!this._open) return
    this.socket.send(pcm)
    const room = this.backlog + 2 * BEHIND_SECONDS * this.how.rates.microphone
    if (this.socket.bufferedAmount > room) this.again()
  }

  /** Dial now, whatever there was: the network has changed, or the person asks for it. */
  again() {
    this._drop()
    this.attempts = 0
    this._dial()
  }

  /** Leave for good. */
  close() {
    this._drop()
    this._become('ended')
  }

  get _open() {
    return this.ready && this.socket.readyState === OPEN // it may close, and not have said so yet
  }

  _become(state, detail = '') {
    this.state = state
    this.how.changed(state, detail)
  }

  _drop() {
    this.how.never(this.timer)
    this.ready = false
    const socket = this.socket
    this.socket = null // what it still says concerns nobody
    socket?.close()
  }

  _dial() {
    if (this.attempts === 0) this._become(['open', 'lost'].includes(this.state) ? 'lost' : 'dialling')
    const socket = this.how.dial()
    socket.binaryType = 'arraybuffer'
    this.socket = socket
    const ours = (f) => (event) => { if (socket === this.socket) f(event) }
    socket.onopen = ours(() => this._first(socket))
    socket.onmessage = ours(({ data }) => (typeof data === 'string' ? this._frame(JSON.parse(data)) : this.how.sound(data)))
    socket.onclose = ours(({ code }) => this._closed(code))
    this.timer = this.how.later(() => { this._drop(); this._closed(0) }, DIAL_MS)
  }

  async _first(socket) {
    const { microphone: microphone_rate, speaker: speaker_rate } = this.how.rates
    const rates = { microphone_rate, speaker_rate }
    const at = await this.how.position() // sound of before would be heard twice
    if (socket !== this.socket) return
    if (this.token) socket.send(JSON.stringify({ type: 'resume', token: this.token, ...at, ...rates }))
    else socket.send(JSON.stringify({ type: 'start', solovox: 1, session: this.talk, watch: this.watch, ...rates }))
  }

  _frame(frame) {
    if (frame.type === 'ready') return this._ready(frame)
    if (frame.type === 'session_end') this.over = true
    this.how.frame(frame)
    if (this.over) this.close()
  }

  _ready(frame) {
    this.how.never(this.timer)
    const { sessionId: talk, token = this.token, samples = 0 } = frame
    if (!this.token) this.kept.clear(samples) // a new page of the talk: what was said meanwhile is not sent late
    Object.assign(this, { talk, token, ready: true, over: false, attempts: 0 })
    this.how.frame(frame)
    for (const pcm of this.kept.after(samples)) this.socket.send(pcm)
    this.backlog = this.socket.bufferedAmount
    this._become('open')
  }

  _closed(code) {
    this.how.never(this.timer)
    this.ready = false
    this.socket = null
    if (FINAL[code]) return this._become(FINAL[code])
    if (code === FAILED && !this.token) return this._become('failed') // the talk could not be made
    if (code === UNKNOWN && !this.token) return this._become('unknown')
    if (code === UNKNOWN) this.token = '' // the grace is over: as a new page of the same talk
    else this.attempts += 1
    const pause = code === UNKNOWN ? 0 : PAUSES[Math.min(this.attempts - 1, PAUSES.length - 1)]
    this._become('lost', pause)
    this.timer = this.how.later(() => this._dial(), pause)
  }
}
