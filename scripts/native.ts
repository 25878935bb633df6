// Puts the libraries with native code beside the bundles: of their packages the code and the builds for
// all machines, without sources and without what only compiles them. An installation so needs neither
// the packages nor a script that runs as it is installed.
//
//   npx tsx scripts/native.ts <folder that src/ was compiled to>

import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** The code of each, in its package and beside the bundles; builds are looked for from there. */
const LIBRARIES = [
  { from: '@photostructure/sqlite', entry: 'dist/index.cjs', to: 'sqlite/dist/index.cjs' },
  { from: 'secp256k1', entry: 'bindings.js', to: 'secp256k1/bindings.cjs' },
] as const

const [given] = process.argv.slice(2)
if (given === undefined) throw new Error('usage: native.ts <folder>')
const folder = join(resolve(given), 'native')
rmSync(folder, { recursive: true, force: true })
for (const { from, entry, to } of LIBRARIES) {
  const source = join(root, 'node_modules', from)
  const [name = ''] = to.split('/')
  mkdirSync(join(folder, name), { recursive: true })
  await build({
    entryPoints: [join(source, entry)],
    outfile: join(folder, to),
    absWorkingDir: root,
    preserveSymlinks: true,
    minifyWhitespace: true,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    logLevel: 'warning',
  })
  cpSync(join(source, 'prebuilds'), join(folder, name, 'prebuilds'), { recursive: true })
}
