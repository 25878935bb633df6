// Symbols that working code really uses, asked as the code writes them:
//
//   npx tsx scripts/truth/npm/usedSymbols.ts <cache> [--seed 1] [--packages 40] [--symbols 400] [--each 10]
//
// Packages are drawn by the seed and installed with what they depend on, until there are so many
// packages and so many symbols. Their published code, declarations and tests say what they use of each
// dependency, and their README what is used of themselves, at the release that was installed. What run
// time finds (`require` or `import`, then property by property), and what the TypeScript checker finds
// for declarations and documents, is there. Each is asked of the table that the service makes of the release; a letter
// more makes a name that is not there.

import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import ts from 'typescript-6'
import type { Dependencies } from '../../../src/extract/extractor.ts'
import { followNpm } from '../../../src/extract/npm/followNpm.ts'
import { splitSpecifier } from '../../../src/extract/npm/manifest/packageResolver.ts'
import { javascriptReferences } from '../../../src/references/javascript/javascriptReferences.ts'
import type { Step } from '../../../src/references/reference.ts'
import { findSymbol } from '../../../src/symbols/findSymbol.ts'
import { encodeTable } from '../../../src/table/format/encodeTable.ts'
import { openTable } from '../../../src/table/openTable.ts'
import type { OpenTable } from '../../../src/table/tableView.ts'
import { diskPackage } from './diskPackage.ts'
import { popularNames } from './popularNames.ts'
import { RegistryFiles } from './registryFiles.ts'

const run = promisify(execFile)
const QUIET = ['--ignore-scripts', '--no-audit', '--no-fund', '--silent', '--no-package-lock']
const INSTALL_MAX_MS = 300_000
const LOAD_MAX_MS = 30_000
const FILES_MAX = 80
/** What every value has says nothing of a package. */
const OF_ALL =
  /^(?:call|apply|bind|prototype|constructor|length|name|toString|hasOwnProperty|then|__\w+)$/

const { values, positionals } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    packages: { type: 'string', default: '40' },
    symbols: { type: 'string', default: '400' },
    each: { type: 'string', default: '10' },
    popular: { type: 'string', default: '5000' },
  },
  allowPositionals: true,
})
const [cache = ''] = positionals
if (cache === '') throw new Error('usage: usedSymbols.ts <cache>')
mkdirSync(cache, { recursive: true })
const registry = new RegistryFiles(join(cache, 'tarballs'))

/** `path`: names below what the specifier gives; `isMade`: the last is a member of what is made. */
type Use = Readonly<{
  specifier: string
  path: readonly string[]
  isMade: boolean
  isType: boolean
}>

function inOrder<T>(items: readonly T[], text: (item: T) => string): T[] {
  const rank = (item: T) =>
    createHash('sha256')
      .update(`used ${values.seed} ${text(item)}`)
      .digest('hex')
  return items
    .map((item) => ({ item, key: rank(item) }))
    .sort((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ item }) => item)
}

async function installed(name: string): Promise<string> {
  const folder = join(cache, 'installed', name.replace('/', '+'))
  if (existsSync(join(folder, 'done'))) return folder
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  await run('npm', ['install', ...QUIET, `${name}@latest`], {
    cwd: folder,
    timeout: INSTALL_MAX_MS,
  })
  writeFileSync(join(folder, 'done'), '')
  return folder
}

/** Null for chains that calls are part of. */
function pathOf(steps: readonly Step[]): Pick<Use, 'path' | 'isMade'> | null {
  const path: string[] = []
  let isMade = false
  for (const [at, step] of steps.entries()) {
    if (step.kind === 'member' && !OF_ALL.test(step.name)) path.push(step.name)
    else if (step.kind === 'new' && at === steps.length - 2) isMade = true
    else return null
  }
  return { path, isMade }
}

/** Blocks of code of a document, each as a file of its own. */
function blocksOf(text: string): string[] {
  const fences = text.matchAll(
    /^```(?:jsx?|javascript|tsx?|typescript|[cm]js)\b[^\n]*\n([\s\S]*?)^```/gm,
  )
  return [...fences].map(([, code = '']) => code)
}

type Source = Readonly<{ file: string; text: string; isDocument: boolean }>

