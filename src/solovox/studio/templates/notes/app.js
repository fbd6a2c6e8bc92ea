"use strict"

const shown = (id) => document.getElementById(id)
const text = shown("text")
// Elements are made, and never text that is read as HTML: whatever is pasted here stays text.
const INLINE = /\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`|\[([^\]]+)\]\((https?:\/\/[^\s)]+)\)/g

const inline = (line) => {
  const parts = []
  let from = 0
  for (const found of line.matchAll(INLINE)) {
    parts.push(line.slice(from, found.index))
    const [whole, strong, soft, code, name, link] = found
    if (strong) parts.push(app.made("strong", strong))
    else if (soft) parts.push(app.made("em", soft))
    else if (code) parts.push(app.made("code", code))
    else parts.push(app.made("a", name, { href: link, rel: "noreferrer", target: "_blank" }))
    from = found.index + whole.length
  }
  return [...parts, line.slice(from)]
}

const filled = (tag, line) => {
  const element = app.made(tag)
  element.append(...inline(line))
  return element
}

const KINDS = [
  [/^(#{1,3})\s+(.*)/, ([, signs, rest]) => filled(`h${signs.length + 2}`, rest)],
  [/^[-*]\s+\[( |x)\]\s+(.*)/i, ([, mark, rest]) => filled("li", `${mark === " " ? "☐" : "☑"} ${rest}`), "ul"],
  [/^[-*]\s+(.*)/, ([, rest]) => filled("li", rest), "ul"],
  [/^\d+[.)]\s+(.*)/, ([, rest]) => filled("li", rest), "ol"],
  [/^>\s?(.*)/, ([, rest]) => filled("blockquote", rest)],
  [/^(-{3,})$/, () => app.made("hr")],
  [/^(.*)$/, ([, rest]) => filled("p", rest)],
]

const rendered = (written) => {
  const blocks = []
  for (const line of written.split("\n")) {
    if (!line.trim()) {
      blocks.push(null) // the end of a list
      continue
    }
    const [sign, make, list] = KINDS.find(([one]) => one.test(line.trim()))
    const block = make(sign.exec(line.trim()))
    const last = blocks.at(-1)
    if (!list) blocks.push(block)
    else if (last?.localName === list) last.append(block)
    else {
      const outer = app.made(list)
      outer.append(block)
      blocks.push(outer)
    }
  }
  return blocks.filter(Boolean)
}

const show = () => {
  shown("page").replaceChildren(...rendered(text.value))
  shown("words").textContent = (text.value.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? []).length
  shown("lines").textContent = text.value.split("\n").filter((line) => line.trim()).length
  app.keep("text", text.value)
}

app.on("bold", () => {
  const { selectionStart: from, selectionEnd: to } = text
  text.setRangeText(`**${text.value.slice(from, to) || "bold"}**`, from, to, "end")
  text.focus()
  show()
})
app.on("list", () => {
  const line = text.value.lastIndexOf("\n", text.selectionStart - 1) + 1
  text.setRangeText("- ", line, line, "end")
  text.focus()
  show()
})
text.addEventListener("input", show)
app.starts((again) => {
  if (!again) text.value = app.kept("text", text.value)
  show()
})
