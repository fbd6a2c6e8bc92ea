"use strict"

const shown = (id) => document.getElementById(id)
const data = shown("data")
const SPACE = "http://www.w3.org/2000/svg"
const [WIDTH, HEIGHT, LEFT, TOP, BOTTOM] = [640, 360, 56, 22, 44]
const plain = (number) => new Intl.NumberFormat("en", { maximumFractionDigits: 2 }).format(number)

/** "Monday, 12", "Monday 12", "Monday: 12" and a number alone; tabs are of a pasted table. */
const rows = () => {
  const read = data.value.split("\n").map((line) => line.trim()).filter(Boolean).map((line, at) => {
    const found = /^(.*?)[\s,;:=]*(-?\d[\d,]*(?:\.\d+)?)\s*%?$/.exec(line)
    const number = found ? parseFloat(found[2].replace(/,(?=\d{3})/g, "")) : NaN
    return { name: found?.[1].trim() || String(at + 1), number, line }
  })
  const wrong = read.filter((row) => !Number.isFinite(row.number))
  shown("wrong").textContent = wrong.length ? `There is no number in: ${wrong[0].line.slice(0, 60)}` : ""
  return read.filter((row) => Number.isFinite(row.number))
}

const drawn = (tag, attributes, text) => {
  const element = document.createElementNS(SPACE, tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value))
  if (text !== undefined) element.textContent = text
  return element
}

/** A round step that gives about four lines. */
const stepOf = (span) => {
  const rough = 10 ** Math.floor(Math.log10(span / 4 || 1))
  return [1, 2, 2.5, 5, 10].map((one) => one * rough).find((one) => span / one <= 5) ?? rough
}

const axes = (all) => {
  const numbers = all.map((row) => row.number)
  const [low, high] = [Math.min(0, ...numbers), Math.max(0, ...numbers)]
  const step = stepOf(high - low || 1)
  const [bottom, top] = [Math.floor(low / step) * step, Math.ceil(high / step) * step || step]
  const y = (number) => TOP + ((top - number) / (top - bottom)) * (HEIGHT - TOP - BOTTOM)
  const x = (at) => LEFT + ((at + 0.5) * (WIDTH - LEFT - 12)) / all.length
  const parts = []
  for (let line = bottom; line <= top + step / 2; line += step) {
    parts.push(drawn("line", { class: "grid", x1: LEFT, x2: WIDTH - 12, y1: y(line), y2: y(line) }))
    parts.push(drawn("text", { x: LEFT - 8, y: y(line) + 4, "text-anchor": "end" }, plain(line)))
  }
  const every = Math.ceil(all.length / 12)
  all.forEach((row, at) => {
    const name = row.name.length > 12 ? `${row.name.slice(0, 11)}…` : row.name
    if (at % every === 0) parts.push(drawn("text", { x: x(at), y: HEIGHT - 16, "text-anchor": "middle" }, name))
  })
  return { parts, x, y }
}

const bars = (all) => {
  const { parts, x, y } = axes(all)
  const wide = Math.min(72, (0.66 * (WIDTH - LEFT)) / all.length)
  all.forEach((row, at) => {
    const [top, foot] = [Math.min(y(row.number), y(0)), Math.max(y(row.number), y(0))]
    parts.push(drawn("rect", { class: "bar", x: x(at) - wide / 2, y: top, width: wide, height: foot - top, rx: 4 }))
    if (all.length <= 16) parts.push(drawn("text", { class: "value", x: x(at), y: top - 6, "text-anchor": "middle" }, plain(row.number)))
  })
  return parts
}

const line = (all) => {
  const { parts, x, y } = axes(all)
  parts.push(drawn("polyline", { class: "line", points: all.map((row, at) => `${x(at)},${y(row.number)}`).join(" ") }))
  all.forEach((row, at) => parts.push(drawn("circle", { class: "dot", cx: x(at), cy: y(row.number), r: 5 })))
  return parts
}

const shade = (at) => `color-mix(in oklab, var(--accent) ${Math.max(20, 100 - at * 17)}%, light-dark(#ffe9c7, #ffd28a))`

const pie = (all) => {
  const sum = all.reduce((so, row) => so + Math.max(0, row.number), 0)
  const [cx, cy, r] = [WIDTH / 2, HEIGHT / 2, 150]
  let from = -Math.PI / 2
  return all.map((row, at) => {
    const share = sum ? Math.max(0, row.number) / sum : 0
    const to = from + share * 2 * Math.PI
    const point = (angle) => `${cx + r * Math.cos(angle)} ${cy + r * Math.sin(angle)}`
    const path = `M${cx} ${cy}L${point(from)}A${r} ${r} 0 ${share > 0.5 ? 1 : 0} 1 ${point(to)}Z`
    from = to
    const slice = share > 0.9999 ? drawn("circle", { cx, cy, r }) : drawn("path", { d: path })
    slice.setAttribute("class", "slice")
    slice.style.fill = shade(at)
    return slice
  })
}

const legend = (all, kind) => {
  const items = kind === "pie" ? all : []
  shown("legend").replaceChildren(...items.map((row, at) => {
    const item = app.made("li")
    const dot = app.made("span", "", { class: "swatch" })
    dot.style.background = shade(at)
    item.append(dot, app.made("span", `${row.name}: ${plain(row.number)}`))
    return item
  }))
}

const show = () => {
  const all = rows()
  const kind = shown("kind").value
  const sum = all.reduce((so, row) => so + row.number, 0)
  const most = all.reduce((best, row) => (best && best.number >= row.number ? best : row), null)
  shown("chart").replaceChildren(...(all.length ? { bar: bars, line, pie }[kind](all) : []))
  shown("chart").setAttribute("aria-label", all.length ? all.map((row) => `${row.name} ${plain(row.number)}`).join(", ") : "No data")
  legend(all, kind)
  shown("sum").textContent = plain(sum)
  shown("average").textContent = all.length ? plain(sum / all.length) : "–"
  shown("largest").textContent = most ? `${most.name} (${plain(most.number)})` : "–"
}

app.on("sort", () => {
  data.value = rows().sort((one, other) => other.number - one.number).map((row) => `${row.name}, ${row.number}`).join("\n")
  show()
})
document.addEventListener("input", show)
app.starts(show)
