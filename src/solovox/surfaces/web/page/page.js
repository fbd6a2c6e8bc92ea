// The page: what comes from the server is drawn, what the person does is sent. Texts are set as text, never as HTML.

import { draw, follow, say } from './drawing.js'
import { decided, written } from './holding.js'
import { Link } from './link.js'
import { INSECURE, Microphone } from './microphone.js'
import { Replay, soundOf, sounds } from './replay.js'
import { Speaker } from './speaker.js'
import { notify, tidings } from './tidings.js'
import { EMPTY, apply, played, sounded, unmended } from './view.js'
import { actLine } from './work.js'

const $ = (id) => document.getElementById(id)
const TOKEN = 'solovox-token' // for a reload: where this page was, and how far it had played
const GONE_AFTER = 4 // attempts

const page = {
  view: EMPTY,
  name: '', // of this page in the session
  holder: '', // the page that has microphone and speaker
  engines: '',
  muted: false, // by the person
  learning: false, // from edits, as the server said last
  told: null, // what the server was told of that
  link: 'new',
  floor: false, // the talk key is held
  done: false, // work has ended while the page was not looked at
  taught: '', // what is told of what was learned
  playing: null, // the hold whose sound is played
  opening: false, // the microphone is being asked for
  troubles: new Map(), // where → {line, does, label}
  reading: 0, // the newest read: the binary frames are its
  at: { read: 0, samples: 0 }, // what was played last
  can: window.isSecureContext && 'AudioWorkletNode' in window,
}
let speaker = null
let microphone = null
let link = null
let due = false

const holds = () => page.can && page.holder === page.name

function show() {
  if (due) return
  due = true
  requestAnimationFrame(() => {
    due = false
    draw(page, microphone, speaker)
  })
}

/** What is wrong there, what to do, and a button that does it. No line: all is well again. */
function trouble(where, line = '', label = '', does = null) {
  if (line) page.troubles.set(where, { line, label, does })
  else page.troubles.delete(where)
  show()
}

// ── what the server sends ─────────────────────────────────────────────────────────────────────

function took(frame) {
  const line = document.hidden ? tidings(frame, page.view) : ''
  if (line) notify(line)
  if (line && frame.type === 'finished') page.done = true
  page.view = apply(page.view, frame)
  const act = does[frame.type]
  act?.(frame)
  show()
}

const does = {
  ready: ({ sessionId, page: name = '', engines = '' }) => {
    const holder = name === page.name ? page.holder : '' // what is said until we are told again is not lost
    Object.assign(page, { name, engines, holder, told: null })
    trouble('server')
    history.replaceState(null, '', `#${sessionId}`) // a reload, and another window, find the talk by it
    if (!quiet()) hush() // before the sound that is sent now
  },
  state: ({ holder = '' }) => {
    speaker?.duck(page.view.ducked)
    has(holder)
  },
  settings: ({ approval, learning = false }) => {
    Object.assign($('approval'), { value: approval, disabled: false })
    Object.assign($('learning'), { checked: learning, disabled: false })
    page.learning = learning
  },
  holder: ({ page: holder = '' }) => has(holder),
  error: ({ message }) => {
    $('learning').checked = page.learning // it may have been refused
    trouble('server', message, 'Dismiss', () => trouble('server'))
  },
  read: ({ read, first = 0 }) => {
    page.reading = read
    speaker?.read(read, first)
    silent()
  },
  read_end: ({ read }) => speaker?.whole(read),
  flush: ({ read }) => (speaker ? speaker.flush(read) : link.send({ type: 'flushed', read, samples: 0 })),
  duck: ({ ducked }) => speaker?.duck(ducked),
  cue: ({ kind }) => speaker?.cue(kind),
  act: ({ action, target }) => took({ type: 'notice', text: `A tool asks for “${action} ${target}”: this page cannot do that.` }),
  hold: ({ text }) => { page.taught = ''; say(`Waits for your yes: ${actLine(text)}`) },
  hold_closed: ({ hold, draft = false }) => { if (!draft) replay.stop(hold) },
  taught: () => { page.taught = 'Learned from your edit. “solovox corrections list” shows what is kept.' },
  failure: ({ text }) => trouble('failure', text, 'Dismiss', () => trouble('failure')),
  asked: () => trouble('failure'), // another try
  notice: ({ text }) => { if (!holds()) say(text) }, // else it is read aloud
  finished: ({ run }) => { if (!holds()) say(page.view.turns.flatMap((one) => one.runs).find((one) => one.run === run)?.text ?? '') },
}

function sound(buffer) {
  const pcm = new Int16Array(buffer)
  page.view = sounded(page.view, page.reading, pcm.length)
  speaker?.sound(pcm)
}

function has(holder) {
  const had = holds()
  page.holder = holder
  if (holds() || !page.can) return trouble('holder')
  if (had) {
    speaker.drop()
    microphone.close()
    hush()
  }
  const line = holder ? 'Another page has microphone and speaker of this talk. Here you can read, type and decide.' : 'No page has microphone and speaker of this talk.'
  trouble('holder', line, 'Use them here', take)
}

