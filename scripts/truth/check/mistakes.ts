// How many mistakes a check finds. They are put into real files, one at a time, at places where the
// code is right, drawn by a seed: as many of each kind as of another.
//
//   npx tsx scripts/truth/check/mistakes.ts <data folder> <folder>... [--seed 7] [--count 300] [--only <kind>,<kind>]
//     [--show] [--names <folder>] [--even]
//
// `--even` draws the folder first, so that one with many places does not decide the figure.

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { checkCode, checkInput } from '../../../src/check/checkCode.ts'
import { follow } from '../../../src/check/follow/follow.ts'
import { memberOf, newLookup } from '../../../src/check/follow/members.ts'
import { startOf } from '../../../src/check/follow/start.ts'
import { pathOfNode } from '../../../src/check/follow/tableNode.ts'
import { type NeededPackage, planCheck, referencesOf } from '../../../src/check/plan/plan.ts'
import { type InputFile, readInput } from '../../../src/check/read/readInput.ts'
import type { Finding } from '../../../src/check/report/finding.ts'
import type { PackageKey } from '../../../src/domain/names/packageName.ts'
import { loadBundledImports } from '../../../src/names/imports/bundledImports.ts'
import { languageOf } from '../../../src/references/languageOf.ts'
import type { Reference } from '../../../src/references/reference.ts'
import type { OpenTable } from '../../../src/table/tableView.ts'
import { seededRandom } from '../../../test/fake/seededRandom.ts'
import { localTables } from './localTables.ts'
import { isRightAnyway } from './rightAnyway.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '7' },
    count: { type: 'string', default: '300' },
    show: { type: 'boolean', default: false },
    only: { type: 'string' },
    names: { type: 'string' },
    even: { type: 'boolean', default: false },
  },
})
const [dataDir, ...folders] = positionals
if (dataDir === undefined || folders.length === 0) {
  console.error('usage: mistakes.ts <data folder> <folder>... [--seed 7] [--count 300] [--show]')
  process.exit(2)
}
const CONFUSABLE_TOP = 600
const only = values.only?.split(',') ?? null
const NOT_IN_RELEASE = 'not in the pinned release'
/** Older releases are fetched where they are asked for. */
const wantsOlder = only === null || only.includes(NOT_IN_RELEASE)
const random = seededRandom(Number(values.seed))
const local = await localTables(dataDir, values.names)

type Spot = Readonly<{
  pins: Readonly<Record<string, string>>
  paths: readonly string[]
  file: InputFile
  reference: Reference
  /** The distribution that the reference belongs to. */
  owner: string
  /** Of what is named there; empty where there is none. */
  signature: string
  /** A release of the distribution that has not got it; null where none is at hand. */
  lackedBy: string | null
  /** Whether what it is a member of has another of this name. */
  hasBeside(name: string): boolean
}>

/** A changed text, the line where a finding belongs, and what would be right there. */
type Mistake = Readonly<{
  kind: string
  content: string
  line: number
  right: string | readonly string[] | null
  /** In place of what is pinned for the file. */
  pins?: Readonly<Record<string, string>>
  /** Where the finding belongs, when it is not the file itself. */
  path?: string
}>

function filesIn(root: string, folder = root): InputFile[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) return filesIn(root, path)
    return [{ path: relative(root, path), content: readFileSync(path, 'utf8') }]
  })
}

/** References that are there, that have to be there, and that are called as they can be. */
async function spotsIn(folder: string): Promise<readonly Spot[]> {
  const [, name = '', version = ''] = /^(.+)@([^@]+)$/.exec(basename(folder)) ?? []
  const pins = { [`${basename(dirname(folder))}:${name.replace('+', '/')}`]: version }
  const files = filesIn(folder).filter(({ path }) => languageOf(path) !== null)
  const input = readInput(files)
  const report = await checkInput(input, pins, local)
  const key = (path: string, line: number, column: number) => `${path} ${line} ${column}`
  const left = new Set([
    ...report.undetermined.map(({ path, line, column }) => key(path, line, column)),
    ...report.findings.map(({ path, line, column }) => key(path, line, column)),
  ])
  const plan = await planCheck(input, pins, local.imports)
  const facts = new Map<Reference, Facts>()
  for (const { reference, needed } of referencesOf(plan)) {
    // Tests of a package of npm import it by its path: what they name is of others.
    const isTold = needed.key.ecosystem === 'npm' || needed.key.name === name
    facts.set(reference, await factsOf(reference, needed, isTold && wantsOlder))
  }
  return referencesOf(plan).flatMap(({ source, reference, needed }) => {
    const { line, column, softBecause, isTypeOnly, inherited } = reference
    if (softBecause !== null || inherited !== undefined) return []
    if (isTypeOnly || left.has(key(source.path, line, column))) return []
    const file = files.find(({ path }) => path === source.path)
    if (file === undefined) return []
    const paths = input.paths
    const more = facts.get(reference) ?? NO_FACTS
    return [{ pins, paths, file, reference, owner: needed.key.name, ...more }]
  })
}

