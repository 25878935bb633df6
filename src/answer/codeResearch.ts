// A question in words, answered from the index: symbols that fit, what a release marks as replaced,
// what changed between releases. Every claim names the file and line that it was read from.

import { diffInTurns } from '../diff/diffTables.ts'
import { addToList } from '../domain/maps.ts'
import type { Ecosystem, PackageKey, PackageName } from '../domain/names/packageName.ts'
import { writePath } from '../domain/names/symbolPath.ts'
import type { Notice } from '../domain/notice.ts'
import { recentlyUsed } from '../domain/recentlyUsed.ts'
import { keyText } from '../domain/release.ts'
import { sha256 } from '../domain/texts/sha256.ts'
import type { IndexedReleases, KeptRelease } from '../ingest/indexedReleases.ts'
import * as limits from '../limits.ts'
import type { Evidence, EvidenceArtifact, Statement } from '../ports/attester.ts'
import type { Caller } from '../ports/caller.ts'
import type { PackageStore, TableStore } from '../ports/store.ts'
import {
  type FindPackages,
  type Interpretation,
  type IsPackage,
  interpret,
  type PackageRef,
} from '../services/research/interpret.ts'
import type { Hit, SearchIndex } from '../services/research/searchIndex.ts'
import { isGappedTable, type Row, type Segment } from '../services/research/segment.ts'
import type { SegmentFiles } from '../services/research/segmentFiles.ts'
import { tableGaps } from '../table/format/gaps.ts'
import { openTableAside } from '../table/openTable.ts'
import type { OpenTable } from '../table/tableView.ts'
import { diffOf } from './compareReleases.ts'
import { mergedEvidence } from './evidence/mergedEvidence.ts'
import { type Notices, noticed, spokenOf } from './evidence/notices.ts'
import { readFrom } from './evidence/readFrom.ts'
import type { ReplySigner, ToldReply } from './signedReply.ts'

export const CODE_RESEARCH_TYPE = 'assay.code_research/1'

export type ResearchQuestion = Readonly<{ query: string; context: string | null }>

export type AnswerCodeResearch = (question: ResearchQuestion, caller: Caller) => Promise<ToldReply>

type Finding = Readonly<{
  claim: string
  kind: string
  of: EvidenceArtifact & Readonly<{ ecosystem: Ecosystem }>
  symbol: string
  signature: string | null
  path: string | null
  line: number | null
  confidence: 'exact' | 'derived'
}>

type Outcome = Readonly<{
  findings: readonly Finding[]
  unanswered: readonly string[]
  isCut: boolean
}>

/** How much more the packages count that are named or imported. */
const NAMED_COUNTS = 1.8
const IMPORTED_COUNTS = 2.5
const EXACT_COUNTS = 3
const REPLACED_COUNTS = 4
const COVERAGE_MIN = 0.4
const COVERAGE_IN_PACKAGE_MIN = 0.15
/** Of one package: more of the same name is no answer. */
const NAMESAKES_MAX = 2
const KNOWN_ANSWERS_MAX = 1_000
/** Packages that are read for one question. */
const READ_MAX = 2

