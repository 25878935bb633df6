// Has the compiler judge the cases of the tests, or others written like them:
//
//   npx tsx scripts/truth/diffs/judgeCases.ts <folder> [cases.txt…]
//
// Each pair is written to the folder as two releases of a package. Prints one line for each pair on
// which `severity` and the compiler are not of one mind, to be read by somebody.

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { diffTables } from '../../../src/diff/diffTables.ts'
import { writePath } from '../../../src/domain/names/symbolPath.ts'
import { extractNpm } from '../../../src/extract/npm/extractNpm.ts'
import { encodeTable } from '../../../src/table/format/encodeTable.ts'
import { openTable } from '../../../src/table/openTable.ts'
import { packageOf } from '../../../test/extract/npm/packageOf.ts'
import { parseTxtar } from '../../../test/fake/archives/txtar.ts'
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

function filesOf(text: string): Readonly<Record<string, string>> {
  const written = text.startsWith('-- ') ? text : `-- index.d.ts --\n${text}`
  return Object.fromEntries(parseTxtar(written).map(({ path, content }) => [path, content]))
}

function installed(name: string, text: string): string {
  const root = join(folder ?? '', name)
  rmSync(root, { recursive: true, force: true })
  const all = { 'package.json': JSON.stringify(MANIFEST), ...filesOf(text) }
  for (const [path, content] of Object.entries(all)) {
    const file = join(root, 'node_modules/pkg', path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
  }
  return root
}

function compare(title: string, from: string, to: string): void {
  const table = (text: string) => {
    const files = filesOf(text)
    const { 'package.json': written } = files
    const manifest = written === undefined ? MANIFEST : JSON.parse(written)
    const { table: made } = extractNpm(packageOf(files, manifest), { get: () => null })
    return openTable(encodeTable(made))
  }
  const diff = diffTables(
    { from: table(from), to: table(to) },
    {
      language: 'typescript',
      versions: { from: '1.0.0', to: '1.1.0' },
      write: (path) => writePath('npm', 'pkg', path),
    },
  )
  const said = [
    ...diff.removed.map(({ symbol }) => `${symbol} removed`),
    ...diff.added.filter((one) => one.isDemanded).map(({ symbol }) => `${symbol} demanded`),
    ...diff.changed
      .filter(({ severity }) => severity === 'breaking')
      .map(({ symbol, reasons }) => `${symbol} ${reasons.join(', ')}`),
  ]
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
