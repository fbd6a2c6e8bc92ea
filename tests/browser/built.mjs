// A to-do list that was built, used as a person uses it, from a folder of a server. Reads a plan from standard input:
// {"folder", "chromium"}. Prints {seen, theme, errors}.

import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

import { chromium } from 'playwright-core'

const plan = JSON.parse(readFileSync(0, 'utf8'))
const TYPES = { html: 'text/html', css: 'text/css', js: 'text/javascript' }
const errors = []

const server = createServer((request, response) => {
  const path = request.url.replace(/^\/some\/folder\//, '')
  try {
    const text = readFileSync(`${plan.folder}/${path}`)
    response.writeHead(200, { 'content-type': `${TYPES[path.split('.').at(-1)]}; charset=utf-8` })
    response.end(text)
  } catch {
    if (path !== '/favicon.ico') errors.push(`${request.url} is asked for`)
    response.writeHead(404).end()
  }
})
await new Promise((listening) => server.listen(0, '127.0.0.1', listening))

const browser = await chromium.launch({ executablePath: plan.chromium, args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'] })
const page = await browser.newPage()
page.setDefaultTimeout(20_000)
page.on('pageerror', (error) => errors.push(String(error)))
await page.goto(`http://127.0.0.1:${server.address().port}/some/folder/index.html`)
const seen = [await page.locator('#list label').innerText()]
await page.getByLabel('New task').fill('Eggs')
await page.getByRole('button', { name: 'Add', exact: true }).click()
await page.getByLabel('milk', { exact: true }).check()
seen.push(await page.locator('#count').innerText())
const theme = await page.evaluate(() => document.documentElement.dataset.theme)
await browser.close()
server.close()
console.log(JSON.stringify({ seen, theme, errors }))
