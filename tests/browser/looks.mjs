// How a screen looks: small and wide, light and dark.

import { readFileSync } from 'node:fs'

const LOOKS = [360, 1600].map((width) => ({ width, height: 900 }))

/** A phone, a tablet, a laptop, a desk. */
export const SIZES = [[375, 667], [768, 1024], [1280, 800], [1920, 1080]].map(([width, height]) => ({ width, height }))

/**
 * What is wrong with it: what axe calls serious or worse (names, contrast, roles), and what is wider than the window. `axe`: the file
 * of its source; `pictures`: a folder for what it looks like, or nothing; `sizes`: those of the window; `schemes`: its colours;
 * `at`: what is in sight.
 */
export async function looked(page, name, { axe, pictures, sizes = LOOKS, schemes = ['light', 'dark'], at = 'body' }) {
  const found = []
  const size = page.viewportSize()
  for (const [{ width, height }, scheme] of sizes.flatMap((one) => schemes.map((scheme) => [one, scheme]))) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    await page.locator(at).evaluate((one) => one.scrollIntoView())
    if (pictures) await page.screenshot({ path: `${pictures}/${name}-${width}-${scheme}.png` })
    if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(readFileSync(axe, 'utf8'))
    const { violations } = await page.evaluate(() => window.axe.run())
    const serious = violations.filter(({ impact }) => ['serious', 'critical'].includes(impact))
    found.push(...serious.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${name} ${width} ${scheme}: ${id} ${html.slice(0, 160)}`)))
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    if (wide > 0) found.push(`${name} ${width} ${scheme}: ${wide} pixels too wide`)
  }
  await page.setViewportSize(size)
  await page.emulateMedia({ colorScheme: 'light' })
  return found
}
