"use strict"

const shown = (id) => document.getElementById(id)
const deletes = shown("words").content.getElementById("word-delete").textContent
let entries = [] // { what, amount }

const first = () =>
  app.pairs(shown("first-entries").value).map(([what, amount]) => ({ what, amount: parseFloat(amount) || 0 }))

const row = (entry, at) => {
  const item = app.made("li")
  const remove = app.made("button", deletes, { type: "button", class: "quiet small", "aria-label": `${deletes} ${entry.what}` })
  remove.addEventListener("click", () => {
    entries.splice(at, 1)
    show()
    shown("what").focus()
  })
  item.append(app.made("span", entry.what, { class: "grow" }), app.made("span", app.money(entry.amount), { class: "number" }), remove)
  return item
}

const show = () => {
  const income = app.number("income")
  const spent = entries.reduce((sum, entry) => sum + entry.amount, 0)
  shown("entries").replaceChildren(...entries.map(row))
  shown("in").textContent = app.money(income)
  shown("out").textContent = app.money(spent)
  shown("left").textContent = app.money(income - spent)
  shown("left").classList.toggle("bad", spent > income)
  shown("bar").max = Math.max(income, spent, 1)
  shown("bar").value = spent
  app.keep("entries", entries)
}

shown("new").addEventListener("submit", (event) => {
  event.preventDefault()
  const what = shown("what").value.trim()
  const amount = app.number("amount")
  if (!what) return
  entries.push({ what, amount })
  shown("what").value = shown("amount").value = ""
  show()
  shown("what").focus()
})
app.on("largest", () => {
  entries.sort((one, other) => other.amount - one.amount)
  show()
})
shown("income").addEventListener("input", show)
app.starts((again) => {
  entries = again ? first() : app.kept("entries", first())
  show()
})
