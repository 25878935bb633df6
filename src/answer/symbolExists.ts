// Does this symbol exist in the latest release of a package, and in the release that was asked for?
// The fields are the wire's, because the signature covers them.

import type { AskedWindow } from '../domain/askedWindow.ts'
import { EXTRACTOR_VERSIONS } from '../domain/extractorVersions.ts'
import type { PackageKey } from '../domain/names/packageName.ts'
import { mergedNotices, type Notice } from '../domain/notice.ts'
import { recentlyUsed } from '../domain/recentlyUsed.ts'
import { compareVersions } from '../domain/versionOrder.ts'
import { ServiceError } from '../errors.ts'
import type { LatestState } from '../ingest/latestReleases.ts'
import { ANSWER_CACHE_ENTRIES } from '../limits.ts'
import type { Evidence, Statement } from '../ports/attester.ts'
import type { Caller } from '../ports/caller.ts'
import type { NameIndex } from '../ports/nameIndex.ts'
import type { Registry } from '../ports/registry.ts'
import { closestSymbols } from '../symbols/closestSymbols.ts'
import { findSymbol, type SymbolFinding } from '../symbols/findSymbol.ts'
import type { AnswerParts } from './evidence/answerParts.ts'
import type { OpenedRelease, TableOutcome } from './evidence/answerTables.ts'
import { askedEvidence } from './evidence/askedEvidence.ts'
import { mergedEvidence } from './evidence/mergedEvidence.ts'
import { noticed, spokenOf } from './evidence/notices.ts'
import { refuseGap } from './evidence/passingGap.ts'
import { proofOf } from './proof.ts'
import { scopeOf } from './scope.ts'
import type { ReplySigner, SignedReply } from './signedReply.ts'

export const SYMBOL_EXISTS_TYPE = 'assay.symbol_exists/1'

type SymbolQuestion = Readonly<{
  key: PackageKey
  symbol: string
  /** The release that the asker uses; null for the latest. */
  version: string | null
}>

export type AnswerSymbolExists = ReturnType<typeof symbolExists>

type Found = Extract<LatestState, { found: true }>
type NotFound = Extract<LatestState, { found: false }>

/** At the version that was asked for, where that is another one than the latest. */
type AtVersion = Readonly<{
  /** As the registry spells it. */
  version: string
  note: string
  release: OpenedRelease | null
  finding: SymbolFinding | null
  /** When the registry said that it has no such release; null where it did not. */
  asked: AskedWindow | null
}>

