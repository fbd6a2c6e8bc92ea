// How each app of the Studio is used, by keyboard alone: `does` gives what the person then sees, `kept` what is still there when the
// app is opened again by itself. What only a pointer can do (draw, drag) is said where it is done.

const named = (one) => one.getAttribute('aria-label') || one.labels?.[0]?.textContent.trim() || one.textContent.trim()

export class Person {
  constructor(page, frame, clock) {
    Object.assign(this, { page, frame, clock })
  }

  /** Press Tab until this has the focus. */
  async to(name) {
    for (let n = 0; n < 150; n += 1) {
      if (await this.frame.evaluate(`document.activeElement !== document.body && (${named})(document.activeElement) === ${JSON.stringify(name)}`)) return
      await this.page.keyboard.press('Tab')
    }
    throw new Error(`Tab does not come to “${name}”`)
  }

  async press(...keys) {
    for (const key of keys) await this.page.keyboard.press(key)
  }

  /** Go to a button, and press it. */
  async use(name) {
    await this.to(name)
    await this.press('Enter')
  }

  /** Go to a field, and write into it instead of what is there. */
  async write(name, text) {
    await this.to(name)
    await this.press('Control+a', 'Delete')
    await this.page.keyboard.type(text)
  }

  /** Go to a list of choices, and choose by its letters. */
  async choose(name, option) {
    await this.to(name)
    await this.page.keyboard.type(option)
  }

  /** What stands there. */
  text(selector) {
    return this.frame.locator(selector).innerText()
  }

  texts(selector) {
    return this.frame.locator(selector).allInnerTexts()
  }

  count(selector) {
    return this.frame.locator(selector).count()
  }
}

