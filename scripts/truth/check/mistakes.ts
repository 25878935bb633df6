// How many mistakes a check finds. They are put into real files, one at a time, at places where the
// code is right, drawn by a seed: as many of each kind as of another.
//
//   npx tsx scripts/truth/check/mistakes.ts <data folder> <folder>... [--seed 7] [--count 300] [--show]

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { checkCode, checkInput } from '../../../src/check/checkCode.ts'
import { follow } from '../../../src/check/follow.ts'
import { type NeededPackage, planCheck } from '../../../src/check/plan.ts'
import { type InputFile, readInput } from '../../../src/check/readInput.ts'
import { startOf } from '../../../src/check/start.ts'
import { languageOf } from '../../../src/references/findReferences.ts'
import type { Reference } from '../../../src/references/reference.ts'
import { seededRandom } from '../../../test/fake/seededRandom.ts'
import { localTables } from './localTables.ts'
import { isRightAnyway } from './rightAnyway.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '7' },
    count: { type: 'string', default: '300' },
    show: { type: 'boolean', default: false },
  },
})
const [dataDir, ...folders] = positionals
if (dataDir === undefined || folders.length === 0) {
  console.error('usage: mistakes.ts <data folder> <folder>... [--seed 7] [--count 300] [--show]')
  process.exit(2)
}
const random = seededRandom(Number(values.seed))
const local = await localTables(dataDir)

type Spot = Readonly<{
  pins: Readonly<Record<string, string>>
  paths: readonly string[]
  file: InputFile
  reference: Reference
  /** The distribution that the reference belongs to. */
  owner: string
  /** Of what is named there; empty where there is none. */
  signature: string
}>

/** A changed text, the line where a finding belongs, and what was there before. */
type Mistake = Readonly<{ kind: string; content: string; line: number; right: string | null }>

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
  const plan = planCheck(input, pins, local.imports)
  const signatures = new Map<Reference, string>()
  for (const { reference, needed } of plan.references) {
    signatures.set(reference, await signatureOf(reference, needed))
  }
  return plan.references.flatMap(({ source, reference, needed }) => {
    const { line, column, softBecause, isTypeOnly } = reference
    if (softBecause !== null || isTypeOnly || left.has(key(source.path, line, column))) return []
    const file = files.find(({ path }) => path === source.path)
    if (file === undefined) return []
    const paths = input.paths
    const signature = signatures.get(reference) ?? ''
    return [{ pins, paths, file, reference, owner: needed.key.name, signature }]
  })
}

async function signatureOf(reference: Reference, { key, wanted }: NeededPackage): Promise<string> {
  const outcome = await local.tables(key, wanted)
  if (outcome.state !== 'opened') return ''
  const of = { ecosystem: key.ecosystem, packageName: key.name }
  const view = { table: outcome.table, of }
  const start = startOf(view, reference.module)
  const found = start.state === 'at' ? follow(view, start.node, reference) : null
  if (found?.state !== 'found' || found.node.kind !== 'definition') return ''
  return outcome.table.definition(found.node.definition).signature ?? ''
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

const KINDS: Readonly<Record<string, (spot: Spot) => Mistake | null>> = {
  'wrong package'(spot) {
    const { isImport, steps, module, line } = spot.reference
    if (!isImport || steps.length > 0) return null
    const [top = ''] = module.split(/[./]/)
    if (top.length < 5) return null
    const content = replaced(spot, top, slip(top))
    return content === null ? null : { kind: 'wrong package', content, line, right: spot.owner }
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
  'import and distribution'(spot) {
    const { isImport, steps, module, line } = spot.reference
    const [top = ''] = module.split('.')
    const called = spot.owner.replaceAll('-', '_')
    if (!isImport || steps.length > 0 || languageOf(spot.file.path) !== 'python') return null
    if (called === top.toLowerCase()) return null
    const content = replaced(spot, top, called)
    return content === null ? null : { kind: 'import and distribution', content, line, right: top }
  },
  'wrong class'(spot) {
    const { steps, name, line, call } = spot.reference
    const isMethod = steps.some(({ kind }) => kind !== 'member') && call !== null
    const other = spots[random.below(spots.length)]
    const isForeign = other?.owner === spot.owner && other.reference.name !== name
    if (!isMethod || !isForeign || other.reference.call === null) return null
    // A name of the file itself would be no reference any more.
    const { content: text } = spot.file
    if (text.charAt(offsetOf(text, line, spot.reference.column) - 1) !== '.') return null
    const content = replaced(spot, name, other.reference.name)
    return content === null ? null : { kind: 'wrong class', content, line, right: null }
  },
}

const spots: Spot[] = []
for (const folder of folders) spots.push(...(await spotsIn(folder)))
console.log(`${spots.length} places`)

const wanted = Math.floor(Number(values.count) / Object.keys(KINDS).length)
for (const [kind, make] of Object.entries(KINDS)) {
  let made = 0
  let found = 0
  let suggested = 0
  let suggestable = 0
  const missed: string[] = []
  for (let tries = 0; made < wanted && tries < 20_000; tries += 1) {
    const spot = spots[random.below(spots.length)]
    const mistake = spot === undefined ? null : make(spot)
    if (spot === undefined || mistake === null) continue
    if (kind === 'wrong class') {
      const changed = { path: spot.file.path, content: mistake.content }
      if (await isRightAnyway(local, changed, spot.pins, spot.reference)) continue
    }
    made += 1
    const files = spot.paths.map((path) => ({
      path,
      content: path === spot.file.path ? mistake.content : '',
    }))
    const report = await checkCode({ files, pins: spot.pins }, local)
    const there = report.findings.find(
      ({ line, code }) =>
        line === mistake.line && code !== 'undetermined' && code !== 'symbol_deprecated',
    )
    if (there === undefined) {
      const { path } = spot.file
      const why = report.undetermined.find(({ line }) => line === mistake.line)?.reason
      missed.push(
        `${path}:${mistake.line} ${mistake.right ?? spot.reference.name}: ${why ?? 'nothing'}`,
      )
      continue
    }
    found += 1
    if (mistake.right === null) continue
    suggestable += 1
    const meant = there.suggestion?.meant.map((one) => one.slice(one.lastIndexOf('.') + 1)) ?? []
    if (there.suggestion?.replace?.to === mistake.right || meant[0] === mistake.right)
      suggested += 1
  }
  const suggestions =
    suggestable === 0 ? '' : `, right suggestion in ${suggested} of ${suggestable}`
  console.log(`${kind}: ${found} of ${made} found${suggestions}`)
  if (values.show) for (const line of missed) console.log(`  ${line}`)
}
await local.close()
