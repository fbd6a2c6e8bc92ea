"use strict"

const shown = (id) => document.getElementById(id)
const side = shown("side")
let cards = []
let known = new Set()
let at = 0
let back = false

const show = () => {
  const [front, behind] = cards[at] ?? ["", ""]
  shown("at").textContent = cards.length ? at + 1 : 0
  shown("of").textContent = cards.length
  side.textContent = back ? side.dataset.back : side.dataset.front
  shown("words").textContent = back ? behind : front
  shown("face").classList.toggle("back", back)
  shown("count").textContent = `${known.size} of ${cards.length}`
  shown("bar").max = Math.max(cards.length, 1)
  shown("bar").value = known.size
}

/** The next card that is not known yet; if all are, the next one. */
const next = () => {
  const order = cards.map((_, by) => (at + by + 1) % cards.length)
  at = order.find((one) => !known.has(one)) ?? order[0] ?? 0
  back = false
  show()
}

const turn = () => {
  back = !back
  show()
}

app.on("turn", turn)
app.on("face", turn)
app.on("next", next)
app.on("known", () => {
  if (cards.length) known.add(at)
  next()
})
const start = () => {
  cards = app.pairs(shown("cards").value)
  known = new Set()
  at = 0
  back = false
  show()
}
shown("cards").addEventListener("input", start)
app.starts(start)