type Facts = Pick<Spot, 'signature' | 'lackedBy' | 'hasBeside'>
type Older = Readonly<{ version: string; table: OpenTable }>
const NO_FACTS: Facts = { signature: '', lackedBy: null, hasBeside: () => false }

/** A release half way back to the first, where a table can be had. */
async function olderRelease(key: PackageKey, version: string): Promise<Older | null> {
  const older = await local.olderVersion(key, version)
  if (older === null) return null
  const outcome = await local.tables(key, { pin: older, range: null })
  return outcome.state === 'opened' ? { version: older, table: outcome.table } : null
}

/** Whether a table has a path under any division into module and names. */
function hasPath(table: OpenTable, path: string, npmName: string | null): boolean {
  if (npmName !== null) {
    const names = path.slice(npmName.length + 1)
    return names === '' || table.find('.', names) !== null
  }
  const parts = path.split('.')
  return parts.some((_, at) => {
    const module = parts.slice(0, parts.length - at).join('.')
    if (table.findModule(module) < 0) return false
    return at === 0 || table.find(module, parts.slice(-at).join('.')) !== null
  })
}

async function factsOf(
  reference: Reference,
  { key, wanted }: NeededPackage,
  isOlderTold: boolean,
): Promise<Facts> {
  const outcome = await local.tables(key, wanted)
  if (outcome.state !== 'opened') return NO_FACTS
  const of = { ecosystem: key.ecosystem, packageName: key.name }
  const view = { table: outcome.table, of, lookup: newLookup() }
  const start = startOf(view, reference.module)
  const found = start.state === 'at' ? follow(view, start.node, reference) : null
  if (found?.state !== 'found' || found.node.kind !== 'definition') return NO_FACTS
  const { signature } = outcome.table.definition(found.node.definition)
  const names = reference.steps.map((step) => (step.kind === 'member' ? step.name : null))
  const written = names.includes(null) ? null : [reference.module, ...names].join('.')
  const path = written ?? pathOfNode(view, found.node)
  const { version } = outcome.evidence
  const older = isOlderTold ? await olderRelease(key, version).catch(() => null) : null
  const npmName = key.ecosystem === 'npm' ? key.name : null
  // Of npm only what the package itself gives, not what stands below it.
  const isPlain = npmName === null || path?.startsWith(`${npmName}.`) === true
  const isLacked =
    older !== null && path !== null && isPlain && !hasPath(older.table, path, npmName)
  // What leads to it has to be there: else the place where it goes wrong is another.
  const owner = path?.slice(0, path.lastIndexOf('.')) ?? ''
  const isLast = isLacked && hasPath(older.table, owner, npmName)
  const { before } = found
  return {
    signature: signature ?? '',
    lackedBy: isLast ? older.version : null,
    hasBeside: (name) => before !== null && memberOf(view, before, name).state === 'at',
  }
}

function slip(name: string): string {
  const at = 1 + random.below(Math.max(1, name.length - 2))
  const way = random.below(3)
  if (way === 0) return name.slice(0, at) + name.slice(at + 1)
  if (way === 1) return name.slice(0, at) + name.charAt(at) + name.slice(at)
  return name.slice(0, at - 1) + name.charAt(at) + name.charAt(at - 1) + name.slice(at + 1)
}

function offsetOf(text: string, line: number, column: number): number {
  let start = 0
  for (let count = 1; count < line; count += 1) start = text.indexOf('\n', start) + 1
  return start + column - 1
}

function replaced(spot: Spot, from: string, to: string, at = spot.reference): string | null {
  const { content } = spot.file
  const offset = offsetOf(content, at.line, at.column)
  if (from === to || !content.startsWith(from, offset)) return null
  return content.slice(0, offset) + to + content.slice(offset + from.length)
}