function sourcesOf(name: string, folder: string): Source[] {
  const from = diskPackage(join(folder, 'node_modules', name))
  const textOf = (file: string) => Buffer.from(from.read(file) ?? []).toString('utf8')
  const files = from.entries.filter((file) => /\.(?:[cm]?js|d\.[cm]?ts)$/.test(file))
  const some = inOrder(files, (one) => `${name} ${one}`).slice(0, FILES_MAX)
  const documents = from.entries.filter((file) => /^readme\.(?:md|markdown)$/i.test(file))
  return [
    ...some.map((file) => ({ file, text: textOf(file), isDocument: false })),
    ...documents
      .flatMap((file) => blocksOf(textOf(file)))
      .map((text, i) => ({ file: `readme-${i}.tsx`, text, isDocument: true })),
  ].filter(({ text }) => text.length <= 1_000_000)
}

function usesIn(name: string, folder: string): Use[] {
  const found = new Map<string, Use>()
  for (const { file, text, isDocument } of sourcesOf(name, folder)) {
    const { references } = javascriptReferences(file, text)
    for (const { module: specifier, steps, softBecause } of references) {
      const used = splitSpecifier(specifier)
      if (used === null || used.isBuiltin || builtinModules.includes(used.name)) continue
      // What code has of its own package is not what others use; what its document says is.
      if (used.name === name && !isDocument) continue
      if (softBecause !== null || /^[./]/.test(specifier)) continue
      if (!existsSync(join(folder, 'node_modules', used.name, 'package.json'))) continue
      const path = pathOf(steps)
      if (path === null) continue
      const kinds = isDocument ? [false, true] : [/\.d\.[cm]?ts$/.test(file)]
      for (const isType of kinds) {
        const use = { specifier, ...path, isType }
        found.set(JSON.stringify(use), use)
      }
    }
  }
  return [...found.values()]
}

const CHILD = `
const { createRequire } = require('node:module')
const load = createRequire(process.cwd() + '/x.js')
process.exit = () => { throw new Error('it wants to end the process') }
process.on('uncaughtException', () => {}); process.on('unhandledRejection', () => {})
const write = process.stdout.write.bind(process.stdout)
console.log = console.error = console.warn = console.info = () => {}
function walk(value, path, isMade) {
  let at = value
  for (const [i, name] of path.entries()) {
    if (isMade && i === path.length - 1) at = at && at.prototype
    if (at === null || at === undefined || !(name in Object(at))) return false
    at = at[name]
  }
  return true
}
async function main() {
  const uses = JSON.parse(require('node:fs').readFileSync(process.argv[2], 'utf8'))
  for (const [number, { specifier, path, isMade }] of uses.entries()) {
    const roots = []
    try { roots.push(load(specifier)) } catch {}
    try { roots.push(await import(load.resolve(specifier))) } catch { try { roots.push(await import(specifier)) } catch {} }
    const rest = path[0] === 'default' ? path.slice(1) : path
    const isThere = roots.some((root) => walk(root, path, isMade) || walk(root, rest, isMade) ||
      (root && root.default !== undefined && walk(root.default, rest, isMade)))
    if (isThere) write('\\n<there>' + number + '\\n')
  }
  process.stdout.write('', () => process.reallyExit(0))
}
main()
`

async function atRunTime(folder: string, uses: readonly Use[]): Promise<Use[]> {
  writeFileSync(join(folder, 'walk-child.cjs'), CHILD)
  writeFileSync(join(folder, 'uses.json'), JSON.stringify(uses))
  const child = run(process.execPath, ['--no-warnings', 'walk-child.cjs', 'uses.json'], {
    cwd: folder,
    timeout: LOAD_MAX_MS,
    killSignal: 'SIGKILL',
    maxBuffer: 64 * 1024 * 1024,
    env: { PATH: process.env['PATH'] ?? '', HOME: folder },
  })
  child.child.stdin?.end()
  const stdout = await child.then(
    (done) => done.stdout,
    (error: { stdout?: string }) => error.stdout ?? '',
  )
  const there = new Set(
    [...stdout.matchAll(/^<there>(\d+)$/gm)].map(([, number]) => Number(number)),
  )
  return uses.filter((_, number) => there.has(number))
}

/** Those that the checker finds, as a type or as a value. */
function byChecker(folder: string, uses: readonly Use[]): Use[] {
  const file = join(folder, 'uses-check.ts')
  const path = ({ path: names }: Use) =>
    (names[0] === 'default' ? ['default', ...names.slice(1)] : names).join('.')
  const lines = uses.flatMap((use) => [
    `export type A = import(${JSON.stringify(use.specifier)}).${path(use)}`,
    `export type A = typeof import(${JSON.stringify(use.specifier)}).${path(use)}`,
  ])
  writeFileSync(file, lines.join('\n'))
  const program = ts.createProgram([file], {
    ...{ noEmit: true, skipLibCheck: true, types: [], strict: true },
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
  })
  const source = program.getSourceFile(file)
  if (source === undefined) return []
  // Two declarations of A, and types that want arguments, are no matter.
  const wrong = new Set(
    program
      .getSemanticDiagnostics(source)
      .filter(({ code }) => code !== 2300 && code !== 2314 && code !== 2707)
      .map(({ start = 0 }) => source.getLineAndCharacterOfPosition(start).line),
  )
  return uses.filter((_, i) => !wrong.has(2 * i) || !wrong.has(2 * i + 1))
}

