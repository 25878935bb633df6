// Rebuilds assets/names/ from the lists it comes from; assets/names/README.md tells where to get
// them. Run: npx tsx scripts/names/bundle.ts <pypi-names.txt> <date> <npm-high-impact folder> <date>

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Ecosystem } from '../../src/domain/names/packageName.ts'
import { parsePackageName } from '../../src/domain/names/packageName.ts'

const USAGE = 'usage: bundle.ts <pypi-names.txt> <YYYY-MM-DD> <npm-high-impact folder> <YYYY-MM-DD>'
const OUT = new URL('../../assets/names/', import.meta.url)

/** The names in normal form, each at its first place; a name nobody could ask for is a mistake. */
function normalise(ecosystem: Ecosystem, names: readonly string[]): string[] {
  const normal = names.map((written) => {
    const name = parsePackageName(ecosystem, written)
    if (name === null) throw new Error(`${ecosystem}: ${JSON.stringify(written)} is no name`)
    return name
  })
  return [...new Set(normal)]
}

/**
 * Order of downloads first; then, in their own order, the names that are on the list only because
 * many packages depend on them.
 */
async function readHighImpact(folder: string): Promise<string[]> {
  const read = async (file: string, key: string) => {
    const module: Record<string, unknown> = await import(pathToFileURL(resolve(folder, file)).href)
    const names = module[key]
    if (!Array.isArray(names)) throw new Error(`${file} has no list ${key}`)
    return names.map(String)
  }
  return [
    ...(await read('lib/top-download.js', 'topDownload')),
    ...(await read('lib/top.js', 'top')),
  ]
}

const [pypiFile, pypiDate, npmFolder, npmDate] = process.argv.slice(2)
if (!pypiFile || !pypiDate || !npmFolder || !npmDate) throw new Error(USAGE)
for (const date of [pypiDate, npmDate]) {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) throw new Error(USAGE)
}
const lists = {
  pypi: normalise('pypi', readFileSync(pypiFile, 'utf8').split('\n').filter(Boolean)),
  npm: normalise('npm', await readHighImpact(npmFolder)),
}
mkdirSync(OUT, { recursive: true })
for (const [ecosystem, names] of Object.entries(lists)) {
  writeFileSync(new URL(`${ecosystem}.txt`, OUT), names.map((name) => `${name}\n`).join(''))
  console.log(`${ecosystem}: ${names.length} names`)
}
const dates = { pypi: pypiDate, npm: npmDate }
writeFileSync(new URL('snapshots.json', OUT), `${JSON.stringify(dates, null, 2)}\n`)
