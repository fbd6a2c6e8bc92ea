// A unit converter: both sides can be written into, and all units of a kind are shown at once.

/** Of each kind: unit → how many of the first one it is. Of a temperature: how it becomes kelvin, and back. */
const KINDS = {
  Length: { Metres: 1, Kilometres: 1000, Centimetres: 0.01, Millimetres: 0.001, Miles: 1609.344, Yards: 0.9144, Feet: 0.3048, Inches: 0.0254, 'Nautical miles': 1852 },
  Weight: { Kilograms: 1, Grams: 0.001, Milligrams: 1e-6, Tonnes: 1000, Pounds: 0.45359237, Ounces: 0.028349523125, Stones: 6.35029318 },
  Temperature: {
    Celsius: [(t) => t + 273.15, (k) => k - 273.15],
    Fahrenheit: [(t) => (t + 459.67) * 5 / 9, (k) => k * 9 / 5 - 459.67],
    Kelvin: [(t) => t, (k) => k],
  },
  Volume: { Litres: 1, Millilitres: 0.001, 'Cubic metres': 1000, 'Gallons (US)': 3.785411784, 'Gallons (UK)': 4.54609, 'Pints (US)': 0.473176473, 'Pints (UK)': 0.56826125, 'Cups (US)': 0.2365882365, 'Fluid ounces (US)': 0.0295735295625, Tablespoons: 0.01478676478125, Teaspoons: 0.00492892159375 },
  Area: { 'Square metres': 1, 'Square kilometres': 1e6, Hectares: 1e4, Acres: 4046.8564224, 'Square miles': 2589988.110336, 'Square feet': 0.09290304, 'Square inches': 0.00064516 },
  Speed: { 'Kilometres per hour': 1 / 3.6, 'Metres per second': 1, 'Miles per hour': 0.44704, Knots: 1852 / 3600, 'Feet per second': 0.3048 },
  Time: { Seconds: 1, Minutes: 60, Hours: 3600, Days: 86400, Weeks: 604800, 'Years (365 days)': 31536000, Milliseconds: 0.001 },
  Data: { Megabytes: 1e6, Bytes: 1, Kilobytes: 1000, Gigabytes: 1e9, Terabytes: 1e12, Mebibytes: 2 ** 20, Gibibytes: 2 ** 30, Megabits: 125000 },
  Energy: { Kilojoules: 1000, Joules: 1, Kilocalories: 4184, 'Kilowatt hours': 3.6e6, 'British thermal units': 1055.05585262 },
}
const FIRST = { Length: ['Kilometres', 'Miles'], Weight: ['Kilograms', 'Pounds'], Temperature: ['Celsius', 'Fahrenheit'], Volume: ['Litres', 'Gallons (US)'], Area: ['Square metres', 'Square feet'], Speed: ['Kilometres per hour', 'Miles per hour'], Time: ['Hours', 'Minutes'], Data: ['Gigabytes', 'Gibibytes'], Energy: ['Kilocalories', 'Kilojoules'] }
const state = kept({ kind: 'Length', units: FIRST, text: '1', side: 'from' })

/** "1,234.5", "12,5" and "-3e4" as a number; NaN: it is none. */
function numberOf(text) {
  const plain = text.trim().replace(/[\s'’]/g, '').replace('−', '-')
  const point = /^[+-]?[1-9]\d{0,2}(,\d{3})+(\.|$)/.test(plain) ? plain.replace(/,/g, '') : plain.replace(',', '.')
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(point) ? Number(point) : NaN
}

function shown(value) {
  const size = Math.abs(value)
  if (size && (size >= 1e12 || size < 1e-6)) return value.toExponential(5).replace(/\.?0+e\+?/, 'e')
  return new Intl.NumberFormat('en-US', { maximumSignificantDigits: Math.max(8, Math.ceil(Math.log10(size || 1)) + 3), maximumFractionDigits: 8, roundingPriority: 'lessPrecision' }).format(value)
}

/** A unit within a sentence. */
const inline = (unit) => (/^(Celsius|Fahrenheit|Kelvin|British)/.test(unit) ? unit : unit[0].toLowerCase() + unit.slice(1))

function converted(value, from, to) {
  const [one, other] = [KINDS[state.kind][from], KINDS[state.kind][to]]
  return Array.isArray(one) ? other[1](one[0](value)) : value * one / other
}

function draw() {
  const [from, to] = state.units[state.kind]
  const side = state.side
  const value = numberOf(state.text)
  const [own, theirs] = side === 'from' ? [from, to] : [to, from]
  const far = at(side === 'from' ? 'to-value' : 'from-value')
  const fits = !Number.isNaN(value)
  at(`${side}-value`).setAttribute('aria-invalid', String(!fits && state.text.trim() !== ''))
  at('wrong').textContent = fits || !state.text.trim() ? '' : 'Write a number, such as 12.5.'
  far.value = fits ? shown(converted(value, own, theirs)) : ''
  at('formula').textContent = fits ? `${shown(value)} ${inline(own)} = ${far.value} ${inline(theirs)}` : ''
  at('all').replaceChildren(...Object.keys(KINDS[state.kind]).map((unit) => made(
    'div', { className: unit === from || unit === to ? 'chosen' : '' }, made('dt', {}, unit), made('dd', { className: 'number' }, fits ? shown(converted(value, own, unit)) : '–'),
  )))
  for (const one of at('kinds').children) one.setAttribute('aria-pressed', String(one.textContent === state.kind))
  keep(state)
}

function fill() {
  const [from, to] = state.units[state.kind]
  for (const [id, unit] of [['from', from], ['to', to]]) {
    at(id).replaceChildren(...Object.keys(KINDS[state.kind]).map((one) => new Option(one)))
    at(id).value = unit
  }
  at(`${state.side}-value`).value = state.text
  draw()
  at('kinds').scrollLeft = document.querySelector('#kinds [aria-pressed="true"]').offsetLeft - at('kinds').clientWidth / 2
}

for (const kind of Object.keys(KINDS)) {
  at('kinds').append(made('button', { type: 'button', onclick: () => { state.kind = kind; fill() } }, kind))
}
for (const side of ['from', 'to']) {
  at(`${side}-value`).addEventListener('input', () => {
    Object.assign(state, { side, text: at(`${side}-value`).value })
    draw()
  })
  at(side).addEventListener('change', () => {
    state.units = { ...state.units, [state.kind]: [at('from').value, at('to').value] }
    draw()
  })
}
at('swap').addEventListener('click', () => {
  const [from, to] = state.units[state.kind]
  Object.assign(state, { units: { ...state.units, [state.kind]: [to, from] }, text: at('from-value').value, side: 'from' })
  fill()
})
fill()
