// A timer, and a pomodoro of work and breaks. What counts is the clock: a tab that slept shows the right time when it wakes.

const set = kept({ kind: 'plain', hours: 0, minutes: 5, seconds: 0, work: 25, rest: 5, long: 15, every: 4, sound: true, day: '', rounds: 0 })
const FIELDS = ['hours', 'minutes', 'seconds', 'work', 'rest', 'long', 'every']
const PHASES = { plain: 'Timer', work: 'Work', rest: 'Break', long: 'Long break' }
const now = { phase: 'plain', round: 0, left: 0, until: 0, runs: false, ended: false }
let bell = null

const today = () => new Date().toDateString()
const length = () => 1000 * (now.phase === 'plain' ? 3600 * set.hours + 60 * set.minutes + set.seconds : 60 * set[now.phase])

function clock(milliseconds) {
  const all = Math.ceil(milliseconds / 1000)
  const [h, m, s] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60]
  return `${h ? `${h}:${String(m).padStart(2, '0')}` : m}:${String(s).padStart(2, '0')}`
}

function reset(phase = set.kind === 'plain' ? 'plain' : 'work') {
  Object.assign(now, { phase, runs: false, ended: false })
  now.left = length()
  draw()
}

function run(runs) {
  if (runs && now.left <= 0) now.left = length()
  if (runs && now.left <= 0) return say('Set a length first')
  Object.assign(now, { runs, ended: false, until: Date.now() + now.left })
  if (runs) bell ??= sounding()
  bell?.resume?.()
  say(runs ? `${PHASES[now.phase]}: ${clock(now.left)} to go` : `Paused with ${clock(now.left)} to go`)
  draw()
}

function sounding() {
  try {
    return new AudioContext()
  } catch {
    return null // no sound here
  }
}

function ring() {
  if (!set.sound || !bell) return
  for (const [n, pitch] of [659, 784, 988].entries()) {
    const [tone, loud, from] = [bell.createOscillator(), bell.createGain(), bell.currentTime + n * 0.28]
    tone.frequency.value = pitch
    loud.gain.setValueAtTime(0.25, from)
    loud.gain.exponentialRampToValueAtTime(0.001, from + 0.7)
    tone.connect(loud).connect(bell.destination)
    tone.start(from)
    tone.stop(from + 0.75)
  }
}

/** A phase is over: what comes next begins by itself in a pomodoro. */
function over(skipped = false) {
  const was = now.phase
  if (!skipped) ring()
  if (was === 'plain') {
    Object.assign(now, { runs: false, ended: true, left: 0 })
    say('Time is up')
    return draw()
  }
  if (was === 'work' && !skipped) {
    Object.assign(set, { rounds: (set.day === today() ? set.rounds : 0) + 1, day: today() })
    keep(set)
  }
  if (was === 'work') now.round += 1
  if (was === 'long') now.round = 0
  now.phase = was === 'work' ? (now.round % set.every === 0 ? 'long' : 'rest') : 'work'
  now.left = length()
  now.until = Date.now() + now.left
  say(`${PHASES[now.phase]}: ${clock(now.left)}`)
  draw()
}

function tick() {
  if (!now.runs) return
  now.left = Math.max(0, now.until - Date.now())
  if (now.left <= 0) over()
  else draw()
}

function draw() {
  const whole = length()
  const pomodoro = set.kind === 'pomodoro'
  at('left').textContent = clock(now.left)
  at('left').toggleAttribute('data-long', now.left >= 3600_000)
  at('phase').textContent = now.ended ? 'Time is up' : PHASES[now.phase]
  at('ends').textContent = now.runs ? `until ${new Date(now.until).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })}` : ''
  at('ring').style.strokeDashoffset = whole ? 1000 - 1000 * now.left / whole : 1000
  at('start').textContent = now.runs ? 'Pause' : now.left > 0 && now.left < whole ? 'Go on' : 'Start'
  at('skip').hidden = !pomodoro
  at('plain').hidden = pomodoro
  at('pomodoro').hidden = !pomodoro
  at('rounds').hidden = !pomodoro
  at('rounds').replaceChildren(...Array.from({ length: set.every }, (_, n) => made('li', { className: n < now.round ? 'done' : '' }, made('span', { className: 'unseen' }, n < now.round ? 'done' : 'to come'))))
  const rounds = set.day === today() ? set.rounds : 0
  at('today').textContent = rounds ? `Today: ${rounds} ${rounds === 1 ? 'round' : 'rounds'} of work.` : 'No round of work is done today.'
  document.documentElement.dataset.phase = ['rest', 'long'].includes(now.phase) ? 'rest' : 'work'
  document.body.classList.toggle('ended', now.ended)
  for (const one of document.querySelectorAll('[data-kind]')) one.setAttribute('aria-pressed', String(one.dataset.kind === set.kind))
  for (const one of document.querySelectorAll('[data-minutes]')) one.setAttribute('aria-pressed', String(60 * Number(one.dataset.minutes) === 3600 * set.hours + 60 * set.minutes + set.seconds))
}

function fill() {
  for (const id of FIELDS) at(id).value = set[id]
  at('sound').checked = set.sound
}

at('start').addEventListener('click', () => run(!now.runs))
at('reset').addEventListener('click', () => {
  now.round = 0
  reset()
  say('Back to the beginning')
})
at('skip').addEventListener('click', () => over(true))
for (const one of document.querySelectorAll('[data-kind]')) {
  one.addEventListener('click', () => {
    set.kind = one.dataset.kind
    now.round = 0
    keep(set)
    reset()
  })
}
for (const one of document.querySelectorAll('[data-minutes]')) {
  one.addEventListener('click', () => {
    const minutes = Number(one.dataset.minutes)
    Object.assign(set, { hours: Math.floor(minutes / 60), minutes: minutes % 60, seconds: 0 })
    keep(set)
    fill()
    reset()
  })
}
for (const id of FIELDS) {
  at(id).addEventListener('input', () => {
    const { min, max, valueAsNumber: said } = at(id)
    if (Number.isNaN(said)) return
    set[id] = Math.min(Number(max), Math.max(Number(min), Math.round(said)))
    keep(set)
    if (!now.runs) reset(now.phase)
    else draw()
  })
  at(id).addEventListener('change', fill)
}
at('sound').addEventListener('change', () => {
  set.sound = at('sound').checked
  keep(set)
})
document.addEventListener('visibilitychange', tick)
setInterval(tick, 200)
fill()
reset()
