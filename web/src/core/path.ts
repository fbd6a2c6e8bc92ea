/** Where the sound goes, and where the words go: as it is said before the first sample is sent. */

import { engines } from './acts.ts'

/** Kinds of ears and readers that are live models, and whose they are. */
const SERVICES: Readonly<Record<string, string>> = { gemini: 'Google’s Gemini Live, or what stands at the address that was set for it' }
/** Brains, and where words go with them. */
const BRAINS: Readonly<Record<string, string>> = {
  claude_code: 'Claude Code, and with it to Anthropic', anthropic: 'Anthropic', openai: 'OpenAI', gemini: 'Google', acp: 'your agent', sse: 'your own server',
  openai_compatible: 'the server of models that you set', python: 'your own program',
}

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
  const kinds = new Map(engines(line).map((one) => [one.does, one.kind] as const))
  const ear = kinds.get('hears') ?? kinds.get('hears, thinks and speaks')
  const brain = kinds.get('thinks') ?? ''
  const toEar = ear === undefined ? '' : ear === 'local' ? '' : (SERVICES[ear] ?? `the ear “${ear}”`)
  const sound = `Your voice goes to Solovox at ${host}${server === host ? '' : ', which is this machine'}. ${
    ear === undefined ? 'Who hears it is told as soon as it is known.' : toEar ? `From there it goes to ${toEar}.` : 'It is understood there, and goes no further.'}`
  const words = brain && brain !== 'local' ? `Your words go to ${BRAINS[brain] ?? `the brain “${brain}”`}.` : brain ? 'Your words are answered there, too.' : ''
  const short = `Your voice goes to ${server}${toEar ? `, and to ${ear === 'gemini' ? 'Gemini Live' : toEar}` : ear === 'local' ? ' and no further' : ''}.`
  return { short, sound, words }
}
