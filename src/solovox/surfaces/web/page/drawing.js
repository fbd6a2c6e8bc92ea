// What is shown is drawn. A turn is drawn again only when it has changed: views are never changed in place.

import { activity, may, titleOf } from './tidings.js'
import { heardOf, piece } from './view.js'
import { act, call, changes, made, steps } from './work.js'

const $ = (id) => document.getElementById(id)

/** Tell those who cannot see it. */
export function say(line) {
  $('announcements').textContent = line
}

const drawn = new Map() // element id → what it was drawn of

/** Draw an element again, if what it shows has changed. */
function redraw(id, of, children) {
  const before = drawn.get(id)
  if (before && before.length === of.length && before.every((one, n) => one === of[n])) return
  drawn.set(id, of)
  $(id).replaceChildren(...children())
}

export function draw(page, microphone, speaker) {
  const { view } = page
  $('status').textContent = status(page, microphone?.on)
  $('status').dataset.state = page.link
  transcript(view, speaker?.rate ?? 24_000)
  redraw('notices', view.notices, () => view.notices.slice(-3).map((one) => made('li', '', one)))
  decisions(page.link === 'ended' ? { holds: [], drafts: [] } : view)
  redraw('tools', view.calls, () => view.calls.map(call))
  redraw('failures', view.failures, () => view.failures.toReversed().map((one) => made('li', '', one)))
  $('did').hidden = !view.calls.length
  $('went-wrong').hidden = !view.failures.length
  $('empty').hidden = view.turns.length > 0
  troubles(page.troubles)
  controls(page, microphone)
  about(page, microphone, speaker)
}

function status({ link, muted, floor, holder, name }, on) {
  const words = { new: 'connecting', dialling: 'connecting', lost: 'connection lost', ended: 'ended', unknown: 'ended', refused: 'refused', full: 'no room', failed: 'failed' }
  if (link !== 'open') return words[link]
  if (holder !== name) return 'connected, watching'
  return `connected, microphone ${!on ? 'off' : muted && !floor ? 'muted' : 'on'}`
}

// ── the talk ──────────────────────────────────────────────────────────────────────────────────

let shown = [] // [turn, what marks it, element]
let follows = true // the newest is in sight, unless the person scrolls up

/** Keep the newest in sight, also when the box gets smaller. */
export function follow() {
  const box = $('transcript')
  const down = () => { if (follows) box.scrollTop = box.scrollHeight }
  box.onscroll = () => { follows = box.scrollHeight - box.scrollTop - box.clientHeight < 80 }
  new ResizeObserver(down).observe(box)
  new MutationObserver(down).observe(box, { childList: true })
}

function transcript(view, rate) {
  const before = new Map(shown.map(([one, marks, element]) => [one, [marks, element]]))
  shown = view.turns.map((one) => {
    const marks = one.runs.map((run) => heardOf(view, run, rate))
    const [then, element] = before.get(one) ?? []
    return then && String(then) === String(marks) ? [one, then, element] : [one, marks, turn(one, marks)]
  })
  arranged($('transcript'), shown.flatMap(([one, , element]) => [element, ...one.runs.flatMap(changes)]))
}

/** Have exactly these in the box. What stands stays: a selection in it, a text that is being written. */
function arranged(box, elements) {
  const gone = [...box.children].filter((one) => !elements.includes(one))
  gone.forEach((one) => one.remove())
  elements.forEach((one, n) => { if (box.children[n] !== one) box.insertBefore(one, box.children[n] ?? null) })
}

function turn({ utterance, words, final, runs }, marks) {
  const you = made('p', final ? 'you' : 'you unsure', made('span', 'who', utterance === null ? 'You typed' : 'You'), words)
  return made('div', 'turn', words ? you : null, ...runs.map((one, n) => answer(one, marks[n])))
}

function answer(run, [, now]) {
  const element = made('div', run.working ? 'run working' : 'run')
  const text = made('p', 'answer', made('span', 'who', 'Answer'))
  if (run.left_out) text.append('… ')
  const written = run.text.trimEnd()
  text.append(made('span', 'heard', piece(written, 0, now)), made('span', 'ahead', piece(written, now)))
  element.append(text, ...steps(run), made('p', 'meta', ...meta(run)))
  element.dataset.run = run.run
  return element
}

const HOW = { queue: 'asked after the answer before it', replace: 'replaces the answer before it', steer: 'added to the answer before it' }

function meta({ how, why, working, text, steps, usage: [read, wrote, cost] }) {
  const at = working && activity(steps)
  const facts = [at ? `at work: ${at}` : working && !text ? 'working on it' : working ? 'still writing' : '', HOW[how] ?? '', why && `not finished: ${why}`]
  if (read || wrote) facts.push(`${read} tokens read, ${wrote} written`)
  if (cost) facts.push(`$${(cost / 1e6).toFixed(4)}`)
  return [facts.filter(Boolean).join(' · ')]
}

// ── what waits for a yes ──────────────────────────────────────────────────────────────────────

const KINDS = {
  instruction: ['Send this?', 'Send it', 'Do not send'],
  action: ['Do this?', 'Do it', 'Do not'],
  permission: ['The agent asks to do this', 'Allow', 'Do not allow'],
}