/** Whether the microphone is on, but is not to be heard: muted while the talk key is not held, or the person's own words are played. */
const mutes = () => (page.muted && !page.floor) || page.playing !== null

/** Whether nothing is to be sent. */
const quiet = () => !microphone?.on || mutes()

/** Do so, and tell the server: what it does not get is silence then, and not a gap in time. */
function hush() {
  microphone?.mute(mutes())
  if (page.told !== quiet() && link.send({ type: 'mute', muted: quiet() })) page.told = quiet()
  show()
}

function take() {
  speaker?.wake()
  link.send({ type: 'take' })
}

// ── the connection ────────────────────────────────────────────────────────────────────────────

function changed(state) {
  page.link = state
  const anew = ['Begin a new talk', begin]
  const again = ['Try now', () => link.again()]
  switch (state) {
    case 'open': trouble('link'); hush(); break
    case 'lost': lost(again); break
    case 'ended': ended(anew); break
    case 'unknown':
      trouble('server') // it said the same
      if (page.view === EMPTY) begin() // it was begun long ago: the address had its name
      else ended(anew, 'The server does not know this talk any more: it is over, or the server was started anew.')
      break
    case 'full': trouble('link', 'The server holds as many talks as it can. Try again when one has ended.', ...again); break
    case 'refused': trouble('link', REFUSED, ...again); break
    case 'failed': trouble('link', 'The talk could not begin.', ...again); break
  }
  show()
}

const REFUSED = 'The server does not know this browser. Open the address that “solovox serve” printed: it lets you in.'

async function lost(again) {
  if (link.attempts < GONE_AFTER) return trouble('link', 'The connection is lost. It is being made again: what you say now is kept.', ...again)
  const answer = await fetch('/page/icon.svg', { cache: 'no-store' }).catch(() => null)
  if (page.link !== 'lost') return
  const line = answer?.ok ? 'The connection is lost again and again. It is tried on.' : answer ? REFUSED : 'The server does not answer. See whether “solovox serve” still runs, and whether this machine is in its network. It is tried again and again.'
  trouble('link', line, ...again)
}

const ENDS = { user: 'you hung up', timeout: 'no page was there', error: 'something failed' }

function ended(anew, line = `This talk has ended: ${ENDS[page.view.ended] ?? page.view.ended ?? 'it was closed'}.`) {
  microphone?.close()
  replay.stop()
  speaker?.drop()
  trouble('holder')
  trouble('link', line, ...anew)
}

function begin() {
  page.view = EMPTY
  page.taught = ''
  page.at = { read: 0, samples: 0 }
  trouble('link')
  link.open('', '', !page.can)
}

// ── what the person does ──────────────────────────────────────────────────────────────────────

function send(frame) {
  if (link.send(frame)) return true
  trouble('server', 'Not sent: there is no connection. Try again when it is back.', 'Dismiss', () => trouble('server'))
  return false
}

/** Open the microphone, or switch it off and on. */
async function talks() {
  speaker?.wake()
  if (!page.can) return trouble('microphone', INSECURE)
  if (['ended', 'unknown'].includes(page.link)) begin()
  else if (!holds()) send({ type: 'take' })
  if (!microphone.on) return opened(false)
  page.muted = !page.muted
  hush()
}

async function opened(muted) {
  if (page.opening) return
  page.opening = true
  show()
  const line = await microphone.open()
  page.opening = false
  page.muted = muted
  trouble('microphone', line)
  hush()
  if (line) return
  say('The microphone is on.')
  devices() // their names are known only now
}

/** The talk key: pressed, or let go. A microphone that is muted, or was off, is on only while it is held. */
async function key(taken) {
  if (taken === page.floor || (taken && !page.can)) return
  page.floor = taken
  replay.stop() // else it would not be heard
  if (!taken) link.send({ type: 'floor', taken })
  hush()
  if (!taken) return
  speaker.wake()
  if (!holds()) send({ type: 'take' })
  if (!microphone.on) await opened(true)
  if (page.floor && microphone.on) send({ type: 'floor', taken })
}

function hangUp() {
  microphone?.close()
  hush()
  send({ type: 'end' })
}

const replay = new Replay({
  get: (hold) => soundOf(link.talk, hold),
  play: sounds,
  changed: () => { page.playing = replay.hold; hush() },
  failed: () => trouble('failure', 'What was said cannot be played: it is not kept any more, or the connection is gone.', 'Dismiss', () => trouble('failure')),
})

const cut = () => { replay.stop(); speaker?.wake(); send({ type: 'silence' }) }
const stop = () => send({ type: 'stop' })

function typed(event) {
  event.preventDefault()
  speaker?.wake()
  const text = $('words').value
  if (text.trim() && send({ type: 'text', text })) $('words').value = ''
}

/** A button of a hold, of a draft, or of words in the talk. */
function acted({ target }) {
  const { does: verb, heard, meant } = target.closest('button')?.dataset ?? {}
  if (!verb) return
  if (verb === 'play') return replay.press(Number(target.closest('li[data-hold]').dataset.hold))
  if (verb === 'unmend') {
    if (!send({ type: 'unmend', heard, meant })) return
    page.view = unmended(page.view, { heard, meant })
    return show()
  }
  const frame = decided(verb, target)
  if (frame) send(frame)
}

