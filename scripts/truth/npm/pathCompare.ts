// Every path of packages that Node has once they are loaded, asked of the table as code writes it:
//
//   npx tsx scripts/truth/npm/pathCompare.ts <folder> [--seed 1] [--each 400] [--all] [package…]
//   npx tsx scripts/truth/npm/pathCompare.ts --cases [file of cases…]
//
// The folder is as runtimeCompare.ts takes it; with `--all` what the packages depend on is asked as well. With `--cases` the packages are those of
// test/extract/cases/npm, or of files like these, and objects are made of their classes; `--with` names
// a `node_modules` that they may use. What is called flatly absent and is
// there, and what only the code is said to have and is not there, is printed.

import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { extractNpm } from '../../../src/extract/npm/extractNpm.ts'
import { findSymbol } from '../../../src/symbols/findSymbol.ts'
import { encodeTable } from '../../../src/table/format/encodeTable.ts'
import { openTable } from '../../../src/table/openTable.ts'
import type { OpenTable } from '../../../src/table/tableView.ts'
import { filesIn, parseCases } from '../../../test/support/caseFiles.ts'
import { diskPackage, installedDependencies } from './diskPackage.ts'
import { type Options, type Question, type RuntimePaths, runtimePaths } from './runtimePaths.ts'

const { values, positionals } = parseArgs({
  options: {
    cases: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    errors: { type: 'boolean', default: false },
    with: { type: 'string' },
    seed: { type: 'string', default: '1' },
    each: { type: 'string', default: '400' },
    list: { type: 'string', default: '12' },
  },
  allowPositionals: true,
})

type Subject = Readonly<{ title: string; folder: string; name: string; at: string }>

const sums = {
  packages: 0,
  paths: 0,
  found: 0,
  flat: 0,
  hedged: 0,
  refused: 0,
  claims: 0,
  wrong: 0,
}
const LIST = Number(values.list)

function say(title: string, what: string, paths: readonly string[]): void {
  if (paths.length > 0)
    console.log(`${title}: ${what} ${paths.length}: ${paths.slice(0, LIST).join(' ')}`)
}

function drawn(paths: readonly string[]): readonly string[] {
  const rank = (path: string) => createHash('sha256').update(`${values.seed} ${path}`).digest('hex')
  return paths
    .map((path) => ({ path, key: rank(path) }))
    .sort((one, other) => (one.key < other.key ? -1 : 1))
    .slice(0, Number(values.each))
    .map(({ path }) => path)
}

function judge(subject: Subject, table: OpenTable, loaded: readonly RuntimePaths[]): void {
  const { title, name } = subject
  const good = loaded.filter(({ error }) => error === null)
  for (const { error, kind } of loaded)
    if (error !== null && values.errors) console.log(`${title}: ${kind}: ${error.split('\n')[0]}`)
  if (good.length === 0) return
  sums.packages += 1
  const must = new Set(good.flatMap((one) => one.must))
  const may = new Set(good.flatMap((one) => one.may))
  const made = new Set(good.flatMap((one) => one.made))
  const flat: string[] = []
  const hedged: string[] = []
  for (const path of drawn([...must])) {
    const found = findSymbol(table, { ecosystem: 'npm', packageName: name }, `${name}.${path}`)
    sums.paths += 1
    if (found.state === 'found') sums.found += 1
    else if (found.state === 'undetermined') sums.refused += 1
    else if (found.caveat === null) flat.push(path)
    else hedged.push(path)
  }
  sums.flat += flat.length
  sums.hedged += hedged.length
  say(title, 'FLAT', flat)
  say(title, 'hedged', hedged)
  const wrong: string[] = []
  for (const row of table.rows()) {
    if (row.module !== '.' || row.symbol === '' || row.origin !== 'js' || row.type_only) continue
    if (!good.some(({ kind }) => kind === 'import') && row.symbol.startsWith('default')) continue
    const holder = row.symbol.slice(0, Math.max(0, row.symbol.lastIndexOf('.')))
    if (holder !== '' && !may.has(holder)) continue
    // What constructors set is seen where an object can be made.
    const isBelowClass = holder !== '' && kindOf(table, holder) === 'class'
    if (isBelowClass && !made.has(holder) && row.kind === 'attribute') continue
    if (row.symbol.split('.').length >= DEPTH || !/^[\w$.]+$/.test(row.symbol)) continue
    sums.claims += 1
    if (!may.has(row.symbol)) wrong.push(row.symbol)
  }
  sums.wrong += wrong.length
  say(title, 'WRONG', wrong)
}

