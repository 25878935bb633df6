// Does an answer that was signed once still hold? Its symbol tables are derived again from the very
// files that its evidence names, by the extractor of today, and the question is put to them. An answer
// is wrong only when today's tables leave no doubt, and stands only when they do as well; whatever
// cannot be had or told is unchecked, and so is what a package may have that it did not rest on.

import { diffTables } from '../diff/diffTables.ts'
import { EXTRACTOR_VERSIONS } from '../domain/extractorVersions.ts'
import { isEcosystem, type PackageKey, parsePackageName } from '../domain/names/packageName.ts'
import { recentlyUsed } from '../domain/recentlyUsed.ts'
import { type TableKey, tableKeyOf } from '../domain/release.ts'
import type { DeriveFrom } from '../ingest/deriveFrom.ts'
import type { EvidenceArtifact } from '../ports/attester.ts'
import type { SignedAnswer } from '../ports/store.ts'
import { findSymbol } from '../symbols/findSymbol.ts'
import { gapReason, tableGaps } from '../table/format/gaps.ts'
import { openTable } from '../table/openTable.ts'
import type { OpenTable } from '../table/tableView.ts'
import { diffOf } from './compareReleases.ts'
import { classify, RELEASE_DIFF_TYPE } from './releaseDiff.ts'
import { SYMBOL_EXISTS_TYPE } from './symbolExists.ts'

export const REVIEWED_TYPES: readonly string[] = [SYMBOL_EXISTS_TYPE, RELEASE_DIFF_TYPE]

export type Review =
  | Readonly<{ state: 'stands' }>
  /** `tables`: those of today's extractor that it was read from. */
  | Readonly<{
      state: 'wrong'
      reason: string
      foundBy: string
      tables: readonly Omit<TableKey, 'dependencies'>[]
    }>
  | Readonly<{ state: 'unchecked'; reason: string }>

export type ReviewAnswer = ReturnType<typeof reviewAnswer>

/** Tables that were derived last: answers about one release tend to come together. */
const TABLES_KEPT = 4

/** The parts of what was signed that a review reads; it is our own text, out of our own store. */
type Signed = Readonly<{
  attestation: Readonly<{
    question: Readonly<Record<string, string>>
    verdict: string
    evidence: Readonly<{
      artifacts: readonly EvidenceArtifact[]
      other_artifacts?: readonly EvidenceArtifact[]
      extractor: string
    }>
  }>
  answer: Readonly<{
    version_resolved?: string | null
    kind?: string | null
    caveat?: string | null
    at_requested_version?: Readonly<{
      version: string
      exists: boolean
      caveat?: string | null
    }> | null
  }>
}>

/** Why nothing can be said. */
class Unchecked extends Error {}

