// How each app of the Studio is used. VISITS: as a person does it, with what they then see. USES: the same in one step inside the page,
// also where a part is hidden or a button has another name; what comes of it must stay the same after a change of looks.

const text = (frame, selector) => frame.locator(selector).innerText()
const press = (frame, name) => frame.getByRole('button', { name, exact: true }).click()

export const VISITS = {
  async 'tip-calculator'(frame) {
    await frame.getByLabel('Amount').fill('80')
    await frame.getByLabel('Tip in percent').fill('20')
    await frame.getByLabel('People').fill('3')
    const seen = [await text(frame, '#tip-amount'), await text(frame, '#total'), await text(frame, '#each')]
    await press(frame, 'Round up')
    return [...seen, await text(frame, '#each')]
  },
  async timer(frame, clock) {
    await frame.getByLabel('Minutes').fill('1')
    const seen = [await text(frame, '#left')]
    await press(frame, 'Start')
    await clock.runFor(25_000)
    seen.push(await text(frame, '#left'))
    await press(frame, 'Pause')
    await clock.runFor(60_000)
    seen.push(await text(frame, '#left'))
    await press(frame, 'Start')
    await clock.runFor(36_000)
    return [...seen, await text(frame, '#left'), await text(frame, '#over')]
  },
  async todo(frame) {
    for (const task of ['Buy milk', 'Call Anna']) {
      await frame.getByLabel('Task', { exact: true }).fill(task)
      await frame.getByLabel('Task', { exact: true }).press('Enter')
    }
    await frame.getByLabel('Buy milk', { exact: true }).check()
    const seen = [await text(frame, '#count')]
    await press(frame, 'Clear what is done')
    seen.push(await text(frame, '#count'))
    await frame.getByRole('button', { name: 'Delete Call Anna' }).click()
    return [...seen, await text(frame, '#empty')]
  },
  async quiz(frame) {
    await press(frame, 'Check')
    const seen = [await text(frame, '#verdict')]
    await frame.getByLabel('8', { exact: true }).check()
    await press(frame, 'Check')
    seen.push(await text(frame, '#verdict'))
    await press(frame, 'Next question')
    await frame.getByLabel('15', { exact: true }).check()
    await press(frame, 'Check')
    return [...seen, await text(frame, '#verdict'), await text(frame, '#score'), await text(frame, '#asked')]
  },
  async chart(frame) {
    await frame.getByLabel('Names and numbers').fill('Apples\t5\nPears: 7.5\nPlums 1,200')
    const bars = await frame.locator('#chart .bar').count()
    const seen = [bars, await text(frame, '#sum'), await text(frame, '#largest')]
    await press(frame, 'Sort by size')
    seen.push(await frame.getByLabel('Names and numbers').inputValue())
    await frame.getByLabel('Kind of chart').selectOption('Pie')
    seen.push(await frame.locator('#chart .slice').count(), await frame.locator('#legend li').first().innerText())
    await frame.getByLabel('Names and numbers').fill('nothing here')
    return [...seen, await text(frame, '#wrong')]
  },
  async 'unit-converter'(frame) {
    await frame.getByLabel('Value').fill('10')
    const seen = [await text(frame, '#result')]
    await press(frame, 'Swap')
    seen.push(await text(frame, '#result'))
    await frame.getByLabel('What').selectOption('Temperature')
    await frame.getByLabel('From').selectOption('celsius')
    await frame.getByLabel('To', { exact: true }).selectOption('fahrenheit')
    await frame.getByLabel('Value').fill('100')
    return [...seen, await text(frame, '#result')]
  },
  async 'drawing-pad'(frame) {
    const canvas = frame.locator('#canvas')
    const dark = () => canvas.evaluate((one) => {
      const { data } = one.getContext('2d').getImageData(0, 0, one.width, one.height)
      return data.some((part, at) => at % 4 === 0 && part < 200)
    })
    const seen = [await dark()]
    const box = await canvas.boundingBox()
    const mouse = frame.page().mouse
    await mouse.move(box.x + 40, box.y + 40)
    await mouse.down()
    await mouse.move(box.x + 160, box.y + 90, { steps: 4 })
    await mouse.up()
    seen.push(await dark(), await text(frame, '#strokes'))
    await canvas.press('ArrowRight')
    await canvas.press('ArrowDown')
    seen.push(await text(frame, '#strokes'))
    await press(frame, 'Take back')
    await press(frame, 'Clear')
    return [...seen, await dark(), await text(frame, '#strokes')]
  },
  async 'flash-cards'(frame) {
    await frame.getByText('Write the cards yourself').click()
    await frame.getByLabel('Own cards').fill('hola = hello\nadiós = goodbye')
    const seen = [await text(frame, '#words')]
    await press(frame, 'Turn')
    seen.push(await text(frame, '#words'))
    await press(frame, 'I know it')
    seen.push(await text(frame, '#words'), await text(frame, '#count'))
    await press(frame, 'Next')
    return [...seen, await text(frame, '#words')]
  },
  async budget(frame) {
    await frame.getByLabel('Income in a month').fill('1000')
    await frame.getByLabel('What for').fill('Piano lessons')
    await frame.getByLabel('Cost').fill('60')
    await press(frame, 'Add')
    const seen = [await text(frame, '#out'), await text(frame, '#left')]
    await press(frame, 'Largest first')
    seen.push(await frame.locator('#entries li').last().innerText().then((one) => one.split('\n')[0]))
    await frame.getByRole('button', { name: 'Delete Rent' }).click()
    return [...seen, await text(frame, '#left')]
  },
  async countdown(frame, clock) {
    await frame.getByLabel('Date').fill('2026-12-25')
    const all = async () => Promise.all(['#days', '#hours', '#minutes'].map((one) => text(frame, one)))
    const seen = [(await all()).join(' '), await text(frame, '#note')]
    await press(frame, 'A year later')
    seen.push(await text(frame, '#days'))
    await frame.getByLabel('Date').fill('2026-11-25')
    await frame.getByLabel('Time of day').fill('10:05')
    await clock.runFor(900_000)
    return [...seen, await text(frame, '#note')]
  },
  async notes(frame) {
    await frame.getByLabel('Text').fill('# Hello\n\n- one\n- **two**\n\n[here](https://example.org) <b>plain</b>')
    const seen = [await text(frame, '#page h3'), await frame.locator('#page li').count(), await text(frame, '#page strong')]
    seen.push(await frame.locator('#page b').count(), await frame.locator('#page a').getAttribute('href'), await text(frame, '#words'))
    await frame.getByLabel('Text').fill('loud')
    await frame.getByLabel('Text').selectText()
    await press(frame, 'Bold')
    return [...seen, await text(frame, '#page strong')]
  },
  async palette(frame) {
    await frame.getByLabel('Base colour').fill('#2f6fed')
    await frame.getByLabel('Harmony').selectOption('Opposites')
    const seen = [await frame.locator('#colours button').count(), await frame.locator('#colours button').first().innerText()]
    await frame.locator('#colours button').first().click()
    seen.push(await text(frame, '#copied'))
    const before = await text(frame, '#colours')
    await press(frame, 'Surprise me')
    return [...seen, (await text(frame, '#colours')) !== before]
  },
  async tally(frame) {
    await frame.getByLabel('Goal').fill('3')
    for (let n = 0; n < 4; n += 1) await press(frame, 'One more')
    await press(frame, 'One less')
    return [await text(frame, '#count'), await text(frame, '#goal-note')]
  },
  async poll(frame) {
    await frame.getByLabel('Option', { exact: true }).fill('Chess')
    await press(frame, 'Add')
    await press(frame, 'Chess')
    await press(frame, 'Chess')
    await press(frame, 'Cinema')
    const seen = [await text(frame, '#result')]
    await press(frame, 'Take back the last vote')
    return [...seen, await text(frame, '#result')]
  },
  async stopwatch(frame, clock) {
    await press(frame, 'Start')
    await clock.runFor(61_500)
    await press(frame, 'Lap')
    const seen = [await text(frame, '#clock'), await text(frame, '#laps dt')]
    await press(frame, 'Stop')
    await clock.runFor(5_000)
    return [...seen, await text(frame, '#clock')]
  },
}

