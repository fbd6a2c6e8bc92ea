// Elements of the page. Texts are set as text, never as HTML.

/** An element: `made('p', 'you', 'Hello')`, or with children. */
export function made(name, kind = '', ...children) {
  const element = document.createElement(name)
  if (kind) element.className = kind
  element.append(...children.filter((one) => one !== null && one !== ''))
  return element
}

/** A button that does `verb`. */
export function button(verb, label, kind = verb) {
  const one = made('button', kind, label)
  one.type = 'button'
  one.dataset.does = verb
  return one
}

/** Have exactly these in the box. What stands stays: a selection in it, a text that is being written. */
export function arranged(box, elements) {
  const gone = [...box.children].filter((one) => !elements.includes(one))
  gone.forEach((one) => one.remove())
  elements.forEach((one, n) => { if (box.children[n] !== one) box.insertBefore(one, box.children[n] ?? null) })
}

/** Draw anew what the box has. Where a button of it had the focus, the same button has it then, or else another. */
export function refocused(box, drawn, other = () => null) {
  const { does, mend } = box.contains(document.activeElement) ? document.activeElement.dataset : {}
  drawn()
  if (!does || box.contains(document.activeElement)) return
  const same = [...box.querySelectorAll('button')].find((one) => one.dataset.does === does && one.dataset.mend === mend)
  ;(same ?? other())?.focus({ preventScroll: true })
}
