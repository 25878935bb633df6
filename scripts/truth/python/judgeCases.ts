// Small packages in the shape of cases, judged by CPython:
//
//   npx tsx scripts/truth/python/judgeCases.ts [folder or file] [--python python3] [--all]
//
// Without a path those of test/extract/cases/python; `test/extract/tricks` has others. Prints, for each package that an interpreter can
// import, every name that it shows and we call absent without a caveat, and every name that our table
// has and it has not; then the figures. With --all also what has a caveat, and what cannot be
// imported.

import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { findSymbol } from '../../../src/symbols/findSymbol.ts'
import { encodeTable } from '../../../src/table/format/encodeTable.ts'
import { openTable } from '../../../src/table/openTable.ts'
import { type Files, tableOf } from '../../../test/extract/python/packageOf.ts'
import { caseFiles, filesIn, linesIn, parseCases } from '../../../test/support/caseFiles.ts'
import { tableRows } from './ourTable.ts'

type Case = Readonly<{ title: string; files: Files; there: readonly string[] }>
type Shown = Readonly<{
  shown: readonly string[]
  there: readonly string[]
  failed: Readonly<Record<string, string>>
}>

const PARTS = ['sources', 'there', 'expect', 'expect with lines']
const CASES = fileURLToPath(new URL('../../../test/extract/cases/python', import.meta.url))
const SCRIPT = fileURLToPath(new URL('shown_names.py', import.meta.url))

const { values, positionals } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    python: { type: 'string', default: 'python3' },
  },
  allowPositionals: true,
})

const cases = casesIn(positionals[0] ?? CASES)
const folder = mkdtempSync(join(tmpdir(), 'assay-judge-'))
const counts = {
  packages: 0,
  failed: 0,
  shown: 0,
  found: 0,
  absent: 0,
  hedged: 0,
  claims: 0,
  wrong: 0,
}
try {
  const claims = cases.map(claimsOf)
  const truths = judged(claims)
  for (const [index, one] of cases.entries()) compare(one, claims[index] ?? [], truths[index])
} finally {
  rmSync(folder, { recursive: true })
}
console.log(
  `${counts.packages} packages, and ${counts.failed} with modules that cannot be imported`,
)
console.log(
  `${counts.shown} names are shown: ${counts.found} found, ${counts.hedged} hedged, ${counts.absent} absent, all false`,
)
console.log(`${counts.claims} names are claimed: ${counts.wrong} are not there`)

function casesIn(path: string): readonly Case[] {
  const files = statSync(path).isDirectory()
    ? caseFiles(path, PARTS)
    : ([[basename(path), parseCases(readFileSync(path, 'utf8'), PARTS)]] as const)
  return files.flatMap(([file, all]) =>
    all.map(({ title, parts }) => ({
      title: `${file}: ${title}`,
      files: filesIn(parts.get('sources') ?? '', 'pkg/__init__.py'),
      there: linesIn(parts.get('there')),
    })),
  )
}

/** What our table says that there is, dotted from the package on. */
function claimsOf({ files }: Case): readonly string[] {
  return tableRows(tableOf(files))
    .filter((row) => row.symbol !== '' && !row.type_only)
    .map(({ module, symbol }) => `${module}.${symbol}`)
}

function judged(claims: readonly (readonly string[])[]): readonly Shown[] {
  const jobs = cases.map(({ files }, index) => {
    const own = join(folder, String(index))
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(own, path)), { recursive: true })
      writeFileSync(join(own, path), text)
    }
    return { folder: own, asked: claims[index] ?? [] }
  })
  const done = spawnSync(values.python, ['-I', SCRIPT], {
    input: JSON.stringify(jobs),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  if (done.status !== 0) throw new Error(done.stderr)
  return JSON.parse(done.stdout)
}

function compare(
  { title, files, there: own }: Case,
  claims: readonly string[],
  truth: Shown | undefined,
): void {
  if (truth === undefined) return
  const lines: string[] = []
  counts.packages += 1
  const failed = Object.entries(truth.failed)
  if (failed.length > 0) counts.failed += 1
  const table = openTable(encodeTable(tableOf(files)))
  for (const name of truth.shown) {
    counts.shown += 1
    const said = findSymbol(table, { ecosystem: 'pypi', packageName: 'pkg' }, name)
    if (said.state !== 'not_found') counts.found += 1
    else if (said.caveat !== null) {
      counts.hedged += 1
      if (values.all) lines.push(`  hedged ${name}: ${said.caveat}`)
    } else {
      counts.absent += 1
      lines.push(`  absent, and there: ${name}`)
    }
  }
  const shown = new Set(truth.shown)
  for (const name of own) {
    if (!shown.has(`pkg.${name}`)) lines.push(`  listed in the case, and not there: ${name}`)
  }
  const there = new Set(truth.there)
  // A module that fails halfway shows half of what it has.
  for (const name of failed.length > 0 ? [] : claims) {
    counts.claims += 1
    if (there.has(name)) continue
    counts.wrong += 1
    lines.push(`  claimed, and not there: ${name}`)
  }
  if (values.all) for (const [module, why] of failed) lines.push(`  ${module} fails: ${why}`)
  if (lines.length > 0) console.log([title, ...lines].join('\n'))
}