export function codeResearch(parts: {
  index: SearchIndex
  files: Pick<SegmentFiles, 'rows'>
  findPackages: FindPackages
  isPackage: IsPackage
  /**
   * Reads the packages of this name that many ask for into the index. What cannot be had now is
   * thrown, what cannot be read is left out.
   */
  readPackage: (written: string, ecosystem: Ecosystem | null, caller: Caller) => Promise<void>
  indexed: IndexedReleases
  tables: Pick<TableStore, 'load'>
  packages: Pick<PackageStore, 'load'>
  notices: Notices
  registryIdentity: (ecosystem: Ecosystem) => string
  signer: ReplySigner
}): AnswerCodeResearch {
  const { index, files, indexed, tables, packages, notices, signer } = parts

  async function ranked(understood: Interpretation, isNarrow: boolean): Promise<readonly Found[]> {
    const { named, imported, words, ecosystem } = understood
    const counts = new Map<string, number>()
    for (const ref of imported) counts.set(keyText(ref), IMPORTED_COUNTS)
    for (const ref of named)
      counts.set(keyText(ref), NAMED_COUNTS * (counts.get(keyText(ref)) ?? 1))
    const packages = isNarrow ? new Map(named.map((ref) => [keyText(ref), 1] as const)) : counts
    const hits = index.search(
      { words, ecosystem, packages, isNarrow },
      limits.RESEARCH_CANDIDATES_MAX,
    )
    const rows = await rowsOf(hits)
    const found = hits.flatMap((hit, i): Found[] => {
      const row = rows[i] ?? null
      const found = row === null ? null : weighed(hit, row, understood)
      // Half the question is another question.
      const least = isNarrow ? COVERAGE_IN_PACKAGE_MIN : COVERAGE_MIN
      const isEnough = found !== null && (found.isExact || hit.coverage >= least)
      return isEnough ? [found] : []
    })
    // Who writes a whole path means that one, whatever else is like it.
    const inOrder = (a: Found, b: Found) =>
      Number(b.isPath) - Number(a.isPath) || b.score - a.score || compare(a, b)
    return withoutTwins(found.sort(inOrder))
  }

  /** In the order of the hits; one file is opened once. */
  async function rowsOf(hits: readonly Hit[]): Promise<readonly (Row | null)[]> {
    const bySegment = new Map<Segment, number[]>()
    for (const [i, { segment }] of hits.entries()) addToList(bySegment, segment, i)
    const rows: (Row | null)[] = hits.map(() => null)
    await Promise.all(
      [...bySegment].map(async ([segment, places]) => {
        const documents = places.map((i) => hits[i]?.document ?? 0)
        const read = await files.rows(segment, documents)
        places.forEach((place, i) => {
          rows[place] = read[i] ?? null
        })
      }),
    )
    return rows
  }

  async function search(understood: Interpretation): Promise<Outcome> {
    const { named, isCertain, words, nameWords, unsearched } = understood
    const lacking = unsearched.map((name) => `${name} is not indexed: nothing was searched in it`)
    // What another package has is no answer about this one.
    if (lacking.length > 0 && !isCertain) {
      return { findings: [], unanswered: lacking, isCut: false }
    }
    let inside = isCertain ? await ranked(understood, true) : []
    if (isCertain && inside.length === 0) {
      inside = await ranked({ ...understood, words: [...words, ...nameWords] }, true)
    }
    const unanswered: string[] = [...lacking]
    const whole = named.filter((ref) => !isGapped(ref))
    if (isCertain && inside.length === 0 && whole.length > 0) {
      unanswered.push(`nothing in ${whole.map(({ name }) => name).join(', ')} fits these words`)
    }
    const gapped = named.filter(isGapped)
    if (gapped.length > 0) {
      const names = gapped.map(({ name }) => name).join(', ')
      unanswered.push(`${names} was not all read yet: what is not found there may be there`)
    }
    const found = inside.length > 0 ? inside : await ranked(understood, false)
    return {
      findings: found.slice(0, limits.RESEARCH_FINDINGS_MAX).map(findingOf),
      unanswered: [...unanswered, ...(gapped.length > 0 ? [] : unknownSymbols(understood, found))],
      isCut: found.length > limits.RESEARCH_FINDINGS_MAX,
    }
  }

  function isGapped(ref: PackageRef): boolean {
    const segment = index.get(keyText(ref))
    return segment !== null && isGappedTable(segment.facts)
  }

  async function openKept(key: PackageKey, kept: KeptRelease): Promise<OpenTable | null> {
    const bytes = await tables.load(kept.table)
    const gaps = tableGaps(key, kept.packages)
    const table = bytes === null ? null : await openTableAside(bytes, gaps)
    if (table === null || table.columns.entries.name.length > limits.DIFF_ENTRIES_MAX) return null
    return table
  }

  /** Between the releases that the question names; null when they cannot be compared. */
  async function changes(understood: Interpretation): Promise<Outcome | null> {
    const [ref] = understood.named
    if (ref === undefined) return null
    const key = { ecosystem: ref.ecosystem, name: ref.name as PackageName } // Of the index.
    const { kept } = await indexed(key, limits.HISTORY_RELEASES_MAX)
    const [from, to] = chosen(kept, understood.versions)
    if (from === undefined || to === undefined || from === to) return null
    const [older, newer] = [await openKept(key, from), await openKept(key, to)]
    if (older === null || newer === null) return null
    const sides = [
      { version: from.version, table: older },
      { version: to.version, table: newer },
    ] as const
    const { removed, changed } = await diffInTurns(...diffOf(key, ...sides))
    const artifact = ({ version, artifact: { filename, sha256 } }: KeptRelease) => {
      return { package: ref.name, version, filename, sha256, ecosystem: ref.ecosystem }
    }
    const findings = [
      ...removed.map(({ symbol, kind }): Finding => {
        const claim = `${symbol} was removed between ${from.version} and ${to.version}`
        return { ...nowhere(claim, kind, symbol), of: artifact(from) }
      }),
      ...changed
        .filter(({ severity }) => severity === 'breaking')
        .map(({ symbol, kind, next: signature }): Finding => {
          const claim = `${symbol} changed between ${from.version} and ${to.version}`
          return { ...nowhere(claim, kind, symbol), signature, of: artifact(to) }
        }),
    ]
    return {
      findings: findings.slice(0, limits.RESEARCH_FINDINGS_MAX),
      unanswered: [],
      isCut: findings.length > limits.RESEARCH_FINDINGS_MAX,
    }
  }

  async function find(understood: Interpretation): Promise<Outcome> {
    if (understood.intent !== 'changed') return search(understood)
    const compared = await changes(understood)
    if (compared !== null) return compared
    const reason =
      'the releases that are asked about are not both indexed: compare them by /v1/diff'
    return { findings: [], unanswered: [reason], isCut: false }
  }

  /** Of the packages of findings, in the words of when their latest releases were last confirmed. */
  async function spoken(findings: readonly Finding[]): Promise<Spoken> {
    const said = new Map<string, readonly Notice[]>()
    let evidence: Spoken['evidence'] = {}
    for (const { of } of findings) {
      const id = releaseId(of)
      if (said.has(id)) continue
      const key = { ecosystem: of.ecosystem, name: of.package as PackageName } // Of the index.
      const release = (await packages.load(key))?.head.release
      if (release === undefined) continue
      const latest = spokenOf(release)
      const isLatest = of.version === release.version
      const all = [
        ...notices.ofProject(key, latest),
        ...(isLatest ? notices.ofRelease(key, latest) : []),
      ]
      said.set(id, all)
      evidence = { ...evidence, ...notices.evidence(key, all) }
    }
    return { said, evidence }
  }

  function understand({ query, context }: ResearchQuestion): Interpretation {
    const { findPackages, isPackage } = parts
    return interpret(query, context, findPackages, index.spread, isPackage)
  }

  /** What is named and not indexed is read before anything is searched. */
  async function answer(question: ResearchQuestion, caller: Caller) {
    const first = understand(question)
    for (const name of first.unsearched.slice(0, READ_MAX)) {
      await parts.readPackage(name, first.ecosystem, caller)
    }
    const understood = first.unsearched.length === 0 ? first : understand(question)
    return { understood, outcome: await find(understood) }
  }

  async function sign(question: ResearchQuestion, { understood, outcome }: Answered, said: Spoken) {
    const statement = render(question, understood, { ...outcome, ...said }, parts)
    return {
      reply: await signer.sign(signer.prepare(statement)),
      isDetermined: outcome.findings.length > 0,
    }
  }

  // The same question over the same index is the same answer, while the same is said of its packages.
  type Answered = Awaited<ReturnType<typeof answer>>
  const found = recentlyUsed<string, Answered>(KNOWN_ANSWERS_MAX)
  const signed = recentlyUsed<string, Awaited<ReturnType<typeof sign>>>(KNOWN_ANSWERS_MAX)
  const questionId = ({ query, context }: ResearchQuestion) =>
    JSON.stringify([index.digest(), query, context])
  return async (question, caller) => {
    const known = found.get(questionId(question))
    // What could not be read then may be there now.
    const isWhole = known?.understood.unsearched.length === 0
    const answered = isWhole ? known : await answer(question, caller)
    const id = questionId(question)
    found.set(id, answered)
    const said = await spoken(answered.outcome.findings)
    const signedId = JSON.stringify([id, [...said.said], said.evidence])
    const made = signed.get(signedId) ?? (await sign(question, answered, said))
    signed.set(signedId, made)
    return made
  }
}

