/** While the microphone is on: the screen stays awake, and the keys of a headset and of a locked screen reach the talk. */

export interface AwakeParts {
  /** The pause key, and the stop key. */
  readonly pause: () => void
  readonly stop: () => void
}

export class Awake {
  #wanted = false
  #lock: WakeLockSentinel | null = null

  /** The keys lead here from now on. */
  open(parts: AwakeParts): void {
    if (!('mediaSession' in navigator)) return
    navigator.mediaSession.setActionHandler('pause', parts.pause)
    navigator.mediaSession.setActionHandler('stop', parts.stop)
  }

  /** Whether the microphone is on; what the system shows beside its keys. */
  want(on: boolean, title: string, artist: string): void {
    if ('mediaSession' in navigator) {
      const { metadata } = navigator.mediaSession
      if (metadata?.title !== title || metadata.artist !== artist) navigator.mediaSession.metadata = new MediaMetadata({ title, artist })
      navigator.mediaSession.playbackState = on ? 'playing' : 'none'
    }
    if (on === this.#wanted) return
    this.#wanted = on
    void this.again()
  }

  /** The system lets the lock go when the page is hidden: ask for it again when it is seen. */
  async again(): Promise<void> {
    if (!('wakeLock' in navigator)) return
    if (!this.#wanted) {
      await this.#lock?.release().catch(() => undefined)
      this.#lock = null
      return
    }
    if (document.hidden || this.#lock?.released === false) return
    this.#lock = await navigator.wakeLock.request('screen').catch(() => null) // the battery is low
    if (!this.#isWanted) void this.again()
  }

  get #isWanted(): boolean {
    return this.#wanted
  }

  /** No talk any more. */
  close(): void {
    if ('mediaSession' in navigator) {
      navigator.mediaSession.setActionHandler('pause', null)
      navigator.mediaSession.setActionHandler('stop', null)
    }
    this.want(false, '', '')
  }
}
