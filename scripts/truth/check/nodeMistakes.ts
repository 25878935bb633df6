// How many mistakes about Node's own modules a check finds. They are put into real files, one at a time,
// at places drawn by a seed among all that name something of Node, whether a check can follow them or not.
// Nothing is asked of a registry.
//
//   npx tsx scripts/truth/check/nodeMistakes.ts <folder>... [--seed 7] [--count 40] [--show]

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { checkCode } from '../../../src/check/checkCode.ts'
import { planCheck } from '../../../src/check/plan/plan.ts'
import { type InputFile, readInput } from '../../../src/check/read/readInput.ts'
import {
  loadBundledImports,
  loadNodeNames,
  loadStandardModules,
} from '../../../src/names/imports/bundledImports.ts'
import { importNames } from '../../../src/names/imports/importNames.ts'
import { languageOf } from '../../../src/references/languageOf.ts'
import type { Reference } from '../../../src/references/reference.ts'
import { seededRandom } from '../../../test/fake/seededRandom.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '7' },
    count: { type: 'string', default: '40' },
    show: { type: 'boolean', default: false },
  },
})
const random = seededRandom(Number(values.seed))
const names = loadNodeNames()
const parts = {
  tables: () => Promise.resolve({ state: 'undetermined', reason: 'is not asked for' } as const),
  imports: importNames({
    list: loadBundledImports(),
    popular: [],
    standardModules: loadStandardModules,
    nodeNames: () => names,
  }),
}

type Spot = Readonly<{ file: InputFile; reference: Reference }>
type Mistake = Readonly<{ content: string; right: string | null }>

function filesIn(root: string, folder = root): InputFile[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) return filesIn(root, path)
    return [{ path: relative(root, path), content: readFileSync(path, 'utf8') }]
  })
}

function offsetOf(text: string, { line, column }: Reference): number {
  let start = 0
  for (let count = 1; count < line; count += 1) start = text.indexOf('\n', start) + 1
  return start + column - 1
}

function slip(name: string): string {
  const at = 1 + random.below(Math.max(1, name.length - 2))
  const way = random.below(3)
  if (way === 0) return name.slice(0, at) + name.slice(at + 1)
  if (way === 1) return name.slice(0, at) + name.charAt(at) + name.slice(at)
  return name.slice(0, at - 1) + name.charAt(at) + name.charAt(at - 1) + name.slice(at + 1)
}

/** Null where the name does not stand there, or where it would be no mistake. */
function written({ file, reference }: Spot, to: string): string | null {
  const { name, module, steps } = reference
  const known = names.modules.get(module.replace(/^node:/, ''))?.names ?? {}
  const below = steps.filter((step) => step.kind !== 'member' || step.name !== 'default')
  if (name === to || (below.length === 1 && Object.hasOwn(known, to))) return null
  const offset = offsetOf(file.content, reference)
  // A name of the file's own that is misspelt is no reference any more.
  const isOwn = !reference.isImport && file.content.charAt(offset - 1) !== '.'
  if (isOwn || !file.content.startsWith(name, offset)) return null
  return file.content.slice(0, offset) + to + file.content.slice(offset + name.length)
}

function slipped(spot: Spot): Mistake | null {
  const { name } = spot.reference
  const content = name.length < 4 || name.startsWith('_') ? null : written(spot, slip(name))
  return content === null ? null : { content, right: name }
}

const isOfModule = ({ steps }: Reference) => steps.every(({ kind }) => kind === 'member')

const KINDS: Readonly<Record<string, (spot: Spot) => Mistake | null>> = {
  'imported name (a slip)': (spot) =>
    spot.reference.isImport && spot.reference.name !== 'default' ? slipped(spot) : null,
  'name of a module (a slip)': (spot) =>
    !spot.reference.isImport && isOfModule(spot.reference) ? slipped(spot) : null,
  'name of an object (a slip)': (spot) => (isOfModule(spot.reference) ? null : slipped(spot)),
  'name of another module'(spot) {
    const { reference } = spot
    const other = spots[random.below(spots.length)]?.reference
    if (other === undefined || !isOfModule(other) || !isOfModule(reference)) return null
    // Of `process` and `console` only slips are told.
    if (/^(?:node:)?(?:process|console)$/.test(reference.module)) return null
    const top = (one: Reference) => one.module.replace(/^node:/, '').split('/')[0]
    const isForeign = top(other) !== top(reference) && other.name !== 'default'
    const content = isForeign && reference.name !== 'default' ? written(spot, other.name) : null
    return content === null ? null : { content, right: null }
  },
  'too many arguments'({ file: { content }, reference }) {
    const { call, name, steps } = reference
    // Methods may be given more without a compiler.
    if (call === null || call.hasSpread || steps.length > 2 || !isOfModule(reference)) return null
    const known = names.modules.get(reference.module.replace(/^node:/, ''))?.names[name] ?? ''
    const open = offsetOf(content, reference) + name.length
    if (!known.includes(' (') || known.includes('...') || content.charAt(open) !== '(') return null
    const more = '0, '.repeat(9)
    return {
      content: `${content.slice(0, open + 1)}${more}${content.slice(open + 1)}`,
      right: null,
    }
  },
}

const spots: Spot[] = []
for (const folder of positionals) {
  const files = filesIn(folder).filter(({ path }) => languageOf(path) === 'javascript')
  const plan = await planCheck(readInput(files), {}, parts.imports)
  for (const { source, reference } of plan.files.flatMap((file) => file.all().ofNode)) {
    const file = files.find(({ path }) => path === source.path)
    const isHard = reference.softBecause === null && !reference.isTypeOnly
    if (file !== undefined && isHard && reference.steps.length > 0) spots.push({ file, reference })
  }
}
console.log(`${spots.length} places`)
for (const [kind, make] of Object.entries(KINDS)) {
  const counts = { made: 0, found: 0, suggested: 0, suggestable: 0 }
  const missed: string[] = []
  for (let tries = 0; counts.made < Number(values.count) && tries < 20_000; tries += 1) {
    const spot = random.pick(spots)
    const mistake = make(spot)
    if (mistake === null) continue
    counts.made += 1
    const { path } = spot.file
    const { line, name } = spot.reference
    const report = await checkCode({ files: [{ path, content: mistake.content }] }, parts)
    const there = report.findings.filter((one) => one.line === line && one.package === null)
    if (there.length === 0) missed.push(`${path}:${line} ${name}`)
    else counts.found += 1
    if (there.length === 0 || mistake.right === null) continue
    counts.suggestable += 1
    const isMeant = there.some(({ suggestion }) => suggestion?.replace?.to === mistake.right)
    if (isMeant) counts.suggested += 1
    else missed.push(`${path}:${line} ${name}: ${there[0]?.message}`)
  }
  const { made, found, suggested, suggestable } = counts
  const right = suggestable === 0 ? '' : `, right suggestion in ${suggested} of ${suggestable}`
  console.log(`${kind}: ${found} of ${made} found${right}`)
  if (values.show) for (const text of missed) console.log(`  ${text}`)
}
