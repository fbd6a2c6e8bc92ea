"use strict"

const shown = (id) => document.getElementById(id)
const MOST = 4
let questions = [] // { text, right, answers }
let at = 0
let score = 0
let asked = 0
let checked = false

/** The same order at each visit, and another one for each question. */
const turned = (answers, by) => answers.map((_, n) => answers[(n + by) % answers.length])

const read = () => {
  const pairs = app.pairs(shown("questions").value)
  const parts = (text) => text.split("|").map((part) => part.trim()).filter(Boolean)
  const rights = pairs.map(([, answers]) => parts(answers)[0])
  return pairs.map(([text, written], n) => {
    const [right, ...wrong] = parts(written)
    // Where no wrong answers are written, those of the other questions are.
    const others = wrong.length ? wrong : turned(rights, n + 1).filter((one) => one !== right)
    return { text, right, answers: turned([...new Set([right, ...others])].slice(0, MOST), n + 1) }
  })
}

const choice = (answer, n) => {
  const label = app.made("label", "", { class: "answer" })
  label.append(app.made("input", "", { type: "radio", name: "answer", id: `answer-${n}`, value: answer }), app.made("span", answer))
  return label
}

const show = () => {
  const now = questions[at]
  shown("at").textContent = questions.length ? at + 1 : 0
  shown("of").textContent = questions.length
  shown("question").textContent = now?.text ?? ""
  shown("answers").replaceChildren(...(now?.answers ?? []).map(choice))
  shown("verdict").textContent = ""
  shown("score").textContent = score
  shown("asked").textContent = asked
  checked = false
}

app.on("check", () => {
  const { right, wrong, none } = shown("verdict").dataset
  const chosen = document.querySelector("input[name=answer]:checked")
  if (checked || !questions.length) return
  if (!chosen) {
    shown("verdict").textContent = none
    return
  }
  const now = questions[at]
  checked = true
  asked += 1
  score += chosen.value === now.right ? 1 : 0
  shown("verdict").textContent = chosen.value === now.right ? right : `${wrong} ${now.right}.`
  shown("score").textContent = score
  shown("asked").textContent = asked
  for (const answer of document.querySelectorAll(".answer")) {
    const input = answer.querySelector("input")
    answer.classList.toggle("right", input.value === now.right)
    input.disabled = true
  }
})
app.on("next", () => {
  at = questions.length ? (at + 1) % questions.length : 0
  show()
})
shown("form").addEventListener("submit", (event) => event.preventDefault())
const start = () => {
  questions = read()
  at = score = asked = 0
  show()
}
shown("questions").addEventListener("input", start)
app.starts(start)
