// A calculator: one operation after another, as on a desk. What was calculated is kept.

const SIGNS = { '+': '+', '-': '−', '*': '×', '/': '÷' }
const MOST = 20
const state = { left: null, sign: '', typed: '0', fresh: true, wrong: '', again: null, ...kept({ past: [] }) }

/** A number as it is read: grouped, and no digits of a rounding error. */
const shown = (value) => {
  if (Math.abs(value) >= 1e15 || (value !== 0 && Math.abs(value) < 1e-9)) return value.toExponential(6).replace(/\.?0+e/, 'e')
  return new Intl.NumberFormat('en-US', { maximumFractionDigits: 10 }).format(Number(value.toPrecision(12)))
}
const typedAsShown = () => {
  const [whole, part] = state.typed.split('.')
  const grouped = whole === '-0' ? '-0' : new Intl.NumberFormat('en-US').format(BigInt(whole === '-' ? 0 : whole))
  return part === undefined ? grouped : `${grouped}.${part}`
}
const value = () => Number(state.typed)
const count = (left, sign, right) => {
  switch (sign) {
    case '+': return left + right
    case '-': return left - right
    case '*': return left * right
    default: return right === 0 ? null : left / right
  }
}

function clear() {
  Object.assign(state, { left: null, sign: '', typed: '0', fresh: true, wrong: '', again: null })
}

function put(number) {
  const plain = Number(number.toPrecision(12))
  state.typed = /e/.test(String(plain)) ? String(number) : String(plain)
  state.fresh = true
}

function digit(key) {
  if (state.fresh) Object.assign(state, { typed: '0', fresh: false, again: null })
  if (key === '.' && state.typed.includes('.')) return
  if (state.typed.replace(/\D/g, '').length >= 15) return
  if (key === '.') state.typed += '.'
  else state.typed = state.typed === '0' ? key : state.typed === '-0' ? `-${key}` : state.typed + key
}

/** What stands there, worked out; false: it cannot be. */
function work(left, sign, right) {
  const result = count(left, sign, right)
  if (result === null || !Number.isFinite(result)) {
    clear()
    state.wrong = result === null ? 'Cannot divide by zero' : 'Too large'
    return false
  }
  state.past = [{ sum: `${shown(left)} ${SIGNS[sign]} ${shown(right)}`, result }, ...state.past].slice(0, MOST)
  keep({ past: state.past })
  put(result)
  return true
}

function operate(sign) {
  if (state.sign && !state.fresh && !work(state.left, state.sign, value())) return
  Object.assign(state, { left: value(), sign, fresh: true, again: null })
}

function equals() {
  if (state.sign) {
    const again = { sign: state.sign, right: value() }
    if (work(state.left, state.sign, value())) Object.assign(state, { left: null, sign: '', again })
  } else if (state.again) {
    const { again } = state
    if (work(value(), again.sign, again.right)) state.again = again
  }
}

function press(key) {
  state.wrong = ''
  if (/^[\d.]$/.test(key)) digit(key)
  else if (key in SIGNS) operate(key)
  else if (key === '=') equals()
  else if (key === 'clear') clear()
  else if (key === '%') put(state.sign && '+-'.includes(state.sign) ? state.left * value() / 100 : value() / 100)
  else if (key === 'sign') state.typed = state.typed.startsWith('-') ? state.typed.slice(1) : `-${state.typed}`
  else if (key === 'back' && !state.fresh) state.typed = /^-?\d$/.test(state.typed) ? '0' : state.typed.slice(0, -1)
  if (key === '%') state.fresh = false
  draw()
}

function draw() {
  const text = state.wrong || (state.fresh || /e/.test(state.typed) ? shown(value()) : typedAsShown())
  at('result').textContent = text
  at('result').toggleAttribute('data-long', text.length > 11)
  at('sum').textContent = state.sign ? `${shown(state.left)} ${SIGNS[state.sign]}` : '\u00a0'
  for (const one of document.querySelectorAll('.act')) one.setAttribute('aria-pressed', String(one.dataset.key === state.sign))
  at('past').replaceChildren(...state.past.map(({ sum, result }) => {
    const again = made('button', { type: 'button', onclick: () => { clear(); put(result); draw() } }, made('span', { className: 'soft number' }, `${sum} =`), made('b', { className: 'number' }, shown(result)))
    return made('li', {}, again)
  }))
  at('none').hidden = state.past.length > 0
  at('forget').hidden = !state.past.length
}

document.querySelector('.keys').addEventListener('click', ({ target }) => {
  const key = target.closest('button')?.dataset.key
  if (key) press(key)
})
at('forget').addEventListener('click', () => {
  state.past = []
  keep({ past: [] })
  draw()
})
const KEYS = { Enter: '=', Escape: 'clear', Delete: 'clear', Backspace: 'back', ',': '.', x: '*', '×': '*', '÷': '/' }
document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  if (event.key === 'Enter' && event.target.closest('button')) return
  const key = KEYS[event.key] ?? event.key
  const button = document.querySelector(`.keys [data-key="${CSS.escape(key)}"]`)
  if (!button) return
  event.preventDefault()
  press(key)
})
draw()
