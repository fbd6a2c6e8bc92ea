// Notes in Markdown, seen as they will be read while they are written.

const WELCOME = '# Welcome\n\nA note is **Markdown**: what you write is shown as it will be read.\n\n- [x] Read this\n- [ ] Write a note of your own\n\n> Search finds words in all notes.\n\nMore: `code`, *italic*, [links](https://commonmark.org), and 1. numbered lists.'
const state = kept({ notes: [{ id: 1, text: WELCOME, when: Date.now() }], open: 1, next: 2, view: 'write' })
let gone = null

const opened = () => state.notes.find((one) => one.id === state.open)
const titleOf = (text) => text.split('\n').map((one) => one.replace(/^[#>\s*-]+|\[[ x]\]\s*/g, '').trim()).find(Boolean) || 'New note'
const escaped = (text) => text.replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`)

/** Bold, italic, code and links of a line. Codes go out first and come back last: nothing in them is read. */
function inline(text) {
  const codes = []
  return escaped(text)
    .replace(/`([^`]+)`/g, (_, code) => `\u0000${codes.push(code) - 1}\u0000`)
    .replace(/\[([^\]]+)\]\((https?:\/\/[^\s)]+|mailto:[^\s)]+)\)/g, '<a href="$2" target="_blank" rel="noopener">$1</a>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/(^|[^*\w])\*([^*\s][^*]*)\*/g, '$1<em>$2</em>')
    .replace(/~~([^~]+)~~/g, '<del>$1</del>')
    .replace(/\u0000(\d+)\u0000/g, (_, n) => `<code>${codes[n]}</code>`)
}

/** A list; `n` is the number of its first line, by which a box is found again in the text. */
function list(lines, n, name) {
  const items = lines.map((line, at) => {
    const text = line.replace(/^\s*(?:[-*+]|\d+[.)])\s+/, '')
    const box = text.match(/^\[([ xX])\]\s*(.*)/)
    return box ? `<li><input type="checkbox" id="box-${n + at}" data-line="${n + at}"${box[1] === ' ' ? '' : ' checked'}><label for="box-${n + at}">${inline(box[2])}</label></li>` : `<li>${inline(text)}</li>`
  })
  return `<${name}>${items.join('')}</${name}>`
}

