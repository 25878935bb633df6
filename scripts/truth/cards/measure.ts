// Cards of symbols drawn by a seed, at pinned releases, against the interpreter that imports them:
//
//   npx tsx scripts/truth/cards/measure.ts --seed 1 [--packages 50] [--symbols 10] [--top 1500]
//
// Each release is installed in a virtual environment of its own, and asked by `dir()` and
// `inspect.signature` (shown.py). Prints what differs, and the figures.

import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type PackageName, parsePackageName } from '../../../src/domain/names/packageName.ts'
import { CARD_SYMBOLS_MAX } from '../../../src/limits.ts'
import { loadBundledNames } from '../../../src/names/set/bundledNames.ts'
import type { HitCard, SymbolCard } from '../../../src/wire/cardAnswers.ts'
import { seededRandom } from '../../../test/fake/seededRandom.ts'
import { parseSignature, sameShape } from '../python/signatureShape.ts'
import type { Parameter } from '../python/truthFile.ts'
import { python } from '../venv.ts'
import { app, cardsOf, closed, counted, never, tally, values } from './cardRun.ts'

const run = promisify(execFile)
const SHOWN = fileURLToPath(new URL('shown.py', import.meta.url))
const SHOWN_TIMEOUT_MS = 120_000
/** What takes longer brings gigabytes along; it is left out, and told. */
const INSTALL_TIMEOUT_MS = 300_000

type Shown = Readonly<{
  symbol: string
  kind: 'function' | 'class' | 'method'
  /** Null where there are none to be had. */
  parameters: readonly Parameter[] | null
  /** Of a class: those of its `__init__`, where its metaclass shows `*args, **kwargs` instead of them. */
  passed_on?: readonly Parameter[] | null
  /** Of a class: what it has, and what only its objects have. */
  members?: readonly string[]
  objects?: readonly string[]
}>

async function latestOf(name: PackageName): Promise<string | null> {
  const key = { ecosystem: 'pypi', name } as const
  const reply = await app.packageExists(key, () => ({ signal: never }))
  return JSON.parse(app.renderReply(reply, 0)).latest_version
}

function judgeSignature(card: HitCard, shown: Shown, where: string): void {
  const { parameters, passed_on: passedOn } = shown
  if (parameters === null || card.signature_cut) return
  // Whoever overloads a function has one of them at run time.
  const ours = (card.signature ?? '').split(' ; ').flatMap((one) => [parseSignature(one) ?? []])
  if (card.signature === null) {
    tally.signaturesNone += 1
    return
  }
  tally.signatures += 1
  const right = [parameters, ...(passedOn ? [passedOn] : [])]
  if (ours.some((one) => right.some((other) => sameShape(one, other)))) tally.signaturesRight += 1
  else console.log(`signature ${where}: ${card.signature} / ${JSON.stringify(parameters)}`)
}

/** A name that is listed must be there; one that is not must be open, or cut. */
function judgeMembers(card: HitCard, { members = [], objects = [] }: Shown, where: string): void {
  const there = new Set([...members, ...objects])
  for (const name of card.members) {
    tally.members += 1
    if (there.has(name)) tally.membersRight += 1
    else console.log(`member ${where}.${name}: not in dir()`)
  }
  if (!card.members_complete || card.members_total > card.members.length) return
  for (const name of members) {
    if (card.members.includes(name)) continue
    tally.membersMissing += 1
    console.log(`member ${where}.${name}: not on a card that lists all`)
  }
}

function judge(card: SymbolCard, shown: Shown, where: string): void {
  counted(card, where)
  if (card.exists !== true) return
  judgeSignature(card, shown, where)
  if (shown.members !== undefined) judgeMembers(card, shown, where)
}

async function measure(name: PackageName): Promise<boolean> {
  const version = await latestOf(name)
  if (version === null) return false
  const program = await python([`${name}==${version}`], INSTALL_TIMEOUT_MS)
  const asked = ['-I', '-X', 'utf8', SHOWN, name, values.seed, values.symbols]
  const { stdout } = await run(program, asked, { timeout: SHOWN_TIMEOUT_MS })
  const shown: Shown[] = stdout.split('\n').flatMap((line) => (line === '' ? [] : JSON.parse(line)))
  if (shown.length === 0) return false
  const rows = shown.slice(0, CARD_SYMBOLS_MAX)
  const cards = await cardsOf(
    { ecosystem: 'pypi', name },
    version,
    rows.map(({ symbol }) => symbol),
  )
  rows.forEach((row, at) => {
    const card = cards[at]
    if (card !== undefined) judge(card, row, `${name} ${version} ${row.symbol}`)
  })
  return true
}

const random = seededRandom(Number(values.seed))
const names = [...loadBundledNames().pypi.names.slice(0, Number(values.top))]
while (tally.packages < Number(values.packages) && names.length > 0) {
  const [written = ''] = names.splice(random.below(names.length), 1)
  const name = parsePackageName('pypi', written)
  if (name === null) continue
  try {
    if (await measure(name)) tally.packages += 1
    console.log(`${name}: ${tally.symbols} symbols so far`)
  } catch (error) {
    console.log(`left out ${name}: ${String(error).split('\n', 1)[0]?.slice(0, 150)}`)
  }
}
await closed()
