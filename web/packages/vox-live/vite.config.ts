import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The package: one module, its style, and the two sound threads beside it. React is the page's own. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [react()],
  publicDir: false,
  build: {
    target: 'es2022',
    assetsInlineLimit: 0, // a policy of `script-src 'self'` allows no data: address of a sound thread
    lib: { entry: 'index.ts', formats: ['es'], fileName: 'vox-live' },
    rolldownOptions: { external: [/^react(-dom)?($|\/)/], output: { assetFileNames: 'vox-live.css' } },
    reportCompressedSize: false,
  },
})
