// Compiles src/ to dist/ and makes `npx assay` work from a checkout. Plain JavaScript, because it
// runs before anything is compiled.

import { execFileSync } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
const dist = join(root, 'dist')
const entry = join(dist, 'cli', 'main.cjs')

const { npm_command: command, npm_lifecycle_event: event } = process.env
// `npx assay` in a clone prepares it once more: what `npm ci` has built is what is to run, and whoever
// stops the command would be left with half of a build.
if (command === 'exec' && event === 'prepare' && existsSync(entry)) process.exit(0)

// npm prepares a project with workspaces twice. The second time there is nothing to do.
const stamp = join(dist, 'built')
const isInstalled = (command === 'ci' || command === 'install') && event === 'prepare'
if (isInstalled && existsSync(entry) && existsSync(stamp) && !isChangedSince(stamp)) process.exit(0)

if (!existsSync(compiler)) {
  // An installation without development dependencies runs what was compiled before.
  if (existsSync(entry)) process.exit(0)
  console.error(
    'assay: the TypeScript compiler is missing; run `npm ci` with development dependencies',
  )
  process.exit(1)
}
rmSync(dist, { recursive: true, force: true })
execFileSync(process.execPath, [compiler, '-p', join(root, 'tsconfig.json')], { stdio: 'inherit' })
// The page has the types of browsers, which the rest must not have.
execFileSync(process.execPath, [compiler, '-p', join(root, 'tsconfig.page.json')], {
  stdio: 'inherit',
})
execFileSync(process.execPath, [join(root, 'scripts', 'buildPage.mjs')], { stdio: 'inherit' })
// The pages of docs/ are rendered here, so that whoever runs the service needs no renderer.
run('buildDocs.ts')
run('bundle.ts', dist)
run('native.ts', dist)
run('types.ts', dist)

function run(script, ...args) {
  const words = ['--import', 'tsx', join(root, 'scripts', script), ...args]
  execFileSync(process.execPath, words, { cwd: root, stdio: 'inherit' })
}

const link = join(root, 'node_modules', '.bin', 'assay')
if (process.platform !== 'win32' && !lstatSync(link, { throwIfNoEntry: false })) {
  mkdirSync(dirname(link), { recursive: true })
  symlinkSync(join('..', '..', 'dist', 'cli', 'main.cjs'), link)
}
writeFileSync(stamp, '')

/** Whether anything that a build is made of is younger than this file. */
function isChangedSince(file) {
  const since = statSync(file).mtimeMs
  const folders = ['src', 'scripts', 'docs', 'assets', 'python'].map((name) => join(root, name))
  const inside = folders
    .filter(existsSync)
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name))),
    )
  const beside = readdirSync(root).map((name) => join(root, name))
  return [...inside, ...beside.filter((path) => statSync(path).isFile())].some(
    (path) => (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) > since,
  )
}