/** A title as long as the Studio gives one, and of each list fifty items: some long, some of one long word. */
export const TITLE = 'Everything that our family must not forget before September'
const TEXTS = ['Milk', 'Ask the landlord about the kitchen window that has not closed since the storm of November', 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen']
const fifty = (one) => Array.from({ length: 50 }, (_, n) => one(n + 1, TEXTS[n % 3]))
const DAYS = ['2026-11-22', '2026-11-23', '2026-11-24', '2026-11-25']
export const FULL = {
  calculator: { past: fifty((n) => ({ sum: `123,456,789.123456 × ${n + 1},000,000`, result: 123456789.123456 * (n + 1) * 1e6 })).slice(0, 20) },
  todo: { tasks: fifty((id, text) => ({ id, text, done: id % 4 === 3 })), next: 51 },
  timer: { kind: 'plain', hours: 23, minutes: 59, seconds: 59 },
  stopwatch: { before: 41_000_000, since: 0, laps: fifty((n) => 700_000 + 37_000 * (n % 7)) },
  notes: { notes: fifty((id, text) => ({ id, text: `# ${text}\n\n${TEXTS.join('\n\n')}\n\n${'a_very_long_line_of_code '.repeat(9)}`, when: id })), open: 50, next: 51, view: 'read' },
  expenses: { all: fifty((id, what) => ({ id, what, amount: 1234.56 * (id + 1), kind: ['Groceries', 'Home', 'Transport', 'Eating out', 'Health', 'Fun', 'Clothes', 'Other'][id % 8], day: `2026-${6 + id % 6 < 10 ? '0' : ''}${6 + id % 6}-1${id % 10}` })), next: 51, budget: 30_000 },
  habits: { habits: fifty((id, name) => ({ id, name, days: DAYS.slice(id % 5) })), next: 51 },
  kanban: { cards: fifty((id, title) => ({ id, title, about: id % 2 ? TEXTS[1] : '', label: ['None', 'Urgent', 'Idea', 'Bug'][id % 4], column: id % 3 })), next: 51 },
}

const RIGHT = /** The right answer of the question that is asked. */ `Object.values(QUESTIONS).flat().find(([one]) => one === document.getElementById('question').textContent)[1]`

export const VISITS = {
  calculator: {
    async does(me) {
      await me.to('7')
      await me.press('1', '2', '+', '7', '.', '5', '=')
      const seen = [await me.text('#result')]
      await me.press('*', '4', '=')
      seen.push(await me.text('#result'), (await me.text('#past li:first-child')).replace(/\s+/g, ' '))
      await me.press('/', '0', '=')
      seen.push(await me.text('#result'))
      await me.press('2', '0', '0', '+', '1', '0', '%', '=')
      seen.push(await me.text('#result'))
      await me.use('Clear')
      await me.use('9')
      await me.use('Change the sign')
      return [...seen, await me.text('#result')]
    },
    kept: (me) => me.count('#past li'),
  },
  todo: {
    async does(me) {
      for (const task of ['Milk', 'Call Anna', 'Water the plants']) {
        await me.write('New task', task)
        await me.press('Enter')
      }
      await me.to('Milk')
      await me.press('Space')
      const seen = [await me.text('#count')]
      await me.use('Move Call Anna up')
      await me.use('Rename Water the plants')
      await me.press('Control+a')
      await me.page.keyboard.type('Water all plants')
      await me.press('Enter')
      seen.push((await me.texts('#list li label')).join(', '))
      await me.use('Clear done')
      seen.push(await me.text('#count'), await me.text('#undo-text'))
      await me.use('Undo')
      await me.use('Done')
      return [...seen, (await me.texts('#list li label')).join(', ')]
    },
    kept: (me) => me.count('#list li'),
  },
  timer: {
    async does(me) {
      await me.write('Minutes', '1')
      const seen = [await me.text('#left')]
      await me.use('Start')
      await me.clock.runFor(25_000)
      seen.push(await me.text('#left'))
      await me.use('Pause')
      await me.clock.runFor(60_000)
      seen.push(await me.text('#left'))
      await me.use('Go on')
      await me.clock.runFor(36_000)
      seen.push(await me.text('#phase'))
      await me.use('Pomodoro')
      await me.write('Break (minutes)', '6')
      await me.use('Start')
      await me.clock.runFor(25 * 60_000 + 500)
      seen.push(await me.text('#phase'), await me.text('#left'), await me.text('#today'))
      await me.use('Skip')
      seen.push(await me.text('#phase'))
      await me.use('Reset')
      return seen
    },
    kept: async (me) => [await me.frame.locator('#rest').inputValue(), await me.text('#today')].join(' '),
  },
  stopwatch: {
    async does(me) {
      await me.use('Start')
      await me.clock.runFor(61_500)
      await me.press('l')
      await me.clock.runFor(30_000)
      await me.use('Lap')
      await me.clock.runFor(1_000)
      await me.use('Stop')
      await me.clock.runFor(5_000)
      return [(await me.text('#time')).replace(/\s/g, ''), (await me.texts('#laps td:nth-child(2)')).join(' '), await me.text('#laps tr:first-child .mark'), await me.text('#average')]
    },
    kept: (me) => me.count('#laps tr'),
  },
  notes: {
    async does(me) {
      await me.use('New note')
      await me.page.keyboard.type('# Hello\n\n- one\n- **two**\n\n- [ ] box\n\n[here](https://example.org) <b>plain</b>\n\n```\n<i>\n```')
      const seen = [await me.text('#read h2'), await me.count('#read li'), await me.text('#read strong'), await me.count('#read b'), await me.frame.locator('#read a').getAttribute('href'), await me.text('#read pre')]
      await me.to('box')
      await me.press('Space')
      seen.push((await me.frame.locator('#text').inputValue()).includes('- [x] box'))
      await me.write('Search notes', 'welcome')
      seen.push((await me.texts('#list b')).join())
      await me.press('Control+a', 'Delete')
      await me.use('Delete this note')
      seen.push(await me.count('#list li'))
      await me.use('Undo')
      return [...seen, await me.text('#list li:first-child b')]
    },
    kept: async (me) => (await me.texts('#list b')).join(),
  },
  quiz: {
    async does(me) {
      await me.to('Everything')
      await me.press('ArrowDown', 'ArrowDown')
      await me.use('Start')
      const seen = [await me.text('#place')]
      for (let n = 0; n < 10; n += 1) {
        const right = await me.frame.evaluate(RIGHT)
        const answers = (await me.texts('#answers span:last-child'))
        const at = n === 3 ? answers.findIndex((one) => one !== right) : answers.indexOf(right)
        await me.press('ABCD'[at].toLowerCase())
        if (n === 3) seen.push((await me.text('#verdict')) === `Not quite. The answer: ${right}`)
        await me.press('Enter')
      }
      return [...seen, await me.text('#result'), await me.count('#review li')]
    },
    kept: (me) => me.text('#best'),
  },
  expenses: {
    async does(me) {
      for (const [amount, what, kind] of [['12.50', 'Bread and fruit', 'Groceries'], ['1,200', '', 'Home'], ['30,25', 'Train', 'Transport']]) {
        await me.write('Amount', amount)
        await me.write('What for', what)
        await me.choose('Category', kind)
        await me.use('Add expense')
      }
      const seen = [await me.text('#total'), (await me.texts('#legend li')).map((one) => one.replace(/\s+/g, ' ')).join('; ')]
      await me.write('Amount', 'a lot')
      await me.use('Add expense')
      seen.push(await me.text('#wrong'))
      await me.write('Amount', '')
      await me.write('Monthly budget', '1500')
      seen.push(await me.text('#left'))
      await me.use('Delete Train, $30.25')
      seen.push(await me.text('#total'))
      await me.use('Undo')
      await me.use('The month before')
      seen.push(await me.text('#month'), await me.text('#total'))
      await me.use('The month after')
      return [...seen, await me.text('#bars li:last-child')].map((one) => one.replace(/\s+/g, ' '))
    },
    kept: (me) => me.text('#total'),
  },
  habits: {
    async does(me) {
      for (const habit of ['Read', 'Walk']) {
        await me.write('New habit', habit)
        await me.press('Enter')
      }
      for (const day of ['Monday, November 23', 'Tuesday, November 24', 'Wednesday, November 25']) {
        await me.to(`Read, ${day}`)
        await me.press('Space')
      }
      const seen = [await me.text('#today'), await me.text('article:first-child .facts')]
      await me.press('Space')
      seen.push(await me.text('article:first-child .facts'), await me.text('#today'))
      await me.press('Space')
      await me.use('Delete Walk')
      seen.push(await me.count('article'))
      await me.use('Undo')
      await me.use('The week before')
      seen.push(await me.text('#week'))
      await me.use('The week after')
      return seen
    },
    kept: async (me) => [await me.count('article'), await me.text('article:first-child .facts')].join(' '),
  },
  drawing: {
    async does(me) {
      const inked = () => me.frame.evaluate(() => {
        const { data } = document.getElementById('canvas').getContext('2d').getImageData(0, 0, 10_000, 10_000)
        return data.some((part, n) => n % 4 === 0 && part < 200 && data[n + 3] === 255)
      })
      const label = () => me.frame.locator('#canvas').getAttribute('aria-label')
      const seen = [await inked()]
      await me.use('Blue')
      await me.to('Drawing, 0 strokes')
      await me.press('Space', 'ArrowRight', 'Shift+ArrowDown', 'ArrowLeft', 'Space')
      seen.push(await inked(), await label())
      const box = await me.frame.locator('#canvas').boundingBox() // with a pointer
      await me.page.mouse.move(box.x + 40, box.y + 40)
      await me.page.mouse.down()
      await me.page.mouse.move(box.x + 160, box.y + 90, { steps: 4 })
      await me.page.mouse.up()
      seen.push(await label())
      await me.use('Clear')
      seen.push(await inked())
      await me.use('Redo')
      await me.use('Undo')
      return [...seen, await label()]
    },
    kept: (me) => me.frame.locator('#canvas').getAttribute('aria-label'),
  },
  kanban: {
    async does(me) {
      for (const card of ['Plan', 'Write']) {
        await me.write('New card in To do', card)
        await me.press('Enter')
      }
      await me.use('Move Plan to the right')
      await me.press('Enter')
      const columns = async () => (await Promise.all([0, 1, 2].map(async (n) => (await me.texts(`section:nth-child(${n + 1}) li b`)).join()))).join('|')
      const seen = [await columns(), await me.text('#count')]
      await me.use('Edit Write')
      await me.write('Notes', 'Twice')
      await me.choose('Label', 'Idea')
      await me.press('Enter')
      await me.use('Save')
      seen.push(await me.text('section:first-child .label'), await me.text('section:first-child li p'))
      await me.frame.locator('li', { hasText: 'Write' }).dragTo(me.frame.locator('section:nth-child(2)')) // with a pointer
      seen.push(await columns())
      await me.use('Edit Plan')
      await me.use('Delete')
      seen.push(await columns())
      await me.use('Undo')
      return [...seen, await columns()]
    },
    kept: (me) => me.text('#count'),
  },
  tictactoe: {
    async does(me) {
      await me.use('Two players')
      await me.to('top left: empty')
      for (const step of [[], ['ArrowDown'], ['ArrowUp', 'ArrowRight'], ['ArrowDown'], ['ArrowUp', 'ArrowRight']]) await me.press(...step, 'Enter')
      const seen = [await me.text('#status'), await me.text('#wins-x')]
      await me.use('Against the computer')
      await me.choose('Level', 'Hard')
      await me.use('New game')
      for (let n = 0; n < 9; n += 1) { // whoever plays along the board never wins against it
        await me.clock.runFor(1_000)
        const cell = await me.frame.locator('#board button:not([aria-disabled])').first().getAttribute('aria-label').catch(() => null)
        if (!cell || !/move/.test(await me.text('#status'))) break
        await me.frame.evaluate(() => document.activeElement.blur())
        await me.use(cell)
      }
      return [...seen, await me.text('#wins-x'), /Computer wins|A draw/.test(await me.text('#status'))]
    },
    kept: async (me) => (await me.frame.locator('#level').inputValue()),
  },
  converter: {
    async does(me) {
      await me.write('From', '10')
      const seen = [await me.frame.locator('#to-value').inputValue()]
      await me.use('Swap the units')
      seen.push(await me.frame.locator('#to-value').inputValue())
      await me.use('Temperature')
      await me.write('To', '212')
      seen.push(await me.frame.locator('#from-value').inputValue(), await me.text('#formula'))
      await me.write('From', 'warm')
      seen.push(await me.text('#wrong'))
      await me.write('From', '-40')
      return [...seen, await me.text('#formula')]
    },
    kept: (me) => me.text('#formula'),
  },
}