type Spoken = Readonly<{
  /** By release. */
  said: ReadonlyMap<string, readonly Notice[]>
  evidence: Pick<Evidence, 'names' | 'imports'>
}>

function releaseId({ ecosystem, package: name, version }: Finding['of']): string {
  return `${keyText({ ecosystem, name })} ${version}`
}

type Found = Readonly<{
  hit: Hit
  row: Row
  score: number
  isExact: boolean
  /** The whole path was written. */
  isPath: boolean
}>

function weighed(hit: Hit, row: Row, { symbols, intent }: Interpretation): Found {
  const isExact = symbols.some((symbol) => isCalled(row.symbol, symbol, hit.segment.facts.name))
  const isReplaced = intent === 'replaced' && row.deprecatedText !== null
  const score = hit.score * (isExact ? EXACT_COUNTS : 1) * (isReplaced ? REPLACED_COUNTS : 1)
  const isPath = symbols.some((symbol) => symbol.includes('.') && row.symbol === symbol)
  return { hit, row, score, isExact, isPath }
}

/**
 * `get`, `Session.get` and `requests.get` are all names of `requests.Session.get` or the like; on npm
 * the package stands before what it exports.
 */
function isCalled(path: string, written: string, packageName: string): boolean {
  const bare = written.startsWith(`${packageName}.`)
    ? written.slice(packageName.length + 1)
    : written
  return [written, bare].some(
    (one) => path === one || path.endsWith(`.${one}`) || path.endsWith(`:${one}`),
  )
}

