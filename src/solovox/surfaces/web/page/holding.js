// What waits for a yes, drawn. The editor of a hold stays as long as it waits: what is being written in it is never written over.

import { arranged, button, made, refocused } from './elements.js'
import { act } from './work.js'
import { begun, course, difference, edited, pieces, shownAgain, withHeard, withText, yes } from './wording.js'

const $ = (id) => document.getElementById(id)

const KINDS = {
  instruction: ['Send this?', 'Send it', 'Do not send'],
  action: ['Do this?', 'Do it', 'Do not'],
  permission: ['The agent asks to do this', 'Allow', 'Do not allow'],
}

const waiting = new Map() // number → {hold, item, edit}

/** `playing`: the number of the one whose sound is played. */
export function decisions({ holds, drafts }, playing) {
  const all = [...holds, ...drafts]
  $('decide').hidden = !all.length
  for (const number of waiting.keys()) if (!all.some((one) => one.hold === number)) waiting.delete(number)
  arranged($('holds'), all.map(itemOf))
  for (const { hold, item } of waiting.values()) {
    item.querySelector('.again').hidden = !hold.again || Boolean(hold.code) || hold.outcome !== null
    const play = item.querySelector('button.play')
    if (play) play.textContent = playing === hold.hold ? 'Stop playing' : 'Play what was said'
  }
}

function itemOf(hold) {
  const known = waiting.get(hold.hold)
  if (known?.hold === hold) return known.item
  const one = known ?? { item: empty(hold), edit: begun(hold) }
  waiting.set(hold.hold, one)
  const anew = !known || identity(known.hold) !== identity(hold)
  const { item } = one
  one.edit = item.matches('.editing') || edited(one.edit) ? shownAgain(one.edit, hold) : begun(hold)
  one.hold = hold
  if (anew) refocused(item, () => fill(one), () => item.querySelector(item.matches('.editing') ? 'button.send' : 'button.accept'))
  return item
}

const identity = ({ hold, text, heard, proposed, risk, outcome, mends, code }) => JSON.stringify([hold, text, heard, proposed, risk, outcome, mends, code])

function empty(hold) {
  const item = made('li', 'hold', made('div', 'shown'), made('div', 'ways'), editor(hold))
  item.dataset.hold = hold.hold
  return item
}

function patience({ kind, left_ms }) {
  const until = new Date(Date.now() + left_ms).toLocaleTimeString([], { timeStyle: 'medium' })
  return `Waits until ${until}; then ${kind === 'instruction' ? 'it stays as a draft' : 'it is a no'}.`
}

/** All of it but the editor. */
function fill({ hold, item, edit }) {
  const [asks, accept, refuse] = KINDS[hold.kind] ?? KINDS.action
  const draft = hold.outcome !== null
  item.classList.toggle('draft', draft)
  const text = hold.kind === 'instruction' ? made('p', 'text', ...marked(hold)) : act(hold.text)
  text.id = `hold-${hold.hold}`
  const shown = [made('h2', '', draft ? `Not sent (${hold.outcome})` : asks), text, made('dl', 'wording'), mendList(hold.mends, hold.hold)]
  if (hold.span) shown.push(button('play', 'Play what was said'))
  if (hold.left_ms && !draft) shown.push(made('p', 'meta', patience(hold)))
  if (hold.risk) shown.push(made('p', 'risk', hold.risk))
  shown.push(made('p', 'again', `It still waits: a yes over the voice does not count. Say it again, or press ${accept}.`))
  if (hold.code) shown.push(made('p', 'code', 'A yes aloud is not enough. Say ', made('b', '', `confirm ${hold.code}`), `, or press ${accept}.`))
  item.querySelector('.shown').replaceChildren(...shown.filter(Boolean))
  const ways = [button('accept', accept, 'accept primary')]
  if (hold.editable) ways.push(button('edit', 'Edit')) // an agent’s own act is allowed as it stands, or not
  if (!draft) ways.push(button('refuse', refuse))
  for (const one of ways) one.setAttribute('aria-describedby', text.id)
  item.querySelector('.ways').replaceChildren(...ways)
  write(item, hold, edit)
}

// ── words ─────────────────────────────────────────────────────────────────────────────────────

const mark = (one) => (one.meant ? made('mark', '', one.meant) : one)

