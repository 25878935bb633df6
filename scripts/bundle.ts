// Bundles each program that a command starts into one file with all that it loads, and has the engine
// compile it: `node` then opens three files in place of a thousand. What holds native code stays
// outside. The files that were compiled one by one stay too, for whoever uses the library.
//
//   npx tsx scripts/bundle.ts <folder that src/ was compiled to>

import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'

const here = dirname(fileURLToPath(import.meta.url))
const COMMAND = 'cli/whole'
const CHILD = 'extract/child'
const PROGRAMS = [
  'cli/main',
  COMMAND,
  CHILD,
  'extract/nursery',
  'check/read/readProcess',
  'services/oracle/runProcess',
]
const OUTSIDE = ['@photostructure/sqlite', 'oxc-parser', 'secp256k1', 'pg-native']

const [given] = process.argv.slice(2)
if (given === undefined) throw new Error('usage: bundle.ts <folder>')
const folder = resolve(given)
copyFileSync(join(here, 'program.cjs'), join(folder, 'program.cjs'))
for (const program of PROGRAMS) await bundle(program)

async function bundle(program: string): Promise<void> {
  const file = join(folder, program)
  await build({
    entryPoints: [`${file}.js`],
    outfile: `${file}.bundle.cjs`,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    external: OUTSIDE,
    minifyWhitespace: true,
    minifySyntax: true,
    banner: { js: '(function (exports, require, module, __filename, __dirname) {' },
    footer: { js: '})' },
    plugins: [ownAddresses(dirname(file))],
    logLevel: 'warning',
  })
  const up = relative(dirname(file), folder)
  const start = `require('${join(up, 'program.cjs')}').start(__filename)`
  writeFileSync(`${file}.cjs`, `#!/usr/bin/env node\n${start}\n`, { mode: 0o755 })
  const flags = program === CHILD ? await childFlags() : []
  const compile = [...flags, join(here, 'compileBundle.cjs'), `${file}.cjs`]
  if (program === COMMAND) tryOut(compile)
  else execFileSync(process.execPath, compile, { stdio: 'inherit' })
}

/** Questions to registries that are not there: they open all that a question opens. */
function tryOut(compile: readonly string[]): void {
  const empty = mkdtempSync(join(tmpdir(), 'assay-build-'))
  rmSync(join(folder, `${COMMAND}.compiled`), { force: true })
  const nowhere = 'http://127.0.0.1:9'
  const env = {
    HOME: empty,
    ASSAY_DATA_DIR: join(empty, 'data'),
    ASSAY_NPM_REGISTRY: nowhere,
    ASSAY_PYPI_INDEX: nowhere,
  }
  const code = join(empty, 'tried.py')
  writeFileSync(code, 'import requests\nrequests.get("")\n')
  for (const question of [
    ['symbol', 'npm', 'react', 'useState'],
    ['check', code],
  ]) {
    spawnSync(process.execPath, [...compile, ...question], { cwd: empty, env })
  }
  rmSync(empty, { recursive: true })
  if (!existsSync(join(folder, `${COMMAND}.compiled`))) throw new Error('the command does not run')
}

/** Each file goes on to find what lies beside it from where it was compiled to. */
function ownAddresses(from: string): Plugin {
  return {
    name: 'own-addresses',
    setup({ onLoad }) {
      onLoad({ filter: /\.js$/ }, ({ path }) => {
        if (!path.startsWith(folder)) return null
        const text = readFileSync(path, 'utf8')
        const base = "require('node:url').pathToFileURL(__dirname + '/')"
        const address = `new URL(${JSON.stringify(relative(from, path))}, ${base}).href`
        return { contents: text.replaceAll('import.meta.url', address), loader: 'js' }
      })
    },
  }
}

/** Compiled code is of use under the flags alone that it was compiled with. */
async function childFlags(): Promise<readonly string[]> {
  const load = (file: string) => import(pathToFileURL(join(folder, file)).href)
  const { engineFlags } = await load('extract/childFlags.js')
  const { EXTRACT_LIMITS } = await load('extract/extractLimits.js')
  return engineFlags(EXTRACT_LIMITS.heapMaxBytes)
}
