"use strict"

const shown = (id) => document.getElementById(id)

/** Hue in degrees, saturation and lightness in percent. */
const hslOf = (hex) => {
  const [r, g, b] = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
  const [high, low] = [Math.max(r, g, b), Math.min(r, g, b)]
  const [l, d] = [(high + low) / 2, high - low]
  if (d === 0) return [0, 0, l * 100]
  const turn = high === r ? ((g - b) / d) % 6 : high === g ? (b - r) / d + 2 : (r - g) / d + 4
  return [(turn * 60 + 360) % 360, (100 * d) / (1 - Math.abs(2 * l - 1)), l * 100]
}

const hexOf = ([h, s, l]) => {
  const part = (n) => {
    const k = (n + h / 30) % 12
    const a = (s / 100) * Math.min(l / 100, 1 - l / 100)
    return Math.round(255 * (l / 100 - a * Math.max(-1, Math.min(k - 3, 9 - k, 1))))
  }
  return `#${[0, 8, 4].map((n) => part(n).toString(16).padStart(2, "0")).join("")}`
}

const HARMONIES = {
  shades: ([h, s]) => [25, 40, 55, 70, 88].map((l) => [h, s, l]),
  neighbours: ([h, s, l]) => [-40, -20, 0, 20, 40].map((turn) => [(h + turn + 360) % 360, s, l]),
  opposites: ([h, s, l]) => [[h, s, l], [h, s, Math.min(l + 25, 92)], [h, 10, 60], [(h + 180) % 360, s, Math.min(l + 25, 92)], [(h + 180) % 360, s, l]],
  triad: ([h, s, l]) => [[h, s, l], [h, s, Math.min(l + 25, 92)], [(h + 120) % 360, s, l], [(h + 240) % 360, s, l], [(h + 240) % 360, s, Math.min(l + 25, 92)]],
}

const light = (hex) => {
  const [r, g, b] = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
const on = (hex) => (light(hex) > 0.179 ? "#000000" : "#ffffff")

const copy = async (hex, button) => {
  const { copied, chosen } = shown("copied").dataset
  try {
    if (window !== window.top) throw new Error("a frame has no clipboard")
    await navigator.clipboard.writeText(hex)
    shown("copied").textContent = `${copied} ${hex}`
  } catch {
    // The text is selected instead.
    getSelection().selectAllChildren(button)
    shown("copied").textContent = chosen
  }
}

const show = () => {
  const all = HARMONIES[shown("harmony").value](hslOf(shown("base").value)).map(hexOf)
  shown("colours").replaceChildren(...all.map((hex) => {
    const item = app.made("li")
    const button = app.made("button", hex, { type: "button", class: "swatch" })
    button.style.background = hex
    button.style.color = on(hex)
    button.addEventListener("click", () => copy(hex, button))
    item.append(button)
    return item
  }))
  const sample = shown("sample")
  sample.style.background = all[0]
  sample.style.color = on(all[0])
  shown("copied").textContent = ""
}

app.on("random", () => {
  shown("base").value = hexOf([Math.random() * 360, 55 + Math.random() * 35, 42 + Math.random() * 20])
  show()
})
document.addEventListener("input", show)
app.starts(show)
