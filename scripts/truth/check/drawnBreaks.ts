// Names that a release took away, and that code comes to in unusual ways: pairs whose numbers promise that
// nothing breaks are drawn by a seed, both releases run each file, and an upgrade is asked of each alone.
// How many that break are named, and what is called safe.
//
//   npx tsx scripts/truth/check/drawnBreaks.ts <data folder> <folder> [--seed 1] [--pairs 30] [--each 8]
//     [--of npm] [--top 5000] [--minutes <n>] [--again]
//
// The folder keeps what was installed and `breaks.jsonl`; a pair that stands there is not judged again, and
// `--again` asks once more about all that stands there.

import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createApp } from '../../../src/app.ts'
import { loadConfig } from '../../../src/config.ts'
import { type PackageName, parsePackageName } from '../../../src/domain/names/packageName.ts'
import { promisesCompatible } from '../../../src/domain/versionOrder.ts'
import { type SeededRandom, seededRandom } from '../../../test/fake/seededRandom.ts'
import type { Asked, Files } from './asked.ts'
import { releasesOfNpm } from './npmReleases.ts'
import { releasesOfPypi } from './pypiReleases.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    pairs: { type: 'string', default: '30' },
    each: { type: 'string', default: '8' },
    of: { type: 'string', default: 'pypi' },
    top: { type: 'string', default: '5000' },
    minutes: { type: 'string', default: '600' },
    again: { type: 'boolean', default: false },
  },
})
const [dataDir, folder] = positionals
if (dataDir === undefined || folder === undefined) {
  console.error('usage: drawnBreaks.ts <data folder> <folder> [--seed 1] [--pairs 30] [--each 8]')
  process.exit(2)
}
const end = Date.now() + Number(values.minutes) * 60_000
/** Of three names two are ones that are gone. */
const GONE_SHARE = 2 / 3
const TRIES = 3
/** So many of the newest releases the newer one is drawn from. */
const NEWEST = 6

type Row = Readonly<{
  name: string
  versions: readonly [string, string]
  shape: string
  asked: Asked
  files: Files
  breaks: boolean
  verdict: string
  isNamed: boolean
}>

const config = loadConfig({ ...process.env, ASSAY_DATA_DIR: dataDir, ASSAY_NAMES: 'off' })
const app = await createApp(config, { logFd: 2 })
const releases = values.of === 'npm' ? releasesOfNpm(folder) : releasesOfPypi(folder)
const { ecosystem } = releases

async function runs(installedAt: string, files: Files): Promise<boolean> {
  return releases.run(installedAt, files).then(
    () => true,
    () => false,
  )
}

async function upgraded(name: string, [from, to]: Row['versions'], files: Files) {
  const { signal } = new AbortController()
  const input = Object.entries(files).map(([path, content]) => ({ path, content }))
  const key = { ecosystem, name: name as PackageName } as const
  const { reply } = await app.upgrade({ key, from, to, files: input }, { signal })
  const answer = JSON.parse(app.renderReply(reply, 0))
  const reasons: readonly string[] = answer.undetermined.map(
    (one: { reason: string }) => one.reason,
  )
  const isGone = reasons.some((reason) => reason.includes('nowhere in the newer'))
  const verdict: string =
    answer.verdict === 'undetermined' && answer.counts.references === 0
      ? 'not used'
      : answer.verdict
  return { verdict, isNamed: verdict === 'affected' || isGone, reasons }
}

/** One of the newest releases, and an old one from which its numbers promise that nothing breaks. */
async function drawnPair(name: string, random: SeededRandom) {
  const all = await releases.versions(name)
  const newer = all.at(-1 - random.below(Math.min(NEWEST, all.length)))
  if (newer === undefined) return null
  const before = all.slice(0, all.indexOf(newer))
  const promised = before.filter((one) => promisesCompatible(ecosystem, one, newer))
  const older = promised[random.below(Math.max(1, Math.ceil(promised.length / 2)))]
  return older === undefined ? null : ([older, newer] as const)
}

