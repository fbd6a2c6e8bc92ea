"use strict"

const shown = (id) => document.getElementById(id)
const date = shown("date")

const show = () => {
  const then = new Date(`${date.value}T${shown("time").value || "00:00"}`)
  const known = !Number.isNaN(then.getTime())
  const seconds = known ? Math.max(0, Math.ceil((then.getTime() - Date.now()) / 1000)) : 0
  shown("days").textContent = Math.floor(seconds / 86400)
  shown("hours").textContent = Math.floor(seconds / 3600) % 24
  shown("minutes").textContent = Math.floor(seconds / 60) % 60
  shown("seconds").textContent = seconds % 60
  const weekday = known ? new Intl.DateTimeFormat("en", { dateStyle: "full" }).format(then) : ""
  shown("note").textContent = known && seconds === 0 ? shown("note").dataset.over : weekday
}

app.on("year", () => {
  const [year, ...rest] = date.value.split("-")
  if (rest.length) date.value = [String(Number(year) + 1), ...rest].join("-")
  show()
})
document.addEventListener("input", show)
setInterval(show, 250)
app.starts(show)
