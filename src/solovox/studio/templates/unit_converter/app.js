"use strict"

const shown = (id) => document.getElementById(id)
// How many of the first unit one of each is.
const UNITS = {
  length: { metre: 1, kilometre: 1000, centimetre: 0.01, millimetre: 0.001, mile: 1609.344, yard: 0.9144, foot: 0.3048, inch: 0.0254 },
  weight: { kilogram: 1, gram: 0.001, tonne: 1000, pound: 0.45359237, ounce: 0.028349523125, stone: 6.35029318 },
  temperature: { celsius: [1, 0], fahrenheit: [5 / 9, -160 / 9], kelvin: [1, -273.15] },
  volume: { litre: 1, millilitre: 0.001, cup: 0.2365882365, pint: 0.473176473, gallon: 3.785411784, tablespoon: 0.01478676478125, teaspoon: 0.00492892159375 },
  speed: { "kilometres an hour": 1, "miles an hour": 1.609344, "metres a second": 3.6, knot: 1.852 },
  time: { second: 1, minute: 60, hour: 3600, day: 86400, week: 604800 },
}
const units = () => UNITS[shown("quantity").value]
const plain = (number) => new Intl.NumberFormat("en", { maximumSignificantDigits: 7 }).format(number)

const converted = (value, from, to) => {
  const [by, add] = [units()[from]].flat()
  const [per, less = 0] = [units()[to]].flat()
  return (value * by + (add ?? 0) - less) / per
}

const choose = (select, wanted, otherwise) => {
  const names = Object.keys(units())
  select.replaceChildren(...names.map((name) => app.made("option", name, { value: name })))
  select.value = names.includes(wanted) ? wanted : names[otherwise]
}

const show = () => {
  const [from, to] = [shown("from").value, shown("to").value]
  const value = parseFloat(shown("value").value)
  const known = Number.isFinite(value)
  shown("result").textContent = known ? plain(converted(value, from, to)) : "–"
  shown("rule").textContent = known ? `${plain(value)} ${from} in ${to}` : "Write a number."
}

const list = (first) => {
  choose(shown("from"), first ? shown("from").dataset.first : "", 0)
  choose(shown("to"), first ? shown("to").dataset.first : "", 1)
  show()
}

app.on("swap", () => {
  const [from, to] = [shown("from"), shown("to")]
  ;[from.value, to.value] = [to.value, from.value]
  show()
})
document.addEventListener("input", (event) => (event.target === shown("quantity") ? list(false) : show()))
app.starts(() => list(true))
