// Bundles the scripts and the style of the pages for browsers into one file each: `node
// scripts/buildPage.mjs [folder]`, dist/page unless told. Plain JavaScript, because it runs with the build.

import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const page = join(root, 'src', 'page')
const node = join(page, 'node.ts')
const outDir = resolve(process.argv[2] ?? join(root, 'dist', 'page'))

/** Each by itself: a page loads one script and no pieces of others. */
const SCRIPTS = { assay: 'main.ts', site: 'site.ts', check: 'check.ts' }

for (const [name, file] of Object.entries(SCRIPTS)) {
  await build({
    configFile: false,
    root: page,
    publicDir: false,
    logLevel: 'warn',
    // The verifier is the server's own; what it takes from Node stands in one small file.
    resolve: { alias: { 'node:crypto': node, 'node:module': node } },
    build: {
      outDir,
      emptyOutDir: name === 'assay',
      // The editor is large, and is loaded only where code is written.
      chunkSizeWarningLimit: 1_000,
      modulePreload: false,
      rolldownOptions: {
        input: join(page, file),
        output: { entryFileNames: `${name}.js`, assetFileNames: 'assay[extname]' },
        transform: { inject: { Buffer: [node, 'Buffer'] } },
      },
    },
  })
}
