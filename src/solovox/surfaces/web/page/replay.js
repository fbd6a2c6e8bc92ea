// What was said and waits for a yes, played again. No DOM, no network: it is given what it needs.

/**
 * `how`: `get(hold)`, a promise of the sound; `play(sound, over)` begins to play, gives what stops it, and tells `over(failed)`
 * when it has ended; `changed()` is told whenever another one plays, or none; `failed()`.
 */
export class Replay {
  constructor(how) {
    this.how = how
    this.hold = null // the one that plays, or is fetched
    this.end = null
  }

  /** Play it; or stop, if it is the one that plays. */
  async press(hold) {
    const plays = this.hold === hold
    this.stop()
    if (plays) return
    this.hold = hold
    const turn = this.turn = {} // a later press has another
    this.how.changed()
    try {
      const sound = await this.how.get(hold)
      if (turn === this.turn) this.end = this.how.play(sound, (failed) => this._over(turn, failed))
    } catch {
      this._over(turn, true)
    }
  }

  /** Stop, if anything plays; or if that one does. */
  stop(hold = this.hold) {
    if (this.hold === null || this.hold !== hold) return
    const { end } = this
    Object.assign(this, { hold: null, end: null, turn: null })
    end?.()
    this.how.changed()
  }

  _over(turn, failed) {
    if (turn !== this.turn) return
    this.stop()
    if (failed) this.how.failed()
  }
}

/** The sound of a hold of a talk. The cookie of the page goes with it. */
export async function soundOf(talk, hold) {
  const answer = await fetch(`/api/sessions/${encodeURIComponent(talk)}/holds/${hold}/sound.wav`, { cache: 'no-store' })
  if (!answer.ok) throw new Error(answer.statusText)
  return answer.blob()
}

const TAIL_MS = 400 // a speaker and a room are late: the end of it is not to be heard by the microphone

/** Play a sound; gives what stops it. */
export function sounds(blob, over) {
  const address = URL.createObjectURL(blob)
  const audio = new Audio(address)
  const ended = (failed) => { URL.revokeObjectURL(address); over(failed) }
  audio.onended = () => setTimeout(() => ended(false), TAIL_MS)
  audio.play().catch(() => ended(true))
  return () => { audio.pause(); URL.revokeObjectURL(address) }
}
