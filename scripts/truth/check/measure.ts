// How often a check is wrong about code that works. Each folder is what a package ships of its own
// examples and tests, called `<ecosystem>/<name>@<version>`; that release is pinned.
//
//   npx tsx scripts/truth/check/measure.ts <data folder> <folder>... [--show] [--reasons] [--undetermined] [--names <folder>]

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { checkInput } from '../../../src/check/checkCode.ts'
import { type InputFile, type ReadInput, readInput } from '../../../src/check/read/readInput.ts'
import { localTables } from './localTables.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    show: { type: 'boolean', default: false },
    reasons: { type: 'boolean', default: false },
    deprecated: { type: 'boolean', default: false },
    undetermined: { type: 'boolean', default: false },
    names: { type: 'string' },
  },
})
const [dataDir, ...folders] = positionals
if (dataDir === undefined || folders.length === 0) {
  console.error('usage: measure.ts <data folder> <folder>... [--show] [--reasons] [--undetermined]')
  process.exit(2)
}

function filesIn(root: string, folder = root): InputFile[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) return filesIn(root, path)
    return [{ path: relative(root, path), content: readFileSync(path, 'utf8') }]
  })
}

/** Requirements count for the releases of what is imported; the rest need not be fetched. */
function withoutUnused(input: ReadInput): ReadInput {
  const modules = input.sources.flatMap(({ report }) => report.references.map((one) => one.module))
  const used = new Set(modules.flatMap((module) => [module, ...topsOf(module)]))
  const manifests = input.manifests.map((manifest) => ({
    ...manifest,
    requirements: manifest.requirements.filter(({ name }) => used.has(name)),
  }))
  return { ...input, manifests }
}

function topsOf(module: string): readonly string[] {
  const parts = module.split('/')
  return [parts[0] ?? '', parts.slice(0, 2).join('/')]
}

const local = await localTables(dataDir, values.names)
const totals = { references: 0, determined: 0, errors: 0, lookalikes: 0, deprecated: 0 }
const reasons = new Map<string, number>()
for (const folder of folders) {
  const [, name = '', version = ''] = /^(.+)@([^@]+)$/.exec(basename(folder)) ?? []
  const ecosystem = basename(dirname(folder))
  const files = filesIn(folder)
  const startedMs = performance.now()
  const pins = { [`${ecosystem}:${name.replace('+', '/')}`]: version }
  const report = await checkInput(withoutUnused(readInput(files)), pins, local)
  const ms = performance.now() - startedMs
  const errors = report.findings.filter(({ severity }) => severity === 'error')
  const lookalikes = report.findings.filter(({ code }) => code === 'package_confusable')
  const deprecated = report.findings.filter(({ code }) => code === 'symbol_deprecated')
  const { references, determined } = report.counts
  totals.references += references
  totals.determined += determined
  totals.errors += errors.length
  totals.lookalikes += lookalikes.length
  totals.deprecated += deprecated.length
  const share = ((100 * determined) / Math.max(1, references)).toFixed(1)
  console.log(
    `${basename(folder)}: ${files.length} files, ${references} references, ${share} % determined, ${errors.length} errors, ${lookalikes.length} lookalikes, ${deprecated.length} deprecated, ${ms.toFixed(0)} ms`,
  )
  if (values.show) {
    const shown = [...errors, ...lookalikes, ...(values.deprecated ? deprecated : [])]
    for (const { path, line, column, code, message } of shown) {
      console.log(`  ${path}:${line}:${column} ${code}: ${message}`)
    }
  }
  if (values.undetermined) {
    for (const { path, line, column, name: of, package: from, reason } of report.undetermined) {
      console.log(`  ? ${path}:${line}:${column} ${from} ${of}: ${reason}`)
    }
  }
  for (const { reason, package: of } of report.undetermined) {
    const key = values.reasons ? `${of}: ${reason}` : reason
    reasons.set(key, (reasons.get(key) ?? 0) + 1)
  }
}
await local.close()
const percent = (part: number, whole: number) =>
  `${((100 * part) / Math.max(1, whole)).toFixed(2)} %`
console.log(
  `in all: ${totals.references} references, ${percent(totals.determined, totals.references)} determined, ${totals.errors} errors (${percent(totals.errors, totals.determined)} of the determined), ${totals.lookalikes} lookalikes, ${totals.deprecated} deprecated`,
)
for (const [reason, count] of [...reasons].sort((a, b) => b[1] - a[1]).slice(0, 25)) {
  console.log(`  ${count}  ${reason}`)
}
