// A to-do list: added, ticked, renamed, sorted, deleted and brought back.

const given = [...at('items').content.querySelectorAll('li')].map((one) => one.textContent)
const state = kept({ tasks: [], known: [], shows: 'all', next: 1 })
for (const text of given.filter((one) => !state.known.includes(one))) state.tasks.push({ id: state.next++, text, done: false })
state.known = given
let gone = null
let opened = null // on a phone, whose buttons are shown

const ICONS = {
  up: 'm6 14 6-6 6 6', down: 'm6 10 6 6 6-6', edit: 'M4 20h4L19 9l-4-4L4 16zM13 7l4 4',
  more: 'M6 12h.01M12 12h.01M18 12h.01', delete: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10.5 11v5M13.5 11v5',
}
function icon(name, label, onclick) {
  const one = made('button', { type: 'button', className: `icon ${name}`, onclick })
  one.innerHTML = `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${ICONS[name]}" /></svg>`
  one.setAttribute('aria-label', label)
  return one
}

function changed(text) {
  keep(state)
  draw()
  if (text) say(text)
}

function remove(tasks, text) {
  gone = { tasks: [...state.tasks], text }
  state.tasks = state.tasks.filter((one) => !tasks.includes(one))
  changed(text)
  at('undo').focus()
}

function move(task, by) {
  const from = state.tasks.indexOf(task)
  state.tasks.splice(from, 1)
  state.tasks.splice(from + by, 0, task)
  changed(`${task.text} is number ${from + by + 1} now`)
  document.querySelector(`#task-${task.id} .${by < 0 ? 'up' : 'down'}:not(:disabled)`)?.focus()
}

function rename(task) {
  const field = made('input', { type: 'text', value: task.text, maxLength: 200 })
  field.setAttribute('aria-label', `New words for ${task.text}`)
  const row = at(`task-${task.id}`)
  let over = false
  const end = (take) => {
    if (over) return
    over = true
    if (take && field.value.trim()) task.text = field.value.trim()
    changed()
    document.querySelector(`#task-${task.id} .edit`)?.focus()
  }
  field.addEventListener('keydown', (event) => {
    if (!['Enter', 'Escape'].includes(event.key)) return
    event.preventDefault() // or it presses the button that has the focus then
    end(event.key === 'Enter')
  })
  field.addEventListener('blur', () => end(true))
  row.replaceChildren(field)
  field.focus()
  field.select()
}

function row(task, n, all) {
  const box = made('input', { type: 'checkbox', checked: task.done, onchange: () => {
    task.done = box.checked
    changed()
    document.querySelector(`#task-${task.id} input`)?.focus()
  } })
  const up = icon('up', `Move ${task.text} up`, () => move(task, -1))
  const down = icon('down', `Move ${task.text} down`, () => move(task, 1))
  const more = icon('more', `More for ${task.text}`, () => {
    opened = opened === task.id ? null : task.id
    draw()
    document.querySelector(`#task-${task.id} .more`).focus()
  })
  more.setAttribute('aria-expanded', String(opened === task.id))
  up.disabled = n === 0
  down.disabled = n === all.length - 1
  const moves = state.shows === 'all' && all.length > 1 ? [made('span', { className: 'moves' }, up, down)] : []
  return made(
    'li', { id: `task-${task.id}`, className: task.done ? 'done' : '' }, made('label', {}, box, made('span', {}, task.text)), more, ...moves,
    icon('edit', `Rename ${task.text}`, () => rename(task)), icon('delete', `Delete ${task.text}`, () => remove([task], `Deleted “${task.text}”`)),
  )
}

const EMPTY = {
  all: ['Nothing to do', 'Write the first task above.'],
  open: ['All done', 'Enjoy it, or add something new.'],
  done: ['Nothing is done yet', 'Tick a task, and it stands here.'],
}

function draw() {
  const shown = state.tasks.filter((one) => state.shows === 'all' || one.done === (state.shows === 'done'))
  const done = state.tasks.filter((one) => one.done).length
  at('list').replaceChildren(...shown.map(row))
  at('count').textContent = state.tasks.length ? `${done} of ${state.tasks.length} done` : 'A clear head begins here.'
  at('share').style.width = `${state.tasks.length ? 100 * done / state.tasks.length : 0}%`
  at('empty').hidden = shown.length > 0
  at('empty-title').textContent = EMPTY[state.shows][0]
  at('empty-text').textContent = EMPTY[state.shows][1]
  at('clear').hidden = done === 0
  at('undo-line').hidden = !gone
  at('undo-text').textContent = gone?.text ?? ''
  for (const one of document.querySelectorAll('[data-shows]')) one.setAttribute('aria-pressed', String(one.dataset.shows === state.shows))
}

at('form').addEventListener('submit', (event) => {
  event.preventDefault()
  const text = at('task').value.trim()
  at('task').value = ''
  at('task').focus()
  if (!text) return
  gone = null
  if (state.shows === 'done') state.shows = 'all'
  state.tasks.push({ id: state.next++, text, done: false })
  changed(`Added ${text}`)
})
document.querySelector('.tools').addEventListener('click', ({ target }) => {
  if (!target.dataset.shows) return
  state.shows = target.dataset.shows
  changed()
})
at('clear').addEventListener('click', () => {
  const done = state.tasks.filter((one) => one.done)
  remove(done, done.length === 1 ? 'Cleared 1 task' : `Cleared ${done.length} tasks`)
})
at('undo').addEventListener('click', () => {
  state.tasks = gone.tasks
  gone = null
  changed('It is back')
  at('task').focus()
})
draw()
