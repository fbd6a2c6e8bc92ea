// What is told in a few words: what an agent is at; and, to who does not look at the page, its title and a notification of the
// browser. Pure, but for `notify`.

const NAME = 'Solovox'
const WORDS = 6

/** What an agent is at: the newest step that goes on. */
export function activity(steps) {
  const now = steps.findLast((one) => one.state === 'begun')
  return now ? now.title.trim().split(/\s+/).slice(0, WORDS).join(' ') : ''
}

/** The title. `done`: work has ended that no one has looked at since. */
export function titleOf({ holds, listens, done }) {
  const marks = [holds ? `(${holds}) waits for your yes` : '', done ? '✓ done' : '']
  const told = marks.filter(Boolean).join(', ')
  if (told) return `${told} · ${NAME}`
  return listens ? `● ${NAME} listens` : NAME
}

/**
 * What a frame tells who looks elsewhere: a line, or nothing. No words of the talk are in it: a locked screen shows it, too.
 * `view`: as it was before the frame.
 */
export function tidings(frame, view) {
  if (frame.type === 'hold') {
    const again = view.holds.some((one) => one.hold === frame.hold)
    return again ? '' : 'Something waits for your yes.'
  }
  if (frame.type !== 'finished') return ''
  const runs = view.turns.flatMap((one) => one.runs)
  const run = runs.find((one) => one.run === frame.run)
  if (!run?.working || runs.some((one) => one.working && one !== run)) return '' // the work goes on
  return frame.why ? 'The work has ended without an answer.' : 'The work is done.'
}

/** Whether the person can be asked for notifications, has allowed them, or neither. */
export function may(api = globalThis.Notification) {
  return api === undefined || api.permission === 'denied' ? 'never' : api.permission === 'granted' ? 'yes' : 'ask'
}

/** Raise a notification; a newer one takes the place of an older. Some browsers have none for pages: then there is the title. */
export function notify(line, api = globalThis.Notification) {
  if (may(api) !== 'yes') return
  try {
    const one = new api(NAME, { body: line, tag: 'solovox' })
    one.onclick = () => { window.focus(); one.close() }
  } catch { /* the title tells it */ }
}
