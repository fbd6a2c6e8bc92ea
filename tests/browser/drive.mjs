// Drives Debian’s Chromium through one scene of the files beside it, with a sound file as the microphone. Reads its plan
// from standard input, and prints what came of it as JSON: {"scene": …, "url": …, "mouth": …, …}.

import { readFileSync } from 'node:fs'

import { chromium } from 'playwright-core'

import * as acts from './acts.mjs'
import * as decides from './decides.mjs'
import * as givesBack from './gives_back.mjs'
import * as hostile from './hostile.mjs'
import * as keyed from './keyed.mjs'
import * as offer from './offer.mjs'
import * as restart from './restart.mjs'
import * as scenes from './scenes.mjs'
import * as screens from './screens.mjs'
import * as listening from './listening.mjs'
import * as network from './network.mjs'
import * as nextTalks from './next_talks.mjs'
import * as settings from './settings.mjs'
import * as studio from './studio.mjs'
import * as studioSpoken from './studio_spoken.mjs'
import * as tour from './tour.mjs'
import * as troubled from './troubled.mjs'

const plan = JSON.parse(readFileSync(0, 'utf8'))
const browser = await chromium.launch({
  executablePath: plan.chromium,
  args: [
    '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
    '--disable-component-update', '--disable-sync', '--use-fake-device-for-media-stream',
    `--use-file-for-fake-audio-capture=${plan.mouth}%noloop`,
  ],
})
try {
  console.log(JSON.stringify(await { ...acts, ...decides, ...givesBack, ...hostile, ...restart, ...scenes, ...screens, ...settings, ...studio, ...studioSpoken, ...keyed, ...offer, ...tour, ...troubled, ...network, ...listening, ...nextTalks }[plan.scene](browser, plan)))
} finally {
  await browser.close()
}
