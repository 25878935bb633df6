// What belongs to a package and is no page of it: its feed, its badge, the way to a comparison.

import type { PackageKey } from '../../domain/names/packageName.ts'
import { compareVersions, orderVersions } from '../../domain/versionOrder.ts'
import type { Caller } from '../../ports/caller.ts'
import type { Registry } from '../../ports/registry.ts'
import { compareAddress, packageAddress } from '../../site/markup/addresses.ts'
import { allReleasesPage } from '../../site/pages/allReleasesPage.ts'
import { badgeOf, drawnBadge } from '../../site/pages/badge.ts'
import { releasesFeed } from '../../site/pages/feed.ts'
import { nowhere } from '../../site/pages/missPage.ts'
import type { Made } from './made.ts'
import { askPackage, type PageAnswers } from './pageViews.ts'
import { packageMissOf } from './releaseMaker.ts'
import type { FindSymbolEdge } from './symbolEdge.ts'
import { whenMaker } from './whenMaker.ts'

const MAX_AGE_S = 600

/** What is asked of such a file; empty where it is not given. */
export type ExtraQuery = Readonly<Record<'from' | 'to' | 'since' | 'symbol', string>>

type Parts = Readonly<{
  answers: PageAnswers
  edge: FindSymbolEdge
  registryOf: (key: PackageKey) => Pick<Registry, 'versions'>
  baseUrl: () => string
}>

export function extraMaker({ answers, edge, registryOf, baseUrl }: Parts) {
  const when = whenMaker({ answers, edge, baseUrl })

  async function allReleases(key: PackageKey, caller: Caller): Promise<Made> {
    const listed = await registryOf(key).versions(key.name, caller.signal)
    if (!listed.found) return packageMissOf(await askPackage(answers, key, caller), baseUrl())
    const read = new Set((await answers.steps.of(key)).versions.map(({ version }) => version))
    const byVersion = new Map(listed.versions.map((one) => [one.version, one]))
    const newestFirst = orderVersions(key.ecosystem, [...byVersion.keys()]).toReversed()
    const all = newestFirst.flatMap((version) => {
      const one = byVersion.get(version)
      return one === undefined ? [] : [{ ...one, isRead: read.has(version) }]
    })
    return { page: allReleasesPage(key, all) }
  }

  return async (
    key: PackageKey,
    file: string,
    query: ExtraQuery,
    caller: Caller,
  ): Promise<Made> => {
    if (file === 'compare') return toComparison(key, query)
    if (file === 'when') return when(key, query.symbol, caller)
    if (file === 'releases') return allReleases(key, caller)
    if (file !== 'releases.atom' && file !== 'badge.svg')
      return { page: nowhere(`${key.name} has no such page.`, key.name) }
    const read = await askPackage(answers, key, caller)
    if (!read.answer.exists) return packageMissOf(read, baseUrl())
    const timeline = await answers.steps.of(key)
    if (file === 'releases.atom') {
      const text = releasesFeed(key, timeline, baseUrl())
      return { text, contentType: 'application/atom+xml; charset=utf-8', maxAgeS: MAX_AGE_S }
    }
    const text = drawnBadge(badgeOf(timeline, query.since.trim(), read.answer.latest_version))
    return { text, contentType: 'image/svg+xml; charset=utf-8', maxAgeS: MAX_AGE_S }
  }
}

/** A form cannot write the address of a comparison; it leads here. */
function toComparison(key: PackageKey, query: ExtraQuery): Made {
  const [from, to] = [query.from.trim(), query.to.trim()]
  if (from === '' || to === '') return { redirect: packageAddress(key), isForNow: true }
  const order = compareVersions(key.ecosystem, from, to) ?? 0
  const [older, newer] = order > 0 ? [to, from] : [from, to]
  return { redirect: compareAddress(key, older, newer), isForNow: true }
}