export function symbolExists(
  parts: Omit<AnswerParts, 'registryIdentity' | 'imports'> &
    Readonly<{ signer: ReplySigner; cacheSignatures: boolean }>,
) {
  const { latest, tables, names, notices, words, signer, now } = parts
  const signed = recentlyUsed<string, SignedReply>(ANSWER_CACHE_ENTRIES)

  /** The names, the release, its table and what is written: all that an answer about the latest rests on. */
  function cacheKey({ symbol }: SymbolQuestion, opening: number): string {
    return `${names.generation} ${opening} ${symbol}`
  }

  function warm(question: SymbolQuestion): SignedReply | null {
    if (question.version !== null) return null
    const state = latest.peek(question.key)
    const opening = state?.found ? tables.openingOf(state.release) : null
    if (opening === null) return null
    const reply = signed.get(cacheKey(question, opening)) ?? null
    return reply === null || signer.isRetracted(reply) ? null : reply
  }

  async function answer(question: SymbolQuestion, caller: Caller): Promise<SignedReply> {
    const { key } = question
    const beside = besideLatest(question, caller)
    const state = latest.peek(key) ?? (await findLatest(question, caller, beside.heard))
    const registry = parts.registryOf(key)
    if (state instanceof ServiceError) {
      const instead = await askedInstead(question, state, caller)
      const said = await noticesOfAsked(question, caller)
      const rests = { registry, notices: said, noticed: notices.evidence(key, said) }
      return signer.sign(signer.prepare(statement(question, { ...instead, ...rests })))
    }
    if (!state.found)
      return signer.sign(signer.prepare(noPackage(question, state, registry, names)))
    const pinned = beside.opened(state.release.version)
    const [release, said] = await Promise.all([
      openLatest(question, state, caller),
      noticesIn(question, state, caller),
    ])
    const rests = { registry, notices: said, noticed: notices.evidence(key, said) }
    if (release instanceof ServiceError) {
      const instead = await askedInstead(question, release, caller)
      return signer.sign(signer.prepare(statement(question, { ...instead, ...rests })))
    }
    const finding = determined(question, release, look(question, release))
    const at = await atVersion(question, release, pinned)
    const prepared = signer.prepare(statement(question, { release, finding, at, ...rests }))
    const reply = await signer.sign(prepared)
    // The next one did not put it into the index.
    const isSettled = at === null && release.source !== 'lazy'
    if (isSettled && parts.cacheSignatures && question.version === null) {
      signed.set(cacheKey(question, release.opening), reply)
    }
    return reply
  }

  /** Or why nobody knows it: then a release that is named can be answered all the same. */
  async function findLatest(
    { key, version }: SymbolQuestion,
    caller: Caller,
    heard: (version: string) => void,
  ) {
    try {
      return await latest.find(key, caller, 'table', heard)
    } catch (error) {
      const isNotHeld = error instanceof ServiceError && error.code === 'not_held'
      if (isNotHeld && version !== null) return error
      throw error
    }
  }

  /** Throws where what is not found may be in what the table lacks. */
  function look({ key, symbol }: SymbolQuestion, release: OpenedRelease): SymbolFinding {
    const of = { ecosystem: key.ecosystem, packageName: key.name }
    const finding = findSymbol(release.table, of, symbol)
    if (finding.state !== 'found') refuseGap(key, release, now())
    return finding
  }

  /** Of the package, of its latest release, and of the one that was asked for. */
  async function noticesIn(
    { key, version }: SymbolQuestion,
    { release }: Found,
    caller: Caller,
  ): Promise<readonly Notice[]> {
    const of = spokenOf(release)
    const isOther = version !== null && version !== release.version
    const pinned = isOther ? (await words(key, version, caller)).release : null
    return mergedNotices(
      notices.ofProject(key, of),
      notices.ofRelease(key, of),
      pinned === null ? [] : notices.ofRelease(key, pinned),
    )
  }

  /** Of the package and of the release that was asked for, where the latest is not known. */
  async function noticesOfAsked({ key, version }: SymbolQuestion, caller: Caller) {
    const of = version === null ? null : (await words(key, version, caller)).release
    if (of === null) return []
    return mergedNotices(notices.ofProject(key, of), notices.ofRelease(key, of))
  }

  /** Or why it cannot be read, now or ever. */
  async function openLatest(
    { key }: SymbolQuestion,
    state: Found,
    caller: Caller,
  ): Promise<AnsweredRelease | ServiceError> {
    try {
      const outcome = await tables.open(key, state.release, caller)
      if (outcome.state !== 'opened') return notIndexable(key, outcome)
      // The release was not known to be readable when its state was made.
      return state.source === 'lazy' ? { ...outcome, source: state.source } : outcome
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'not_read_yet') return error
      throw error
    }
  }

  /** The release that was asked for, where the latest cannot be read: that one can be answered. */
  async function askedInstead(
    question: SymbolQuestion,
    trouble: ServiceError,
    caller: Caller,
  ): Promise<Pick<Basis, 'release' | 'finding' | 'at'>> {
    const { key, version } = question
    if (version === null) throw trouble
    const release = await tables.openPinned(key, version, caller)
    if (release.state !== 'opened') throw trouble
    const finding = determined(question, release, look(question, release))
    const head = `Answered for ${release.version}, the release that was asked for`
    const note = withCaveat(`${head}; the latest release could not be read.`, finding)
    const at = { version: release.version, note, release, finding, asked: null }
    return { release, finding, at }
  }

  /** The release that was asked for, opened while the latest is read. */
  function besideLatest({ key, version }: SymbolQuestion, caller: Caller) {
    let opening: Promise<TableOutcome> | null = null
    const begin = (): void => {
      if (opening !== null || version === null) return
      opening = tables.openPinned(key, version, caller)
      // What goes wrong is told to whoever waits for it. Where the latest fails, nobody does.
      opening.catch(() => undefined)
    }
    return {
      /** One that may be the latest in another spelling waits until that is known. */
      heard(latestVersion: string): void {
        if (version === null || version === latestVersion) return
        if (compareVersions(key.ecosystem, version, latestVersion) !== 0) begin()
      },
      /** Null where no other release than the latest was asked for. */
      opened(latestVersion: string | null): Promise<TableOutcome> | null {
        if (version !== latestVersion) begin()
        return opening
      },
    }
  }

  async function atVersion(
    question: SymbolQuestion,
    release: OpenedRelease,
    pinned: Promise<TableOutcome> | null,
  ): Promise<AtVersion | null> {
    const { version } = question
    if (pinned === null || version === null) return null
    const outcome = await pinned
    if (outcome.state === 'opened' && outcome.version === release.version) return null
    const head = `Answered for ${release.version}, the latest release`
    if (outcome.state !== 'opened') {
      const note = `${head}; ${version} ${WHY_NOT[outcome.state]}.`
      const asked = outcome.state === 'unreadable' ? null : outcome.asked
      return { version, note, release: null, finding: null, asked }
    }
    const finding = look(question, outcome)
    // What may be there all the same is not said to be missing.
    const isOpen = finding.state === 'not_found' && finding.caveat !== null
    const verdict = isOpen ? 'was not found' : VERDICT[finding.state]
    const note = withCaveat(`${head}; in ${outcome.version} the symbol ${verdict}.`, finding)
    return { version: outcome.version, note, release: outcome, finding, asked: null }
  }

  return (question: SymbolQuestion, caller: () => Caller) =>
    warm(question) ?? answer(question, caller())
}

