// A kanban board: cards are dragged, or moved by buttons and keys.

const COLUMNS = ['To do', 'Doing', 'Done']
const NOTHING = ['What is next? Write the first card.', 'Move a card here when you begin it.', 'What is finished comes here.']
const LABELS = { None: '', Urgent: 25, Idea: 88, Bug: 350, Feature: 256, Chore: 160 }
const given = [...at('items').content.querySelectorAll('li')].map((one) => one.textContent)
const state = kept({ cards: [], known: [], next: 1 })
for (const title of given.filter((one) => !state.known.includes(one))) state.cards.push({ id: state.next++, title, about: '', label: 'None', column: 0 })
state.known = given
let edited = null
let gone = null
let dragged = null

const ICONS = { left: 'm14 6-6 6 6 6', right: 'm10 6 6 6-6 6', up: 'm6 14 6-6 6 6', down: 'm6 10 6 6 6-6', edit: 'M4 20h4L19 9l-4-4L4 16zM13 7l4 4' }
const inColumn = (column) => state.cards.filter((one) => one.column === column)

function changed(text, focus) {
  keep(state)
  draw()
  if (text) say(text)
  if (focus) document.querySelector(focus)?.focus()
}

/** Put a card into a column, before another card, or at its end. */
function place(card, column, before = null) {
  state.cards = state.cards.filter((one) => one !== card)
  card.column = column
  const to = before ? state.cards.indexOf(before) : state.cards.length
  state.cards.splice(to, 0, card)
}

function shift(card, name) {
  const column = inColumn(card.column)
  const n = column.indexOf(card)
  if (name === 'left' || name === 'right') place(card, card.column + (name === 'left' ? -1 : 1))
  else place(card, card.column, name === 'up' ? column[n - 1] : column[n + 2] ?? null)
  const back = { left: 'right', right: 'left', up: 'down', down: 'up' }[name]
  changed(`${card.title}: ${COLUMNS[card.column]}, number ${inColumn(card.column).indexOf(card) + 1}`, `#card-${card.id} .${name}:not(:disabled)`)
  if (!document.activeElement.closest(`#card-${card.id}`)) document.querySelector(`#card-${card.id} .${back}`).focus()
}

function icon(name, label, disabled, onclick) {
  const one = made('button', { type: 'button', className: `icon ${name}`, disabled, onclick })
  one.innerHTML = `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${ICONS[name]}" /></svg>`
  one.setAttribute('aria-label', label)
  return one
}

function cardOf(card, n, column) {
  const shifts = [['left', 'to the left', card.column === 0], ['right', 'to the right', card.column === 2], ['up', 'up', n === 0], ['down', 'down', n === column.length - 1]]
  const item = made(
    'li', { id: `card-${card.id}`, draggable: true }, made('b', {}, card.title), ...(card.about ? [made('p', {}, card.about)] : []),
    ...(card.label !== 'None' ? [made('span', { className: 'label' }, card.label)] : []),
    made('div', { className: 'moves' }, ...shifts.map(([name, where, never]) => icon(name, `Move ${card.title} ${where}`, never, () => shift(card, name))), icon('edit', `Edit ${card.title}`, false, () => edit(card))),
  )
  if (card.label !== 'None') item.style.setProperty('--own', `oklch(0.65 0.15 ${LABELS[card.label]})`)
  item.addEventListener('dragstart', (event) => {
    dragged = card
    event.dataTransfer.setData('text/plain', card.title)
    item.classList.add('drags')
  })
  item.addEventListener('dragend', () => {
    dragged = null
    draw()
  })
  return item
}

function columnOf(name, n) {
  const cards = inColumn(n)
  const list = made('ul', { className: 'cards' }, ...cards.map(cardOf))
  const field = made('input', { type: 'text', id: `new-${n}`, maxLength: 120, placeholder: 'Add a card', autocomplete: 'off' })
  field.setAttribute('aria-label', `New card in ${name}`)
  const form = made('form', { onsubmit: (event) => {
    event.preventDefault()
    const title = field.value.trim()
    if (!title) return
    gone = null
    field.value = ''
    state.cards.push({ id: state.next++, title, about: '', label: 'None', column: n })
    changed(`Added ${title} to ${name}`, `#new-${n}`)
  } }, field, made('button', { type: 'submit', className: 'primary' }, 'Add'))
  form.lastChild.setAttribute('aria-label', `Add to ${name}`)
  const section = made(
    'section', { className: 'column' }, made('h2', { id: `column-${n}` }, name, made('span', { className: 'number' }, String(cards.length))),
    cards.length ? list : made('p', { className: 'nothing' }, NOTHING[n]), form,
  )
  section.setAttribute('aria-labelledby', `column-${n}`)
  section.addEventListener('dragover', (event) => {
    if (!dragged) return
    event.preventDefault()
    section.classList.add('over')
  })
  section.addEventListener('dragleave', () => section.classList.remove('over'))
  section.addEventListener('drop', (event) => {
    event.preventDefault()
    if (!dragged) return
    const below = [...list.children].find((one) => event.clientY < one.getBoundingClientRect().top + one.offsetHeight / 2)
    const before = below ? cards[[...list.children].indexOf(below)] : null
    if (before !== dragged) place(dragged, n, before)
    changed(`${dragged.title}: ${name}`)
  })
  return section
}

function draw() {
  const typed = COLUMNS.map((_, n) => at(`new-${n}`)?.value ?? '')
  at('board').replaceChildren(...COLUMNS.map(columnOf))
  for (const [n, text] of typed.entries()) at(`new-${n}`).value = text
  at('count').textContent = state.cards.length ? `${inColumn(2).length} of ${state.cards.length} done` : 'From an idea to done, in three steps.'
  at('undo-line').hidden = !gone
  at('undo-text').textContent = gone?.text ?? ''
}

function edit(card) {
  edited = card
  at('title').value = card.title
  at('about').value = card.about
  at('colour').value = card.label
  at('editor').showModal()
}

at('colour').append(...Object.keys(LABELS).map((one) => new Option(one)))
at('form').addEventListener('submit', () => {
  Object.assign(edited, { title: at('title').value.trim() || edited.title, about: at('about').value.trim(), label: at('colour').value })
  changed('Saved')
})
at('editor').addEventListener('close', () => document.querySelector(`#card-${edited.id} .edit`)?.focus())
at('cancel').addEventListener('click', () => at('editor').close())
at('delete').addEventListener('click', () => {
  gone = { cards: [...state.cards], text: `Deleted “${edited.title}”` }
  state.cards = state.cards.filter((one) => one !== edited)
  at('editor').close()
  changed(gone.text, '#undo')
})
at('undo').addEventListener('click', () => {
  state.cards = gone.cards
  gone = null
  changed('It is back', '#new-0')
})
draw()
