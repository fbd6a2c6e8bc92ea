// Habits, ticked by days, with how long each was kept without a gap.

const given = [...at('items').content.querySelectorAll('li')].map((one) => one.textContent)
const state = kept({ habits: [], known: [], next: 1 })
for (const name of given.filter((one) => !state.known.includes(one))) state.habits.push({ id: state.next++, name, days: [] })
state.known = given
const pad = (n) => String(n).padStart(2, '0')
const dayOf = (date) => `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
const after = (day, by) => {
  const [year, month, n] = day.split('-').map(Number)
  return dayOf(new Date(year, month - 1, n + by))
}
const read = (day, how) => new Date(`${day}T12:00`).toLocaleDateString(undefined, how)
let week = 0
let gone = null

const today = () => dayOf(new Date())
/** The seven days that are shown, from Monday on. */
const shown = () => {
  const monday = after(today(), -((new Date().getDay() + 6) % 7) + 7 * week)
  return Array.from({ length: 7 }, (_, n) => after(monday, n))
}

/** Days without a gap until today, or until yesterday where today is still to come. */
function streak(days) {
  const done = new Set(days)
  let day = done.has(today()) ? today() : after(today(), -1)
  let length = 0
  for (; done.has(day); day = after(day, -1)) length += 1
  return length
}

function longest(days) {
  let [most, length, before] = [0, 0, '']
  for (const day of [...days].sort()) {
    length = before && after(before, 1) === day ? length + 1 : 1
    most = Math.max(most, length)
    before = day
  }
  return most
}

function changed(text) {
  keep(state)
  draw()
  if (text) say(text)
}

function tick(habit, day) {
  const done = habit.days.includes(day)
  habit.days = done ? habit.days.filter((one) => one !== day) : [...habit.days, day]
  changed(`${habit.name}, ${read(day, { weekday: 'long' })}: ${done ? 'not done' : `done. ${days(streak(habit.days))} in a row`}`)
  document.querySelector(`[data-tick="${habit.id} ${day}"]`)?.focus()
}

const days = (n) => (n === 1 ? '1 day' : `${n} days`)

function dayButton(habit, day) {
  const button = made(
    'button', { type: 'button', className: day === today() ? 'today' : '', disabled: day > today(), onclick: () => tick(habit, day) },
    made('span'), made('b'),
  )
  button.firstChild.dataset.shown = read(day, { weekday: 'short' }).slice(0, 2)
  button.lastChild.dataset.shown = String(Number(day.slice(8)))
  button.dataset.tick = `${habit.id} ${day}`
  button.setAttribute('aria-pressed', String(habit.days.includes(day)))
  button.setAttribute('aria-label', `${habit.name}, ${read(day, { weekday: 'long', day: 'numeric', month: 'long' })}`)
  return button
}

function card(habit) {
  const remove = made('button', { type: 'button', className: 'icon bare', onclick: () => {
    gone = { habits: [...state.habits], text: `Deleted “${habit.name}”` }
    state.habits = state.habits.filter((one) => one !== habit)
    changed(gone.text)
    at('undo').focus()
  } })
  remove.innerHTML = '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13" /></svg>'
  remove.setAttribute('aria-label', `Delete ${habit.name}`)
  const [now, most] = [streak(habit.days), longest(habit.days)]
  const facts = made('p', { className: 'facts' }, made('b', {}, now ? `${days(now)} in a row` : 'Begin today'), ...(most > now ? [made('span', {}, `best: ${days(most)}`)] : []))
  const grid = made('div', { className: 'days' }, ...shown().map((day) => dayButton(habit, day)))
  grid.setAttribute('role', 'group')
  grid.setAttribute('aria-label', `Days of ${habit.name}`)
  return made('article', {}, made('div', {}, made('h3', {}, habit.name), facts), grid, remove)
}

function draw() {
  const [first] = shown()
  const last = shown()[6]
  const done = state.habits.filter((one) => one.days.includes(today())).length
  at('today').textContent = state.habits.length ? `${done} of ${state.habits.length} done today` : read(today(), { weekday: 'long', day: 'numeric', month: 'long' })
  at('week').textContent = week === 0 ? 'This week' : `${read(first, { day: 'numeric', month: 'short' })} – ${read(last, { day: 'numeric', month: 'short' })}`
  at('after').disabled = week === 0
  at('list').replaceChildren(...state.habits.map(card))
  at('empty').hidden = state.habits.length > 0
  at('undo-line').hidden = !gone
  at('undo-text').textContent = gone?.text ?? ''
}

at('form').addEventListener('submit', (event) => {
  event.preventDefault()
  const name = at('habit').value.trim()
  at('habit').value = ''
  at('habit').focus()
  if (!name) return
  gone = null
  state.habits.push({ id: state.next++, name, days: [] })
  changed(`Added ${name}`)
})
for (const [id, by] of [['before', -1], ['after', 1]]) {
  at(id).addEventListener('click', () => {
    week = Math.min(0, week + by)
    draw()
  })
}
at('undo').addEventListener('click', () => {
  state.habits = gone.habits
  gone = null
  changed('It is back')
  at('habit').focus()
})
draw()