/** As the other questions take it: `lodash/lang.cloneDeep`. */
export function writtenAs({ ecosystem, name }: PackageRef, path: string): string {
  const [module, symbol] = path.split(':')
  if (ecosystem !== 'npm' || module === undefined || !module.startsWith('./')) return path
  return writePath('npm', name, symbol === undefined ? [module] : [module, ...symbol.split('.')])
}

/** One for each name of a package, and one for each path, whoever describes it. */
function withoutTwins(found: readonly Found[]): readonly Found[] {
  const seen = new Map<string, number>()
  const count = (id: string) => {
    seen.set(id, (seen.get(id) ?? 0) + 1)
    return seen.get(id) ?? 0
  }
  return found.filter(({ hit, row }) => {
    const { ecosystem, name } = hit.segment.facts
    const last = row.symbol.split(/[.:]/).at(-1) ?? ''
    const parent = row.symbol.split(/[.:]/).at(-2) ?? ''
    const isMember = row.kind === 'method' || row.kind === 'property' || row.kind === 'attribute'
    const hasParent = isMember || ecosystem === 'pypi'
    const ofPackage = `${ecosystem} ${name} ${hasParent ? parent : ''} ${last}`
    const ofPath = `${ecosystem} ${row.symbol}`
    const isTwin = count(ofPackage) > 1 || (ecosystem === 'pypi' && count(ofPath) > 1)
    return !isTwin && count(`${ecosystem} ${name} ${last}`) <= NAMESAKES_MAX
  })
}

function compare(a: Found, b: Found): number {
  const [one, other] = [a, b].map(({ hit, row }) => `${keyText(hit.segment.facts)} ${row.symbol}`)
  return (one ?? '') < (other ?? '') ? -1 : 1
}

function unknownSymbols({ symbols, named }: Interpretation, found: readonly Found[]): string[] {
  const of = named.length === 0 ? 'any indexed package' : named.map(({ name }) => name).join(', ')
  const heads = new Set(named.map(({ name }) => name))
  return symbols
    .filter((symbol) => !heads.has(symbol))
    .filter(
      (symbol) =>
        !found.some(({ row, hit }) => isCalled(row.symbol, symbol, hit.segment.facts.name)),
    )
    .map((symbol) => `${symbol} was not found in ${of}`)
}