function kindOf(table: OpenTable, symbol: string): string | null {
  return table.lookup('.', symbol)?.kind ?? null
}

const DEPTH = 4
const OPTIONS: Options = { makes: values.cases, depth: DEPTH, pathsMax: 60_000 }

function tableOf(subject: Subject): OpenTable {
  const from = { ...diskPackage(subject.at), name: subject.name }
  return openTable(encodeTable(extractNpm(from, installedDependencies).table))
}

function questionsOf({ folder, name }: Subject, specifier = name): Question[] {
  return [
    { folder, specifier, kind: 'require' },
    { folder, specifier, kind: 'import' },
  ]
}

async function installed(folder: string, names: readonly string[]): Promise<void> {
  const folders = existsSync(join(folder, 'node_modules'))
    ? [folder]
    : readdirSync(folder).map((inner) => join(folder, inner))
  const done = new Set<string>()
  for (const at of folders.filter((one) => existsSync(join(one, 'node_modules')))) {
    const first = at === folder ? null : at.slice(folder.length + 1).replace('+', '/')
    const own = values.all || first === null ? topOf(at) : [first]
    for (const name of own) {
      if (builtinModules.includes(name) || (names.length > 0 && !names.includes(name))) continue
      if (done.has(name) || !existsSync(join(at, 'node_modules', name, 'package.json'))) continue
      done.add(name)
      const subject = { title: name, folder: at, name, at: join(at, 'node_modules', name) }
      const loaded = await runtimePaths(at, questionsOf(subject), OPTIONS)
      try {
        judge(subject, tableOf(subject), loaded)
      } catch (error) {
        console.log(`${name}: ${String(error)}`)
      }
    }
  }
}

function topOf(folder: string): string[] {
  return readdirSync(join(folder, 'node_modules')).flatMap((name) => {
    if (name.startsWith('.')) return []
    if (!name.startsWith('@')) return [name]
    return readdirSync(join(folder, 'node_modules', name)).map((inner) => `${name}/${inner}`)
  })
}

/** Cases without a `package.json` of their own begin at `index.js`. */
async function cases(files: readonly string[]): Promise<void> {
  const folder = fileURLToPath(new URL('../../../test/extract/cases/npm', import.meta.url))
  const all = files.length > 0 ? files : readdirSync(folder).map((file) => join(folder, file))
  const root = mkdtempSync(join(tmpdir(), 'cases-'))
  if (values.with !== undefined) symlinkSync(values.with, join(root, 'node_modules'))
  const subjects: Subject[] = []
  for (const file of all) {
    for (const { title, parts } of parseCases(readFileSync(file, 'utf8'), PARTS)) {
      const sources = filesIn(parts.get('sources') ?? '', 'index.d.ts')
      const main = Object.keys(sources)
      if (!main.some((path) => /^[^/]*\.[cm]?js$|^package\.json$/.test(path))) continue
      const at = join(root, String(subjects.length), 'node_modules', 'pkg')
      const written = { 'package.json': '{}', ...sources }
      for (const [path, text] of Object.entries(written)) {
        const to = path.startsWith('node_modules/')
          ? join(dirname(dirname(at)), path)
          : join(at, path)
        mkdirSync(dirname(to), { recursive: true })
        const isManifest = /(?:^|node_modules\/(?:@[^/]+\/)?[^/]+\/)package\.json$/.test(path)
        writeFileSync(to, isManifest ? manifest(text, path) : text)
      }
      subjects.push({ title, folder: dirname(dirname(at)), name: 'pkg', at })
    }
  }
  const loaded = await runtimePaths(
    root,
    subjects.flatMap((one) => questionsOf(one)),
    OPTIONS,
  )
  for (const subject of subjects)
    judge(
      subject,
      tableOf(subject),
      loaded.filter(({ folder: at }) => at === subject.folder),
    )
  rmSync(root, { recursive: true })
}

function manifest(text: string, path: string): string {
  const name = /node_modules\/((?:@[^/]+\/)?[^/]+)\/package\.json$/.exec(path)?.[1] ?? 'pkg'
  const deps = { name, version: '1.0.0', ...JSON.parse(text) }
  return JSON.stringify(deps)
}

const PARTS = ['sources', 'expect', 'expect with lines']

if (values.cases) await cases(positionals)
else await installed(positionals[0] ?? '.', positionals.slice(1))
console.log(JSON.stringify(sums))