const WHY_NOT = {
  absent: 'is not there',
  version_not_found: 'is no release of this package',
  withheld: 'is withheld by the registry',
  unreadable: 'could not be read',
} as const

const VERDICT = {
  found: 'exists',
  not_found: 'does not exist',
  undetermined: 'could not be looked up',
} as const

function caveatOf(finding: SymbolFinding): string | null {
  return finding.state === 'undetermined' ? null : finding.caveat
}

function withCaveat(note: string, finding: SymbolFinding): string {
  const caveat = caveatOf(finding)
  return caveat === null ? note : `${note} ${caveat}`
}

/** The refusal of a question that nothing can be said about. */
function notIndexable({ name }: PackageKey, outcome: Exclude<TableOutcome, { state: 'opened' }>) {
  const reason = outcome.state === 'unreadable' ? outcome.reason : WHY_NOT[outcome.state]
  const message = `${name} exists, but its latest release holds nothing that can be indexed: ${reason}`
  return new ServiceError('package_not_indexable', message, {
    wrong: { field: 'package', input: name },
  })
}

function determined(
  { symbol }: SymbolQuestion,
  release: OpenedRelease,
  finding: SymbolFinding,
): Exclude<SymbolFinding, { state: 'undetermined' }> {
  if (finding.state !== 'undetermined') return finding
  const why = finding.reason === null ? '' : `: ${finding.reason}`
  const message = `The path leads into ${finding.module} ${release.version}, which cannot be read${why}`
  throw new ServiceError('symbol_undetermined', message, {
    wrong: { field: 'symbol', input: symbol },
  })
}

type AnsweredRelease = Extract<TableOutcome, { state: 'opened' }>

type Basis = Readonly<{
  release: AnsweredRelease
  finding: Exclude<SymbolFinding, { state: 'undetermined' }>
  at: AtVersion | null
  registry: Registry
  notices: readonly Notice[]
  noticed: Pick<Evidence, 'names' | 'imports'>
}>

