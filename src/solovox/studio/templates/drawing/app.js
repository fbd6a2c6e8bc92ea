// A drawing pad: each stroke is kept as points from 0 to 1, so that the picture fits every window and can be undone.

const COLOURS = { Black: '#1d1b20', Red: '#d3342f', Orange: '#ef8a17', Green: '#23894a', Blue: '#2563d9', Purple: '#7a3ed0' }
const state = kept({ strokes: [], shape: 0, tool: 'pen', colour: '#1d1b20', width: 5 })
const sheet = at('canvas')
const paper = sheet.getContext('2d')
const pen = { x: 0.5, y: 0.5, down: false }
let undone = []
let stroke = null

const SHAPES = new Set(['line', 'box', 'oval'])
const near = (value) => Math.round(value * 10_000) / 10_000

function trace({ tool, points }, width, height) {
  const [x, y, ...rest] = points.flatMap(([a, b]) => [a * width, b * height])
  const [lastX, lastY] = rest.length ? rest.slice(-2) : [x, y]
  paper.beginPath()
  if (tool === 'box') return paper.rect(x, y, lastX - x, lastY - y)
  if (tool === 'oval') return paper.ellipse((x + lastX) / 2, (y + lastY) / 2, Math.abs(lastX - x) / 2, Math.abs(lastY - y) / 2, 0, 0, 7)
  paper.moveTo(x, y)
  if (tool === 'line' || rest.length < 4) return paper.lineTo(lastX + 0.01, lastY)
  for (let n = 0; n + 3 < rest.length; n += 2) paper.quadraticCurveTo(rest[n], rest[n + 1], (rest[n] + rest[n + 2]) / 2, (rest[n + 1] + rest[n + 3]) / 2)
  paper.lineTo(lastX, lastY)
}

/** The sheet fills its place; what is drawn on it keeps the shape that the sheet had at the first stroke. */
function size() {
  const { clientWidth: most, clientHeight: high } = sheet.parentElement
  if (!state.shape || (!state.strokes.length && !stroke)) state.shape = most / high
  const width = Math.min(most, high * state.shape)
  return [width, width / state.shape]
}

function draw() {
  const [width, height] = size()
  Object.assign(sheet.style, { width: `${width}px`, height: `${height}px` })
  const dense = window.devicePixelRatio || 1
  if (sheet.width !== Math.round(width * dense) || sheet.height !== Math.round(height * dense)) Object.assign(sheet, { width: Math.round(width * dense), height: Math.round(height * dense) })
  paper.setTransform(dense, 0, 0, dense, 0, 0)
  Object.assign(paper, { fillStyle: '#fff', globalAlpha: 1, lineCap: 'round', lineJoin: 'round' })
  paper.fillRect(0, 0, width, height)
  for (const one of [...state.strokes, ...(stroke ? [stroke] : [])]) {
    paper.strokeStyle = one.tool === 'eraser' ? '#fff' : one.colour
    paper.lineWidth = one.tool === 'marker' ? one.width * 2.5 : one.width
    paper.globalAlpha = one.tool === 'marker' ? 0.35 : 1
    trace(one, width, height)
    paper.stroke()
  }
  at('hint').hidden = state.strokes.length > 0 || stroke !== null
  at('undo').disabled = !state.strokes.length
  at('redo').disabled = !undone.length
  at('clear').disabled = !state.strokes.length
  at('cursor').hidden = document.activeElement !== sheet || !sheet.matches(':focus-visible')
  Object.assign(at('cursor').style, { left: `${sheet.offsetLeft + width * pen.x}px`, top: `${sheet.offsetTop + height * pen.y}px` })
  at('cursor').classList.toggle('down', pen.down)
  sheet.setAttribute('aria-label', `Drawing, ${state.strokes.length === 1 ? '1 stroke' : `${state.strokes.length} strokes`}`)
}

function choose() {
  for (const one of document.querySelectorAll('[data-tool]')) one.setAttribute('aria-pressed', String(one.dataset.tool === state.tool))
  for (const one of document.querySelectorAll('[data-colour]')) one.setAttribute('aria-pressed', String(one.dataset.colour === state.colour))
  at('width').value = state.width
  at('width-now').textContent = state.width
  keep(state)
}

