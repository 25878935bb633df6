// What belongs to a package and is no page of it: the way to a comparison.

import type { PackageKey } from '../../domain/names/packageName.ts'
import { compareVersions } from '../../domain/versionOrder.ts'
import { compareAddress, packageAddress } from '../../site/markup/addresses.ts'
import { nowhere } from '../../site/pages/missPage.ts'
import type { RequestContext } from '../request/route.ts'
import type { Made } from './made.ts'

export function extraMaker() {
  return async (key: PackageKey, file: string, context: RequestContext): Promise<Made> => {
    if (file === 'compare') return toComparison(key, context)
    return { page: nowhere(`${key.name} has no such page.`, key.name) }
  }
}

/** A form cannot write the address of a comparison; it leads here. */
function toComparison(key: PackageKey, context: RequestContext): Made {
  const [from = '', to = ''] = ['from', 'to'].map((name) => context.query(name)?.trim() ?? '')
  if (from === '' || to === '') return { redirect: packageAddress(key), isForNow: true }
  const order = compareVersions(key.ecosystem, from, to) ?? 0
  const [older, newer] = order > 0 ? [to, from] : [from, to]
  return { redirect: compareAddress(key, older, newer), isForNow: true }
}
