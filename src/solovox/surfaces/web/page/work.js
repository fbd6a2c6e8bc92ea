// What agents and tools do, what they ask to do, and what they have changed: drawn.

import { made } from './elements.js'

const opened = new Set() // what the person looks at, by a name that stays when it is drawn again

/** A line, and more below it for who opens it. */
function more(name, kind, line, ...children) {
  const details = made('details', kind, made('summary', '', ...line), ...children)
  details.open = opened.has(name)
  details.ontoggle = () => { if (details.open) opened.add(name); else opened.delete(name) }
  return details
}

/** Text as it stands in a file. It is scrolled by keys, too. */
function source(kind, label, ...children) {
  const whole = made('pre', `source ${kind}`, ...children)
  whole.tabIndex = 0
  whole.setAttribute('role', 'region')
  whole.setAttribute('aria-label', label)
  return whole
}

// ── steps, and calls of tools ─────────────────────────────────────────────────────────────────

const SIGNS = { begun: '…', done: '✓', failed: '✗' }

export const steps = ({ run, steps: all }) => (all.length ? [made('ul', 'steps', ...all.map((one) => step(run, one)))] : [])

function step(run, { step: name, title, detail, state, effects, receipt }) {
  const sign = made('span', 'sign', SIGNS[state] ?? '·')
  sign.setAttribute('aria-hidden', 'true') // the state says it
  const line = [sign, made('b', '', title), ` ${state}${effects ? ', has effects' : ''}`]
  const about = receipt ? made('span', 'receipt', `receipt: ${receipt}`) : null
  if (!detail) return made('li', `step ${state}`, ...line, about)
  const whole = source('', `${title}: what it did`, detail)
  return made('li', `step ${state}`, more(`${run} ${name}`, '', line, whole, about))
}

export function call({ tool, arguments: given, result, progress, failed, receipt }) {
  const how = result === null ? progress || 'running' : failed ? 'failed' : 'done'
  const item = made('li', failed ? 'call failed' : 'call', made('b', '', tool), ` ${how}`)
  if (given && given !== '{}') item.append(made('code', '', given))
  if (result !== null) item.append(made('span', 'detail', result))
  if (receipt) item.append(made('span', 'receipt', `receipt: ${receipt}`))
  return item
}

// ── what is asked for ─────────────────────────────────────────────────────────────────────────

/**
 * An act and its arguments, taken apart: `Edit {"file_path":"a.py"}`. Null where the parts would not be the whole text, to the
 * letter: what gets a yes is the text.
 */
export function partsOf(text) {
  const [, name, given] = /^(\S+) (\{.*\})$/s.exec(text) ?? []
  if (!name) return null
  try {
    const parts = JSON.parse(given)
    return JSON.stringify(parts) === given ? [name, Object.entries(parts).sort(oldFirst)] : null
  } catch { return null }
}

const rank = ([key]) => (/^old/i.test(key) ? 1 : /^new/i.test(key) ? 2 : 0)
const oldFirst = (one, other) => rank(one) - rank(other)
const written = (value) => (typeof value === 'string' ? value : JSON.stringify(value))

/** An act in one line, to be heard. */
export function actLine(text) {
  const [name, parts] = partsOf(text) ?? [text, []]
  return [name, ...parts.map(([key, value]) => `${key}: ${written(value)}`)].join(', ')
}

/** An act that waits for a yes, part by part. */
export function act(text) {
  const [name, parts] = partsOf(text) ?? []
  if (!name) return made('p', 'text', text)
  const list = made('dl', 'parts')
  for (const part of parts) {
    const [key, value] = part
    list.append(made('dt', '', key), made('dd', '', source(['', 'removed', 'added'][rank(part)], key, written(value))))
  }
  return made('div', 'text', made('b', '', name), list)
}

// ── what was changed ──────────────────────────────────────────────────────────────────────────

const plus = (count, sign) => (count ? ` ${sign}${count}` : '')
const changed = ({ path, added, removed }) => `${path}${plus(added, '+')}${plus(removed, '−')}`
const NAMED = 8 // files; the others are counted

const drawnChanges = new WeakMap() // their files → [diff, element]

// It stands below the turn, and is not drawn again with it: who reads in it stays where they are.
export function changes({ run, files, diff }) {
  const [then, element] = drawnChanges.get(files) ?? []
  if (element && then === diff) return [element]
  if (!files.length && !diff) return []
  const now = changesOf(run, files, diff)
  drawnChanges.set(files, [diff, now])
  return [now]
}

function changesOf(run, files, diff) {
  const others = files.length > NAMED ? [`${files.length - NAMED} more`] : []
  const line = `changed: ${[...files.slice(0, NAMED).map(changed), ...others].join(', ') || 'nothing'}`
  if (!diff) return made('p', 'changes', line)
  const whole = source('diff', 'What was changed, line by line', ...diff.replace(/\n$/, '').split('\n').map(diffLine))
  return more(`changes ${run}`, 'changes', [line], whole)
}

const KINDS_OF_LINES = [[/^(\+\+\+|---|diff|index)( |$)/, 'name'], [/^\+/, 'added'], [/^-/, 'removed'], [/^@@/, 'place']]

function diffLine(text, n, all) {
  const kind = KINDS_OF_LINES.find(([begins]) => begins.test(text))?.[1] ?? 'same'
  return made('span', kind, n < all.length - 1 ? `${text}\n` : text) // the sign stays: it differs without colour, too
}
