// A stopwatch with laps: it goes on when the page is closed and opened again, where the browser keeps what it knows.

const state = kept({ before: 0, since: 0, laps: [] })

const elapsed = () => state.before + (state.since ? Date.now() - state.since : 0)
const sum = (laps) => laps.reduce((all, one) => all + one, 0)
const two = (value) => String(Math.floor(value)).padStart(2, '0')
const parts = (time) => {
  const hours = Math.floor(time / 3600_000)
  return [`${hours ? `${hours}:` : ''}${two(time / 60_000 % 60)}:${two(time / 1000 % 60)}`, `.${two(time / 10 % 100)}`]
}
const read = (time) => parts(time).join('')

function start() {
  if (state.since) Object.assign(state, { before: elapsed(), since: 0 })
  else state.since = Date.now()
  say(state.since ? 'Started' : `Stopped at ${read(elapsed())}`)
  changed()
}

function lap() {
  if (!state.since) return
  const time = elapsed() - sum(state.laps)
  state.laps.push(time)
  say(`Lap ${state.laps.length}: ${read(time)}`)
  changed()
}

function reset() {
  if (state.since || !state.before) return
  Object.assign(state, { before: 0, since: 0, laps: [] })
  say('Reset')
  changed()
  at('start').focus()
}

function changed() {
  keep(state)
  draw()
}

function time() {
  const [main, part] = parts(elapsed())
  at('time').firstChild.data = main
  at('time').lastChild.textContent = part
  at('time').toggleAttribute('data-long', elapsed() >= 3600_000)
  at('lap-time').textContent = `Lap ${state.laps.length + 1}: ${read(elapsed() - sum(state.laps))}`
}

function draw() {
  time()
  const { laps, since } = state
  at('start').textContent = since ? 'Stop' : elapsed() ? 'Go on' : 'Start'
  at('lap').disabled = !since
  at('reset').disabled = Boolean(since) || !elapsed()
  const [best, worst] = [Math.min(...laps), Math.max(...laps)]
  at('laps').replaceChildren(...laps.map((one, n) => {
    const mark = laps.length > 1 && best !== worst ? { [best]: 'fastest', [worst]: 'slowest' }[one] : undefined
    return made(
      'tr', {}, made('th', { scope: 'row' }, String(n + 1)), made('td', {}, read(one)), made('td', { className: 'soft' }, read(sum(laps.slice(0, n + 1)))),
      made('td', {}, ...(mark ? [made('span', { className: 'mark' }, mark)] : [])),
    )
  }).reverse())
  at('none').hidden = laps.length > 0
  at('table').hidden = at('copy').hidden = !laps.length
  at('facts').hidden = laps.length < 2
  at('fastest').textContent = read(best)
  at('slowest').textContent = read(worst)
  at('average').textContent = read(sum(laps) / laps.length)
}

async function copy() {
  const text = state.laps.map((one, n) => `${n + 1}\t${read(one)}\t${read(sum(state.laps.slice(0, n + 1)))}`).join('\n')
  try {
    await navigator.clipboard.writeText(text)
    say('Copied')
    at('copy').textContent = 'Copied'
  } catch {
    say('Copying is not allowed here: the laps are selected')
    getSelection().selectAllChildren(at('laps'))
    at('copy').textContent = 'Selected'
  }
  setTimeout(() => { at('copy').textContent = 'Copy' }, 2_000)
}

at('start').addEventListener('click', start)
at('lap').addEventListener('click', lap)
at('reset').addEventListener('click', reset)
at('copy').addEventListener('click', copy)
document.addEventListener('keydown', ({ key, ctrlKey, metaKey, altKey }) => {
  if (!ctrlKey && !metaKey && !altKey) ({ s: start, l: lap, r: reset })[key.toLowerCase()]?.()
})
const follow = () => {
  if (state.since) time()
  requestAnimationFrame(follow)
}
draw()
follow()
