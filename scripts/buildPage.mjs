// Bundles the page's script and style for browsers into one file each: `node scripts/buildPage.mjs
// [folder]`, dist/page unless told. Plain JavaScript, because it runs with the build.

import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const page = join(root, 'src', 'page')
const node = join(page, 'node.ts')

await build({
  configFile: false,
  root: page,
  publicDir: false,
  logLevel: 'warn',
  // The verifier is the server's own; what it takes from Node stands in one small file.
  resolve: { alias: { 'node:crypto': node, 'node:module': node } },
  build: {
    outDir: resolve(process.argv[2] ?? join(root, 'dist', 'page')),
    emptyOutDir: true,
    modulePreload: false,
    rolldownOptions: {
      input: join(page, 'main.ts'),
      output: { entryFileNames: 'assay.js', assetFileNames: 'assay[extname]' },
      transform: { inject: { Buffer: [node, 'Buffer'] } },
    },
  },
})