export function reviewAnswer(parts: { derive: DeriveFrom }) {
  const derived = recentlyUsed<string, OpenTable>(TABLES_KEPT)

  async function tableOf(
    key: PackageKey,
    version: string,
    artifacts: readonly EvidenceArtifact[],
    signal: AbortSignal,
  ): Promise<OpenTable> {
    const id = JSON.stringify([key, version, artifacts])
    const known = derived.get(id)
    if (known !== undefined) return known
    const reading = await parts.derive(key, version, artifacts, signal)
    if (reading.state !== 'derived') throw new Unchecked(reading.reason)
    const table = openTable(reading.bytes, tableGaps(key, reading.lacking))
    derived.set(id, table)
    return table
  }

  async function reviewSymbol(key: PackageKey, signed: Signed, signal: AbortSignal) {
    const { question, verdict, evidence } = signed.attestation
    const { answer } = signed
    const of = { ecosystem: key.ecosystem, packageName: key.name }
    const { symbol = '' } = question
    const at = answer.at_requested_version ?? null
    const asked = [
      {
        version: answer.version_resolved ?? null,
        said: verdict === 'exists',
        kind: answer.kind,
        isHedged: hasCaveat(answer),
      },
      ...(at === null
        ? []
        : [{ version: at.version, said: at.exists, kind: undefined, isHedged: hasCaveat(at) }]),
    ]
    for (const { version, said, kind, isHedged } of asked) {
      if (version === null) continue
      const table = await tableOf(key, version, evidence.artifacts, signal)
      const finding = findSymbol(table, of, symbol)
      if (finding.state === 'undetermined') {
        throw new Unchecked(finding.reason ?? 'a module cannot be read today')
      }
      if (finding.state === 'not_found' && finding.caveat !== null && !isHedged) {
        throw new Unchecked(`not found today, but: ${finding.caveat}`)
      }
      const does = finding.state === 'found' ? 'exists' : 'does not exist'
      if (said !== (finding.state === 'found')) return `${symbol} ${does} in ${key.name} ${version}`
      if (finding.state === 'found' && kind !== undefined && kind !== finding.row.kind) {
        return `${symbol} is a ${finding.row.kind} in ${key.name} ${version}, not a ${kind}`
      }
    }
    return null
  }

  async function reviewDiff(key: PackageKey, signed: Signed, signal: AbortSignal) {
    const { question, verdict, evidence } = signed.attestation
    const { from_version: older = '', to_version: newer = '' } = question
    if ((evidence.other_artifacts ?? []).length > 0) {
      throw new Unchecked('it rests on types of other packages, which are not read again')
    }
    const from = await tableOf(key, older, evidence.artifacts, signal)
    const to = await tableOf(key, newer, evidence.artifacts, signal)
    for (const { gaps } of [from, to]) if (gaps !== null) throw new Unchecked(gapReason(gaps))
    const sides = [
      { version: older, table: from },
      { version: newer, table: to },
    ] as const
    const is = classify(diffTables(...diffOf(key, ...sides)))
    return is === verdict ? null : `${key.name} ${older} to ${newer} is ${is}, not ${verdict}`
  }

  return {
    /** Whether it was signed by another extractor than today's. */
    isOld(answer: SignedAnswer): boolean {
      const { question, evidence } = readSigned(answer).attestation
      const { ecosystem = '' } = question
      return isEcosystem(ecosystem) && evidence.extractor !== EXTRACTOR_VERSIONS[ecosystem]
    },
    async review(answer: SignedAnswer, signal: AbortSignal): Promise<Review> {
      const signed = readSigned(answer)
      const { question, verdict, evidence } = signed.attestation
      const key = keyOf(question)
      if (key === null) return { state: 'unchecked', reason: 'names no package' }
      // That a package was not there is the registry's word, which no table contradicts.
      if (verdict === 'package_not_found') return { state: 'stands' }
      const foundBy = EXTRACTOR_VERSIONS[key.ecosystem]
      try {
        const wrong =
          answer.type === RELEASE_DIFF_TYPE
            ? await reviewDiff(key, signed, signal)
            : await reviewSymbol(key, signed, signal)
        if (wrong === null) return { state: 'stands' }
        const reason = `${foundBy} finds: ${wrong} (${evidence.extractor} said ${verdict})`
        const tables = evidence.extractor === foundBy ? tablesOf(key, evidence) : []
        return { state: 'wrong', reason, foundBy, tables }
      } catch (error) {
        if (error instanceof Unchecked) return { state: 'unchecked', reason: error.message }
        throw error
      }
    },
  }
}

/** Of the package itself: what it follows has tables of its own. */
function tablesOf(
  key: PackageKey,
  { artifacts, extractor }: Signed['attestation']['evidence'],
): readonly Omit<TableKey, 'dependencies'>[] {
  return artifacts
    .filter((file) => file.package === key.name)
    .flatMap(({ filename, sha256 }) => {
      // Neither size nor kind of digest tells one table from another.
      const artifact = { filename, sha256, sizeBytes: 0, digest: 'computed' } as const
      return tableKeyOf({ ...key, artifact, extractor }) ?? []
    })
}

function hasCaveat({ caveat = null }: Readonly<{ caveat?: string | null }>): boolean {
  return caveat !== null
}

function readSigned({ attestation, answer }: SignedAnswer): Signed {
  return { attestation: JSON.parse(attestation), answer: JSON.parse(answer) }
}

function keyOf({ ecosystem = '', package: written = '' }: Readonly<Record<string, string>>) {
  if (!isEcosystem(ecosystem)) return null
  const name = parsePackageName(ecosystem, written)
  return name === null ? null : { ecosystem, name }
}