function findingOf({ hit, row, isExact }: Found): Finding {
  const { ecosystem, name, version, filename, artifactSha256 } = hit.segment.facts
  const { kind, signature, doc, file, line, deprecated, deprecatedText } = row
  const symbol = writtenAs(hit.segment.facts, row.symbol)
  const what = `${symbol} is ${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind} of ${name} ${version}`
  const mark = deprecated
    ? `, deprecated${deprecatedText === null ? '' : `: ${deprecatedText}`}`
    : ''
  return {
    claim: `${what}${mark}${doc === null ? '' : `. ${doc}`}`,
    kind,
    of: { ecosystem, package: name, version, filename, sha256: artifactSha256 },
    symbol,
    signature,
    path: file,
    line: file === null ? null : line,
    confidence: isExact ? 'exact' : 'derived',
  }
}

function nowhere(claim: string, kind: string, symbol: string) {
  const place = { path: null, line: null, signature: null }
  return { claim, kind, symbol, ...place, confidence: 'exact' as const }
}

/** The newest releases that the versions of the question stand for; without any, the last two. */
function chosen(kept: readonly KeptRelease[], versions: readonly string[]) {
  const newest = (written: string) =>
    kept.findLast(({ version }) => {
      const bare = written.replace(/\.x$/, '')
      return version === bare || version.startsWith(`${bare}.`)
    })
  const [first, second] = versions
  const to = second === undefined ? kept.at(-1) : newest(second)
  const from = first === undefined ? kept.at(-2) : newest(first)
  return [from, to] as const
}

function render(
  { query, context }: ResearchQuestion,
  understood: Interpretation,
  { findings, unanswered, isCut, said, evidence }: Outcome & Spoken,
  parts: Readonly<{ index: SearchIndex; registryIdentity: (ecosystem: Ecosystem) => string }>,
): Statement {
  const used = findings.map(({ of }) => of.ecosystem)
  const artifacts = findings.map(({ of: { ecosystem: _, ...artifact } }) => artifact)
  const [ref] = understood.named
  const { packages, documents } = parts.index.size()
  return {
    type: CODE_RESEARCH_TYPE,
    question: { query, ...(context === null ? {} : { context_sha256: sha256(context) }) },
    verdict: findings.length > 0 ? 'found' : 'nothing_found',
    evidence: {
      ...readFrom(used, parts.registryIdentity),
      artifacts: mergedEvidence(artifacts),
      // What was searched: the same index gives the same answer.
      index: { packages, documents, sha256: parts.index.digest() },
      ...evidence,
    },
    answer: {
      interpreted: {
        ecosystem: understood.ecosystem,
        package: ref?.name ?? null,
        version: understood.versions[0] ?? null,
        symbols: understood.symbols,
        intent: understood.intent,
      },
      findings: findings.map((one) => ({
        ...renderFinding(one, parts.registryIdentity(one.of.ecosystem)),
        ...noticed(said.get(releaseId(one.of)) ?? []),
      })),
      unanswered,
      next: nextSteps(understood, findings),
      truncated: isCut,
    },
  }
}

function renderFinding(
  { claim, kind, of, symbol, signature, path, line, confidence }: Finding,
  registry: string,
) {
  return {
    claim,
    kind,
    purl: purlOf(of.ecosystem, of.package, of.version, registry),
    symbol,
    signature,
    source: { path, line, artifact_sha256: of.sha256 },
    confidence,
  }
}

function nextSteps({ intent, named, versions }: Interpretation, findings: readonly Finding[]) {
  const [ref] = named
  const steps: { path: string; body: Readonly<Record<string, string>> }[] = []
  if (intent === 'changed' && ref !== undefined && versions.length >= 2) {
    const [from_version = '', to_version = ''] = versions
    const body = { ecosystem: ref.ecosystem, package: ref.name, from_version, to_version }
    steps.push({ path: '/v1/diff', body })
  }
  const [first] = findings
  if (first !== undefined) {
    const { of, symbol } = first
    const body = { ecosystem: of.ecosystem, package: of.package, symbol }
    steps.push({ path: '/v1/symbol/exists', body })
  }
  return steps
}

/** Without a place a package URL means the public registry. */
function purlOf(ecosystem: Ecosystem, name: string, version: string, registry: string): string {
  const written = name.split('/').map(encodeURIComponent).join('/')
  const place = registry === 'public' ? '' : `?repository_url=${encodeURIComponent(registry)}`
  return `pkg:${ecosystem}/${written}@${encodeURIComponent(version)}${place}`
}
