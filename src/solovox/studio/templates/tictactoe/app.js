// Tic-tac-toe against the computer, which plays a little, well, or without a mistake; or for two.

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]
const PLACES = ['top left', 'top middle', 'top right', 'middle left', 'centre', 'middle right', 'bottom left', 'bottom middle', 'bottom right']
const MARKS = { x: '<svg viewBox="0 0 100 100" aria-hidden="true"><path d="M15 15 85 85M85 15 15 85" /></svg>', o: '<svg viewBox="0 0 100 100" aria-hidden="true"><circle cx="50" cy="50" r="37" /></svg>' }
const NONE = { 1: { x: 0, o: 0, draws: 0 }, 2: { x: 0, o: 0, draws: 0 } }
const state = kept({ players: 1, level: 'medium', scores: NONE, first: 'x' })
let game = { cells: Array(9).fill(''), turn: 'x', over: false }
let thinks = 0

const other = (mark) => (mark === 'x' ? 'o' : 'x')
const free = (cells) => cells.flatMap((one, n) => (one ? [] : [n]))
const lineOf = (cells) => LINES.find(([a, b, c]) => cells[a] && cells[a] === cells[b] && cells[a] === cells[c])
const random = (all) => all[Math.floor(Math.random() * all.length)]

/** How good the cells are for O, who is to be the computer, when `mark` moves: 10 and more is a win, sooner is better. */
function worth(cells, mark, depth = 0) {
  const line = lineOf(cells)
  if (line) return cells[line[0]] === 'o' ? 10 - depth : depth - 10
  const moves = free(cells)
  if (!moves.length) return 0
  const all = moves.map((n) => worth(cells.with(n, mark), other(mark), depth + 1))
  return mark === 'o' ? Math.max(...all) : Math.min(...all)
}

function chosen(cells, level) {
  const moves = free(cells)
  const sees = level === 'hard' || (level === 'medium' && Math.random() < 0.75) || Math.random() < 0.2
  if (!sees) return random(moves)
  if (moves.length === 9) return random([0, 2, 4, 6, 8])
  const all = moves.map((n) => worth(cells.with(n, 'o'), 'x'))
  return random(moves.filter((_, at) => all[at] === Math.max(...all)))
}

const name = (mark) => (state.players === 2 ? `Player ${mark.toUpperCase()}` : mark === 'x' ? 'You' : 'Computer')
const toMove = () => (state.players === 2 ? `${name(game.turn)} to move` : game.turn === 'x' ? 'Your move' : 'The computer thinks…')

function play(n) {
  if (game.over || game.cells[n]) return
  game.cells[n] = game.turn
  const line = lineOf(game.cells)
  if (line || !free(game.cells).length) {
    game.over = true
    state.scores[state.players][line ? game.turn : 'draws'] += 1
    state.first = other(state.first)
    keep(state)
  } else {
    game.turn = other(game.turn)
  }
  draw()
  computer()
}

function computer() {
  clearTimeout(thinks)
  if (game.over || state.players === 2 || game.turn !== 'o') return
  thinks = setTimeout(() => play(chosen(game.cells, state.level)), 450)
}

function begin() {
  game = { cells: Array(9).fill(''), turn: state.first, over: false }
  draw()
  computer()
}

function draw() {
  const line = lineOf(game.cells) ?? []
  const waits = state.players === 1 && game.turn === 'o'
  for (const [n, mark] of game.cells.entries()) {
    const cell = at('board').children[n]
    if (cell.dataset.mark !== mark) cell.innerHTML = MARKS[mark] ?? ''
    cell.dataset.mark = mark
    cell.className = `${mark} ${line.includes(n) ? 'won' : ''}`
    cell.setAttribute('aria-label', `${PLACES[n]}: ${mark ? mark.toUpperCase() : 'empty'}`)
    cell.toggleAttribute('aria-disabled', false)
    if (mark || game.over || waits) cell.setAttribute('aria-disabled', 'true')
  }
  const won = line.length ? game.cells[line[0]] : ''
  at('status').textContent = !game.over ? toMove() : !won ? 'A draw' : state.players === 1 && won === 'x' ? 'You win!' : `${name(won)} wins`
  const score = state.scores[state.players]
  for (const mark of ['x', 'o']) {
    at(`name-${mark}`).textContent = `${name(mark)}${state.players === 1 ? ` (${mark.toUpperCase()})` : ''}`
    at(`wins-${mark}`).textContent = score[mark]
  }
  at('draws').textContent = score.draws
  at('again').textContent = game.over ? 'Play again' : 'New game'
  document.querySelector('.level').hidden = state.players === 2
  at('level').value = state.level
  for (const one of document.querySelectorAll('[data-players]')) one.setAttribute('aria-pressed', String(Number(one.dataset.players) === state.players))
}

for (const n of PLACES.keys()) at('board').append(made('button', { type: 'button', onclick: () => { if (state.players === 2 || game.turn === 'x') play(n) } }))
const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -3, ArrowDown: 3 }
at('board').addEventListener('keydown', (event) => {
  const n = [...at('board').children].indexOf(document.activeElement)
  const to = n + (STEPS[event.key] ?? 0)
  if (!(event.key in STEPS) || to < 0 || to > 8 || (Math.abs(STEPS[event.key]) === 1 && Math.floor(to / 3) !== Math.floor(n / 3))) return
  event.preventDefault()
  at('board').children[to].focus()
})
at('again').addEventListener('click', () => {
  begin()
  at('board').children[4].focus()
})
at('zero').addEventListener('click', () => {
  state.scores[state.players] = { x: 0, o: 0, draws: 0 }
  keep(state)
  draw()
})
for (const one of document.querySelectorAll('[data-players]')) {
  one.addEventListener('click', () => {
    Object.assign(state, { players: Number(one.dataset.players), first: 'x' })
    keep(state)
    begin()
  })
}
at('level').addEventListener('change', () => {
  state.level = at('level').value
  keep(state)
  begin()
})
begin()
