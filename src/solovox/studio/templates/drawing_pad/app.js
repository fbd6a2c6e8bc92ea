"use strict"

const shown = (id) => document.getElementById(id)
const canvas = shown("canvas")
const ink = canvas.getContext("2d")
const STEP = 12 // pixels of the picture that an arrow key goes
const MOVES = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }
let strokes = [] // { colour, size, points: [[x, y], …] }
let current = null
let pen = [canvas.width / 2, canvas.height / 2]

const paint = ({ colour, size, points }) => {
  ink.strokeStyle = ink.fillStyle = colour
  ink.lineWidth = size
  ink.lineCap = ink.lineJoin = "round"
  ink.beginPath()
  ink.moveTo(...points[0])
  for (const point of points.length > 1 ? points.slice(1) : points) ink.lineTo(...point)
  ink.stroke()
}

const show = () => {
  ink.fillStyle = "#ffffff"
  ink.fillRect(0, 0, canvas.width, canvas.height)
  strokes.forEach(paint)
  shown("strokes").textContent = `Strokes: ${strokes.length}`
  shown("back").disabled = strokes.length === 0
}

const begin = (point) => {
  current = { colour: shown("colour").value, size: app.number("size", 1), points: [point] }
  strokes.push(current)
}

const at = (event) => {
  const box = canvas.getBoundingClientRect()
  return [((event.clientX - box.left) * canvas.width) / box.width, ((event.clientY - box.top) * canvas.height) / box.height]
}

canvas.addEventListener("pointerdown", (event) => {
  canvas.setPointerCapture(event.pointerId)
  begin(at(event))
  show()
})
canvas.addEventListener("pointermove", (event) => {
  if (!current || !canvas.hasPointerCapture(event.pointerId)) return
  current.points.push(at(event))
  paint({ ...current, points: current.points.slice(-2) })
})
for (const end of ["pointerup", "pointercancel"]) canvas.addEventListener(end, () => (current = null))
canvas.addEventListener("keydown", (event) => {
  const move = MOVES[event.key]
  if (!move) return
  event.preventDefault()
  const to = pen.map((part, axis) => Math.min(Math.max(part + move[axis] * STEP, 0), axis ? canvas.height : canvas.width))
  if (event.shiftKey) {
    current = null
  } else {
    if (!current) begin(pen)
    current.points.push(to)
  }
  pen = to
  show()
})
canvas.addEventListener("blur", () => (current = null))

app.on("back", () => {
  strokes.pop()
  current = null
  show()
})
const start = () => {
  strokes = []
  current = null
  pen = [canvas.width / 2, canvas.height / 2]
  show()
}
app.on("clear", start)
app.starts(start)