/** The text, to the letter, with its mends marked where they can be told. */
function marked({ heard, text, mends }) {
  const parts = pieces(heard, mends)
  return parts.map((one) => one.meant ?? one).join('') === text ? parts.map(mark) : [text]
}

/** The person's words with their mends. */
export const withMends = (words, mends) => pieces(words, mends).map(mark)

/** What was heard in the place of each mend, with a button that takes it back. `where`: which words they are of. */
export function mendList(mends, where) {
  if (!mends.length) return null
  return made('ul', 'mends', ...mends.map(({ heard, meant }) => {
    const undo = button('unmend', 'Undo')
    undo.setAttribute('aria-label', `Undo: it was “${heard}”, not “${meant}”`)
    Object.assign(undo.dataset, { heard, meant, mend: JSON.stringify([where, heard, meant]) })
    return made('li', '', made('span', '', made('mark', '', meant), ` heard as “${heard}”`), undo)
  }))
}

const CHANGES = { gone: ['del', 'removed: '], new: ['ins', 'added: '] }

/** A word diff. It can be told without colour, and without eyes. */
function diff(from, words) {
  return difference(from, words).flatMap(([how, part]) => {
    const [name, alternative] = CHANGES[how] ?? ['span']
    return [made(name, '', alternative ? made('span', 'unseen', alternative) : null, part), ' ']
  })
}

/** How the words came about, as they are now. */
function wording(item, hold, edit) {
  const sent = item.matches('.editing') ? edit.text : hold.text
  const rows = course(hold, sent).flatMap(({ name, from, words }) => {
    const how = made('dd', '', ...diff(from, words))
    if (name === 'Proposed' && words !== sent && hold.editable) how.append(button('use', 'Use this'))
    return [made('dt', '', name), how]
  })
  if (hold.heard && hold.heard !== hold.text) rows.unshift(made('dt', '', 'Heard'), made('dd', '', hold.heard))
  const list = item.querySelector('.wording')
  list.hidden = !rows.length
  list.replaceChildren(...rows)
}

// ── the editor ────────────────────────────────────────────────────────────────────────────────

function editor({ hold, heard }) {
  const box = made('div', 'editor')
  if (heard) box.append(...field(`heard-${hold}`, 'said', 'Heard: put right what was misheard'))
  box.append(...field(`instruction-${hold}`, 'instruction', heard ? 'Instruction: what is sent' : 'What is sent instead'))
  box.append(button('send', 'Send the edited text', 'send primary'), button('cancel', 'Back'))
  return box
}

function field(id, kind, label) {
  const [words, text] = [made('label', '', label), made('textarea', kind)]
  words.htmlFor = text.id = id
  text.maxLength = 20_000
  return [words, text]
}

/** Show the edit. A field that has its words already stays as it is. */
function write(item, hold, edit) {
  for (const [kind, words] of [['said', edit.heard], ['instruction', edit.text]]) {
    const text = item.querySelector(`textarea.${kind}`)
    if (text && text.value !== words) text.value = words
  }
  refocused(item, () => wording(item, hold, edit), () => item.querySelector('button.send'))
}

/** Something was written in a field of a hold. */
export function written({ target }) {
  const one = ofItem(target)
  if (!one || !target.matches('textarea')) return
  one.edit = (target.matches('.said') ? withHeard : withText)(one.edit, target.value)
  write(one.item, one.hold, one.edit)
}

const ofItem = (target) => waiting.get(Number(target.closest('li[data-hold]')?.dataset.hold))

/** A button of a hold, or of a draft, was pressed. The frame that is to be sent for it, or null. */
export function decided(verb, target) {
  const one = ofItem(target)
  if (!one) return null
  const { hold, item } = one
  switch (verb) {
    case 'accept': return { type: 'accept', hold: hold.hold, text: hold.text }
    case 'refuse': return { type: 'refuse', hold: hold.hold }
    case 'send': return yes(hold, one.edit) // it stays open until the hold is closed: the edit may be refused
    case 'use': one.edit = withText(one.edit, hold.proposed); break
  }
  if (verb === 'edit' && !edited(one.edit)) one.edit = begun(hold)
  item.classList.toggle('editing', verb === 'edit' || verb === 'use')
  write(item, hold, one.edit)
  if (verb === 'edit') item.querySelector('textarea').focus()
  if (verb === 'use') item.querySelector('button.send').focus()
  if (verb === 'cancel') item.querySelector('button.edit').focus()
  return null
}
