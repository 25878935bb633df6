// Draws pairs of neighbouring patch releases of popular packages by a seed.
//
//   npx tsx scripts/truth/diffs/draw.ts npm|pypi [--seed 20261115] [--count 30] [--top 2000]
//     [--list scripts/truth/npm/packages.txt] [--bumps minor,patch] [--differ] [--without pairs.jsonl]…
//
// `--without` leaves out the pairs of earlier draws.
// `--differ` takes only pairs of npm that both have declarations, of which one at least differs: of
// the others there is nothing to judge.
// From the most popular names, or from those of a list (`named x@1`, `drawn x@1` or a name a line):
// popular packages are mostly small ones whose patches change nothing. Which versions there are is asked
// of the registry that npm is configured for, and of pip. Prints one pair a line.

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { compare as comparePep440 } from '@renovatebot/pep440'
import semver from 'semver'
import { isEcosystem } from '../../../src/domain/names/packageName.ts'
import { loadBundledNames } from '../../../src/names/set/bundledNames.ts'
import { seededRandom } from '../../../test/fake/seededRandom.ts'

const { values, positionals } = parseArgs({
  options: {
    seed: { type: 'string', default: '20261115' },
    count: { type: 'string', default: '30' },
    top: { type: 'string', default: '2000' },
    list: { type: 'string' },
    bumps: { type: 'string', default: 'patch' },
    differ: { type: 'boolean', default: false },
    without: { type: 'string', multiple: true, default: [] },
  },
  allowPositionals: true,
})
const [ecosystem = ''] = positionals
if (!isEcosystem(ecosystem)) throw new Error('usage: draw.ts npm|pypi [--seed n] [--count n]')

const bumps = new Set(values.bumps.split(','))
const random = seededRandom(Number(values.seed))
const names =
  values.list === undefined
    ? loadBundledNames()[ecosystem].names.slice(0, Number(values.top))
    : listed(readFileSync(values.list, 'utf8'))
const known = new Set(
  values.without
    .flatMap((file) => readFileSync(file, 'utf8').trim().split('\n'))
    .map((line) => idOf(JSON.parse(line))),
)
let npmRegistry: string | undefined
const drawn = new Set<string>()
while (drawn.size < Number(values.count)) {
  const name = random.pick(names)
  if (drawn.has(name)) continue
  const pairs = neighbours(await versionsOf(name))
  const pair = pairs[random.below(Math.max(1, pairs.length))]
  if (pair === undefined) continue
  const [from_version, to_version] = pair
  const written: Pair = { ecosystem, package: name, from_version, to_version }
  if (known.has(idOf(written)) || (values.differ && !(await hasOtherTypes(name, pair)))) continue
  drawn.add(name)
  console.log(JSON.stringify(written))
}

type Pair = Readonly<{
  ecosystem: string
  package: string
  from_version: string
  to_version: string
}>

function idOf({ ecosystem: of, package: name, from_version, to_version }: Pair): string {
  return `${of} ${name} ${from_version} ${to_version}`
}

function listed(text: string): readonly string[] {
  return text.split('\n').flatMap((line) => {
    const name = /^(?:(?:named|drawn) )?(@?[^@\s#]+)(?:@\S+)?$/.exec(line.trim())?.[1]
    return name ?? []
  })
}

async function versionsOf(name: string): Promise<readonly string[]> {
  try {
    if (ecosystem === 'npm') return Object.keys((await project(name)).versions)
    const text = run('python3', ['-m', 'pip', 'index', 'versions', name])
    return /Available versions: (.*)/.exec(text)?.[1]?.split(', ') ?? []
  } catch {
    return []
  }
}

type Project = Readonly<{ versions: Record<string, { dist: { tarball: string } }> }>

/** What the registry that npm is configured for says of a name. */
async function project(name: string): Promise<Project> {
  npmRegistry ??= run('npm', ['config', 'get', 'registry']).trim().replace(/\/$/, '')
  const accept = 'application/vnd.npm.install-v1+json'
  const url = `${npmRegistry}/${name.replace('/', '%2f')}`
  const response = await fetch(url, { headers: { accept } })
  if (!response.ok) throw new Error(`${name}: ${response.status}`)
  return (await response.json()) as Project
}

/** `isLenient`: a pattern that nothing matches is no failure. */
function run(command: string, args: readonly string[], isLenient = false): string {
  const stdio: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore']
  try {
    return execFileSync(command, args, { encoding: 'utf8', stdio, maxBuffer: 64 * 1024 * 1024 })
  } catch (error) {
    if (isLenient) return ''
    throw error
  }
}

type VersionPair = readonly [from: string, to: string]

/** Final releases next to each other that differ by one of the wanted bumps. */
function neighbours(versions: readonly string[]): VersionPair[] {
  const final = versions
    .filter((version) => /^\d+\.\d+\.\d+$/.test(version))
    .sort(ecosystem === 'npm' ? semver.compare : comparePep440)
  return final.flatMap((version, i) => {
    const next = final[i + 1]
    if (next === undefined) return []
    const [major, minor] = version.split('.')
    const bump = next.startsWith(`${major}.${minor}.`)
      ? 'patch'
      : next.startsWith(`${major}.`)
        ? 'minor'
        : 'major'
    return bumps.has(bump) ? [[version, next] as const] : []
  })
}

async function hasOtherTypes(name: string, [from, to]: VersionPair): Promise<boolean> {
  const before = await declarationsOf(name, from)
  const after = await declarationsOf(name, to)
  return before !== null && after !== null && before !== after
}

/** A digest over the declarations of a release; null where it has none. */
async function declarationsOf(name: string, version: string): Promise<string | null> {
  const folder = mkdtempSync(join(tmpdir(), 'draw-'))
  try {
    const response = await fetch((await project(name)).versions[version]?.dist.tarball ?? '')
    const archive = join(folder, 'archive.tgz')
    writeFileSync(archive, Buffer.from(await response.arrayBuffer()))
    run('tar', ['-xzf', archive, '-C', folder, '--wildcards', '*.d.ts', '*.d.mts', '*.d.cts'], true)
    const found = run('find', [folder, '-name', '*.d.*ts', '-type', 'f']).trim().split('\n').sort()
    if (found[0] === '') return null
    const hash = createHash('sha256')
    for (const one of found) hash.update(one.slice(folder.length)).update(readFileSync(one))
    return hash.digest('hex')
  } catch {
    return null
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
