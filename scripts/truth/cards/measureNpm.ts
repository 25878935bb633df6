// Cards of symbols of npm drawn by a seed, at pinned releases, against the TypeScript checker:
//
//   npx tsx scripts/truth/cards/measureNpm.ts --seed 1 [--packages 50] [--symbols 10] [--top 1500]
//
// Each release is installed in a folder of its own (shownNpm.ts asks the checker). Prints what differs,
// and the figures.

import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type PackageName, parsePackageName } from '../../../src/domain/names/packageName.ts'
import { typesPackage } from '../../../src/extract/npm/declarations/program/program.ts'
import { CARD_SYMBOLS_MAX } from '../../../src/limits.ts'
import { loadBundledNames } from '../../../src/names/set/bundledNames.ts'
import { withoutModifiers } from '../../../src/signatures/modifiers.ts'
import { around, parseCall } from '../../../src/signatures/parseType.ts'
import { splitTop } from '../../../src/signatures/splitTop.ts'
import type { HitCard, SymbolCard } from '../../../src/wire/cardAnswers.ts'
import { seededRandom } from '../../../test/fake/seededRandom.ts'
import { diskPackage } from '../npm/diskPackage.ts'
import { hasTypes } from '../npm/hasTypes.ts'
import { cardsOf, closed, counted, tally, values } from './cardRun.ts'
import { type ShownCall, type ShownSymbol, shownOf } from './shownNpm.ts'

const run = promisify(execFile)
const QUIET = ['--ignore-scripts', '--no-audit', '--no-fund', '--silent', '--no-package-lock']
const INSTALL_TIMEOUT_MS = 120_000

/** What each overload of a card takes and gives, in the words of the checker; null where it cannot be read. */
function callsIn(signature: string): ShownCall[] | null {
  const at = around(new Map(), () => true)
  const calls = splitTop(withoutModifiers(signature), '; ').map((one) => parseCall(one, at))
  if (calls.includes(null)) return null
  return calls.flatMap((call) => {
    if (call === null) return []
    const takes = call.parameters.map(({ type, isOptional, isRest }) => ({
      ...{ isOptional, isRest, text: type.text },
    }))
    return [{ takes, gives: call.returns.text }]
  })
}

const PLAIN = /^(?:string|number|boolean|any|void)$/

/** A type that is written in one way only has to be that one; what has a name of its own may be it. */
function isSameType(written: string | null, shown: string | null): boolean {
  return written === null || !PLAIN.test(written) || written === shown
}

/** Whether what is written is what is shown. */
function fits(written: ShownCall, shown: ShownCall): boolean {
  if (written.takes.length !== shown.takes.length) return false
  if (!isSameType(written.gives, shown.gives)) return false
  return shown.takes.every((one, index) => {
    const other = written.takes[index]
    if (other === undefined || one.isRest !== other.isRest) return false
    if (one.isOptional !== other.isOptional && !/\bundefined\b/.test(other.text ?? '')) return false
    return one.isRest || isSameType(other.text, one.text)
  })
}

function judgeSignature(card: HitCard, calls: readonly ShownCall[], where: string): void {
  if (card.signature_cut || calls.length === 0) return
  const written = card.signature === null ? null : callsIn(card.signature)
  if (written === null) {
    tally.signaturesNone += 1
    return
  }
  tally.signatures += 1
  const left = [...written]
  const isRight = calls.every((shown) => {
    const at = left.findIndex((one) => fits(one, shown))
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
  if (isRight && left.length === 0) tally.signaturesRight += 1
  else console.log(`signature ${where}: ${card.signature} / ${JSON.stringify(calls)}`)
}

/** A name that is listed must be there; one that is not must be open, or cut. */
function judgeMembers(
  card: HitCard,
  { all, own }: NonNullable<ShownSymbol['members']>,
  where: string,
): void {
  for (const name of card.members) {
    tally.members += 1
    if (all.has(name)) tally.membersRight += 1
    else console.log(`member ${where}.${name}: the checker does not have it`)
  }
  if (!card.members_complete || card.members_total > card.members.length) return
  for (const name of own) {
    if (card.members.includes(name)) continue
    tally.membersMissing += 1
    console.log(`member ${where}.${name}: not on a card that lists all`)
  }
}

function judge(card: SymbolCard, { calls, members }: ShownSymbol, where: string): void {
  counted(card, where)
  if (card.exists !== true) return
  if (calls !== null) judgeSignature(card, calls, where)
  if (members !== null) judgeMembers(card, members, where)
}

async function install(folder: string, name: string): Promise<void> {
  const npm = (...packages: string[]) =>
    run('npm', ['install', ...QUIET, ...packages], { cwd: folder, timeout: INSTALL_TIMEOUT_MS })
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  await npm(`${name}@latest`, '@types/node@24')
  const hasOwn = hasTypes(diskPackage(join(folder, 'node_modules', name)))
  if (!hasOwn) await npm(typesPackage(name)).catch(() => undefined)
}

async function measure(name: PackageName): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'cards-'))
  try {
    await install(folder, name)
    const manifest = readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')
    const { version } = JSON.parse(manifest) as { version: string }
    const count = Math.min(Number(values.symbols), CARD_SYMBOLS_MAX)
    const rows = shownOf(folder, name, Number(values.seed), count)
    if (rows.length === 0) return false
    const symbols = rows.map(({ symbol }) => symbol)
    const cards = await cardsOf({ ecosystem: 'npm', name }, version, symbols)
    rows.forEach((row, at) => {
      const card = cards[at]
      if (card !== undefined) judge(card, row, `${name} ${version} ${row.symbol}`)
    })
    return true
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const random = seededRandom(Number(values.seed))
const names = [...loadBundledNames().npm.names.slice(0, Number(values.top))]
while (tally.packages < Number(values.packages) && names.length > 0) {
  const [written = ''] = names.splice(random.below(names.length), 1)
  const name = parsePackageName('npm', written)
  if (name === null || name.startsWith('@types/')) continue
  try {
    if (await measure(name)) tally.packages += 1
    console.log(`${name}: ${tally.symbols} symbols so far`)
  } catch (error) {
    console.log(`left out ${name}: ${String(error).split('\n', 1)[0]?.slice(0, 150)}`)
  }
}
await closed()
