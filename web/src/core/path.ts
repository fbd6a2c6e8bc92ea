/** Where the sound goes, and where the words go: as it is said before the first sample is sent. */

import { engines } from './acts.ts'

export interface Path {
  /** The shortest that is true. */
  readonly short: string
  readonly sound: string
  readonly words: string
}

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** `host`: the address of the server, as the browser has it; `line`: its engines. */
export function pathOf(host: string, hostname: string, line: string): Path {
  const server = LOOPBACK.test(hostname) ? 'this machine' : host
  const told = new Map(engines(line).map((one) => [one.does, one.kind] as const))
  const ear = told.get('hears') ?? told.get('hears, thinks and speaks')
  const brain = told.get('thinks') ?? ''
  const toEar = ear === undefined || ear === 'local' ? '' : (told.get('voice goes to') ?? `the ear “${ear}”`)
  const sound = `Your voice goes to Solovox at ${host}${server === host ? '' : ', which is this machine'}. ${
    ear === undefined ? 'Who hears it is told as soon as it is known.' : toEar ? `From there it goes to ${toEar}.` : 'It is understood there, and goes no further.'}`
  const words = brain && brain !== 'local' ? `Your words go to ${told.get('words go to') ?? `the brain “${brain}”`}.` : brain ? 'Your words are answered there, too.' : ''
  const short = `Your voice goes to ${server}${toEar ? `, and to ${toEar}` : ear === 'local' ? ' and no further' : ''}.`
  return { short, sound, words }
}
