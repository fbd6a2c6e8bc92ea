// The screen stays awake while the microphone is on, and the keys of a headset reach the talk.

import { expect, test } from 'vitest'
import { Awake, type AwakeSystem } from '../src/io/awake.ts'

interface Lock {
  released: boolean
  release: () => Promise<undefined>
}

class Phone {
  readonly locks: Lock[] = []
  readonly did: string[] = []
  readonly handlers = new Map<MediaSessionAction, (() => void) | null>()
  readonly keys: NonNullable<AwakeSystem['keys']>
  isHidden = false
  battery = true
  answer = Promise.resolve()
  readonly awake: Awake

  constructor() {
    this.keys = {
      metadata: null,
      playbackState: 'none',
      setActionHandler: (action: MediaSessionAction, act: ((details: MediaSessionActionDetails) => void) | null) => {
        this.handlers.set(action, act && (() => act({ action })))
      },
    }
    this.awake = new Awake({
      keys: this.keys,
      lock: () => this.#request(),
      about: ({ title, artist }) => ({ title, artist, album: '', artwork: [], chapterInfo: [] }),
      hidden: () => this.isHidden,
    })
    this.awake.open({ pause: () => this.did.push('pause'), stop: () => this.did.push('stop') })
  }

  async #request(): Promise<Lock> {
    await this.answer
    if (!this.battery) throw new DOMException('the battery is low', 'NotAllowedError')
    const lock: Lock = { released: false, release: () => { lock.released = true; return Promise.resolve(undefined) } }
    this.locks.push(lock)
    return lock
  }

  get held(): number {
    return this.locks.filter((one) => !one.released).length
  }

  press(action: MediaSessionAction): void { this.handlers.get(action)?.() }
}

/** Whatever was asked for has come by then. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}

test('a lock is held as long as the microphone is on, and one is enough', async () => {
  const phone = new Phone()
  phone.awake.want(true, 'Solovox', '')
  phone.awake.want(true, 'Solovox, listening', '')
  await settled()
  expect([phone.held, phone.locks.length]).toEqual([1, 1])
  phone.awake.want(false, 'Solovox', '')
  await settled()
  expect(phone.held).toBe(0)
})

test('a lock that the system took while the page was hidden is asked for again when it is seen', async () => {
  const phone = new Phone()
  phone.awake.want(true, '', '')
  await settled()
  for (const one of phone.locks) one.released = true
  phone.isHidden = true
  await phone.awake.again()
  expect(phone.held, 'a page that is not seen gets none').toBe(0)
  phone.isHidden = false
  await phone.awake.again()
  expect(phone.held).toBe(1)
})

test('a microphone that is off before the lock comes leaves none', async () => {
  const phone = new Phone()
  let comes = (): void => undefined
  phone.answer = new Promise((resolve) => { comes = resolve })
  phone.awake.want(true, '', '')
  phone.awake.want(false, '', '')
  comes()
  await settled()
  expect([phone.locks.length, phone.held]).toEqual([1, 0])
})

test('a phone whose battery is low goes on without a lock', async () => {
  const phone = new Phone()
  phone.battery = false
  phone.awake.want(true, '', '')
  await settled()
  expect(phone.held).toBe(0)
  phone.battery = true
  await phone.awake.again()
  expect(phone.held).toBe(1)
})

test('the pause key and the stop key reach the talk until it is over', () => {
  const phone = new Phone()
  phone.press('pause')
  phone.press('stop')
  expect(phone.did).toEqual(['pause', 'stop'])
  phone.awake.close()
  phone.press('pause')
  expect(phone.did).toEqual(['pause', 'stop'])
})

test('the system shows what the page is at, and whether it listens', () => {
  const phone = new Phone()
  phone.awake.want(true, 'Listening', 'The microphone is on')
  expect(phone.keys).toMatchObject({ playbackState: 'playing', metadata: { title: 'Listening', artist: 'The microphone is on' } })
  const shown = phone.keys.metadata
  phone.awake.want(true, 'Listening', 'The microphone is on')
  expect(phone.keys.metadata, 'nothing flickers').toBe(shown)
  phone.awake.close()
  expect(phone.keys).toMatchObject({ playbackState: 'none', metadata: { title: '' } })
})

test('a browser that has neither is left alone', async () => {
  const none = new Awake({ keys: null, lock: null, about: () => { throw new Error('it has none') }, hidden: () => false })
  none.open({ pause: () => undefined, stop: () => undefined })
  none.want(true, 'a', 'b')
  await expect(none.again()).resolves.toBeUndefined()
  none.close()
})
