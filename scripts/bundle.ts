// Bundles each program that a command starts into one file with all that it loads, and has the engine
// compile it: `node` then opens three files in place of a thousand. The entries of the library are
// bundled too (lib/), so that an installation needs none of the packages that are in there; native code
// stays outside. The files that were compiled one by one stay where they are, for whoever works on them.
//
//   npx tsx scripts/bundle.ts <folder that src/ was compiled to>

import { execFileSync, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type BuildOptions, build, type Plugin, type StdinOptions } from 'esbuild'
import { licencesOf, packagesIn } from './licences.ts'

const here = dirname(fileURLToPath(import.meta.url))
const root = dirname(here)
const COMMAND = 'cli/whole'
const CHILD = 'extract/child'
const PROGRAMS = [
  'cli/main',
  COMMAND,
  CHILD,
  'extract/nursery',
  'check/read/readProcess',
  'names/build/buildChild',
  'services/oracle/runProcess',
]
/** Entries of the library that are bundled alone; `lookup` is the code of the commands. */
const APART = ['index', 'client']
const LOOKUP = 'lookup'
const OUTSIDE = ['oxc-parser', 'pg-native']
/** Native libraries, which scripts/native.ts puts beside the bundles. */
const NATIVE = ['@photostructure/sqlite', 'secp256k1', 'node-addon-api', 'node-gyp-build']

/** A package that a file loads by a call, which is then in the bundle. */
const LOADED = /createRequire\(\s*import\.meta\.url,?\s*\)\(('(?![.]|secp256k1)[^']+')/g

const [given] = process.argv.slice(2)
if (given === undefined) throw new Error('usage: bundle.ts <folder>')
const folder = resolve(given)
const bundled = new Set(NATIVE.map((name) => `node_modules/${name}/package.json`))
copyFileSync(join(here, 'program.cjs'), join(folder, 'program.cjs'))
for (const program of PROGRAMS) await bundleProgram(program)
rmSync(join(folder, 'lib'), { recursive: true, force: true })
mkdirSync(join(folder, 'lib'))
for (const entry of APART) await bundleEntry(entry)
writeFileSync(join(folder, 'lib', `${LOOKUP}.cjs`), lookupText())
for (const entry of [...APART, LOOKUP]) writeModule(entry)
// The scripts of the pages are bundled by scripts/buildPage.mjs; what is in them is listed here, too.
const { metafile: ofPages } = await build({
  absWorkingDir: root,
  preserveSymlinks: true,
  entryPoints: ['src/page/main.ts', 'src/page/site.ts', 'src/page/check.ts'],
  outdir: 'nowhere',
  bundle: true,
  write: false,
  metafile: true,
  platform: 'node',
  format: 'esm',
})
for (const file of Object.keys(ofPages.inputs)) bundled.add(file)
const licences = licencesOf(root, packagesIn([...bundled]))
writeFileSync(join(folder, 'THIRD-PARTY-LICENSES.txt'), licences)

async function bundle(outfile: string, more: BuildOptions): Promise<void> {
  const { metafile } = await build({
    absWorkingDir: root,
    // Bundles name the files that they are made of: by where they are used, wherever they really lie.
    preserveSymlinks: true,
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    external: OUTSIDE,
    minifyWhitespace: true,
    minifySyntax: true,
    plugins: [ownAddresses(dirname(outfile))],
    logLevel: 'warning',
    metafile: true,
    ...more,
  })
  for (const [file, { bytesInOutput }] of Object.values(metafile?.outputs ?? {}).flatMap(
    ({ inputs }) => Object.entries(inputs),
  )) {
    if (bytesInOutput > 0) bundled.add(file)
  }
  writeFileSync(outfile, asciiOf(readFileSync(outfile, 'utf8')))
}

/** esbuild writes the letters of regular expressions as they are, and program.cjs reads ASCII. */
function asciiOf(code: string): string {
  return code.replace(
    /[\u0080-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

async function bundleProgram(program: string): Promise<void> {
  const file = join(folder, program)
  await bundle(`${file}.bundle.cjs`, {
    ...(program === COMMAND ? { stdin: commandEntry() } : { entryPoints: [`${file}.js`] }),
    banner: { js: '(function (exports, require, module, __filename, __dirname) {' },
    footer: { js: '})' },
  })
  const up = relative(dirname(file), folder)
  const start = `require('${join(up, 'program.cjs')}').start(__filename)`
  writeFileSync(`${file}.cjs`, `#!/usr/bin/env node\n${start}\n`, { mode: 0o755 })
  const flags = program === CHILD ? await childFlags() : []
  const compile = [...flags, join(here, 'compileBundle.cjs'), `${file}.cjs`]
  if (program === COMMAND) tryOut(compile)
  else execFileSync(process.execPath, compile, { stdio: 'inherit' })
}

/** The commands and what the library asks are the same code, and in one file. */
function commandEntry(): StdinOptions {
  const contents = `
    exports.start = () => void require('./${COMMAND}.js')
    exports.${LOOKUP} = () => require('./${LOOKUP}.js')`
  return { contents, resolveDir: folder, sourcefile: 'commandEntry.js' }
}

function bundleEntry(entry: string): Promise<void> {
  return bundle(join(folder, 'lib', `${entry}.cjs`), { entryPoints: [join(folder, `${entry}.js`)] })
}

function lookupText(): string {
  const program = `require('node:path').join(__dirname, '../${COMMAND}.cjs')`
  return `module.exports = require('../program.cjs').load(${program}).${LOOKUP}()\n`
}

/** For programs that import it: what they get is what those get that require it, also beside them. */
function writeModule(entry: string): void {
  const whole: object = createRequire(import.meta.url)(join(folder, 'lib', `${entry}.cjs`))
  const names = Object.keys(whole).join(', ')
  const text = `import whole from './${entry}.cjs'\nexport const { ${names} } = whole\n`
  writeFileSync(join(folder, 'lib', `${entry}.js`), text)
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
        const contents = text.replace(LOADED, 'require($1').replaceAll('import.meta.url', address)
        return { contents, loader: 'js' }
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
