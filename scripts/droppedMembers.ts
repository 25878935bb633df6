// Makes assets/dropped-members.json: methods that classes of popular packages had in one release and have
// not in a later one, of classes whose objects may have any name (a getter, attributes under computed
// names). There nothing but the history tells that a name is gone. Taken from the tables of the releases.
//
//   npx tsx scripts/droppedMembers.ts <data folder>

import { writeFileSync } from 'node:fs'
import { type PackageName, parsePackageName } from '../src/domain/names/packageName.ts'
import { mayHoldMore } from '../src/table/mayHoldMore.ts'
import type { OpenTable } from '../src/table/tableView.ts'
import { localTables } from './truth/check/localTables.ts'

/** Packages with such classes, and releases of each in order. */
const RELEASES: Readonly<Record<string, readonly string[]>> = {
  pandas: ['0.25.3', '1.0.5', '1.5.3', '2.0.0', '2.2.3'],
  'scikit-learn': ['0.24.2', '1.2.2', '1.5.2'],
}

const [, , dataDir] = process.argv
if (dataDir === undefined) throw new Error('usage: droppedMembers.ts <data folder>')
const local = await localTables(dataDir)

async function tableOf(name: PackageName, pin: string): Promise<OpenTable> {
  const read = await local.tables({ ecosystem: 'pypi', name }, { pin, range: null })
  if (read.state !== 'opened') throw new Error(`${name} ${pin}: ${JSON.stringify(read)}`)
  return read.table
}

/** Public methods by the path of their class, with those of the bases. */
function methodsOf(
  table: OpenTable,
): ReadonlyMap<string, Readonly<{ cls: number; names: ReadonlySet<string> }>> {
  const found = new Map<string, Readonly<{ cls: number; names: ReadonlySet<string> }>>()
  for (let one = 0; one < table.counts.definitions; one += 1) {
    const { kind, module, name, file } = table.definition(one)
    if (kind !== 'class' || file === null) continue
    const names = [one, ...table.ancestorsOf(one)].flatMap((cls) =>
      [...table.membersOf(cls)].map((member) => member.name),
    )
    found.set(`${module}.${name}`, { cls: one, names: new Set(names) })
  }
  return found
}

function isMethod(table: OpenTable, path: string, name: string): boolean {
  for (let dot = path.lastIndexOf('.'); dot > 0; dot = path.lastIndexOf('.', dot - 1)) {
    const found = table.find(path.slice(0, dot), `${path.slice(dot + 1)}.${name}`)
    if (found !== null) return table.definition(found.definition).kind === 'method'
  }
  return false
}

type Rows = Record<string, Record<string, [string, string]>>
const all: Record<string, Rows> = {}
for (const [written, releases] of Object.entries(RELEASES)) {
  const name = parsePackageName('pypi', written)
  if (name === null) throw new Error(`${written} is no name`)
  const rows: Rows = {}
  for (const [index, release] of releases.slice(0, -1).entries()) {
    const next = releases[index + 1] ?? release
    const [before, after] = [await tableOf(name, release), await tableOf(name, next)]
    const had = methodsOf(before)
    for (const [path, { cls, names }] of methodsOf(after)) {
      if (!mayHoldMore(after.columns, cls)) continue
      for (const one of had.get(path)?.names ?? []) {
        if (names.has(one) || one.startsWith('_') || !isMethod(before, path, one)) continue
        rows[path] = { ...rows[path], [one]: [release, next] }
      }
    }
  }
  all[name] = rows
}
await local.close()
writeFileSync(
  new URL('../assets/dropped-members.json', import.meta.url),
  `${JSON.stringify(all, null, 1)}\n`,
)
