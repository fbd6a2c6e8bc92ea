"use strict"

const list = document.getElementById("tasks")
const deletes = document.getElementById("words").content.getElementById("word-delete").textContent
let tasks = [] // { text, done }

const first = () => [...document.querySelectorAll("#first-tasks li")].map((item) => ({ text: item.textContent.trim(), done: false }))

const row = (task, at) => {
  const item = app.made("li")
  const tick = app.made("input", "", { type: "checkbox", id: `task-${at}` })
  tick.checked = task.done
  tick.addEventListener("change", () => {
    task.done = tick.checked
    show(`task-${at}`)
  })
  const remove = app.made("button", deletes, { type: "button", class: "quiet small", "aria-label": `${deletes} ${task.text}` })
  remove.addEventListener("click", () => {
    tasks.splice(at, 1)
    show("task")
  })
  item.append(tick, app.made("label", task.text, { for: `task-${at}` }), remove)
  return item
}

const show = (focused) => {
  const done = tasks.filter((task) => task.done).length
  list.replaceChildren(...tasks.map(row))
  document.getElementById("empty").hidden = tasks.length > 0
  document.getElementById("count").textContent = `${done} of ${tasks.length} done`
  const bar = document.getElementById("bar")
  bar.max = Math.max(tasks.length, 1)
  bar.value = done
  app.keep("tasks", tasks)
  if (focused) document.getElementById(focused)?.focus()
}

document.getElementById("new").addEventListener("submit", (event) => {
  event.preventDefault()
  const field = document.getElementById("task")
  const text = field.value.trim()
  if (text) tasks.push({ text, done: false })
  field.value = ""
  show("task")
})
app.on("clear", () => {
  tasks = tasks.filter((task) => !task.done)
  show()
})
app.starts((again) => {
  tasks = again ? first() : app.kept("tasks", first())
  show()
})