async function judged(name: string, versions: Row['versions'], random: SeededRandom) {
  const places = [
    await releases.installed(name, versions[0]),
    await releases.installed(name, versions[1]),
  ] as const
  const [before, after] = [
    await releases.listed(places[0], name),
    await releases.listed(places[1], name),
  ]
  const lost = [...before].filter(([id]) => !after.has(id)).map(([, one]) => one)
  const kept = [...before].filter(([id]) => after.has(id)).map(([, one]) => one)
  if (lost.length === 0) return []
  const rows: Omit<Row, 'verdict' | 'isNamed'>[] = []
  for (let tried = 0; rows.length < Number(values.each) && tried < 3 * TRIES; tried += 1) {
    const from = random.next() < GONE_SHARE ? lost : kept
    const asked = from[random.below(from.length)]
    if (asked === undefined) continue
    const [shape, { write: written }] = random.pick(releases.shapesFor(asked))
    const files = written(asked)
    if (!(await runs(places[0], files))) continue
    const breaks = !(await runs(places[1], files))
    rows.push({ name, versions, shape, asked, files, breaks })
  }
  return rows
}

const rowsFile = join(folder, 'breaks.jsonl')
const triedFile = join(folder, 'breaks.tried.txt')
mkdirSync(folder, { recursive: true })
const linesOf = (path: string) =>
  existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : []
const kept = linesOf(rowsFile).map((line) => JSON.parse(line) as Row)

async function asked(row: Omit<Row, 'verdict' | 'isNamed'>): Promise<Row> {
  const { verdict, isNamed, reasons } = await upgraded(
    row.name as PackageName,
    row.versions,
    row.files,
  )
  const isRight = row.breaks ? isNamed : !isNamed
  const { module, owner, name } = row.asked
  const isFalse = row.breaks && (verdict === 'safe' || verdict === 'not used')
  if (!isRight || isFalse) {
    const path = [module, owner, name].filter(Boolean).join('.')
    const alarm = isFalse ? 'FALSELY SAFE ' : ''
    console.log(
      `${alarm}${row.breaks ? 'breaks' : 'holds '} ${verdict} ${row.name} ${row.versions.join(' to ')} ${path} (${row.shape}) ${reasons.slice(0, 2).join('; ')}`,
    )
  }
  return { ...row, verdict, isNamed }
}

function tell(rows: readonly Row[]): void {
  const broken = rows.filter(({ breaks }) => breaks)
  const holding = rows.filter(({ breaks }) => !breaks)
  const count = (some: readonly Row[], verdict: string) =>
    some.filter((one) => one.verdict === verdict).length
  console.log(
    `${new Set(rows.map(({ name }) => name)).size} pairs, ${rows.length} files. ` +
      `Of ${broken.length} that break ${broken.filter(({ isNamed }) => isNamed).length} are named, ` +
      `${count(broken, 'safe')} are called safe, ${count(broken, 'not used')} not used; ` +
      `of ${holding.length} that hold ${holding.filter(({ isNamed }) => isNamed).length} are named, ` +
      `${count(holding, 'safe')} are called safe`,
  )
}

if (values.again) {
  const rows: Row[] = []
  for (const row of kept) rows.push(await asked(row))
  tell(rows)
} else {
  const rows = [...kept]
  const tried = new Set(linesOf(triedFile))
  const pairs = new Set(kept.map(({ name }) => name))
  const names = releases.names.slice(0, Number(values.top))
  const draw = seededRandom(Number(values.seed))
  while (pairs.size < Number(values.pairs) && names.length > 0 && Date.now() < end) {
    const [written = ''] = names.splice(draw.below(names.length), 1)
    // Of each package its own, so that a run that goes on draws what the whole one would have.
    const random = seededRandom(Number(values.seed) * 100_003 + names.length)
    const name = parsePackageName(ecosystem, written)
    if (name === null || tried.has(name)) continue
    appendFileSync(triedFile, `${name}\n`)
    const versions = await drawnPair(name, random).catch(() => null)
    if (versions === null) continue
    const found = await judged(name, versions, random).catch((error: unknown) =>
      String(error).slice(0, 200),
    )
    if (typeof found === 'string' || found.length === 0) continue
    console.log(`pair ${name} ${versions.join(' to ')}`)
    pairs.add(name)
    for (const one of found) {
      const row = await asked(one)
      rows.push(row)
      appendFileSync(rowsFile, `${JSON.stringify(row)}\n`)
    }
  }
  tell(rows)
}
await app.close()
