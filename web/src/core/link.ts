/** What the page does when its connection changes. */

import type { Link, Next, State } from './state.ts'
import { stopReplay, trouble } from './step.ts'
import { EMPTY } from './view.ts'

/** The talk is over, or never was. */
export const ENDED: ReadonlySet<Link['is']> = new Set(['ended', 'unknown'])

const GONE_AFTER = 4 // attempts
const REFUSED = 'The server does not know this browser. Open the address that “solovox serve” printed: it lets you in.'
const FORGOTTEN = 'The server does not know this talk any more: it is over, or the server was started anew.'
const ANEW = 'The server was started anew. The talk is taken up again.'
const FULL = 'The server holds as many talks as it can. Try again when one has ended.'
const ENDS: Readonly<Record<string, string>> = { user: 'you hung up', timeout: 'no page was there', error: 'something failed' }

export function changedLink(state: State, is: Exclude<Link['is'], 'lost'>): Next {
  const now: State = { ...state, link: { is } }
  switch (is) {
    case 'new': case 'dialling': return [now, []]
    case 'open': return [trouble(now, 'link'), []]
    case 'ended': return ended(now, `This talk has ended: ${ENDS[now.view.ended ?? ''] ?? now.view.ended ?? 'it was closed'}.`)
    case 'unknown': {
      const quiet = trouble(now, 'server') // it said the same
      if (quiet.view === EMPTY) return begin(quiet) // the address had the name of an old talk
      return [trouble({ ...quiet, link: { is: 'dialling' } }, 'link', ANEW), [{ do: 'take up' }]]
    }
    case 'full': return [trouble(now, 'link', FULL, 'again'), []]
    case 'refused': return [trouble(now, 'link', REFUSED, 'again'), []]
    case 'failed': return [trouble(now, 'link', 'The talk could not begin.', 'again'), []]
  }
}

/** The server knows nothing of this talk, and nothing of it was kept that could go on. */
export const over = (state: State): Next => ended({ ...state, link: { is: 'unknown' } }, FORGOTTEN)

function ended(state: State, line: string): Next {
  const now: State = { ...state, microphone: { is: 'off' }, floor: false, playing: null }
  return [trouble(trouble(now, 'holder'), 'link', line, 'begin'), [{ do: 'close microphone' }, { do: 'stop replay' }, { do: 'drop sound' }]]
}

const LOST = {
  'not asked': 'The connection is lost. It is being made again: what you say now is kept.',
  'answers': 'The connection is lost again and again. It is tried on.',
  'turns us away': REFUSED,
  'is silent': 'The server does not answer. See whether “solovox serve” still runs, and whether this machine is in its network. It is tried again and again.',
} as const

/** `attempts`: how often it was dialled in vain. After some the server is asked in another way, and what it `found` is told. */
export function lostLink(state: State, attempts: number, found: keyof typeof LOST = 'not asked'): Next {
  const before = state.link.is === 'lost' ? state.link.server : 'not asked'
  const server = found === 'not asked' && attempts >= GONE_AFTER ? before : found
  const now = trouble({ ...state, link: { is: 'lost', server } }, 'link', LOST[server], 'again')
  return [now, attempts >= GONE_AFTER ? [{ do: 'ask the server' }] : []]
}

/** Another talk: a new one, or the one of that name. */
export function begin(state: State, talk = ''): Next {
  const now = trouble({ ...state, link: { is: 'dialling' }, view: EMPTY, earlier: [], notices: [], underWay: [], taught: false, at: { read: 0, samples: 0 }, name: '', holder: '' }, 'link')
  return stopReplay(now, { do: 'drop sound' }, { do: 'dial', talk, token: '', watch: !state.can })
}
