import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

/** What the server itself makes of the same things, in a file that tests/browser/test_modules.py writes. Only then these tests run. */
const facts = process.env['FACTS']

/** The page is served at /, and its parts under /page/. It loads nothing from elsewhere. */
export default defineConfig({
  base: '/page/',
  resolve: { alias: [ // the package as whoever installs it names it
    { find: /^solovox-vox-live$/, replacement: new URL('packages/vox-live/index.ts', import.meta.url).pathname },
    { find: 'solovox-vox-live/vox-live.css', replacement: new URL('src/ui/style/vox.css', import.meta.url).pathname },
  ] },
  plugins: [react()],
  build: {
    outDir: '../src/solovox/surfaces/web/page',
    emptyOutDir: true,
    target: 'es2022',
    assetsDir: '.',
    assetsInlineLimit: 0, // the page's policy allows no data: address of a script
    reportCompressedSize: false,
  },
  test: facts
    ? { include: ['tests/beside/*.test.ts'], provide: { facts: JSON.parse(readFileSync(facts, 'utf8')) } }
    : { include: ['tests/*.test.{ts,tsx}'], css: true, testTimeout: 60_000 }, // a test reads the colours; how fast it is says nothing
})
