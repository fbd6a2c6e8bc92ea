// @vitest-environment happy-dom
// What was said and waits for a yes, fetched and played again.

import { beforeEach, expect, test, vi } from 'vitest'
import { play } from '../src/io/replay.ts'

const done: string[] = []

/** The browser's player. */
class Player {
  static newest: Player | null = null
  onended: (() => void) | null = null
  onerror: (() => void) | null = null

  constructor(readonly address: string) {
    Player.newest = this
  }

  play(): Promise<void> {
    done.push('plays')
    return Promise.resolve()
  }

  pause(): void { done.push('pauses') }
}

const settled = (): Promise<void> => new Promise((resolve) => { setTimeout(resolve, 5) })

function began(status = 200): () => void {
  Player.newest = null
  vi.stubGlobal('Audio', Player)
  vi.stubGlobal('fetch', (_: string, { signal }: { readonly signal: AbortSignal }) =>
    (signal.aborted ? Promise.reject(new Error('stopped')) : Promise.resolve(new Response('sound', { status }))))
  return play('/sound.wav', (failed) => { done.push(failed ? 'failed' : 'ended') })
}

beforeEach(() => { done.length = 0 })

test('it plays until its end, and that is told once', async () => {
  began()
  await settled()
  Player.newest?.onended?.()
  await settled()
  expect(done).toEqual(['plays', 'pauses', 'ended'])
})

test('stopped, it is silent, and nothing is told', async () => {
  const stop = began()
  await settled()
  stop()
  await settled()
  expect(done).toEqual(['plays', 'pauses'])
})

test('what was stopped before its sound came is not played', async () => {
  const stop = began()
  stop()
  await settled()
  expect(done).not.toContain('ended')
  expect(done).not.toContain('plays')
})

test.each([404, 500])('a sound that is not there is told: %i', async (status) => {
  began(status)
  await settled()
  expect(done).toEqual(['failed'])
})

test('a sound that cannot be played is told', async () => {
  began()
  await settled()
  Player.newest?.onerror?.()
  await settled()
  expect(done).toEqual(['plays', 'pauses', 'failed'])
})
