// A quiz: ten questions out of forty-eight, of one subject or of all. The right answer stands first here, and is shuffled when it is asked.

const QUESTIONS = {
  Geography: [
    ['Which is the longest river in South America?', 'The Amazon', 'The Orinoco', 'The Paraná', 'The Magdalena'],
    ['What is the capital of Australia?', 'Canberra', 'Sydney', 'Melbourne', 'Perth'],
    ['Which country has the most inhabitants?', 'India', 'China', 'The United States', 'Indonesia'],
    ['Which strait separates Europe from Africa?', 'The Strait of Gibraltar', 'The Bosporus', 'The Strait of Dover', 'The Bering Strait'],
    ['In which mountain range is Mount Everest?', 'The Himalayas', 'The Andes', 'The Alps', 'The Rocky Mountains'],
    ['What is the smallest country in the world?', 'Vatican City', 'Monaco', 'San Marino', 'Liechtenstein'],
    ['Which is the largest hot desert?', 'The Sahara', 'The Gobi', 'The Kalahari', 'The Atacama'],
    ['Which city lies on two continents?', 'Istanbul', 'Cairo', 'Athens', 'Baku'],
    ['What is the capital of Canada?', 'Ottawa', 'Toronto', 'Vancouver', 'Montreal'],
    ['Which ocean is the largest?', 'The Pacific', 'The Atlantic', 'The Indian', 'The Arctic'],
    ['Which country is shaped like a boot?', 'Italy', 'Portugal', 'Greece', 'Norway'],
    ['Through which city does the prime meridian pass that is named after it?', 'Greenwich, in London', 'Paris', 'Madrid', 'Lisbon'],
  ],
  Science: [
    ['Which gas do plants take from the air to grow?', 'Carbon dioxide', 'Oxygen', 'Nitrogen', 'Hydrogen'],
    ['Which planet is the largest of our solar system?', 'Jupiter', 'Saturn', 'Neptune', 'Earth'],
    ['What is the chemical sign of gold?', 'Au', 'Go', 'Ag', 'Gd'],
    ['How many bones has a grown human?', '206', '106', '306', '406'],
    ['At how many degrees Celsius does water boil at sea level?', '100', '90', '112', '212'],
    ['Who described gravity after, it is told, an apple fell?', 'Isaac Newton', 'Galileo Galilei', 'Albert Einstein', 'Marie Curie'],
    ['What carries heredity in our cells?', 'DNA', 'ATP', 'Insulin', 'Haemoglobin'],
    ['Which part of the blood fights infections?', 'White blood cells', 'Red blood cells', 'Platelets', 'Plasma water'],
    ['What does a barometer measure?', 'Air pressure', 'Humidity', 'Temperature', 'Wind speed'],
    ['About how long does sunlight take to reach the Earth?', '8 minutes', '8 seconds', '8 hours', 'A day'],
    ['Which is the hardest natural material?', 'Diamond', 'Quartz', 'Granite', 'Iron'],
    ['Which animal is a mammal?', 'The dolphin', 'The shark', 'The penguin', 'The tortoise'],
  ],
  History: [
    ['In which year did the Berlin Wall fall?', '1989', '1979', '1991', '1968'],
    ['Who was the first person on the Moon?', 'Neil Armstrong', 'Yuri Gagarin', 'Buzz Aldrin', 'John Glenn'],
    ['Which people built Machu Picchu?', 'The Inca', 'The Maya', 'The Aztecs', 'The Olmecs'],
    ['In which year did the First World War begin?', '1914', '1905', '1918', '1939'],
    ['Who printed with movable type in Mainz about 1450?', 'Johannes Gutenberg', 'Martin Luther', 'Albrecht Dürer', 'William Caxton'],
    ['Which queen of Egypt allied herself with Mark Antony?', 'Cleopatra', 'Nefertiti', 'Hatshepsut', 'Ankhesenamun'],
    ['Which ship sank on its first voyage in 1912?', 'The Titanic', 'The Lusitania', 'The Britannic', 'The Bismarck'],
    ['Where were the first Olympic Games of modern times held, in 1896?', 'Athens', 'Paris', 'London', 'Rome'],
    ['Which empire did Genghis Khan found?', 'The Mongol Empire', 'The Ottoman Empire', 'The Persian Empire', 'The Mughal Empire'],
    ['Who was president of South Africa from 1994 to 1999?', 'Nelson Mandela', 'Desmond Tutu', 'F. W. de Klerk', 'Thabo Mbeki'],
    ['In which country did the Industrial Revolution begin?', 'Great Britain', 'France', 'Germany', 'The United States'],
    ['What did the Rosetta Stone help to read?', 'Hieroglyphs', 'Cuneiform', 'Runes', 'Linear A'],
  ],
  Arts: [
    ['Who painted the Mona Lisa?', 'Leonardo da Vinci', 'Michelangelo', 'Raphael', 'Titian'],
    ['Who wrote Romeo and Juliet?', 'William Shakespeare', 'Christopher Marlowe', 'Charles Dickens', 'Jane Austen'],
    ['How many strings has a violin?', 'Four', 'Five', 'Six', 'Three'],
    ['Who composed the Ninth Symphony with the Ode to Joy?', 'Ludwig van Beethoven', 'Wolfgang Amadeus Mozart', 'Johann Sebastian Bach', 'Franz Schubert'],
    ['Which painter made Starry Night?', 'Vincent van Gogh', 'Claude Monet', 'Paul Cézanne', 'Edvard Munch'],
    ['Which two colours of paint make green?', 'Blue and yellow', 'Red and blue', 'Red and yellow', 'Blue and orange'],
    ['Who wrote Pride and Prejudice?', 'Jane Austen', 'Emily Brontë', 'Mary Shelley', 'George Eliot'],
    ['In which city is the Louvre?', 'Paris', 'Rome', 'London', 'Madrid'],
    ['What is a haiku?', 'A poem of three lines', 'A paper figure', 'A flower arrangement', 'A theatre mask'],
    ['Which instrument has 88 keys?', 'The piano', 'The accordion', 'The harpsichord', 'The celesta'],
    ['Who painted Guernica?', 'Pablo Picasso', 'Salvador Dalí', 'Joan Miró', 'Francisco Goya'],
    ['Which dance comes from Argentina?', 'The tango', 'The waltz', 'The samba', 'The flamenco'],
  ],
}
const ALL = 'Everything'
const ROUND = 10
const state = kept({ subject: ALL, best: {} })
let game = { questions: [], at: 0, right: 0, missed: [] }

