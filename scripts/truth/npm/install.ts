// Installs the packages of the truth, each with its dependencies in a folder of its own below the
// cache: `npx tsx scripts/truth/npm/install.ts <cache>`. Nothing of them is run. Versions are those
// of packages.txt where it names them, else the newest, which are then written there.

import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { typesPackage } from '../../../src/extract/npm/declarations/program/program.ts'
import { diskPackage } from './diskPackage.ts'
import { hasTypes } from './hasTypes.ts'
import { candidates, DRAWN, LIST, named } from './packages.ts'

const run = promisify(execFile)
const AT_ONCE = 2
const INSTALL_MAX_MS = 300_000
const QUIET = ['--ignore-scripts', '--no-audit', '--no-fund', '--silent', '--no-package-lock']

type Outcome = Readonly<{ name: string; version: string } | { name: string; reason: string }>

export function folderOf(cache: string, name: string): string {
  return join(cache, name.replace('/', '+'))
}

/** name → what stands for it in packages.txt. */
function knownVersions(): Map<string, string> {
  if (!existsSync(LIST)) return new Map()
  const lines = readFileSync(LIST, 'utf8').split('\n')
  return new Map(
    lines.flatMap((line) => {
      const found = /^(?:named|drawn) (\S+)@(\S+)$/.exec(line)
      return found === null ? [] : [[found[1] ?? '', found[2] ?? ''] as const]
    }),
  )
}

async function install(cache: string, name: string, version: string): Promise<Outcome> {
  const folder = folderOf(cache, name)
  const installed = join(folder, 'node_modules', name)
  try {
    if (!existsSync(join(folder, 'done'))) {
      rmSync(folder, { recursive: true, force: true })
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, 'package.json'), '{"private":true}')
      await npm(folder, [`${name}@${version}`, '@types/node@24'])
      if (!name.startsWith('@types/') && !hasTypes(diskPackage(installed))) {
        // Most packages without types have none of others' making either.
        await npm(folder, [typesPackage(name)]).catch(() => undefined)
      }
      writeFileSync(join(folder, 'done'), '')
    }
    return { name, version: diskPackage(installed).version }
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    return { name, reason: said.split('\n')[0]?.slice(0, 100) ?? 'unknown' }
  }
}

async function npm(folder: string, packages: readonly string[]): Promise<void> {
  const options = { cwd: folder, timeout: INSTALL_MAX_MS }
  await run('npm', ['install', ...QUIET, ...packages], options)
}

/** Outcomes in the order of the names; `enough` ends it early. */
async function installAll(
  cache: string,
  names: readonly string[],
  enough: number,
): Promise<Outcome[]> {
  const versions = knownVersions()
  const outcomes: Outcome[] = []
  for (let at = 0; at < names.length; at += AT_ONCE) {
    if (outcomes.filter((one) => 'version' in one).length >= enough) break
    const some = names.slice(at, at + AT_ONCE)
    const done = await Promise.all(
      some.map((name) => install(cache, name, versions.get(name) ?? 'latest')),
    )
    outcomes.push(...done)
    console.error(done.map((one) => JSON.stringify(one)).join(' '))
  }
  return outcomes
}

function lines(label: string, outcomes: readonly Outcome[], most: number): string[] {
  let taken = 0
  return outcomes.flatMap((one) => {
    if ('reason' in one) return [`skipped ${one.name}: ${one.reason}`]
    taken += 1
    return taken > most ? [] : [`${label} ${one.name}@${one.version}`]
  })
}

const [cache] = process.argv.slice(2)
if (cache === undefined) throw new Error('usage: install.ts <cache>')
const fixed = await installAll(cache, named(), Number.POSITIVE_INFINITY)
const drawn = await installAll(cache, candidates(), DRAWN)
writeFileSync(
  LIST,
  [
    '# Written by install.ts. named, drawn: in the truth; skipped: why not.',
    ...lines('named', fixed, Number.POSITIVE_INFINITY),
    ...lines('drawn', drawn, DRAWN),
    '',
  ].join('\n'),
)
