"use strict"

const shown = (id) => document.getElementById(id)
let options = []
let votes = [] // the places of options, in the order of the votes

const count = (at) => votes.filter((vote) => vote === at).length

const row = (name, at) => {
  const option = app.made("div", "", { class: "option" })
  const button = app.made("button", name, { type: "button", id: `vote-${at}` })
  button.addEventListener("click", () => {
    votes.push(at)
    show()
    shown(`vote-${at}`).focus()
  })
  const bar = app.made("progress", "", { max: Math.max(votes.length, 1), value: count(at), "aria-label": `Votes for ${name}` })
  option.append(button, bar, app.made("span", String(count(at)), { class: "number" }))
  return option
}

const show = () => {
  shown("options").replaceChildren(...options.map(row))
  shown("back").disabled = votes.length === 0
  const most = Math.max(0, ...options.map((_, at) => count(at)))
  const first = options.filter((_, at) => count(at) === most)
  const { none, tie } = shown("result").dataset
  shown("result").textContent = most === 0 ? none : first.length > 1 ? tie : `${first[0]}: ${most} of ${votes.length}`
}

app.on("back", () => {
  votes.pop()
  show()
})
shown("new").addEventListener("submit", (event) => {
  event.preventDefault()
  const name = shown("option").value.trim()
  if (name) options.push(name)
  shown("option").value = ""
  show()
})
app.starts(() => {
  options = [...document.querySelectorAll("#first-options li")].map((item) => item.textContent.trim())
  votes = []
  show()
})
