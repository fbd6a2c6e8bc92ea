// What was spent, by month and by category, as a ring and as bars.

const KINDS = { Groceries: 150, Home: 256, Transport: 78, 'Eating out': 40, Health: 192, Fun: 302, Clothes: 350, Other: 0 }
const CURRENCIES = ['USD', 'EUR', 'GBP', 'CHF', 'JPY', 'INR', 'CAD', 'AUD', 'BRL', 'PLN', 'SEK']
const EURO = /^(de|fr|es|it|nl|pt|fi|el|ga|sk|sl|et|lv|lt|hr|mt)\b(?!-(?:MX|AR|CO|CL))/
const state = kept({ all: [], next: 1, budget: 0, currency: CURRENCIES.find((one) => navigator.language.endsWith(one.slice(0, 2))) ?? (EURO.test(navigator.language) ? 'EUR' : 'USD'), kind: 'Groceries' })
const pad = (n) => String(n).padStart(2, '0')
const dayOf = (date) => `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
let month = dayOf(new Date()).slice(0, 7)
let gone = null

const money = (value, round = false) => new Intl.NumberFormat(undefined, { style: 'currency', currency: state.currency, ...(round ? { maximumFractionDigits: 0, notation: value < 10_000 ? 'standard' : 'compact' } : {}) }).format(value)
const ownColour = (kind) => (kind === 'Other' ? 'light-dark(oklch(0.62 0.015 250), oklch(0.66 0.015 250))' : `light-dark(oklch(0.62 0.145 ${KINDS[kind]}), oklch(0.74 0.125 ${KINDS[kind]}))`)
const moved = (by) => {
  const [year, n] = month.split('-').map(Number)
  return dayOf(new Date(year, n - 1 + by, 1)).slice(0, 7)
}
const named = (of, how) => new Date(`${of}-01T12:00`).toLocaleDateString(undefined, how)
const spent = (of) => state.all.filter((one) => one.day.startsWith(of)).reduce((sum, one) => sum + one.amount, 0)

/** "12.50", "12,50" and "1,250.00" as numbers; null: it is none. */
function numberOf(text) {
  const plain = text.replace(/[\s'’]/g, '').replace(/(?<=^[1-9]\d{0,2}|[.,]\d{3})[.,](?=\d{3}(?:\D|$))/g, '').replace(',', '.')
  return /^\d+(\.\d+)?$/.test(plain) ? Math.round(Number(plain) * 100) / 100 : null
}

const drawn = (name, attributes) => {
  const one = document.createElementNS('http://www.w3.org/2000/svg', name)
  for (const [key, value] of Object.entries(attributes)) one.setAttribute(key, value)
  return one
}

/** A ring of the categories: an arc for each. */
function pie(shares, total) {
  let from = 0
  const arcs = shares.map(([kind, sum]) => {
    const share = sum / total
    const arc = drawn('circle', { cx: 100, cy: 100, r: 78, pathLength: 100, transform: 'rotate(-90 100 100)', 'stroke-dasharray': `${Math.max(0.3, share * 100 - (shares.length > 1 ? 1 : 0))} 100`, 'stroke-dashoffset': -from * 100 })
    arc.style.stroke = ownColour(kind)
    from += share
    return arc
  })
  const ground = drawn('circle', { cx: 100, cy: 100, r: 78 })
  ground.style.stroke = 'var(--sunken)'
  at('pie').replaceChildren(...(arcs.length ? arcs : [ground]))
  at('pie').setAttribute('aria-label', shares.length ? shares.map(([kind, sum]) => `${kind} ${Math.round(100 * sum / total)} %`).join(', ') : 'Nothing spent')
}

function legend(shares, total) {
  at('legend').replaceChildren(...shares.map(([kind, sum]) => {
    const dot = made('i', { className: 'dot' })
    dot.style.setProperty('--own', ownColour(kind))
    return made('li', {}, dot, made('span', {}, `${kind} `, made('span', { className: 'soft number' }, `${Math.round(100 * sum / total)} %`)), made('b', { className: 'number' }, money(sum)))
  }))
  if (!shares.length) at('legend').append(made('li', { className: 'soft none' }, 'Each category gets its share here.'))
}

function bars() {
  const months = [-5, -4, -3, -2, -1, 0].map(moved)
  const most = Math.max(...months.map(spent), 1)
  at('bars').replaceChildren(...months.map((one) => {
    const column = made('span', { className: 'column' }, made('i'))
    column.style.setProperty('--share', `${100 * spent(one) / most}%`)
    return made('li', { className: one === month ? 'now' : '' }, made('span', { className: 'number' }, spent(one) ? money(spent(one), true) : '–'), column, made('span', { className: 'soft' }, named(one, { month: 'short' })))
  }))
}

function row(one) {
  const dot = made('i', { className: 'dot' })
  dot.style.setProperty('--own', ownColour(one.kind))
  const remove = made('button', { type: 'button', className: 'icon bare', onclick: () => {
    gone = one
    state.all = state.all.filter((other) => other !== one)
    changed('The expense is deleted')
    at('undo').focus()
  } })
  remove.innerHTML = '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13" /></svg>'
  remove.setAttribute('aria-label', `Delete ${one.what}, ${money(one.amount)}`)
  const day = new Date(`${one.day}T12:00`).toLocaleDateString(undefined, { weekday: 'short', day: 'numeric', month: 'short' })
  return made('li', {}, dot, made('div', {}, made('b', {}, one.what), made('span', { className: 'soft' }, `${day} · ${one.kind}`)), made('b', { className: 'number' }, money(one.amount)), remove)
}

function draw() {
  const here = state.all.filter((one) => one.day.startsWith(month)).sort((one, other) => other.day.localeCompare(one.day) || other.id - one.id)
  const total = spent(month)
  const shares = Object.keys(KINDS).map((kind) => [kind, here.filter((one) => one.kind === kind).reduce((sum, one) => sum + one.amount, 0)]).filter(([, sum]) => sum > 0).sort(([, one], [, other]) => other - one)
  at('month').textContent = named(month, { month: 'long', year: 'numeric' })
  at('total').textContent = money(total)
  at('bar').hidden = !state.budget
  at('bar').classList.toggle('over', total > state.budget)
  at('share').style.width = `${Math.min(100, state.budget ? 100 * total / state.budget : 0)}%`
  at('left').textContent = !state.budget ? 'Set a budget, and see what is left of it.' : total > state.budget ? `${money(total - state.budget)} over the budget` : `${money(state.budget - total)} left`
  pie(shares, total)
  legend(shares, total)
  bars()
  at('list').replaceChildren(...here.map(row))
  at('empty').hidden = here.length > 0
  at('undo-line').hidden = !gone
}

function changed(text) {
  keep(state)
  draw()
  if (text) say(text)
}

at('kind').append(...Object.keys(KINDS).map((one) => new Option(one)))
at('currency').append(...CURRENCIES.map((one) => new Option(one)))
Object.assign(at('kind'), { value: state.kind })
at('currency').value = state.currency
at('budget').value = state.budget || ''
at('day').value = dayOf(new Date())
at('form').addEventListener('submit', (event) => {
  event.preventDefault()
  const amount = numberOf(at('amount').value)
  at('wrong').textContent = amount === null || amount <= 0 ? 'Write an amount, such as 12.50.' : at('day').value ? '' : 'Choose a day.'
  at('amount').setAttribute('aria-invalid', String(amount === null || amount <= 0))
  if (at('wrong').textContent) return at(at('day').value ? 'amount' : 'day').focus()
  const kind = at('kind').value
  state.all.push({ id: state.next++, amount, what: at('what').value.trim() || kind, kind, day: at('day').value })
  Object.assign(state, { kind })
  month = at('day').value.slice(0, 7)
  gone = null
  at('amount').value = at('what').value = ''
  at('amount').focus()
  changed(`Added ${money(amount)}. Spent in this month: ${money(spent(month))}`)
})
at('currency').addEventListener('change', () => {
  state.currency = at('currency').value
  changed()
})
at('budget').addEventListener('input', () => {
  state.budget = Math.max(0, at('budget').valueAsNumber || 0)
  changed()
})
for (const [id, by] of [['before', -1], ['after', 1]]) {
  at(id).addEventListener('click', () => {
    month = moved(by)
    draw()
  })
}
at('undo').addEventListener('click', () => {
  state.all.push(gone)
  gone = null
  changed('It is back')
  at('amount').focus()
})
draw()
