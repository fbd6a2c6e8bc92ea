// The microphone: asked for with echo cancellation, cut into pieces, and stopped for good at hang-up.

const RATE = 16_000 // what is listened to
const HIGHEST = 48_000
const PIECE_MS = 40

/** A context at `rate`, or at this machine's own rate where the browser gives no other. */
export function contextAt(rate) {
  try {
    return new AudioContext({ sampleRate: rate, latencyHint: 'interactive' })
  } catch {
    return new AudioContext({ latencyHint: 'interactive' })
  }
}

/** A context that takes the microphone: at 16 kHz, where sound of another rate may flow into one. Some browsers refuse that. */
function listening() {
  const own = new AudioContext()
  const context = contextAt(RATE)
  try {
    context.createMediaStreamSource(own.createMediaStreamDestination().stream)
    own.close()
    return context
  } catch {
    context.close()
    if (own.sampleRate <= HIGHEST) return own
    own.close()
    return contextAt(HIGHEST)
  }
}

/** Why there is no microphone, and what to do about it. */
function trouble({ name, message }) {
  switch (name) {
    case 'NotAllowedError':
      return 'The browser does not let this page use the microphone. Allow it in the address bar or in the browser’s settings, then press “Start talking” again. You can type meanwhile.'
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'There is no microphone. Plug one in, then press “Start talking”. You can type meanwhile.'
    case 'NotReadableError':
    case 'AbortError':
      return 'The microphone cannot be opened: another program may be using it. Close that program, then press “Start talking” again.'
    default:
      return `The microphone cannot be opened: ${message || name}. You can type.`
  }
}

export const INSECURE = 'Browsers give microphone and speaker only to pages at https:// or at this machine’s own address. Open the address that “solovox serve” printed, or serve with --lan. You can type and read here.'

export class Microphone {
  /** `heard(pcm, level)`: each piece. `told(line)`: it was lost, or is back; `line` is empty when all is well. */
  constructor(heard, told) {
    this.heard = heard
    this.told = told
    this.context = listening()
    this.rate = this.context.sampleRate
    this.muted = false
    this.context.onstatechange = () => {
      if (this.context.state === 'interrupted') told('The system took the microphone away, for a call perhaps. It goes on when you press a key or a button here.')
      if (this.context.state === 'running') told('')
    }
  }

  /** To be called in a click or a key: what the system had taken away goes on. */
  wake() {
    if (this.on && this.context.state !== 'running') this.context.resume().catch(() => {})
  }

  get on() {
    return this.track?.readyState === 'live'
  }

  /** What the browser says of it: its name, and whether it takes echo away. */
  get about() {
    if (!this.on) return null
    const { echoCancellation, noiseSuppression } = this.track.getSettings()
    return { name: this.track.label || 'microphone', echo: Boolean(echoCancellation), noise: Boolean(noiseSuppression) }
  }

  /** Open it. Gives the line that says what is wrong, or an empty one. */
  async open() {
    if (!navigator.mediaDevices) return INSECURE
    try {
      const audio = { echoCancellation: true, noiseSuppression: true, autoGainControl: true, channelCount: 1 }
      const stream = await navigator.mediaDevices.getUserMedia({ audio })
      await this._listen(stream)
      return ''
    } catch (error) {
      this.close()
      return trouble(error)
    }
  }

  /** Silence from here on, or not. The device stays open, so that the first word is not lost. */
  mute(muted) {
    this.muted = muted
    if (this.track) this.track.enabled = !muted
  }

  /** Stop the device: the browser’s sign for it goes out. */
  close() {
    this.source?.disconnect()
    this.track?.stop()
    this.source = this.track = null
  }

  async _listen(stream) {
    this.close()
    const [track] = stream.getAudioTracks()
    this.track = track
    track.onended = () => { this.close(); this.told('The microphone is gone: unplugged, or taken back by the system. Press “Start talking” to use another.') }
    track.onmute = () => this.told('The system has muted the microphone: nothing is heard.')
    track.onunmute = () => this.told('')
    if (!this.node) {
      await this.context.audioWorklet.addModule('/page/microphone-worklet.js')
      const processorOptions = { samples: Math.round(this.rate * PIECE_MS / 1000) }
      this.node = new AudioWorkletNode(this.context, 'microphone', { numberOfOutputs: 0, channelCount: 1, channelCountMode: 'explicit', processorOptions })
      this.node.port.onmessage = ({ data: { pcm, level } }) => { if (this.on) this.heard(pcm, level) }
    }
    this.source = this.context.createMediaStreamSource(stream)
    this.source.connect(this.node)
    await this.context.resume()
    this.mute(this.muted)
  }
}
