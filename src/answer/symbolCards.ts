// What a release says of symbols, before code is written against it: one card for each. Never of another
// release than the one that is meant. The fields are the wire's, because the signature covers them.

import { LRUCache } from 'lru-cache'
import type { InputReader } from '../check/read/readAside.ts'
import type { InputFile } from '../check/read/readInput.ts'
import { filesDigest } from '../domain/filesDigest.ts'
import type { PackageKey } from '../domain/names/packageName.ts'
import { mergedNotices, type Notice } from '../domain/notice.ts'
import { keyText } from '../domain/release.ts'
import { compareVersions } from '../domain/versionOrder.ts'
import { ServiceError } from '../errors.ts'
import type { Flights } from '../ingest/flights.ts'
import type { IndexedReleases, KeptRelease } from '../ingest/indexedReleases.ts'
import {
  CARD_CACHE_BYTES,
  CARD_FOUND_MAX,
  CARD_RELEASES_MAX,
  SYMBOL_LENGTH_MAX,
} from '../limits.ts'
import type { Evidence, Statement } from '../ports/attester.ts'
import type { Caller } from '../ports/caller.ts'
import type { Registry } from '../ports/registry.ts'
import type { TableStore } from '../ports/store.ts'
import { tableSearches } from '../services/research/searchTable.ts'
import { findSymbol, type SymbolFinding } from '../symbols/findSymbol.ts'
import { seenAround } from '../symbols/seenAround.ts'
import type { ReleaseFinding } from '../symbols/symbolRuns.ts'
import { tableGaps } from '../table/format/gaps.ts'
import { openTableAside } from '../table/openTable.ts'
import type { OpenTable } from '../table/tableView.ts'
import { finishInTurns } from '../turns.ts'
import { cardOf } from './cardForm.ts'
import { writtenAs } from './codeResearch.ts'
import type { AnswerParts } from './evidence/answerParts.ts'
import type { TableOutcome } from './evidence/answerTables.ts'
import { mergedEvidence } from './evidence/mergedEvidence.ts'
import { noticed, spokenOf } from './evidence/notices.ts'
import { refuseGap } from './evidence/passingGap.ts'
import { proofOf } from './proof.ts'
import { releaseInFiles } from './releaseInFiles.ts'
import { scopeOf } from './scope.ts'
import type { ReplySigner, ToldReply } from './signedReply.ts'

export const SYMBOL_CARD_TYPE = 'assay.symbol_card/1'

type CardQuestion = Readonly<{
  key: PackageKey
  /** Null where the files tell it, or the latest is meant. */
  version: string | null
  /** Manifests and lock files of a project. */
  files: readonly InputFile[]
  symbols: readonly string[]
  /** In words; null where nothing is asked in words. */
  question: string | null
}>

export type AnswerSymbolCards = ReturnType<typeof symbolCards>

type Opened = Extract<TableOutcome, { state: 'opened' }>

/** Which release is meant, and who said so. */
type Meant = Readonly<{ opened: Opened; from: 'version' | 'files' | 'latest' }>

type Asked = Readonly<{ symbol: string; finding: SymbolFinding }>

