// When did a symbol come, change and go? Over the releases that are indexed, and over no others: what
// was not read is not spoken of. The fields are the wire's, because the signature covers them.

import { LRUCache } from 'lru-cache'
import type { PackageKey } from '../domain/names/packageName.ts'
import type { Notice } from '../domain/notice.ts'
import { keyText } from '../domain/release.ts'
import { ServiceError } from '../errors.ts'
import type { Flights } from '../ingest/flights.ts'
import type { IndexedReleases, KeptRelease } from '../ingest/indexedReleases.ts'
import { HISTORY_CACHE_BYTES, HISTORY_RELEASES_MAX, HISTORY_TABLES_BYTES } from '../limits.ts'
import type { Statement } from '../ports/attester.ts'
import type { Caller } from '../ports/caller.ts'
import type { TableStore } from '../ports/store.ts'
import { findSymbol } from '../symbols/findSymbol.ts'
import { type ReleaseFinding, type SymbolFate, symbolFate } from '../symbols/symbolRuns.ts'
import { tableGaps } from '../table/format/gaps.ts'
import { tableCache } from '../table/tableCache.ts'
import type { AnswerParts } from './evidence/answerParts.ts'
import type { AnswerTables } from './evidence/answerTables.ts'
import { mergedEvidence } from './evidence/mergedEvidence.ts'
import { noticed, spokenOf } from './evidence/notices.ts'
import { refuseGap } from './evidence/passingGap.ts'
import { scopeOf } from './scope.ts'
import type { ReplySigner, SignedReply } from './signedReply.ts'

export const SYMBOL_HISTORY_TYPE = 'assay.symbol_history/1'

type HistoryQuestion = Readonly<{ key: PackageKey; symbol: string }>

export type AnswerSymbolHistory = ReturnType<typeof symbolHistory>

export function symbolHistory(
  parts: Pick<AnswerParts, 'registryOf' | 'latest' | 'notices' | 'now'> &
    Readonly<{
      tables: Pick<AnswerTables, 'open' | 'generation'>
      indexed: IndexedReleases
      kept: Pick<TableStore, 'load'>
      flights: Flights<SignedReply>
      signer: ReplySigner
    }>,
) {
  const { signer, notices } = parts
  const signed = new LRUCache<string, SignedReply>({
    maxSize: HISTORY_CACHE_BYTES,
    sizeCalculation: ({ textHead }) => textHead.length + 1,
  })

  // Whoever asks about one symbol of a package asks about the next one.
  const opened = tableCache(HISTORY_TABLES_BYTES)

  async function findings(
    { key, symbol }: HistoryQuestion,
    releases: readonly KeptRelease[],
    signal: AbortSignal,
  ): Promise<readonly ReleaseFinding[]> {
    const of = { ecosystem: key.ecosystem, packageName: key.name }
    const found: ReleaseFinding[] = []
    for (const { version, table, packages } of releases) {
      signal.throwIfAborted()
      const id = JSON.stringify([parts.tables.generation(), table, packages])
      const gaps = tableGaps(key, packages)
      const open = await opened.open(id, () => parts.kept.load(table), gaps)
      if (open === null) throw new ServiceError('internal', `${keyText(key)}: a table is gone`)
      found.push({ version, finding: findSymbol(open, of, symbol) })
    }
    return found
  }

  async function answer(
    question: HistoryQuestion,
    said: readonly Notice[],
    signal: AbortSignal,
  ): Promise<SignedReply> {
    const { key, symbol } = question
    const { kept, unread, isCut } = await parts.indexed(key, HISTORY_RELEASES_MAX)
    const rests = kept.flatMap(({ evidence }) => evidence.map(({ sha256 }) => sha256))
    const asked = [keyText(key), symbol, rests, unread, isCut, said]
    const cacheKey = JSON.stringify([parts.tables.generation(), ...asked])
    const known = signed.get(cacheKey)
    if (known !== undefined) return known
    const found = await findings(question, kept, signal)
    refuseUndetermined(question, found)
    const basis = { releases: kept, found, unread, isCut, said }
    const reply = await signer.sign(signer.prepare(statement(question, basis, parts)))
    signed.set(cacheKey, reply)
    return reply
  }

  return async (question: HistoryQuestion, caller: Caller) => {
    const { key, symbol } = question
    const state = parts.latest.peek(key) ?? (await parts.latest.find(key, caller, 'table'))
    const wrong = { field: 'package', input: key.name, in: 'query' } as const
    if (!state.found) {
      const message = `There is no ${key.ecosystem} package ${key.name}`
      throw new ServiceError('package_not_found', message, { wrong })
    }
    // The latest release belongs to every history; what else is indexed is the operator's choice.
    const outcome = await parts.tables.open(key, state.release, caller)
    if (outcome.state !== 'opened') {
      const message = `${key.name} holds nothing to be indexed`
      throw new ServiceError('package_not_indexable', message, { wrong })
    }
    refuseGap(key, outcome, parts.now())
    const of = spokenOf(state.release)
    const said = [...notices.ofProject(key, of), ...notices.ofRelease(key, of)]
    const flight = JSON.stringify([keyText(key), symbol, said])
    return parts.flights.join(flight, (signal) => answer(question, said, signal), caller)
  }
}

