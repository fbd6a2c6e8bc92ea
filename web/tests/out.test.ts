// The speaker, with a sound thread that a test answers for.

import { expect, test } from 'vitest'
import type { Asked, Told } from '../src/core/voice.ts'
import { type Out, Speaker } from '../src/io/speaker.ts'

interface Bench {
  readonly speaker: Speaker
  readonly asked: Asked[]
  readonly told: string[]
  /** What the sound thread tells. */
  readonly tells: (told: Told) => void
}

function bench(load: () => Promise<void> = () => Promise.resolve(), choose?: (device: string) => Promise<void>): Bench {
  const asked: Asked[] = []
  const told: string[] = []
  const port: Awaited<ReturnType<Out['thread']>>['port'] = { postMessage: (one: Asked) => { asked.push(one) }, onmessage: null }
  const context: Out['context'] = { sampleRate: 24_000, state: 'running', resume: () => Promise.resolve(), onstatechange: null, ...(choose && { setSinkId: choose }) }
  const speaker = new Speaker({
    played: (read, samples) => told.push(`played ${read} ${samples}`),
    flushed: (read, samples) => told.push(`flushed ${read} ${samples}`),
    changed: (on) => told.push(on ? 'on' : 'off'),
  }, { context, thread: () => load().then(() => ({ port })) })
  const tells = (data: Told): void => { port.onmessage?.call(new MessageChannel().port1, new MessageEvent('message', { data })) }
  return { speaker, asked, told, tells }
}

test('a speaker without a sound thread has nothing to throw away, and says so at once', async () => {
  const { speaker, told } = bench(() => Promise.reject(new Error('it is blocked')))
  await expect(speaker.open()).rejects.toThrow('it is blocked')
  await expect(speaker.drop()).resolves.toEqual({ read: 0, samples: 0 })
  speaker.flush(7)
  expect(told).toEqual(['flushed 7 0'])
})

test('whoever throws the sound away is told, also while another waits for the same', async () => {
  const { speaker, asked, tells } = bench()
  await speaker.open()
  const both = Promise.all([speaker.drop(), speaker.drop()])
  expect(asked).toEqual([{ do: 'drop' }, { do: 'drop' }])
  tells({ did: 'dropped', read: 3, samples: 100 })
  tells({ did: 'dropped', read: 3, samples: 100 })
  await expect(both).resolves.toEqual([{ read: 3, samples: 100 }, { read: 3, samples: 100 }])
})

test('a device that cannot be had is raised; where a browser lets no page choose, nothing is', async () => {
  const refuses = bench(undefined, () => Promise.reject(new Error('it is gone')))
  await expect(refuses.speaker.through('d1')).rejects.toThrow('it is gone')
  await expect(bench().speaker.through('d1')).resolves.toBeUndefined()
})
