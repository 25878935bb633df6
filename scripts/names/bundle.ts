// Rebuilds assets/names/ from the lists it comes from; assets/names/README.md tells where to get
// them. Run: npx tsx scripts/names/bundle.ts <pypi-names.txt> <date> <npm-high-impact folder> <date>
// <counts.json of download-counts>

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Ecosystem } from '../../src/domain/names/packageName.ts'
import { parsePackageName } from '../../src/domain/names/packageName.ts'
import { downloadsAt } from '../../src/names/stored/popularityCurve.ts'

const USAGE =
  'usage: bundle.ts <pypi-names.txt> <YYYY-MM-DD> <npm-high-impact folder> <YYYY-MM-DD> <counts.json>'
const OUT = new URL('../../assets/names/', import.meta.url)
/** So many of npm's by their counts, and those besides that are too new for one. */
const COUNTED = 100_000

/** The names in normal form, each at its first place; a name nobody could ask for is a mistake. */
function normalise(ecosystem: Ecosystem, names: readonly string[]): string[] {
  const normal = names.map((written) => {
    const name = parsePackageName(ecosystem, written)
    if (name === null) throw new Error(`${ecosystem}: ${JSON.stringify(written)} is no name`)
    return name
  })
  return [...new Set(normal)]
}

/** Names with a million downloads a week or more, in order. */
async function readHighImpact(folder: string): Promise<string[]> {
  const file = pathToFileURL(resolve(folder, 'lib/top-download.js'))
  const { topDownload }: Record<string, unknown> = await import(file.href)
  if (!Array.isArray(topDownload)) throw new Error(`${file.href} has no list`)
  return topDownload.map(String)
}

type Counted = readonly [name: string, downloads: number]

/** A name that is too new for a count has the estimate of its place in the list of high impact. */
function withCounts(
  impact: readonly string[],
  counts: Readonly<Record<string, number>>,
): Counted[] {
  const most = Object.entries(counts)
    .filter(([name]) => parsePackageName('npm', name) === name)
    .sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
    .slice(0, COUNTED)
  const known = new Map<string, number>(most)
  for (const [index, name] of impact.entries()) {
    if (!(name in counts)) known.set(name, downloadsAt('npm', index + 1))
  }
  return [...known].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
}

const [pypiFile, pypiDate, npmFolder, npmDate, countsFile] = process.argv.slice(2)
if (!pypiFile || !pypiDate || !npmFolder || !npmDate || !countsFile) throw new Error(USAGE)
for (const date of [pypiDate, npmDate]) {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) throw new Error(USAGE)
}
const pypi = normalise('pypi', readFileSync(pypiFile, 'utf8').split('\n').filter(Boolean))
const impact = normalise('npm', await readHighImpact(npmFolder))
const npm = withCounts(impact, JSON.parse(readFileSync(countsFile, 'utf8')))
mkdirSync(OUT, { recursive: true })
writeFileSync(new URL('pypi.txt', OUT), pypi.map((name) => `${name}\n`).join(''))
const counted = npm.map(([name, downloads]) => `${name} ${downloads}\n`).join('')
writeFileSync(new URL('npm.txt.gz', OUT), gzipSync(counted, { level: 9 }))
const dates = { pypi: pypiDate, npm: npmDate }
writeFileSync(new URL('snapshots.json', OUT), `${JSON.stringify(dates, null, 2)}\n`)
console.log(`pypi: ${pypi.length} names; npm: ${npm.length}`)
