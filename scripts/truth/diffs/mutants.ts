// Has the compiler judge declarations of installed packages in each of which one thing was changed, as
// authors of libraries change them (`mutants/edits.ts`), and compares that with `severity`.
//
//   npx tsx scripts/truth/diffs/mutants.ts <cache> pairs.jsonl… [--seed 1] [--each 20] [--kinds member]
//
// Takes the older release of each pair, as it is installed in the cache, and so many changes of it, the
// kinds of which are drawn first. Prints one line for each change on which both are not of one mind.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { diffTables, refined, type TableDiff } from '../../../src/diff/diffTables.ts'
import { writePath } from '../../../src/domain/names/symbolPath.ts'
import { extractNpm } from '../../../src/extract/npm/extractNpm.ts'
import { encodeTable } from '../../../src/table/format/encodeTable.ts'
import { openTable } from '../../../src/table/openTable.ts'
import type { OpenTable } from '../../../src/table/tableView.ts'
import { seededRandom } from '../../../test/fake/seededRandom.ts'
import { diskPackage, type InstalledPackage, installedDependencies } from '../npm/diskPackage.ts'
import { brokenIn } from './brokenIn.ts'
import { failures } from './judge/compile.ts'
import { installedPair } from './judge/install.ts'
import { callersIn } from './judge/judgePair.ts'
import { type Edit, editsOf } from './mutants/edits.ts'

const CHARACTERS_MAX = 60_000
const CALLERS_MAX = 3_000

const { values, positionals } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    each: { type: 'string', default: '20' },
    kinds: { type: 'string', default: '' },
  },
  allowPositionals: true,
})
const [cache, ...files] = positionals
if (cache === undefined || files.length === 0) throw new Error('usage: mutants.ts <cache> …')
const random = seededRandom(Number(values.seed))
const kinds = new RegExp(values.kinds)
const count = { both: 0, none: 0, undecided: 0, ours: 0, missed: 0, missedUndecided: 0 }
const lines = files.flatMap((file) => readFileSync(file, 'utf8').trim().split('\n'))
for (const line of new Set(lines)) {
  const { package: name, from_version: version } = JSON.parse(line)
  try {
    changed(name, version)
  } catch (error) {
    console.error(`${name}: ${error instanceof Error ? error.message.slice(0, 200) : error}`)
  }
}
console.log(
  `${count.both} break by both, ${count.none} by none, of which ${count.undecided} undecided; ${count.ours} by us alone, ${count.missed} by the compiler alone, of which ${count.missedUndecided} undecided`,
)

type Place = Readonly<{ path: string; source: string; edit: Edit }>

function changed(name: string, version: string): void {
  const [folder] = installedPair(cache ?? '', name, [version, version])
  const from = diskPackage(join(folder, 'node_modules', name))
  const declared = from.entries.filter((one) => /\.d\.[cm]?ts$/.test(one))
  const texts = declared.map((path) => [path, String(from.read(path))] as const)
  const size = texts.reduce((sum, [, { length }]) => sum + length, 0)
  if (texts.length === 0 || size > CHARACTERS_MAX) return
  const byKind = new Map<string, Place[]>()
  for (const [path, source] of texts) {
    for (const edit of editsOf(path, source)) {
      if (!kinds.test(edit.kind)) continue
      byKind.set(edit.kind, [...(byKind.get(edit.kind) ?? []), { path, source, edit }])
    }
  }
  const { imports, callers } = callersIn(folder, name)
  if (callers.length > CALLERS_MAX) return
  const before = failures(folder, imports, callers)
  const fit = callers.filter((_, i) => !before.said.has(i) && !before.unknown.has(i))
  if (fit.length < 2) return
  const table = tableOf(from)
  console.error(`${name}@${version}: ${fit.length} callers, ${byKind.size} kinds`)
  for (let i = 0; i < Number(values.each) && byKind.size > 0; i += 1) {
    const kind = random.pick([...byKind.keys()])
    const places = byKind.get(kind) ?? []
    const at = random.below(places.length)
    const [place] = places.splice(at, 1)
    if (places.length === 0) byKind.delete(kind)
    if (place === undefined) continue
    const { path, source, edit } = place
    const text = source.slice(0, edit.start) + edit.text + source.slice(edit.end)
    const file = join(from.folder, path)
    const after = failures(folder, imports, fit, new Map([[file, text]]))
    const [broken] = [...after.said]
    const to = {
      ...from,
      read: (one: string) => (one === path ? Buffer.from(text) : from.read(one)),
    }
    const diff = compared(name, table, tableOf(to), from)
    const said = brokenIn(diff)
    const isUndecided = diff.changed.some(({ severity }) => severity === 'undecided')
    const mild = diff.changed.map(({ symbol, reasons }) => `${symbol} ${reasons.join(', ')}`)
    const shown = () => {
      const start = source.lastIndexOf('\n', edit.start) + 1
      const end = source.indexOf('\n', edit.end)
      const whole = (text: string) => text.replaceAll(/\s+/g, ' ').trim().slice(0, 240)
      const now = source.slice(start, edit.start) + edit.text + source.slice(edit.end, end)
      return [`${name}@${version}/${path}`, edit.kind, whole(source.slice(start, end)), whole(now)]
    }
    if (said.length > 0 === (broken !== undefined)) {
      if (said.length > 0) count.both += 1
      else {
        count.none += 1
        if (isUndecided) count.undecided += 1
      }
      continue
    }
    if (said.length > 0) {
      count.ours += 1
      console.log(['OURS', ...shown(), said.slice(0, 3).join('; ')].join('\n\t'))
      continue
    }
    count.missed += 1
    if (isUndecided) count.missedUndecided += 1
    const caller = fit[broken?.[0] ?? 0]
    const how = isUndecided ? 'UNDECIDED' : 'MISSED'
    console.log(
      [
        how,
        ...shown(),
        mild.join('; '),
        caller?.symbol,
        broken?.[1].slice(0, 200),
        caller?.text.slice(0, 300),
      ].join('\n\t'),
    )
  }
}

function tableOf(one: InstalledPackage): OpenTable {
  return openTable(encodeTable(extractNpm(one, installedDependencies).table))
}

const opened = new Map<string, OpenTable>()

/** As a service answers it, which opens the tables of other packages that it wants. */
function compared(name: string, from: OpenTable, to: OpenTable, at: InstalledPackage): TableDiff {
  const options = {
    language: 'typescript',
    versions: { from: '1.0.0', to: '1.1.0' },
    write: (path: readonly string[]) => writePath('npm', name, path),
  } as const
  const first = diffTables({ from, to }, options)
  const tables = (wanted: ReadonlySet<string>) =>
    new Map(
      [...wanted].flatMap((one) => {
        const there = installedDependencies.get(one, at)
        if (there === null) return []
        const { folder } = there as InstalledPackage
        const table = opened.get(folder) ?? tableOf(there as InstalledPackage)
        opened.set(folder, table)
        return [[one, table] as const]
      }),
    )
  const others = { from: tables(first.wanted.from), to: tables(first.wanted.to) }
  return refined(first, diffTables({ from, to }, { ...options, others, apart: new Set<string>() }))
}