/** Popular distributions that are not imported under their own name, and how they are. */
const CONFUSABLE = loadBundledImports()
  .rows.slice(0, CONFUSABLE_TOP)
  .filter(([name, imports]) => {
    const called = name.replaceAll('-', '_')
    const roots = imports.filter((one) => !one.startsWith('_'))
    return (
      roots.length > 0 &&
      roots.every((one) => one.split('.')[0]?.toLowerCase() !== called && !one.includes('.'))
    )
  })
  .map(([name, imports]) => [name, imports.filter((one) => !one.startsWith('_'))] as const)

const KINDS: Readonly<Record<string, (spot: Spot) => Mistake | null>> = {
  'wrong package'(spot) {
    const { isImport, steps, module, line } = spot.reference
    if (!isImport || steps.length > 0) return null
    const [top = ''] = module.split(/[./]/)
    if (top.length < 5) return null
    const content = replaced(spot, top, slip(top))
    // The distribution, or what the import was called.
    const right = [spot.owner, top]
    return content === null ? null : { kind: 'wrong package', content, line, right }
  },
  'wrong symbol'(spot) {
    const { steps, name, line, column, isImport } = spot.reference
    if (steps.length === 0 || name.length < 4 || name.startsWith('_')) return null
    // A name of the file's own that is misspelt is no reference to a package any more.
    const { content: text } = spot.file
    if (!isImport && text.charAt(offsetOf(text, line, column) - 1) !== '.') return null
    const content = replaced(spot, name, slip(name))
    return content === null ? null : { kind: 'wrong symbol', content, line, right: name }
  },
  'wrong keyword'(spot) {
    // Where any keyword is taken, none is wrong.
    if (!spot.signature.includes('(') || spot.signature.includes('**')) return null
    const [keyword] = spot.reference.call?.keywords ?? []
    if (keyword === undefined || keyword.name.length < 4) return null
    const at = { ...spot.reference, line: keyword.line, column: keyword.column }
    const content = replaced(spot, keyword.name, slip(keyword.name), at)
    const { line, name } = keyword
    return content === null ? null : { kind: 'wrong keyword', content, line, right: name }
  },
  // Whether it is wrong depends on what becomes of it: the share that is found is no measure of recall.
  'keyword behind **'(spot) {
    if (only?.includes('keyword behind **') !== true || !spot.signature.includes('**')) return null
    const [named = ''] = spot.signature.split('**')
    const keyword = spot.reference.call?.keywords.find(
      ({ name }) => name.length >= 4 && !new RegExp(`\\b${name}\\b`, 'u').test(named),
    )
    if (keyword === undefined) return null
    const at = { ...spot.reference, line: keyword.line, column: keyword.column }
    const content = replaced(spot, keyword.name, slip(keyword.name), at)
    const { line, name } = keyword
    return content === null ? null : { kind: 'keyword behind **', content, line, right: name }
  },
  'wrong arity'(spot) {
    const { call, name, line, column } = spot.reference
    const isOpen = /(?:^|[(\s])\*\w|\.\.\./.test(spot.signature)
    if (!spot.signature.includes('(') || isOpen) return null
    if (call === null || call.hasSpread || call.hasKeywordSpread) return null
    const { content } = spot.file
    const open = offsetOf(content, line, column) + name.length
    if (content.charAt(open) !== '(') return null
    const more = Array.from({ length: 9 }, () => '0').join(', ')
    const isEmpty = content.charAt(open + 1) === ')'
    const text = `${content.slice(0, open + 1)}${more}${isEmpty ? '' : ', '}${content.slice(open + 1)}`
    return { kind: 'wrong arity', content: text, line, right: null }
  },
  [NOT_IN_RELEASE](spot) {
    const { lackedBy, reference, owner } = spot
    if (lackedBy === null || reference.name.startsWith('_')) return null
    const ecosystem = languageOf(spot.file.path) === 'python' ? 'pypi' : 'npm'
    const pins = { ...spot.pins, [`${ecosystem}:${owner}`]: lackedBy }
    const { content } = spot.file
    return { kind: NOT_IN_RELEASE, content, line: reference.line, right: null, pins }
  },
  'import and distribution'(spot) {
    const [name, roots] = random.pick(CONFUSABLE)
    const { isImport, steps, module, line, column } = spot.reference
    if (!isImport || steps.length > 0 || languageOf(spot.file.path) !== 'python') return null
    // In place of what the file imports there, whatever it is.
    const { content } = spot.file
    const offset = offsetOf(content, line, column)
    if (column !== 'import '.length + 1 || !content.startsWith(`${module}\n`, offset)) return null
    const changed = `${content.slice(0, offset)}${name.replaceAll('-', '_')}${content.slice(offset + module.length)}`
    return { kind: 'import and distribution', content: changed, line, right: roots }
  },
  'import as a requirement'(spot) {
    const [name, [root = '']] = random.pick(CONFUSABLE)
    if (languageOf(spot.file.path) !== 'python' || root.includes('.')) return null
    const path = 'requirements.txt'
    return { kind: 'import as a requirement', content: `${root}\n`, line: 1, right: name, path }
  },
  'wrong class'(spot) {
    const { steps, name, line, call } = spot.reference
    const isMethod = steps.some(({ kind }) => kind !== 'member') && call !== null
    const other = spots[random.below(spots.length)]
    const isForeign = other?.owner === spot.owner && other.reference.name !== name
    if (!isMethod || !isForeign || other.reference.call === null) return null
    if (spot.hasBeside(other.reference.name) || other.reference.name.startsWith('_')) return null
    // A name of the file itself would be no reference any more.
    const { content: text } = spot.file
    if (text.charAt(offsetOf(text, line, spot.reference.column) - 1) !== '.') return null
    const content = replaced(spot, name, other.reference.name)
    return content === null ? null : { kind: 'wrong class', content, line, right: null }
  },
}

function isMeant({ suggestion }: Finding, right: readonly string[]): boolean {
  const [first] = suggestion?.meant ?? []
  const last = first?.slice(first.lastIndexOf('.') + 1)
  return [suggestion?.replace?.to, first, last].some(
    (one) => one !== undefined && right.includes(one),
  )
}

const spots: Spot[] = []
const byFolder: (readonly Spot[])[] = []
for (const folder of folders) {
  const found = await spotsIn(folder)
  spots.push(...found)
  if (found.length > 0) byFolder.push(found)
}
console.log(`${spots.length} places`)

const wanted = Math.floor(Number(values.count) / Object.keys(KINDS).length)
for (const [kind, make] of Object.entries(KINDS)) {
  if (only !== null && !only.includes(kind)) continue
  let made = 0
  let found = 0
  let suggested = 0
  let suggestable = 0
  const missed: string[] = []
  for (let tries = 0; made < wanted && tries < 20_000; tries += 1) {
    const among = values.even ? random.pick(byFolder) : spots
    const spot = among[random.below(among.length)]
    const mistake = spot === undefined ? null : make(spot)
    if (spot === undefined || mistake === null) continue
    if (kind === 'wrong class') {
      const changed = { path: spot.file.path, content: mistake.content }
      if (await isRightAnyway(local, changed, spot.pins, spot.reference)) continue
    }
    made += 1
    const at = mistake.path ?? spot.file.path
    const files = spot.paths.map((path) => ({
      path,
      content: path === at ? mistake.content : '',
    }))
    if (mistake.path !== undefined) files.push({ path: at, content: mistake.content })
    const report = await checkCode({ files, pins: mistake.pins ?? spot.pins }, local)
    const there = report.findings.filter(
      ({ line, path, code }) =>
        line === mistake.line &&
        path === at &&
        code !== 'undetermined' &&
        code !== 'symbol_deprecated',
    )
    const { right } = mistake
    const [first] = there
    if (first === undefined) {
      const open = report.undetermined.find(({ line }) => line === mistake.line)?.reason
      const name = [right ?? spot.reference.name].flat().join(' ')
      missed.push(`${at}:${mistake.line} ${name}: ${open ?? 'nothing'}`)
      continue
    }
    found += 1
    if (right === null) continue
    suggestable += 1
    if (there.some((one) => isMeant(one, [right].flat()))) suggested += 1
    else missed.push(`${at}:${mistake.line} ${[right].flat().join(' ')}: ${first.message}`)
  }
  const suggestions =
    suggestable === 0 ? '' : `, right suggestion in ${suggested} of ${suggestable}`
  console.log(`${kind}: ${found} of ${made} found${suggestions}`)
  if (values.show) for (const line of missed) console.log(`  ${line}`)
}
await local.close()
