// Slips in import names of popular distributions of Python: is the right import what the check says
// first? Whether a package exists is what the whole set of names says, so that nothing is asked of a
// registry. Half of the names are those of distributions that are called otherwise.
//
//   npx tsx scripts/truth/check/importSlips.ts <names folder> [--seed 1] [--count 40] [--top 1000]

import { parseArgs } from 'node:util'
import { checkCode } from '../../../src/check/checkCode.ts'
import type { PackageTables } from '../../../src/check/plan/packageTables.ts'
import { nameFiles } from '../../../src/names/build/nameFiles.ts'
import {
  loadBundledImports,
  loadStandardModules,
} from '../../../src/names/imports/bundledImports.ts'
import { importNames } from '../../../src/names/imports/importNames.ts'
import { nameLibrary } from '../../../src/names/nameLibrary.ts'
import { loadBundledNames } from '../../../src/names/set/bundledNames.ts'
import { popularNames } from '../../../src/names/set/popularNames.ts'
import { seededRandom } from '../../../test/fake/seededRandom.ts'
import { neighbourKey } from '../closest/slips.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '40' },
    top: { type: 'string', default: '1000' },
  },
})
const [folder] = positionals
if (folder === undefined) {
  console.error('usage: importSlips.ts <names folder> [--seed 1] [--count 40] [--top 1000]')
  process.exit(2)
}

const random = seededRandom(Number(values.seed))
const list = loadBundledImports()
const imports = importNames({
  list,
  popular: loadBundledNames().pypi.names,
  standardModules: loadStandardModules,
})
const names = nameLibrary({ files: nameFiles(folder), popular: popularNames(loadBundledNames()) })
await names.refresh()

const tables: PackageTables = async ({ ecosystem, name }) => {
  if (names.has(ecosystem, name) !== false) {
    const meant = names.lookalike(ecosystem, name, false)
    const confusable = meant === null ? null : ({ reason: 'lookalike', meant } as const)
    return { state: 'undetermined', reason: 'not read here', confusable }
  }
  const near = names.near(ecosystem, name).names.map((one) => one.name)
  const meant = names.meant(ecosystem, name).map((one) => one.name)
  return { state: 'package_not_found', near: [...new Set([...near, ...meant])] }
}

type Target = Readonly<{ distribution: string; name: string }>

/** The first import of each, where it is a name that people write. */
const targets: readonly Target[] = list.rows.slice(0, Number(values.top)).flatMap((row) => {
  const [distribution, written] = row
  const name = written.find((one) => /^[A-Za-z]\w{2,}$/.test(one))
  return name === undefined ? [] : [{ distribution, name }]
})
const isCalledSo = ({ distribution, name }: Target) =>
  distribution === name.toLowerCase().replaceAll('_', '-')

const KINDS = ['transposed', 'dropped', 'doubled', 'neighbour'] as const

function slipped(name: string, kind: (typeof KINDS)[number]): string {
  const at = random.below(name.length - (kind === 'transposed' ? 1 : 0))
  const [before, letter, after] = [name.slice(0, at), name.charAt(at), name.slice(at + 1)]
  if (kind === 'transposed') return before + after.charAt(0) + letter + after.slice(1)
  if (kind === 'dropped') return before + after
  if (kind === 'doubled') return before + letter + letter + after
  return /[A-Za-z]/.test(letter) ? before + neighbourKey(letter, random) + after : name
}

async function firstSaid(written: string) {
  const files = [{ path: 'a.py', content: `import ${written}\n` }]
  const { findings } = await checkCode({ files }, { tables, imports })
  const [finding] = findings
  if (finding === undefined) return null
  const { suggestion, code } = finding
  return { code, first: suggestion?.replace?.to ?? suggestion?.meant[0] ?? '', finding }
}

const tally = { package_not_found: [0, 0], package_confusable: [0, 0] } as Record<string, number[]>
let silent = 0
for (let done = 0; done < Number(values.count); ) {
  const target = random.pick(targets.filter((one) => isCalledSo(one) === (done % 2 === 0)))
  const kind = KINDS[Math.floor(done / 2) % KINDS.length] ?? 'dropped'
  const written = slipped(target.name, kind)
  const isOther = imports.find('pypi', written).providers.length > 0
  if (written === target.name || isOther || !/^[A-Za-z_]/.test(written)) continue
  done += 1
  const said = await firstSaid(written)
  const isRight = said?.first === target.name
  const row = said === null ? null : (tally[said.code] ?? null)
  if (row === null) silent += 1
  else {
    row[0] = (row[0] ?? 0) + 1
    if (isRight) row[1] = (row[1] ?? 0) + 1
  }
  const what = said === null ? 'nothing' : `${said.code} -> ${said.first}`
  console.log(
    `${isRight ? ' ' : '!'} ${kind} ${target.name} (${target.distribution}): ${written} ${what}`,
  )
}
for (const [code, [found = 0, right = 0]] of Object.entries(tally)) {
  console.log(`${code}: ${found}, right import first: ${right}`)
}
console.log(`names of others, of which nothing is said: ${silent}`)