const KINDS = [
  [/^\s*[-*+]\s+/, (lines, n) => list(lines, n, 'ul')],
  [/^\s*\d+[.)]\s+/, (lines, n) => list(lines, n, 'ol')],
  [/^>/, (lines) => `<blockquote>${lines.map((one) => inline(one.replace(/^>\s?/, ''))).join('<br>')}</blockquote>`],
]
const kindOf = (line) => KINDS.find(([form]) => form.test(line))
const isSpecial = (line) => !line.trim() || /^(#{1,3}\s|```|(-{3,}|\*{3,})\s*$)/.test(line) || kindOf(line)

/** Markdown as HTML in which nothing but its own marks is a tag. */
function rendered(text) {
  const lines = text.split('\n')
  const out = []
  for (let n = 0; n < lines.length;) {
    const from = n
    const line = lines[n]
    const take = (fits) => {
      while (n < lines.length && fits(lines[n])) n += 1
      return lines.slice(from, n)
    }
    const head = line.match(/^(#{1,3})\s+(.*)/)
    const kind = kindOf(line)
    if (/^```/.test(line)) {
      n += 1
      while (n < lines.length && !/^```/.test(lines[n])) n += 1
      out.push(`<pre tabindex="0"><code>${escaped(lines.slice(from + 1, n).join('\n'))}</code></pre>`)
      n += 1
    } else if (head) {
      out.push(`<h${head[1].length + 1}>${inline(head[2])}</h${head[1].length + 1}>`)
      n += 1
    } else if (/^(-{3,}|\*{3,})\s*$/.test(line)) {
      out.push('<hr>')
      n += 1
    } else if (kind) out.push(kind[1](take((one) => kind[0].test(one)), from))
    else if (!line.trim()) n += 1
    else out.push(`<p>${take((one) => one === line || !isSpecial(one)).map(inline).join('<br>')}</p>`)
  }
  return out.join('')
}

function draw() {
  const note = opened()
  at('read').innerHTML = rendered(note.text) || '<p class="soft">Nothing is written yet.</p>'
  const words = note.text.split(/\s+/).filter(Boolean).length
  at('count').textContent = words === 1 ? '1 word' : `${words} words`
  at('when').textContent = `Changed ${new Date(note.when).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' })}`
  const sought = at('search').value.trim().toLowerCase()
  const found = state.notes.filter((one) => one.text.toLowerCase().includes(sought)).sort((one, other) => other.when - one.when || other.id - one.id)
  at('list').replaceChildren(...found.map((one) => {
    const rest = one.text.split('\n').map((line) => line.trim()).filter(Boolean).slice(1).join(' ').replace(/[#*`>]|\[[ x]\]/g, '')
    const button = made('button', { type: 'button', onclick: () => show(one.id) }, made('b', {}, titleOf(one.text)), made('span', {}, rest || 'No more text'))
    if (one.id === state.open) button.setAttribute('aria-current', 'true')
    return made('li', {}, button)
  }))
  at('none').hidden = found.length > 0
  at('undo-line').hidden = !gone
  document.querySelector('.both').dataset.view = state.view
  for (const one of document.querySelectorAll('button[data-view]')) one.setAttribute('aria-pressed', String(one.dataset.view === state.view))
}

function show(id) {
  state.open = id
  at('text').value = opened().text
  keep(state)
  draw()
}

function written(text) {
  Object.assign(opened(), { text, when: Date.now() })
  keep(state)
  draw()
}

/** Put marks around what is selected, or before its line. */
function mark({ around, before }) {
  const field = at('text')
  const { selectionStart: from, selectionEnd: to, value } = field
  const line = value.lastIndexOf('\n', from - 1) + 1
  if (around) field.setRangeText(`${around}${value.slice(from, to) || 'text'}${around}`, from, to, 'select')
  else field.setRangeText(before, line, line, 'end')
  if (state.view === 'read') state.view = 'write'
  written(field.value)
  field.focus()
}

at('text').addEventListener('input', () => written(at('text').value))
at('text').addEventListener('keydown', (event) => {
  const around = { b: '**', i: '*' }[event.key]
  if (!around || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  mark({ around })
})
at('read').addEventListener('change', ({ target }) => {
  const lines = opened().text.split('\n')
  lines[target.dataset.line] = lines[target.dataset.line].replace(/\[[ xX]\]/, target.checked ? '[x]' : '[ ]')
  at('text').value = lines.join('\n')
  written(at('text').value)
  at(target.id)?.focus()
})
at('search').addEventListener('input', draw)
at('add').addEventListener('click', () => {
  state.notes.push({ id: state.next, text: '', when: Date.now() })
  Object.assign(state, { view: 'write', next: state.next + 1 })
  gone = null
  at('search').value = ''
  show(state.next - 1)
  at('text').focus()
})
at('delete').addEventListener('click', () => {
  gone = opened()
  state.notes = state.notes.filter((one) => one !== gone)
  if (!state.notes.length) state.notes.push({ id: state.next++, text: '', when: Date.now() })
  show(state.notes.at(-1).id)
  say('The note is deleted')
  at('undo').focus()
})
at('undo').addEventListener('click', () => {
  state.notes.push(gone)
  const { id } = gone
  gone = null
  show(id)
  say('The note is back')
  at('text').focus()
})
document.querySelector('.page').addEventListener('click', ({ target }) => {
  const button = target.closest('button')
  if (button?.dataset.view) {
    state.view = button.dataset.view
    keep(state)
    draw()
  } else if (button?.dataset.around || button?.dataset.before) mark(button.dataset)
})
show(opened() ? state.open : state.notes[0].id)
