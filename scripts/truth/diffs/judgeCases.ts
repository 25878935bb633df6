// Has the compiler judge the cases of the tests, or others written like them:
//
//   npx tsx scripts/truth/diffs/judgeCases.ts <folder> [cases.txt…]
//
// Each pair is written to the folder as two releases of a package. Files below `node_modules/dep` are
// those of another package; where the two releases have other ones, they ask for other releases of it.
// Prints one line for each pair on which `severity` and the compiler are not of one mind, to be read by
// somebody.

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { diffTables, refined, type TableDiff } from '../../../src/diff/diffTables.ts'
import { writePath } from '../../../src/domain/names/symbolPath.ts'
import { extractNpm } from '../../../src/extract/npm/extractNpm.ts'
import { encodeTable } from '../../../src/table/format/encodeTable.ts'
import { openTable } from '../../../src/table/openTable.ts'
import { type Files, packageOf } from '../../../test/extract/npm/packageOf.ts'
import { parseTxtar } from '../../../test/fake/archives/txtar.ts'
import { brokenIn } from './brokenIn.ts'
import { judgePair } from './judge/judgePair.ts'

const CASES = join(import.meta.dirname, '../../../test/diff/cases/typescript')
const MANIFEST = { name: 'pkg', version: '1.0.0', types: './index.d.ts' }

const [folder, ...named] = process.argv.slice(2)
if (folder === undefined) throw new Error('usage: judgeCases.ts <folder> [cases.txt…]')
const files = named.length > 0 ? named : readdirSync(CASES).map((file) => join(CASES, file))
const count = { agreed: 0, ours: 0, theirs: 0 }
for (const file of files) {
  for (const text of readFileSync(file, 'utf8').split(/^== /m).slice(1)) {
    const [title = '', from = '', to = ''] = text.split(/^<<< (?:from|to|expect)\n/m)
    compare(title.trim(), from, to)
  }
}
console.log(
  `${count.agreed} agreed, ${count.ours} break by us alone, ${count.theirs} by the compiler alone`,
)

type Release = Readonly<{ own: Files; others: ReadonlyMap<string, Files> }>

function releaseOf(text: string): Release {
  const written = text.startsWith('-- ') ? text : `-- index.d.ts --\n${text}`
  const own: Record<string, string> = {}
  const others = new Map<string, Record<string, string>>()
  for (const { path, content } of parseTxtar(written)) {
    const [, name, file] = /^node_modules\/((?:@[^/]+\/)?[^/]+)\/(.*)$/.exec(path) ?? []
    if (name === undefined || file === undefined) own[path] = content
    else others.set(name, { ...others.get(name), [file]: content })
  }
  return { own, others }
}

function installed(name: string, text: string): string {
  const root = join(folder ?? '', name)
  rmSync(root, { recursive: true, force: true })
  const { own, others } = releaseOf(text)
  for (const [of, files] of [['pkg', own] as const, ...others]) {
    const manifest = JSON.stringify({ ...MANIFEST, name: of })
    for (const [path, content] of Object.entries({ 'package.json': manifest, ...files })) {
      const file = join(root, 'node_modules', of, path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, content)
    }
  }
  return root
}

function manifestOf({ 'package.json': written }: Files): typeof MANIFEST {
  return written === undefined ? MANIFEST : JSON.parse(written)
}

/** As a service answers it, which opens the tables of other packages that it wants. */
function ours(from: Release, to: Release): TableDiff {
  const table = ({ own, others }: Release) => {
    const ranges = Object.fromEntries([...others.keys()].map((name) => [name, '^1.0.0']))
    const manifest = { dependencies: ranges, ...manifestOf(own) }
    const get = (name: string) => {
      const files = others.get(name)
      return files === undefined ? null : packageOf(files, manifestOf(files), name)
    }
    return openTable(encodeTable(extractNpm(packageOf(own, manifest), { get }).table))
  }
  const tables = { from: table(from), to: table(to) }
  const options = {
    language: 'typescript',
    versions: { from: '1.0.0', to: '1.1.0' },
    write: (path: readonly string[]) => writePath('npm', 'pkg', path),
  } as const
  const first = diffTables(tables, options)
  const opened = (wanted: ReadonlySet<string>, { others }: Release) =>
    new Map(
      [...wanted].flatMap((name) => {
        const own = others.get(name)
        return own === undefined ? [] : [[name, table({ own, others: new Map() })] as const]
      }),
    )
  const isApart = (name: string) =>
    JSON.stringify(from.others.get(name)) !== JSON.stringify(to.others.get(name))
  const apart = new Set([...first.noted].filter(isApart))
  const told = refined(first, diffTables(tables, { ...options, apart }))
  const others = { from: opened(told.wanted.from, from), to: opened(told.wanted.to, to) }
  return refined(first, diffTables(tables, { ...options, others, apart }))
}

function compare(title: string, from: string, to: string): void {
  const diff = ours(releaseOf(from), releaseOf(to))
  const said = brokenIn(diff)
  const mild = diff.changed.map(({ symbol, reasons }) => `${symbol} ${reasons.join(', ')}`)
  const number = count.agreed + count.ours + count.theirs
  const { broken } = judgePair('pkg', {
    from: installed(`${number}/from`, from),
    to: installed(`${number}/to`, to),
  })
  if (said.length > 0 === broken.length > 0) {
    count.agreed += 1
    return
  }
  if (said.length > 0) {
    count.ours += 1
    console.log(`ours\t${title}\t${said.join('; ')}`)
    return
  }
  count.theirs += 1
  const [first] = broken
  console.log(`theirs\t${title}\t${mild.join('; ')}\t${first?.said}\t${first?.text}`)
}