const begin = (x, y) => {
  at('saved').hidden = true
  stroke = { tool: state.tool, colour: state.colour, width: state.width, points: [[near(x), near(y)]] }
}
function go(x, y) {
  const to = [near(x), near(y)]
  stroke.points = SHAPES.has(stroke.tool) ? [stroke.points[0], to] : [...stroke.points, to]
}
function end() {
  if (!stroke) return
  state.strokes.push(stroke)
  stroke = null
  undone = []
  keep(state)
  draw()
}

const placeOf = (event) => {
  const box = sheet.getBoundingClientRect()
  return [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height]
}
sheet.addEventListener('pointerdown', (event) => {
  if (event.button !== 0 || stroke) return
  sheet.setPointerCapture(event.pointerId)
  pen.down = false
  begin(...placeOf(event))
  draw()
})
sheet.addEventListener('pointermove', (event) => {
  if (!stroke || !sheet.hasPointerCapture(event.pointerId)) return
  for (const one of event.getCoalescedEvents?.() ?? [event]) go(...placeOf(one))
  draw()
})
for (const kind of ['pointerup', 'pointercancel']) sheet.addEventListener(kind, end)

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }
sheet.addEventListener('keydown', (event) => {
  const way = ARROWS[event.key]
  if (way) {
    const step = event.shiftKey ? 0.08 : 0.02
    pen.x = Math.min(1, Math.max(0, pen.x + way[0] * step))
    pen.y = Math.min(1, Math.max(0, pen.y + way[1] * step))
    if (pen.down) go(pen.x, pen.y)
  } else if (event.key === ' ' || event.key === 'Enter') {
    pen.down = !pen.down
    if (pen.down) begin(pen.x, pen.y)
    else end()
    say(pen.down ? 'Pen down' : 'Pen up')
  } else return
  event.preventDefault()
  draw()
})
for (const kind of ['focus', 'blur']) {
  sheet.addEventListener(kind, () => {
    if (pen.down) {
      pen.down = false
      end()
    }
    draw()
  })
}

function undo() {
  if (!state.strokes.length) return
  undone.push(state.strokes.pop())
  keep(state)
  draw()
  say('Undone')
}
function redo() {
  if (!undone.length) return
  const back = undone.pop()
  if (Array.isArray(back)) state.strokes = back
  else state.strokes.push(back)
  keep(state)
  draw()
  say('Done again')
}
at('undo').addEventListener('click', undo)
at('redo').addEventListener('click', redo)
at('clear').addEventListener('click', () => {
  undone = [state.strokes]
  state.strokes = []
  keep(state)
  draw()
  say('The sheet is empty. Redo brings the drawing back.')
  at('redo').focus()
})
at('save').addEventListener('click', () => {
  const url = sheet.toDataURL('image/png')
  made('a', { href: url, download: `${document.title}.png` }).click()
  at('saved').replaceChildren('If no file came: press this picture long, or with the right button, to save it.', made('img', { src: url, alt: 'The drawing' }))
  at('saved').hidden = false
})
document.addEventListener('keydown', (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return
  event.preventDefault()
  if (event.shiftKey) redo()
  else undo()
})
for (const [name, colour] of Object.entries(COLOURS)) {
  const dot = made('i')
  dot.style.setProperty('--own', colour)
  const button = made('button', { type: 'button', onclick: () => { state.colour = colour; if (state.tool === 'eraser') state.tool = 'pen'; choose() } }, dot)
  button.dataset.colour = colour
  button.setAttribute('aria-label', name)
  at('colours').append(button)
}
const own = made('input', { type: 'color', value: state.colour, oninput: () => { state.colour = own.value; choose() } })
own.setAttribute('aria-label', 'Another colour')
at('colours').append(own)
for (const one of document.querySelectorAll('[data-tool]')) one.addEventListener('click', () => { state.tool = one.dataset.tool; choose() })
at('width').addEventListener('input', () => { state.width = Number(at('width').value); choose() })
new ResizeObserver(draw).observe(sheet.parentElement)
choose()