const writes = (target) => target.closest?.('input, textarea, select, [contenteditable]')
const presses = (target) => target.closest?.('button, a, summary') && target.id !== 'talk'

const isTalkKey = ({ code, target, ctrlKey, altKey, metaKey }) =>
  code === 'Space' && !ctrlKey && !altKey && !metaKey && !writes(target) && !presses(target)

function wake() {
  speaker?.wake()
  microphone?.wake()
}

function pressed(event) {
  wake()
  if (event.key === 'Escape') {
    const item = event.target.closest?.('li.editing')
    if (item) item.querySelector('.cancel').click()
    else cut()
  } else if (event.key === '.' && (event.ctrlKey || event.metaKey)) {
    event.preventDefault()
    stop()
  } else if (isTalkKey(event)) {
    event.preventDefault() // no scrolling, no click
    if (!event.repeat) key(true)
  }
}

function listen() {
  $('microphone').onclick = talks
  $('silence').onclick = cut
  $('stop').onclick = stop
  $('hang-up').onclick = hangUp
  $('typing').onsubmit = typed
  $('holds').onclick = $('transcript').onclick = acted
  $('holds').oninput = written
  $('troubles').onclick = ({ target }) => page.troubles.get(target.closest('li')?.dataset.trouble)?.does?.()
  $('approval').onchange = ({ target }) => send({ type: 'set', key: 'approval', value: target.value })
  $('learning').onchange = ({ target }) => { if (!send({ type: 'set', key: 'learning', value: String(target.checked) })) target.checked = page.learning }
  const hold = $('talk')
  hold.onpointerdown = (event) => { hold.setPointerCapture(event.pointerId); key(true) }
  hold.onpointerup = hold.onpointercancel = hold.onlostpointercapture = () => key(false)
  hold.oncontextmenu = (event) => event.preventDefault() // a long press is talking
  hold.onkeydown = (event) => { if (event.key === 'Enter') event.preventDefault() }
  document.onkeydown = pressed
  document.onkeyup = ({ code }) => { if (code === 'Space') key(false) }
  document.onpointerdown = wake
  document.onclick = ({ target, detail }) => { if (detail) target.closest('button')?.blur() } // Space is the talk key again
  window.onblur = () => key(false) // the key is let go where it cannot be seen
  document.onvisibilitychange = () => {
    if (document.hidden) return key(false)
    page.done = false
    show()
  }
  $('notify').onclick = async () => { // a browser asks only whoever pressed something
    await Notification.requestPermission()
    show()
  }
  window.ononline = () => { if (['open', 'lost'].includes(page.link)) link.again() } // the old socket leads nowhere
  window.onpagehide = () => { if (link.token) sessionStorage.setItem(TOKEN, JSON.stringify({ token: link.token, talk: link.talk, at: page.at })) }
  window.onpageshow = ({ persisted }) => { if (persisted) location.reload() }
  navigator.mediaDevices?.addEventListener('devicechange', devices)
}

/** Something was plugged in or out: say what is used now. */
async function devices() {
  await speaker?.find()
  show()
}

/** What is left of this window's last page: only of a reload, and only once, for a copy of the window has it too. */
function remembered() {
  const left = JSON.parse(sessionStorage.getItem(TOKEN) ?? '{}')
  sessionStorage.removeItem(TOKEN)
  return left.talk === location.hash.slice(1) ? left : {}
}

async function main() {
  listen()
  follow()
  if (page.can) {
    const tell = (type) => (read, samples) => {
      page.at = { read, samples }
      page.view = played(page.view, read, samples)
      link.send({ type, read, samples })
      show()
    }
    speaker = new Speaker(tell('played'), tell('flushed'), () => silent())
    await speaker.open()
    microphone = new Microphone(heard, (line) => { trouble('microphone', line); hush() })
  } else trouble('microphone', INSECURE)
  const { token = '', at = page.at } = remembered()
  page.at = at
  link = new Link({
    dial: () => new WebSocket(`${location.protocol.replace('http', 'ws')}//${location.host}/api/vox/live`),
    rates: { microphone: microphone?.rate ?? 16_000, speaker: speaker?.rate ?? 24_000 },
    position,
    later: (f, ms) => setTimeout(f, ms),
    never: (timer) => clearTimeout(timer),
    frame: took,
    sound,
    changed,
  })
  link.open(location.hash.slice(1), token, !page.can)
  silent()
}

/** Throw away what has not sounded: the server sends it again from there. */
async function position() {
  const now = await speaker?.drop()
  if (now?.read) page.at = now
  return page.at
}

function heard(pcm, level) {
  $('level').value = quiet() ? 0 : Math.min(1, level * 4)
  if (holds() && !quiet()) link.speak(pcm)
}

/** The browser holds sound back until a click or a key. */
function silent() {
  const held = page.can && !speaker.on && page.view.reads.length > 0
  trouble('speaker', held ? 'This browser holds sound back until you press a key or a button here.' : '', 'Turn sound on', () => speaker.wake())
}

main()
