// The page that tells when a symbol went.

import type { PackageKey } from '../../domain/names/packageName.ts'
import type { Caller } from '../../ports/caller.ts'
import { packageAddress, symbolAddress } from '../../site/markup/addresses.ts'
import { whenPage } from '../../site/pages/whenPage.ts'
import { symbolPlace } from '../../symbols/symbolPlace.ts'
import type { SymbolExistsAnswer } from '../../wire/symbolAnswers.ts'
import type { Made } from './made.ts'
import { askPackage, type PageAnswers, readReply } from './pageViews.ts'
import { packageMissOf } from './releaseMaker.ts'
import type { FindSymbolEdge } from './symbolEdge.ts'

type Parts = Readonly<{ answers: PageAnswers; edge: FindSymbolEdge; baseUrl: () => string }>

export function whenMaker({ answers, edge, baseUrl }: Parts) {
  return async (key: PackageKey, written: string, caller: Caller): Promise<Made> => {
    const symbol = written.trim()
    if (symbol === '') return { redirect: packageAddress(key), isForNow: true }
    const read = await askPackage(answers, key, caller)
    const found = read.answer.exists ? await edge({ key, symbol }, caller) : null
    if (found === null) return packageMissOf(read, baseUrl())
    const { looks, last } = found
    const newest = looks.at(-1)
    if (last !== null && last === newest)
      return { redirect: symbolAddress(key, last.version, last.path ?? symbol), isForNow: true }
    const now = readReply<SymbolExistsAnswer>(
      await answers.symbolExists({ key, symbol, version: newest?.version ?? null }, () => caller),
    ).answer
    const was = last === null ? null : await saidOf(key, last.version, last.path ?? symbol, caller)
    const closest = now.closest_match ?? []
    const latest = now.version_resolved
    return { page: whenPage({ ...found, of: key, symbol, latest, was, closest }) }
  }

  async function saidOf(key: PackageKey, version: string, path: string, caller: Caller) {
    const [reply, { outcome }] = await Promise.all([
      answers.symbolExists({ key, symbol: path, version }, () => caller),
      answers.releaseView(key, version, caller),
    ])
    const { answer } = readReply<SymbolExistsAnswer>(reply)
    const pinned = answer.at_requested_version
    const { doc, deprecated, since_version: since } = pinned ?? answer
    const of = { ecosystem: key.ecosystem, packageName: key.name }
    const place = outcome.state === 'opened' ? symbolPlace(outcome.table, of, path, 0) : null
    return {
      signature: pinned === null ? answer.symbol_signature : pinned.signature,
      doc,
      deprecated,
      since,
      deprecatedText: place?.deprecatedText ?? null,
    }
  }
}
