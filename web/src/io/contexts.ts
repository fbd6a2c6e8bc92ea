/** Audio contexts, at the rates that the talk wants or, where a browser refuses, at those of the machine. */

export const MICROPHONE_RATE = 16_000 // what is listened to
export const SPEAKER_RATE = 24_000 // what voices speak at
const HIGHEST = 48_000

/** A context at `rate`, or at this machine's own rate where the browser gives no other. */
export function contextAt(rate: number): AudioContext {
  try {
    return new AudioContext({ sampleRate: rate, latencyHint: 'interactive' })
  } catch {
    return new AudioContext({ latencyHint: 'interactive' })
  }
}

/** A context that takes the microphone: at 16 kHz, where sound of another rate may flow into one. Some browsers refuse that. */
export function listening(): AudioContext {
  const own = new AudioContext()
  const context = contextAt(MICROPHONE_RATE)
  try {
    context.createMediaStreamSource(own.createMediaStreamDestination().stream)
    void own.close()
    return context
  } catch {
    void context.close()
    if (own.sampleRate <= HIGHEST) return own
    void own.close()
    return contextAt(HIGHEST)
  }
}
