'use strict'

/** An element by its id. */
const at = (id) => document.getElementById(id)

/** A new element: `made('li', { className: 'task' }, 'Milk')`. */
const made = (name, properties, ...inside) => {
  const one = Object.assign(document.createElement(name), properties)
  one.append(...inside)
  return one
}

/** What the person entered, kept where the browser allows it: in a sandbox it does not, and the app works all the same. */
const KEY = `${document.documentElement.dataset.app} ${location.pathname}`
const kept = (first) => {
  try {
    return { ...first, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') }
  } catch {
    return first
  }
}
const keep = (state) => {
  try {
    localStorage.setItem(KEY, JSON.stringify(state))
  } catch {
    // nothing is kept here
  }
}

/** Said to who hears the page instead of seeing it. */
const say = (text) => {
  at('said').textContent = text
}

