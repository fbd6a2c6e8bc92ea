"use strict"

const shown = (id) => document.getElementById(id)
const round = shown("round")
let rounding = false

const show = () => {
  const bill = app.number("bill")
  const people = Math.max(1, Math.floor(app.number("people", 1)))
  const tip = (bill * app.number("tip")) / 100
  const exact = (bill + tip) / people
  const each = rounding ? Math.ceil(exact - 1e-9) : exact
  shown("tip-amount").textContent = app.money(each * people - bill)
  shown("total").textContent = app.money(each * people)
  shown("each").textContent = app.money(each)
  round.setAttribute("aria-pressed", String(rounding))
  round.classList.toggle("quiet", !rounding)
}

app.on("round", () => {
  rounding = !rounding
  show()
})
document.addEventListener("input", show)
app.starts(() => {
  rounding = false
  show()
})