// Each of these runs inside the page and may use nothing from outside of it.
const inPage = (steps, results) => `(() => {
  const write = (id, value) => {
    const field = document.getElementById(id)
    field.value = value
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const click = (id) => document.getElementById(id).click()
  ${steps}
  return [${results.map((one) => `document.getElementById('${one}').textContent`).join(', ')}].join(' ')
})()`

export const USES = {
  'tip-calculator': inPage("write('bill', '80'); write('tip', '20'); write('people', '3')", ['tip-amount', 'each']),
  timer: inPage("write('minutes', '2'); write('seconds', '30'); click('minute')", ['left']),
  todo: inPage("write('task', 'Milk'); click('add'); write('task', 'Eggs'); click('add'); document.getElementById('task-0').click()", ['count']),
  quiz: inPage("document.getElementById('answer-0').click(); click('check')", ['asked']),
  chart: inPage("write('data', 'One 1\\nTwo 2'); click('sort')", ['sum', 'largest']),
  'unit-converter': inPage("write('quantity', 'length'); write('value', '10'); click('swap')", ['result']),
  'drawing-pad': inPage(
    "const canvas = document.getElementById('canvas'); for (const key of ['ArrowRight', 'ArrowDown', 'ArrowRight']) canvas.dispatchEvent(new KeyboardEvent('keydown', { key }))",
    ['strokes'],
  ),
  'flash-cards': inPage("write('cards', 'hola = hello\\nadios = goodbye'); click('turn'); click('known')", ['words', 'count']),
  budget: inPage("write('income', '1000'); write('what', 'Piano'); write('amount', '60'); click('add')", ['out', 'left']),
  countdown: inPage("write('date', '2026-12-25'); click('year')", ['days', 'note']),
  notes: inPage("write('text', '# Hello\\n\\n- one\\n- two')", ['page', 'words']),
  palette: inPage("write('base', '#2f6fed'); write('harmony', 'triad')", ['colours']),
  tally: inPage("write('goal', '2'); click('more'); click('more')", ['count', 'goal-note']),
  poll: inPage("click('vote-0'); click('vote-0'); click('vote-1')", ['result']),
  stopwatch: inPage("click('start'); click('lap'); click('start')", ['clock', 'laps']),
}