function statement(question: SymbolQuestion, basis: Basis): Statement {
  const { key, symbol } = question
  const { release, finding, at, registry } = basis
  const row = finding.state === 'found' ? finding.row : null
  const { ecosystem, name } = key
  const evidence: Evidence = {
    registry: registry.identity,
    artifacts: mergedEvidence(release.evidence, at?.release?.evidence ?? []),
    extractor: release.extractor,
    ...basis.noticed,
    ...askedEvidence(at?.asked ? [at.asked] : []),
  }
  return {
    type: SYMBOL_EXISTS_TYPE,
    question: asked(question, at?.version ?? null),
    verdict: row === null ? 'symbol_not_found' : 'exists',
    evidence,
    answer: {
      exists: row !== null,
      reason: row === null ? 'symbol_not_found' : null,
      ecosystem,
      package: name,
      symbol,
      kind: row?.kind ?? null,
      deprecated: row?.deprecated ?? false,
      since_version: row?.since_version ?? null,
      closest_match:
        row === null
          ? closestSymbols(release.table, { ecosystem, packageName: name }, symbol)
          : null,
      version_resolved: release.version,
      qualified_name: finding.state === 'found' ? finding.qualifiedName : null,
      symbol_signature: row?.signature ?? null,
      doc: row?.doc ?? null,
      public: row?.public ?? null,
      also_at: finding.state === 'found' ? finding.alsoAt : [],
      caveat: caveatOf(finding),
      note: at?.note ?? null,
      at_requested_version: at === null ? null : renderAt(at),
      ...noticed(basis.notices),
      scope: scopeOf(key, registry),
      source: release.source,
      proof: proofOf(registry, key, release),
    },
  }
}

function asked({ key, symbol, version }: SymbolQuestion, spelled: string | null) {
  const { ecosystem, name } = key
  const given = spelled ?? version
  return { ecosystem, package: name, symbol, ...(given === null ? {} : { version: given }) }
}

function renderAt({ version, release, finding }: AtVersion) {
  if (release === null || finding === null || finding.state === 'undetermined') return null
  const row = finding.state === 'found' ? finding.row : null
  return {
    version,
    exists: row !== null,
    kind: row?.kind ?? null,
    deprecated: row?.deprecated ?? false,
    since_version: row?.since_version ?? null,
    qualified_name: finding.state === 'found' ? finding.qualifiedName : null,
    signature: row?.signature ?? null,
    doc: row?.doc ?? null,
    public: row?.public ?? null,
    also_at: finding.state === 'found' ? finding.alsoAt : [],
    caveat: caveatOf(finding),
    filename: release.artifact.filename,
    artifact_sha256: release.artifact.sha256,
  }
}

function noPackage(
  question: SymbolQuestion,
  state: NotFound,
  registry: Registry,
  names: NameIndex,
): Statement {
  const { key, symbol, version } = question
  const near = names.near(key.ecosystem, key.name)
  return {
    type: SYMBOL_EXISTS_TYPE,
    question: asked(question, version),
    verdict: 'package_not_found',
    evidence: {
      registry: registry.identity,
      artifacts: [],
      extractor: EXTRACTOR_VERSIONS[key.ecosystem],
      names: near.snapshot,
      ...askedEvidence([state]),
    },
    answer: {
      exists: false,
      reason: 'package_not_found',
      ecosystem: key.ecosystem,
      package: key.name,
      symbol,
      kind: null,
      deprecated: false,
      since_version: null,
      closest_match: near.names.slice(0, 3).map(({ name }) => name),
      version_resolved: null,
      qualified_name: null,
      symbol_signature: null,
      doc: null,
      public: null,
      also_at: [],
      caveat: null,
      note: null,
      at_requested_version: null,
      scope: scopeOf(key, registry),
      source: 'registry',
      proof: null,
    },
  }
}
