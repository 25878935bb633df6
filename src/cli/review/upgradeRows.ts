// What updates mean for code, one row for each: the worst first.

import type { App } from '../../app.ts'
import type { InputFile, ReadInput } from '../../check/read/readInput.ts'
import type { PackageKey } from '../../domain/names/packageName.ts'
import { bumpOf } from '../../domain/versionOrder.ts'
import { ServiceError } from '../../errors.ts'
import type { UpgradeAnswer } from '../../wire/checkAnswers.ts'
import { heldWords } from '../../wire/heldWords.ts'
import type { KeptAnswer } from './receipts.ts'

export type Update = Readonly<{ key: PackageKey; from: string; to: string }>

/** The worst first. `unread`: the releases could not be compared. */
export const VERDICTS = ['affected', 'undetermined', 'unread', 'safe', 'not used'] as const
type Verdict = (typeof VERDICTS)[number]

export type UpdateRow = Update &
  Readonly<{
    verdict: Verdict
    bump: string
    /** Changes that affect the code, and where the first of them does. */
    changes: number
    first: Readonly<{ symbol: string; path: string; line: number; column: number }> | null
    uses: number
    undetermined: number
    /** Why it is not safe although every use holds. */
    caveat: string | null
    /** Why nothing could be told, where nothing could. */
    reason: string | null
    /** The hash of the signed answer, which the store of this machine has. */
    receipt: string | null
  }>

type Code = Readonly<{
  files: readonly InputFile[]
  input: ReadInput
  signal: AbortSignal
  /** Is handed each signed answer. */
  keep?: (hash: string, answer: KeptAnswer) => void
}>

type Asked = Pick<App, 'upgrade' | 'renderReply'>

/** One after the other: each reads two releases. */
export async function updateRows(
  app: Asked,
  updates: readonly Update[],
  code: Code,
  onRow: (done: number) => void = () => {},
): Promise<readonly UpdateRow[]> {
  const rows: UpdateRow[] = []
  for (const update of updates) {
    onRow(rows.length)
    rows.push(await rowOf(app, update, code))
  }
  return worstFirst(rows)
}

async function rowOf(
  app: Asked,
  update: Update,
  { files, input, signal, keep }: Code,
): Promise<UpdateRow> {
  const { key, from, to } = update
  const bump = bumpOf(key.ecosystem, from, to)
  try {
    const { reply } = await app.upgrade({ ...update, files, input }, { signal })
    const text = app.renderReply(reply, 0)
    const answer: UpgradeAnswer = JSON.parse(text)
    keep?.(answer.attestation_hash, { text, isOpen: false })
    return { ...update, bump, ...toldOf(answer, input.sources.length > 0) }
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof ServiceError)) throw error
    const nothing = {
      changes: 0,
      first: null,
      uses: 0,
      undetermined: 0,
      caveat: null,
      receipt: null,
    }
    return { ...update, bump, verdict: 'unread', ...nothing, reason: error.message }
  }
}

function toldOf(answer: UpgradeAnswer, isCode: boolean): Omit<UpdateRow, keyof Update | 'bump'> {
  const { counts, package: name } = answer
  const affecting = answer.changes.filter(({ affects }) => affects)
  const broken = affecting.flatMap(({ symbol, places }) =>
    places.map((place) => ({ symbol, ...place })),
  )
  const place = broken.find(({ state }) => state === 'breaks') ?? broken[0] ?? null
  const isUnused =
    isCode && counts.references === 0 && counts.unread === 0 && !name.startsWith('@types/')
  return {
    verdict: answer.verdict === 'undetermined' && isUnused ? 'not used' : answer.verdict,
    changes: affecting.length,
    first:
      place === null
        ? null
        : { symbol: place.symbol, path: place.path, line: place.line, column: place.column },
    uses: counts.references,
    undetermined: counts.undetermined,
    caveat: answer.caveat,
    reason: null,
    receipt: answer.attestation_hash,
  }
}

export function worstFirst(rows: readonly UpdateRow[]): readonly UpdateRow[] {
  const rank = ({ verdict }: UpdateRow) => VERDICTS.indexOf(verdict)
  return [...rows].sort(
    (one, other) =>
      rank(one) - rank(other) ||
      other.changes - one.changes ||
      other.undetermined - one.undetermined ||
      (one.key.name < other.key.name ? -1 : 1),
  )
}

/** What a row says besides its verdict, in a few words. */
export function rowWords({
  verdict,
  changes,
  first,
  uses,
  undetermined,
  caveat,
  reason,
}: UpdateRow): string {
  const one = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`
  if (verdict === 'unread') return reason ?? ''
  if (verdict === 'not used') return 'nothing in the code names it'
  if (verdict === 'safe') return `all ${one(uses, 'use')} hold`
  if (caveat !== null) return heldWords(uses, caveat)
  if (verdict === 'undetermined')
    return `${undetermined} of ${one(uses, 'use')} could not be determined`
  const where =
    first === null ? '' : `, first at ${first.path}:${first.line}:${first.column}  ${first.symbol}`
  return `${one(changes, 'change')} of what the code uses${where}`
}