function decisions({ holds, drafts }) {
  const all = [...holds, ...drafts]
  $('decide').hidden = !all.length
  const there = new Map([...$('holds').children].map((one) => [one.dataset.is, one]))
  const items = all.map((one) => there.get(identity(one)) ?? held(one))
  arranged($('holds'), items)
  items.forEach((item, n) => { // what is being written in it stays
    item.querySelector('.again').hidden = !all[n].again || Boolean(all[n].code) || all[n].outcome !== null
  })
}

const identity = ({ hold, text, heard, proposed, risk, outcome }) => JSON.stringify([hold, text, heard, proposed, risk, outcome])

function button(verb, label, kind = verb) {
  const one = made('button', kind, label)
  one.type = 'button'
  one.dataset.does = verb
  return one
}

function patience({ kind, left_ms }) {
  const until = new Date(Date.now() + left_ms).toLocaleTimeString([], { timeStyle: 'medium' })
  return `Waits until ${until}; then ${kind === 'instruction' ? 'it stays as a draft' : 'it is a no'}.`
}

function held(hold) {
  const [asks, yes, no] = KINDS[hold.kind] ?? KINDS.action
  const draft = hold.outcome !== null
  const name = `hold-${hold.hold}`
  const item = made('li', draft ? 'hold draft' : 'hold', made('h2', '', draft ? `Not sent (${hold.outcome})` : asks))
  item.dataset.hold = hold.hold
  item.dataset.is = identity(hold)
  const text = hold.kind === 'instruction' ? made('p', 'text', hold.text) : act(hold.text)
  text.id = name
  item.append(text)
  if (hold.heard && hold.heard !== hold.text) item.append(made('p', 'meta', `Heard: ${hold.heard}`))
  if (hold.proposed && hold.proposed !== hold.text) item.append(made('p', 'meta', `The ear’s wording: ${hold.proposed}`))
  if (hold.left_ms && !draft) item.append(made('p', 'meta', patience(hold)))
  if (hold.risk) item.append(made('p', 'risk', hold.risk))
  item.append(made('p', 'again', `It still waits: a yes over the voice does not count. Say it again, or press ${yes}.`))
  if (hold.code) item.append(made('p', 'code', 'A yes aloud is not enough. Say ', made('b', '', `confirm ${hold.code}`), `, or press ${yes}.`))
  const field = made('textarea')
  field.setAttribute('aria-label', 'What is sent instead')
  field.maxLength = 20_000
  const ways = made('div', 'ways', button('accept', yes, 'accept primary'))
  if (hold.editable) ways.append(button('edit', 'Edit')) // an agent’s own act is allowed as it stands, or not
  if (!draft) ways.append(button('refuse', no))
  for (const one of ways.children) one.setAttribute('aria-describedby', name)
  item.append(ways, made('div', 'editor', field, button('send', 'Send the edited text', 'send primary'), button('cancel', 'Back')))
  return item
}

// ── around it ─────────────────────────────────────────────────────────────────────────────────

function troubles(all) {
  redraw('troubles', [...all].flat(), () => [...all].map(([where, { line, label, does }]) => {
    const item = made('li', '', made('span', '', line))
    item.dataset.trouble = where
    item.setAttribute('role', 'alert')
    if (does) item.append(button('solve', label))
    return item
  }))
}

function controls({ muted, floor, opening, holder, name, link, done, view: { holds: { length: holds } } }, microphone) {
  const on = Boolean(microphone?.on)
  const state = opening ? 'opening' : !on ? 'off' : muted && !floor ? 'muted' : 'on'
  const label = { opening: 'Allow the microphone', off: 'Start talking', muted: 'Unmute', on: 'Mute' }[state]
  $('microphone').textContent = label
  $('microphone').dataset.state = state
  $('talk').setAttribute('aria-pressed', String(floor))
  $('level').hidden = !on
  if (!on) $('level').value = 0
  document.body.classList.toggle('live', state === 'on' && holder === name)
  document.title = titleOf({ holds: link === 'ended' ? 0 : holds, listens: state === 'on', done })
  $('notify').hidden = may() !== 'ask'
  for (const id of ['silence', 'stop', 'hang-up', 'talk']) $(id).disabled = link !== 'open'
}

// `hears: local (no key is set)`: what it does, what does it, and why that one.
const ENGINES = /; (?=(?:hears|thinks|reads|pays): )/ // a reason may have a semicolon too

function engine(line) {
  const [, does, kind, why] = /^(.+?): (\S+) \((.*)\)$/s.exec(line) ?? /^(pays): (.+)()$/s.exec(line) ?? []
  return does ? [made('dt', '', does), made('dd', '', kind, ...(why ? [made('span', 'detail', why)] : []))] : [made('dd', '', line)]
}

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

function about({ engines }, microphone, speaker) {
  const facts = microphone?.about
  const host = location.host
  const near = LOOPBACK.test(location.hostname)
  redraw('engines', [engines], () => engines.split(ENGINES).flatMap(engine))
  $('path').textContent = `To Solovox at ${host}${near ? ', which is this machine' : ''}, and from there to what hears. Nothing is sent while you are muted; the device is closed when you hang up.`
  $('device-in').textContent = facts ? `${facts.name}${facts.echo ? ', echo taken away' : ', echo not taken away: use headphones'}` : 'off'
  $('device-out').textContent = `${speaker?.name ?? 'none'}${speaker && !speaker.on ? ', held back by the browser' : ''}`
}