const dependencies: Dependencies = {
  fixed: null,
  find: (wanted) =>
    Promise.all(wanted.map((one) => registry.open(one.name, one.ranges).catch(() => null))),
  follow: () => undefined,
  leaveOut: () => undefined,
}

/** The same symbol, whoever finds it. */
function keyOf({ specifier, path, isMade }: Use): string {
  return JSON.stringify([specifier, path, isMade])
}

const sums = { packages: 0, symbols: 0, types: 0, found: 0, hedged: 0, flat: 0, claimed: 0 }
const seen = new Set<string>()

/** As the code writes it: behind the specifier, and alone where it is a name of the main module. */
function writtenAs(name: string, { specifier, path, isMade }: Use): string[] {
  const isDefault = path[0] === 'default'
  const rest = isDefault ? path.slice(1) : path
  const whole = [specifier, ...rest].join('.')
  // What is below a default, or is a member of what the module makes, is no name of the module.
  const isName = !isDefault && !(isMade && path.length === 1)
  return specifier === name && rest.length > 0 && isName ? [whole, rest.join('.')] : [whole]
}

function judge(table: OpenTable, name: string, use: Use): void {
  const of = { ecosystem: 'npm', packageName: name } as const
  sums.symbols += 1
  sums.types += use.isType ? 1 : 0
  const outcomes = writtenAs(name, use).map((written) => {
    if (findSymbol(table, of, `${written}Zq`).state === 'found') sums.claimed += 1
    const found = findSymbol(table, of, written)
    if (found.state === 'found') return 'found'
    const isFlat = found.state === 'not_found' && found.caveat === null
    const why = found.state === 'undetermined' ? found.reason : found.caveat
    console.log(isFlat ? 'FLAT' : 'hedged', name, written, use.isType ? '(type)' : '', why ?? '')
    return isFlat ? 'flat' : 'hedged'
  })
  // One way of writing it that is not found is one too many.
  sums[outcomes.includes('flat') ? 'flat' : outcomes.includes('hedged') ? 'hedged' : 'found'] += 1
}

async function measure(folder: string, name: string, uses: readonly Use[]): Promise<void> {
  const { version } = diskPackage(join(folder, 'node_modules', name))
  const opened = await registry.open(name, [version])
  if (opened === null) return
  const table = openTable(encodeTable(await followNpm(opened, dependencies)))
  sums.packages += 1
  for (const use of uses) judge(table, name, use)
}

const popular = popularNames(Number(values.popular))
const isEnough = () =>
  sums.packages >= Number(values.packages) && sums.symbols >= Number(values.symbols)
for (const name of inOrder(popular, (one) => one)) {
  if (isEnough()) break
  if (name.startsWith('@types/') || builtinModules.includes(name)) continue
  try {
    const folder = await installed(name)
    const uses = usesIn(name, folder)
    const values_ = await atRunTime(
      folder,
      uses.filter(({ isType }) => !isType),
    )
    const known = new Set(values_.map(keyOf))
    const types = uses.filter(
      (use) => use.isType && use.path.length > 0 && !use.isMade && !known.has(keyOf(use)),
    )
    const there = [...values_, ...byChecker(folder, types)]
    const byPackage = new Map<string, Use[]>()
    for (const use of there) {
      const used = splitSpecifier(use.specifier)?.name ?? ''
      byPackage.set(used, [...(byPackage.get(used) ?? []), use])
    }
    for (const [used, all] of byPackage) {
      if (seen.has(used) || isEnough()) continue
      seen.add(used)
      const some = inOrder(all, (use) => JSON.stringify(use)).slice(0, Number(values.each))
      await measure(folder, used, some)
    }
  } catch (error) {
    console.log(name, error instanceof Error ? error.message.split('\n')[0] : error)
  }
}
console.log(
  `seed ${values.seed}: ${sums.symbols} symbols of ${sums.packages} packages (${sums.types} by the checker):`,
  `${sums.found} found, ${sums.flat} flat false absences, ${sums.hedged} hedged`,
  `(${((100 * sums.hedged) / Math.max(1, sums.symbols)).toFixed(2)} %); of names that are not there ${sums.claimed} claimed`,
)
