"use strict"

const start = document.getElementById("start")
const over = document.getElementById("over")
const title = document.title
let left = 0 // milliseconds, while it stands
let whole = 0
let ends = null // when it is over; null: it stands
let ticking = 0

const remaining = () => (ends === null ? left : Math.max(0, ends - Date.now()))

const written = (milliseconds) => {
  const seconds = Math.ceil(milliseconds / 1000)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const [first, ...rest] = parts[0] ? parts : parts.slice(1)
  return [first, ...rest.map((part) => String(part).padStart(2, "0"))].join(":")
}

const show = () => {
  const now = remaining()
  document.getElementById("left").textContent = written(now)
  document.getElementById("ring").style.strokeDashoffset = String(whole ? 100 - (100 * now) / whole : 100)
  document.title = ends === null ? title : `${written(now)} ${title}`
  app.says(start, ends !== null)
}

const beep = () => {
  try {
    const sound = new AudioContext()
    for (const at of [0, 0.4, 0.8]) {
      const tone = sound.createOscillator()
      const loudness = new GainNode(sound, { gain: 0.15 })
      tone.frequency.value = 880
      tone.connect(loudness).connect(sound.destination)
      tone.start(sound.currentTime + at)
      tone.stop(sound.currentTime + at + 0.2)
    }
  } catch {
    // There is no sound here: the words say it.
  }
}

const stop = () => {
  left = remaining()
  ends = null
  clearInterval(ticking)
}

const tick = () => {
  if (remaining() === 0) {
    stop()
    over.textContent = over.dataset.over
    beep()
  }
  show()
}

const set = () => {
  stop()
  whole = left = (app.number("minutes") * 60 + app.number("seconds")) * 1000
  over.textContent = ""
  show()
}

app.on("start", () => {
  if (ends === null) {
    if (left === 0) set()
    if (left === 0) return
    over.textContent = ""
    ends = Date.now() + left
    ticking = setInterval(tick, 200)
  } else {
    stop()
  }
  show()
})
app.on("minute", () => {
  whole += 60_000
  if (ends === null) left += 60_000
  else ends += 60_000
  over.textContent = ""
  show()
})
document.addEventListener("input", set)
app.starts(set)
