// What every app shares. A button says by data-action what it does: reset, dark, larger, smaller.
"use strict"

const app = (() => {
  const root = document.documentElement
  const starts = []
  // In a sandboxed frame there is no storage, and asking for it throws: then the app forgets when it is closed.
  const storage = (() => {
    try {
      return window.localStorage
    } catch {
      return null
    }
  })()
  const key = (name) => `${root.dataset.app}.${name}`

  const asAtFirst = (control) => {
    if (control instanceof HTMLSelectElement) {
      const first = [...control.options].findIndex((option) => option.defaultSelected)
      control.selectedIndex = Math.max(first, 0)
    } else if (control.type === "checkbox" || control.type === "radio") {
      control.checked = control.defaultChecked
    } else {
      control.value = control.defaultValue
    }
  }

  const isDark = () => {
    const scheme = getComputedStyle(root).colorScheme
    return scheme === "dark" || (scheme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches)
  }

  const scaled = (factor) => {
    root.style.setProperty("--font-size", `${parseFloat(getComputedStyle(root).fontSize) * factor}px`)
  }

  const actions = {
    reset() {
      document.querySelectorAll("input, select, textarea").forEach(asAtFirst)
      starts.forEach((start) => start(true))
    },
    dark() {
      if (root.dataset.look) delete root.dataset.look
      else root.dataset.look = isDark() ? "light" : "dark"
    },
    larger: () => scaled(1.125),
    smaller: () => scaled(1 / 1.125),
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-action]")
    if (button && button.dataset.action in actions) {
      actions[button.dataset.action]()
      if (button.hasAttribute("aria-pressed")) button.setAttribute("aria-pressed", String(isDark()))
    }
  })

  return {
    /** Runs `start` now, and again whenever the app is to be as at first; `start(true)`: forget what was kept. */
    starts(start) {
      starts.push(start)
      start(false)
    },
    /** Does `act` at a click on the button of this id, if the app has it. */
    on(id, act) {
      document.getElementById(id)?.addEventListener("click", act)
    },
    /** Remembers a value, where the browser allows it. */
    keep(name, value) {
      try {
        storage?.setItem(key(name), JSON.stringify(value))
      } catch {
        // It is full, or not allowed: the app goes on without.
      }
    },
    /** What was remembered; `otherwise`: nothing was. */
    kept(name, otherwise) {
      try {
        return JSON.parse(storage?.getItem(key(name)) ?? "null") ?? otherwise
      } catch {
        return otherwise
      }
    },
    /** A new element with this text, and these attributes. */
    made(tag, text = "", attributes = {}) {
      const element = document.createElement(tag)
      element.textContent = text
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
      return element
    },
    /** An amount of money, in the currency of the page. */
    money(amount) {
      const currency = root.dataset.currency || "USD"
      return new Intl.NumberFormat("en", { style: "currency", currency, currencyDisplay: "narrowSymbol" }).format(amount)
    },
    /** What a field holds, as a number; what is none, or is below `least`: `least`. */
    number(id, least = 0) {
      const value = parseFloat(document.getElementById(id)?.value ?? "")
      return Number.isFinite(value) ? Math.max(value, least) : least
    },
    /** The text of a button as it was written, or what it says while it is on. */
    says(button, on) {
      button.dataset.off ??= button.textContent
      button.textContent = on ? button.dataset.on : button.dataset.off
    },
    /** Lines of "this = that", as pairs. */
    pairs(text) {
      return text.split("\n").flatMap((line) => {
        const [first, ...rest] = line.split("=")
        const pair = [first.trim(), rest.join("=").trim()]
        return pair[0] && pair[1] ? [pair] : []
      })
    },
  }
})()
