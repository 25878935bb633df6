// A corpus of code that works: sources, tests and examples that packages ship, in TypeScript or in
// JavaScript as it is written by hand. Packages are drawn by a seed among the popular names, and kept
// when there is enough of it. Folders are called `npm/<name>@<version>`, as measure.ts and
// mistakes.ts want them.
//
//   npx tsx scripts/truth/check/npmCorpus.ts <folder> [--language ts|js] [--seed 10] [--count 20] [--popular 500] [--not a,b]

import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { loadBundledNames } from '../../../src/names/set/bundledNames.ts'
import { findReferences } from '../../../src/references/findReferences.ts'
import { seededRandom } from '../../../test/fake/seededRandom.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '10' },
    count: { type: 'string', default: '20' },
    language: { type: 'string', default: 'ts' },
    popular: { type: 'string', default: '500' },
    not: { type: 'string', default: '' },
  },
})
const [target] = positionals
if (target === undefined) {
  console.error('usage: npmCorpus.ts <folder> [--seed 10] [--count 20] [--not a,b]')
  process.exit(2)
}

const REFERENCES_MIN = 60
/** One package is not to outweigh the rest. */
const REFERENCES_MAX = 2_500
const TARBALL_FILES_MAX = 3_000
/** Downloads at a time. */
const BATCH = 12

const excluded = new Set(values.not.split(','))
const random = seededRandom(Number(values.seed))
const names = loadBundledNames().npm.names.slice(0, Number(values.popular))
const scratch = join(target, 'scratch')

function filesBelow(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    if (name === 'node_modules') return []
    return statSync(path).isDirectory() ? filesBelow(path) : [path]
  })
}

/** Sources before they are compiled: TypeScript, or JavaScript as people write it. */
function isWanted(base: string, path: string): boolean {
  const below = relative(base, path)
  if (/(?:^|\/)(?:fixtures?|__fixtures__|templates?|snapshots)\//i.test(below)) return false
  if (/\.d\.[cm]?ts$/.test(below)) return false
  if (values.language === 'ts') return /\.[cm]?tsx?$/.test(below)
  return /\.(?:[cm]?js|jsx)$/.test(below) && isWritten(readFileSync(path, 'utf8'))
}

/** Neither compiled nor bundled nor made small. */
function isWritten(text: string): boolean {
  if (/sourceMappingURL|__esModule|__webpack_|__commonJS|@generated/.test(text)) return false
  return text.length < 200_000 && text.length / text.split('\n').length < 100
}

/** References to packages, as the finder has them. */
function referencesIn(files: readonly string[]): number {
  let count = 0
  for (const file of files) {
    const report = findReferences(file, readFileSync(file, 'utf8'))
    for (const { module } of report?.references ?? []) {
      if (!/^[./#]/.test(module) && !isBuiltin(module)) count += 1
    }
  }
  return count
}

const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim()

/** Downloads and unpacks the latest release; null when there is none, or too much of it. */
async function unpacked(name: string): Promise<Readonly<{ base: string; version: string }> | null> {
  const answer = await fetch(new URL(`${name.replace('/', '%2f')}/latest`, registry))
  if (!answer.ok) return null
  const { version, dist } = (await answer.json()) as Readonly<{
    version: string
    dist: Readonly<{ tarball: string; fileCount?: number }>
  }>
  if ((dist.fileCount ?? 0) > TARBALL_FILES_MAX) return null
  const tarball = await fetch(dist.tarball)
  if (!tarball.ok) return null
  const folder = join(scratch, name.replace('/', '+'))
  mkdirSync(folder, { recursive: true })
  const input = Buffer.from(await tarball.arrayBuffer())
  execFileSync('tar', ['xzf', '-', '--no-same-owner'], {
    cwd: folder,
    input,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const [root] = readdirSync(folder)
  return root === undefined ? null : { base: join(folder, root), version }
}

async function tryPackage(name: string): Promise<string | null> {
  const found = await unpacked(name)
  if (found === null) return null
  const { base, version } = found
  const wanted = filesBelow(base).filter((path) => isWanted(base, path))
  const references = referencesIn(wanted)
  if (references < REFERENCES_MIN || references > REFERENCES_MAX) return null
  const folder = join(scratch, 'kept', `${name.replace('/', '+')}@${version}`)
  for (const path of [...wanted, join(base, 'package.json')]) {
    const to = join(folder, relative(base, path))
    mkdirSync(dirname(to), { recursive: true })
    cpSync(path, to)
  }
  return folder
}

mkdirSync(join(target, 'npm'), { recursive: true })
const drawn = new Set<string>()
let kept = 0
while (kept < Number(values.count) && drawn.size < names.length - excluded.size) {
  const batch: string[] = []
  while (batch.length < BATCH && drawn.size < names.length - excluded.size) {
    const name = random.pick(names)
    if (drawn.has(name) || excluded.has(name)) continue
    drawn.add(name)
    batch.push(name)
  }
  const folders = await Promise.all(batch.map((name) => tryPackage(name).catch(() => null)))
  // In the order of the draw, so that what is kept follows from the seed alone.
  for (const folder of folders) {
    if (folder === null || kept >= Number(values.count)) continue
    kept += 1
    renameSync(folder, join(target, 'npm', basename(folder)))
    console.log(basename(folder))
  }
  rmSync(scratch, { recursive: true, force: true })
}
console.log(`${kept} packages of ${drawn.size} drawn`)