export function symbolCards(
  parts: Pick<AnswerParts, 'registryOf' | 'latest' | 'tables' | 'notices' | 'words' | 'now'> &
    Readonly<{
      reader: InputReader
      indexed: IndexedReleases
      kept: Pick<TableStore, 'load'>
      flights: Flights<ToldReply>
      signer: ReplySigner
    }>,
) {
  const { latest, tables, notices, signer, now } = parts
  const search = tableSearches((work) => finishInTurns(work))
  const signed = new LRUCache<string, ToldReply>({
    maxSize: CARD_CACHE_BYTES,
    sizeCalculation: ({ reply }) => reply.textHead.length + 1,
  })

  async function meant(question: CardQuestion, caller: Caller): Promise<Meant> {
    const { key, version, files } = question
    if (version !== null) return { opened: await pinned(key, version, caller), from: 'version' }
    const input = files.length === 0 ? null : await parts.reader.read(files, caller)
    const named =
      input === null ? null : await releaseInFiles(key, files, input, parts.registryOf, caller)
    if (named !== null) return { opened: await pinned(key, named, caller), from: 'files' }
    const state = latest.peek(key) ?? (await latest.find(key, caller, 'table'))
    if (!state.found) throw noPackage(key)
    return {
      opened: opened(key, await tables.open(key, state.release, caller), null),
      from: 'latest',
    }
  }

  async function pinned(key: PackageKey, version: string, caller: Caller): Promise<Opened> {
    return opened(key, await tables.openPinned(key, version, caller), version)
  }

  /** Of the project and of the release. */
  async function said(key: PackageKey, { version }: Opened, caller: Caller) {
    const state = latest.peek(key)
    const isLatest = state?.found === true && state.release.version === version
    const of = isLatest
      ? spokenOf(state.release)
      : (await parts.words(key, version, caller)).release
    if (of === null) return []
    return mergedNotices(notices.ofProject(key, of), notices.ofRelease(key, of))
  }

  /** The same symbols in the releases around it that are indexed, oldest first. */
  async function around(
    { key }: CardQuestion,
    { opened: here }: Meant,
    asked: readonly Asked[],
    releases: readonly KeptRelease[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, readonly ReleaseFinding[]>> {
    const rows = new Map(asked.map(({ symbol }) => [symbol, [] as ReleaseFinding[]]))
    const add = (version: string, find: (one: Asked) => SymbolFinding) => {
      for (const one of asked) rows.get(one.symbol)?.push({ version, finding: find(one) })
    }
    // A version that cannot be compared is in no order, and says nothing about before and after.
    const isOlder = ({ version }: KeptRelease) =>
      (compareVersions(key.ecosystem, version, here.version) ?? 1) < 0
    const older = releases.filter(isOlder)
    const newer = releases.filter((one) => !isOlder(one) && one.version !== here.version)
    const look = async (release: KeptRelease) => {
      signal.throwIfAborted()
      const table = await openKept(key, release)
      add(release.version, ({ symbol }) => findSymbol(table, ofKey(key), symbol))
    }
    for (const release of older) await look(release)
    add(here.version, ({ finding }) => finding)
    for (const release of newer) await look(release)
    return rows
  }

  async function openKept(key: PackageKey, { table, packages }: KeptRelease): Promise<OpenTable> {
    const bytes = await parts.kept.load(table)
    if (bytes === null) throw new ServiceError('internal', `${keyText(key)}: a table is gone`)
    return openTableAside(bytes, tableGaps(key, packages))
  }

  /** Symbols that a question in words is about: those that it spells, then those that fit its words. */
  async function inWords({ key, question }: CardQuestion, { opened }: Meant): Promise<Asked[]> {
    if (question === null) return []
    const { ecosystem, name } = key
    const { id, version, artifact, extractor, table } = opened
    const { filename, sha256: artifactSha256 } = artifact
    const facts = { ecosystem, name, version, filename, artifactSha256, extractor, tableId: id }
    const { named, found } = await search(facts, table, question)
    const paths = [...named, ...found.map(({ symbol }) => writtenAs(facts, symbol))]
    const asked: Asked[] = []
    const seen = new Set<string>()
    for (const symbol of new Set(paths)) {
      const finding = findSymbol(table, ofKey(key), symbol)
      if (finding.state !== 'found' || seen.has(finding.qualifiedName)) continue
      // Nobody writes what has so long a name.
      if (finding.qualifiedName.length > SYMBOL_LENGTH_MAX) continue
      seen.add(finding.qualifiedName)
      asked.push({ symbol: finding.qualifiedName, finding })
      if (asked.length === CARD_FOUND_MAX) break
    }
    return asked
  }

  async function answer(
    question: CardQuestion,
    of: Meant,
    notices: readonly Notice[],
    signal: AbortSignal,
  ): Promise<ToldReply> {
    const { key, symbols } = question
    const { opened } = of
    const asked = [...new Set(symbols)].map((symbol) => ({
      symbol,
      finding: findSymbol(opened.table, ofKey(key), symbol),
    }))
    const isMissing = asked.some(({ finding }) => finding.state !== 'found')
    if (isMissing || question.question !== null) refuseGap(key, opened, now())
    const { kept } = await parts.indexed(key, CARD_RELEASES_MAX)
    const rests = kept.flatMap(({ evidence }) => evidence.map(({ sha256 }) => sha256))
    const cacheKey = JSON.stringify([
      ...[tables.generation(), opened.opening, of.from, rests, notices],
      questionOf(question, of),
    ])
    const known = signed.get(cacheKey)
    if (known !== undefined && !signer.isRetracted(known.reply)) return known
    const found = await inWords(question, of)
    const all = [...asked, ...found]
    const seen = await around(question, of, all, kept, signal)
    const cards = (list: readonly Asked[]) =>
      list.map(({ symbol, finding }) => {
        const where = seenAround(seen.get(symbol) ?? [], opened.version)
        return cardOf({ table: opened.table, of: ofKey(key) }, symbol, finding, where)
      })
    const told = { cards: cards(asked), found: cards(found) }
    const verdict = verdictOf(asked, found)
    const basis = { of, releases: kept, said: notices, registry: parts.registryOf(key) }
    const evidence = parts.notices.evidence(key, notices)
    const statement = statementOf(question, { ...basis, ...told, verdict, evidence })
    const reply = await signer.sign(signer.prepare(statement))
    const isDetermined = verdict !== 'undetermined' && verdict !== 'nothing_found'
    const made = { reply, isDetermined }
    if (opened.source !== 'lazy') signed.set(cacheKey, made)
    return made
  }

  return async (question: CardQuestion, caller: Caller): Promise<ToldReply> => {
    const of = await meant(question, caller)
    const notices = await said(question.key, of.opened, caller)
    const flight = JSON.stringify([of.opened.opening, questionOf(question, of), notices])
    return parts.flights.join(flight, (signal) => answer(question, of, notices, signal), caller)
  }
}

function ofKey({ ecosystem, name }: PackageKey) {
  return { ecosystem, packageName: name }
}

function noPackage({ ecosystem, name }: PackageKey): ServiceError {
  const message = `There is no ${ecosystem} package ${name}`
  return new ServiceError('package_not_found', message, {
    wrong: { field: 'package', input: name },
  })
}

/** Throws what keeps it from being read. */
function opened(key: PackageKey, outcome: TableOutcome, version: string | null): Opened {
  if (outcome.state === 'opened') return outcome
  if (outcome.state === 'absent') throw noPackage(key)
  if (outcome.state === 'version_not_found' && version !== null) {
    const message = `${key.name} has no release ${version}`
    throw new ServiceError('version_not_found', message, {
      wrong: { field: 'version', input: version },
    })
  }
  const why = outcome.state === 'unreadable' ? outcome.reason : 'the registry withholds it'
  const message = `${key.name} ${version ?? ''} holds nothing that can be indexed: ${why}`
  throw new ServiceError('package_not_indexable', message.replace('  ', ' '), {
    wrong: { field: 'package', input: key.name },
  })
}

function isAbsent({ finding }: Asked): boolean {
  return finding.state === 'not_found' && finding.caveat === null
}

function verdictOf(asked: readonly Asked[], found: readonly Asked[]): string {
  if (asked.length === 0) return found.length > 0 ? 'found' : 'nothing_found'
  if (asked.some(isAbsent)) return 'symbol_not_found'
  if (asked.every(({ finding }) => finding.state === 'found')) return 'exists'
  // What is told of some of them is an answer.
  const isTold = found.length > 0 || asked.some(({ finding }) => finding.state === 'found')
  return isTold ? 'partly_determined' : 'undetermined'
}

function questionOf({ key, files, symbols, question }: CardQuestion, { opened, from }: Meant) {
  return {
    ecosystem: key.ecosystem,
    package: key.name,
    ...(from === 'version' ? { version: opened.version } : {}),
    ...(files.length === 0 ? {} : { files_sha256: filesDigest(files) }),
    ...(symbols.length === 0 ? {} : { symbols: [...new Set(symbols)] }),
    ...(question === null ? {} : { question }),
  }
}

type Basis = Readonly<{
  of: Meant
  releases: readonly KeptRelease[]
  said: readonly Notice[]
  registry: Registry
  cards: readonly object[]
  found: readonly object[]
  verdict: string
  evidence: Pick<Evidence, 'names' | 'imports'>
}>

function statementOf(question: CardQuestion, basis: Basis): Statement {
  const { key } = question
  const { of, releases, registry } = basis
  const { opened, from } = of
  return {
    type: SYMBOL_CARD_TYPE,
    question: questionOf(question, of),
    verdict: basis.verdict,
    evidence: {
      registry: registry.identity,
      artifacts: mergedEvidence(opened.evidence, ...releases.map(({ evidence }) => evidence)),
      extractor: opened.extractor,
      ...basis.evidence,
    },
    answer: {
      verdict: basis.verdict,
      ecosystem: key.ecosystem,
      package: key.name,
      version_resolved: opened.version,
      version_from: from,
      cards: basis.cards,
      found: basis.found,
      releases: releases.map(({ version }) => version),
      ...noticed(basis.said),
      scope: scopeOf(key, registry),
      source: opened.source,
      proof: proofOf(registry, key, opened),
    },
  }
}
