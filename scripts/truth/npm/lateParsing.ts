// Whether tables are the same, byte for byte, when files are parsed late or not at all and when all of
// them are parsed whole and followed:
//
//   npx tsx scripts/truth/npm/lateParsing.ts <folder> [package…]
//
// The folder has a `node_modules`, or folders that have one (as install.ts leaves them); without
// names, everything that is installed at the top. Tables that differ are listed by their first
// modules that do.

import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { extractNpm } from '../../../src/extract/npm/extractNpm.ts'
import { encodeTable } from '../../../src/table/format/encodeTable.ts'
import type { SymbolTable } from '../../../src/table/format/table.ts'
import { diskPackage, installedDependencies } from './diskPackage.ts'

const MODULES_LISTED_MAX = 5

/** `one`, or `@scope/one` where a scope is a folder of packages. */
function installedAt(folder: string): string[] {
  const modules = join(folder, 'node_modules')
  if (!existsSync(modules))
    return readdirSync(folder, { withFileTypes: true })
      .filter(
        (entry) => entry.isDirectory() && existsSync(join(folder, entry.name, 'node_modules')),
      )
      .map(({ name }) => join(folder, name, 'node_modules', name.replace('+', '/')))
  return readdirSync(modules).flatMap((name) =>
    name.startsWith('@')
      ? readdirSync(join(modules, name)).map((one) => join(modules, name, one))
      : [join(modules, name)],
  )
}

function tableOf(folder: string, lateLengthMin?: number) {
  const before = process.cpuUsage()
  const options = lateLengthMin === undefined ? {} : { lateLengthMin }
  const { table } = extractNpm(diskPackage(folder), installedDependencies, options)
  const { user, system } = process.cpuUsage(before)
  return { table, bytes: encodeTable(table), cpuMs: (user + system) / 1_000 }
}

/** Modules that are not the same, by what is easily said of them. */
function differences(one: SymbolTable, other: SymbolTable): string[] {
  const said = ({ modules }: SymbolTable) =>
    modules.map(
      ({ name, state, stateReason, entries }) =>
        `${name} ${state} ${stateReason ?? ''} ${entries.map((entry) => entry.name).join(' ')}`,
    )
  const others = new Set(said(other))
  return said(one).filter((line) => !others.has(line))
}

const [folder, ...names] = process.argv.slice(2)
if (folder === undefined) throw new Error('usage: lateParsing.ts <folder> [package…]')
const wanted = new Set(names)
let packages = 0
let differing = 0
const cpuMs = { late: 0, whole: 0 }
for (const path of installedAt(folder)) {
  if (!existsSync(join(path, 'package.json'))) continue
  const { name } = diskPackage(path)
  if (wanted.size > 0 && !wanted.has(name)) continue
  const late = tableOf(path)
  const whole = tableOf(path, Infinity)
  packages += 1
  cpuMs.late += late.cpuMs
  cpuMs.whole += whole.cpuMs
  if (Buffer.compare(late.bytes, whole.bytes) === 0) continue
  differing += 1
  console.log(`${name}: not the same`)
  for (const line of differences(late.table, whole.table).slice(0, MODULES_LISTED_MAX))
    console.log(`  ${line.slice(0, 200)}`)
}
const [late, whole] = [cpuMs.late, cpuMs.whole].map((ms) => (ms / 1_000).toFixed(1))
console.log(`${packages} packages, ${differing} differ; late ${late} s of CPU, whole ${whole} s`)
if (differing > 0) process.exitCode = 1