function refuseUndetermined({ symbol }: HistoryQuestion, found: readonly ReleaseFinding[]): void {
  if (found.some(({ finding }) => finding.state !== 'undetermined')) return
  throw new ServiceError('symbol_undetermined', 'No indexed release lets this be looked up', {
    wrong: { field: 'symbol', input: symbol, in: 'query' },
  })
}

type Basis = Readonly<{
  releases: readonly KeptRelease[]
  found: readonly ReleaseFinding[]
  unread: readonly string[]
  isCut: boolean
  /** Of the package and of its latest release. */
  said: readonly Notice[]
}>

function statement(
  { key, symbol }: HistoryQuestion,
  { releases, found, unread, isCut, said }: Basis,
  { registryOf, notices }: Pick<AnswerParts, 'registryOf' | 'notices'>,
): Statement {
  const registry = registryOf(key)
  const { ecosystem, name } = key
  const fate = symbolFate(found)
  const [newest] = releases.slice(-1)
  const sha256Of = new Map(releases.map(({ version, artifact }) => [version, artifact.sha256]))
  return {
    type: SYMBOL_HISTORY_TYPE,
    question: { ecosystem, package: name, symbol },
    verdict: verdictOf(fate),
    evidence: {
      registry: registry.identity,
      artifacts: mergedEvidence(...releases.map(({ evidence }) => evidence)),
      ...(newest === undefined ? {} : { extractor: newest.extractor }),
      ...notices.evidence(key, said),
    },
    answer: {
      ecosystem,
      package: name,
      symbol,
      exists: fate.runs.at(-1)?.exists ?? null,
      first_seen: fate.firstSeen,
      last_seen: fate.lastSeen,
      added_in: fate.addedIn,
      removed_in: fate.removedIn,
      deprecated_in: fate.deprecatedIn,
      history: fate.runs.map((run) => ({
        from_version: run.fromVersion,
        to_version: run.toVersion,
        releases: run.releases,
        exists: run.exists,
        qualified_name: run.qualifiedName,
        kind: run.kind,
        symbol_signature: run.signature,
        deprecated: run.deprecated,
        public: run.isPublic,
      })),
      releases: found.map(({ version }) => ({
        version,
        artifact_sha256: sha256Of.get(version) ?? null,
      })),
      unread,
      cut: isCut,
      ...noticed(said),
      scope: `${scopeOf(key, registry)} Indexed releases only.`,
    },
  }
}

function verdictOf({ lastSeen, runs }: SymbolFate): string {
  const newest = runs.at(-1)?.exists ?? null
  if (newest === null) return 'undetermined'
  if (newest) return 'exists'
  return lastSeen === null ? 'symbol_not_found' : 'removed'
}
