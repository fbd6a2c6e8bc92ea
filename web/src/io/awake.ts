/** While the microphone is on: the screen stays awake, and the keys of a headset and of a locked screen reach the talk. */

export interface AwakeParts {
  /** The pause key, and the stop key. */
  readonly pause: () => void
  readonly stop: () => void
}

/** What a browser has of it. Some have neither. */
export interface AwakeSystem {
  readonly keys: Pick<MediaSession, 'setActionHandler' | 'metadata' | 'playbackState'> | null
  readonly lock: (() => Promise<Pick<WakeLockSentinel, 'release' | 'released'>>) | null
  readonly about: (what: { readonly title: string; readonly artist: string }) => MediaMetadata
  /** Whether the page cannot be seen. */
  readonly hidden: () => boolean
}

const ofBrowser = (): AwakeSystem => ({
  keys: 'mediaSession' in navigator ? navigator.mediaSession : null,
  lock: 'wakeLock' in navigator ? () => navigator.wakeLock.request('screen') : null,
  about: (what) => new MediaMetadata(what),
  hidden: () => document.hidden,
})

export class Awake {
  readonly #system: AwakeSystem
  #wanted = false
  #lock: Pick<WakeLockSentinel, 'release' | 'released'> | null = null

  constructor(system: AwakeSystem = ofBrowser()) {
    this.#system = system
  }

  /** The keys lead here from now on. */
  open({ pause, stop }: AwakeParts): void {
    this.#system.keys?.setActionHandler('pause', pause)
    this.#system.keys?.setActionHandler('stop', stop)
  }

  /** Whether the microphone is on; what the system shows beside its keys. */
  want(on: boolean, title: string, artist: string): void {
    const { keys, about } = this.#system
    if (keys) {
      if (keys.metadata?.title !== title || keys.metadata.artist !== artist) keys.metadata = about({ title, artist })
      keys.playbackState = on ? 'playing' : 'none'
    }
    if (on === this.#wanted) return
    this.#wanted = on
    void this.again()
  }

  /** The system lets the lock go when the page is hidden: ask for it again when it is seen. */
  async again(): Promise<void> {
    const { lock, hidden } = this.#system
    if (!lock) return
    if (!this.#wanted) {
      const held = this.#lock
      this.#lock = null
      await held?.release().catch(() => undefined)
      return
    }
    if (hidden() || this.#lock?.released === false) return
    this.#lock = await lock().catch(() => null) // the battery is low
    if (!this.#isWanted) void this.again()
  }

  get #isWanted(): boolean {
    return this.#wanted
  }

  /** No talk any more. */
  close(): void {
    this.#system.keys?.setActionHandler('pause', null)
    this.#system.keys?.setActionHandler('stop', null)
    this.want(false, '', '')
  }
}
