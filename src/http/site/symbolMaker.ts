// The page of a symbol, from the statement about it, its history, and the table of its release.

import type { TableOutcome } from '../../answer/evidence/answerTables.ts'
import type { PackageKey } from '../../domain/names/packageName.ts'
import { NO_FILE_REASON } from '../../domain/release.ts'
import { ServiceError } from '../../errors.ts'
import { PAGE_BELOW_MAX } from '../../limits.ts'
import type { Caller } from '../../ports/caller.ts'
import { LATEST, packageAddress, symbolAddress } from '../../site/markup/addresses.ts'
import { shellWord } from '../../site/markup/shellWord.ts'
import { releaseMiss, symbolMiss } from '../../site/pages/missPage.ts'
import { undeterminedPage } from '../../site/pages/statePages.ts'
import { type SymbolThere, symbolPage } from '../../site/pages/symbolPage.ts'
import { registryName } from '../../site/parts/words.ts'
import { closestSymbols } from '../../symbols/closestSymbols.ts'
import { symbolPlace } from '../../symbols/symbolPlace.ts'
import type {
  AtRequestedVersion,
  SymbolExistsAnswer,
  SymbolHistoryAnswer,
} from '../../wire/symbolAnswers.ts'
import { isOpenAnswer, type Made } from './made.ts'
import { askPackage, type PageAnswers, type Read, readReply, receiptOf } from './pageViews.ts'
import { packageMissOf } from './releaseMaker.ts'
import type { WholeVersion } from './wholeVersion.ts'

type Parts = Readonly<{ answers: PageAnswers; whole: WholeVersion; baseUrl: () => string }>

type Asked = Readonly<{ key: PackageKey; version: string; symbol: string }>

export function symbolMaker({ answers, whole, baseUrl }: Parts) {
  /** What the address of the latest release leads to, or that there is no such package. */
  async function atLatest({ key, symbol }: Asked, caller: Caller): Promise<Made> {
    const read = await askPackage(answers, key, caller)
    if (!read.answer.exists) return packageMissOf(read, baseUrl())
    const { latest_version: latest } = read.answer
    if (latest === null) return { redirect: packageAddress(key), isForNow: true }
    return { redirect: symbolAddress(key, latest, symbol), isForNow: true }
  }

  async function history({ key, symbol }: Pick<Asked, 'key' | 'symbol'>, caller: Caller) {
    try {
      const reply = await answers.symbolHistory({ key, symbol }, caller)
      return readReply<SymbolHistoryAnswer>(reply).answer
    } catch (error) {
      caller.signal.throwIfAborted()
      if (error instanceof ServiceError) return null
      throw error
    }
  }

  return async (asked: Asked, caller: Caller): Promise<Made> => {
    const { key, version, symbol } = asked
    if (version === LATEST) return atLatest(asked, caller)
    const [reply, { outcome }] = await Promise.all([
      answers.symbolExists({ key, symbol, version }, () => caller),
      answers.releaseView(key, version, caller),
    ])
    const read = readReply<SymbolExistsAnswer>(reply)
    const { answer } = read
    if (answer.reason === 'package_not_found') {
      return packageMissOf(await askPackage(answers, key, caller), baseUrl())
    }
    if (outcome.state === 'version_not_found') {
      const found = await whole(key, version, caller.signal)
      if (found !== null) return { redirect: symbolAddress(key, found, symbol), isForNow: true }
    }
    if (outcome.state !== 'opened') return notOpened(asked, outcome, answer)
    if (outcome.version !== version)
      return { redirect: symbolAddress(key, outcome.version, symbol) }
    const isLatest = answer.version_resolved === version
    const pinned = answer.at_requested_version
    if (!isLatest && pinned === null) {
      const why = answer.note ?? 'The release could not be looked into.'
      return { page: undeterminedPage(`${symbol} in ${key.name} ${version}`, why, key) }
    }
    const receipt = symbolReceipt(asked, read)
    const of = { ecosystem: key.ecosystem, packageName: key.name }
    const isThere = pinned === null ? answer.exists : pinned.exists
    if (!isThere) {
      const caveat = pinned === null ? answer.caveat : pinned.caveat
      const told = {
        version,
        caveat,
        history: await history({ key, symbol }, caller),
        closest: closestSymbols(outcome.table, of, symbol),
      }
      return { page: symbolMiss(answer, told, { receipt, baseUrl: baseUrl() }) }
    }
    const there = pinned === null ? thereNow(answer, version) : thereThen(pinned, symbol)
    if (there.path !== symbol) return { redirect: symbolAddress(key, version, there.path) }
    const place = symbolPlace(outcome.table, of, there.path, PAGE_BELOW_MAX)
    const told = await history({ key, symbol: there.path }, caller)
    return {
      page: symbolPage({ answer, there, place, history: told, receipt, baseUrl: baseUrl() }),
    }
  }
}

function notOpened(
  { key, version, symbol }: Asked,
  outcome: Exclude<TableOutcome, { state: 'opened' }>,
  answer: SymbolExistsAnswer,
): Made {
  if (outcome.state === 'unreadable') {
    const why =
      outcome.reason === NO_FILE_REASON
        ? `${key.name} ${version} has no file that could be read.`
        : `The file of ${key.name} ${version} cannot be read: ${outcome.reason}.`
    return { page: undeterminedPage(`${symbol} in ${key.name} ${version}`, why, key) }
  }
  const state = outcome.state === 'withheld' ? 'withheld' : 'version_not_found'
  const askedAt = new Date(outcome.asked.askedAtMs).toISOString()
  const latest = answer.version_resolved
  return { page: releaseMiss(key, version, { state, askedAt, indexed: [], latest }) }
}

function thereNow(answer: SymbolExistsAnswer, version: string): SymbolThere {
  return {
    version,
    kind: answer.kind ?? 'module',
    path: answer.qualified_name ?? answer.symbol,
    signature: answer.symbol_signature,
    doc: answer.doc,
    deprecated: answer.deprecated,
    since: answer.since_version,
    isPublic: answer.public ?? false,
    alsoAt: answer.also_at,
    caveat: answer.caveat,
    filename: answer.proof?.filename ?? null,
    sha256: answer.proof?.artifact_sha256 ?? null,
  }
}

function thereThen(pinned: AtRequestedVersion, symbol: string): SymbolThere {
  return {
    version: pinned.version,
    kind: pinned.kind ?? 'module',
    path: pinned.qualified_name ?? symbol,
    signature: pinned.signature,
    doc: pinned.doc,
    deprecated: pinned.deprecated,
    since: pinned.since_version,
    isPublic: pinned.public ?? false,
    alsoAt: pinned.also_at,
    caveat: pinned.caveat,
    filename: pinned.filename,
    sha256: pinned.artifact_sha256,
  }
}

function symbolReceipt({ key, version, symbol }: Asked, read: Read<SymbolExistsAnswer>) {
  const { ecosystem, name } = key
  const { answer } = read
  const latest = answer.version_resolved
  const also = latest === version ? '' : `, and in ${latest}, the latest release`
  const asked = {
    ...(latest === version || latest === null ? {} : { verdictOn: latest }),
    says: `It says whether ${symbol} exists in ${name} ${version}${also} on ${registryName(ecosystem)}, and by which files.`,
    json: `${symbolAddress(key, version, symbol)}?format=json`,
    commandLine: `assay symbol ${ecosystem} ${shellWord(`${name}@${version}`)} ${shellWord(symbol)}`,
    post: { path: '/demo/v1/symbol/exists', body: { ecosystem, package: name, symbol, version } },
  }
  return receiptOf(read, asked, isOpenAnswer(answer))
}
