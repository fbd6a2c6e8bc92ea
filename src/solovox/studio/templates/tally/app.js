"use strict"

const shown = (id) => document.getElementById(id)
let count = 0

const show = () => {
  const goal = app.number("goal")
  shown("count").textContent = count
  shown("goal-note").textContent = goal && count >= goal ? shown("goal-note").dataset.reached : ""
  shown("less").disabled = count === 0
  app.keep("count", count)
}
const add = (by) => () => {
  count = Math.max(0, count + by * app.number("step", 1))
  show()
}

app.on("more", add(1))
app.on("less", add(-1))
document.addEventListener("input", show)
app.starts((again) => {
  count = again ? 0 : app.kept("count", 0)
  show()
})
