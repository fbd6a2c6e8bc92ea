import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

/** The page is served at /, and its parts under /page/. It loads nothing from elsewhere. */
export default defineConfig({
  base: '/page/',
  plugins: [react()],
  build: {
    outDir: '../src/solovox/surfaces/web/page',
    emptyOutDir: true,
    target: 'es2022',
    assetsDir: '.',
    assetsInlineLimit: 0, // the page's policy allows no data: address of a script
    reportCompressedSize: false,
  },
  test: { include: ['tests/**/*.test.{ts,tsx}'] },
})
