"use strict"

const shown = (id) => document.getElementById(id)
let before = 0 // milliseconds that ran until it was stopped
let since = null
let laps = []
let ticking = 0

const gone = () => before + (since === null ? 0 : Date.now() - since)
const written = (milliseconds) => {
  const tenths = Math.floor(milliseconds / 100)
  const [minutes, seconds] = [Math.floor(tenths / 600), Math.floor(tenths / 10) % 60]
  return `${minutes}:${String(seconds).padStart(2, "0")}.${tenths % 10}`
}
const tick = () => (shown("clock").textContent = written(gone()))
const show = () => {
  tick()
  app.says(shown("start"), since !== null)
  shown("lap").disabled = since === null
  const parts = laps.flatMap(({ name, at }) => [app.made("dt", name), app.made("dd", written(at))])
  shown("laps").replaceChildren(...parts)
}

app.on("start", () => {
  before = gone()
  since = since === null ? Date.now() : null
  clearInterval(ticking)
  if (since !== null) ticking = setInterval(tick, 100)
  show()
})
app.on("lap", () => {
  laps.push({ name: `${shown("name").value.trim() || "Lap"} ${laps.length + 1}`, at: gone() })
  show()
})
app.starts(() => {
  clearInterval(ticking)
  before = 0
  since = null
  laps = []
  show()
})