const shuffled = (all) => all.map((one) => [Math.random(), one]).sort(([one], [other]) => one - other).map(([, one]) => one)
const shows = (name) => { for (const id of ['begin', 'asks', 'end']) at(id).hidden = id !== name }

function begin() {
  shows('begin')
  at('subjects').replaceChildren(...[ALL, ...Object.keys(QUESTIONS)].map((name) => {
    const radio = made('input', { type: 'radio', name: 'subject', value: name, checked: name === state.subject, onchange: () => {
      state.subject = name
      keep(state)
      best()
    } })
    return made('label', {}, radio, name)
  }))
  best()
}

function best() {
  const most = state.best[state.subject]
  at('best').textContent = most === undefined ? '' : `Your best in ${state.subject}: ${most} of ${ROUND}`
}

function start() {
  const pool = state.subject === ALL ? Object.values(QUESTIONS).flat() : QUESTIONS[state.subject]
  game = { questions: shuffled(pool).slice(0, ROUND), at: 0, right: 0, missed: [] }
  shows('asks')
  ask()
}

function ask() {
  const [question, right, ...others] = game.questions[game.at]
  at('place').textContent = `Question ${game.at + 1} of ${ROUND}`
  at('score').textContent = `${game.right} right`
  at('share').style.width = `${100 * game.at / ROUND}%`
  at('question').textContent = question
  at('verdict').textContent = ''
  at('next').hidden = true
  at('next').textContent = game.at + 1 === ROUND ? 'See the result' : 'Next question'
  at('answers').replaceChildren(...shuffled([right, ...others]).map((text, n) => made(
    'button', { type: 'button', className: text === right ? 'right' : 'miss', onclick: ({ currentTarget }) => answer(currentTarget, text) },
    made('span', { className: 'letter', ariaHidden: 'true' }, 'ABCD'[n]), made('span', {}, text),
  )))
  for (const one of at('answers').children) one.classList.remove('right')
  at('question').focus()
}

function answer(button, text) {
  const [question, right] = game.questions[game.at]
  button.classList.add('chosen')
  for (const one of at('answers').children) {
    one.disabled = true
    one.classList.toggle('right', one.lastChild.textContent === right)
  }
  if (text === right) game.right += 1
  else game.missed.push([question, right, text])
  at('verdict').textContent = text === right ? 'Right!' : `Not quite. The answer: ${right}`
  at('score').textContent = `${game.right} right`
  at('share').style.width = `${100 * (game.at + 1) / ROUND}%`
  at('next').hidden = false
  at('next').focus()
}

const WORDS = [[10, 'Perfect. Nothing to add.'], [8, 'Very well done.'], [5, 'A good half, and more to discover.'], [0, 'Every question that you missed is one you know now.']]

function end() {
  const before = state.best[state.subject]
  state.best[state.subject] = Math.max(before ?? 0, game.right)
  keep(state)
  shows('end')
  at('mark').textContent = `${game.right}/${ROUND}`
  at('arc').style.strokeDashoffset = 100 - 100 * game.right / ROUND
  at('arc').style.visibility = game.right ? '' : 'hidden'
  at('result').textContent = `${game.right} of ${ROUND} right${before !== undefined && game.right > before ? ': your best so far' : ''}`
  at('word').textContent = WORDS.find(([least]) => game.right >= least)[1]
  at('missed').hidden = !game.missed.length
  at('review').replaceChildren(...game.missed.map(([question, right, said]) => made('li', {}, made('b', {}, question), made('span', {}, `${right}. You said: ${said}.`))))
  at('result').focus()
}

at('start').addEventListener('click', start)
at('again').addEventListener('click', start)
at('other').addEventListener('click', begin)
at('next').addEventListener('click', () => {
  game.at += 1
  if (game.at < ROUND) ask()
  else end()
})
document.addEventListener('keydown', ({ key, ctrlKey, metaKey, altKey }) => {
  const n = 'abcd'.indexOf(key.toLowerCase())
  const button = at('answers').children[n < 0 ? Number(key) - 1 : n]
  if (!at('asks').hidden && button && !button.disabled && !ctrlKey && !metaKey && !altKey) button.click()
})
begin()
