// What is shown is drawn. A turn is drawn again only when it has changed: views are never changed in place.

import { arranged, button, made, refocused } from './elements.js'
import { decisions, mendList, withMends } from './holding.js'
import { activity, may, titleOf } from './tidings.js'
import { heardOf, piece } from './view.js'
import { call, changes, steps } from './work.js'

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
  decisions(page.link === 'ended' ? { holds: [], drafts: [] } : view, page.playing)
  redraw('tools', view.calls, () => view.calls.map(call))
  redraw('failures', view.failures, () => view.failures.toReversed().map((one) => made('li', '', one)))
  $('did').hidden = !view.calls.length
  $('went-wrong').hidden = !view.failures.length
  $('empty').hidden = view.turns.length > 0
  $('taught').textContent = page.taught
  troubles(page.troubles)
  controls(page, microphone)
  about(page, microphone, speaker)
}

function status({ link, muted, floor, playing, holder, name }, on) {
  const words = { new: 'connecting', dialling: 'connecting', lost: 'connection lost', ended: 'ended', unknown: 'ended', refused: 'refused', full: 'no room', failed: 'failed' }
  if (link !== 'open') return words[link]
  if (holder !== name) return 'connected, watching'
  return `connected, microphone ${!on ? 'off' : (muted && !floor) || playing !== null ? 'muted' : 'on'}`
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
  const box = $('transcript')
  refocused(box, () => arranged(box, shown.flatMap(([one, , element]) => [element, ...one.runs.flatMap(changes)])))
}

function turn({ utterance, words, final, mends: all, runs }, marks) {
  const mends = final ? all : [] // words that are not final come again
  const you = made('p', final ? 'you' : 'you unsure', made('span', 'who', utterance === null ? 'You typed' : 'You'), ...withMends(words, mends))
  return made('div', 'turn', words ? you : null, mendList(mends, `turn ${utterance}`), ...runs.map((one, n) => answer(one, marks[n])))
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
