// Which of the listed releases of Node count for a project.

import { intersects, validRange } from 'semver'
import { isReadableRange } from '../../domain/rangeText.ts'
import type { NodeNames } from '../../ports/nodeNames.ts'
import type { Releases } from './standardTable.ts'

/** What any of the manifests allows; the newest known where they are all for newer ones. */
export function releasesIn({ versions }: NodeNames, engines: readonly string[]): Releases {
  if (engines.length === 0) return versions.map(() => true)
  const ranges = engines.filter((range) => isReadableRange(range) && validRange(range) !== null)
  if (ranges.length < engines.length) return versions.map(() => true)
  const allows = (span: string) => ranges.some((range) => intersects(range, span))
  // Releases between two of the list are like one of the two.
  const listed = versions.map((version) => {
    const major = Number(version)
    return allows(`>=${major - 1}.0.0 <${major + 2}.0.0`)
  })
  if (listed.includes(true)) return listed
  const isNewer = allows(`>${versions.at(-1) ?? '0'}`)
  return versions.map((_, place) => isNewer && place === versions.length - 1)
}

export function releaseText({ versions }: NodeNames, releases: Releases): string {
  const counted = versions.filter((_, place) => releases[place])
  const [first = ''] = counted
  const last = counted.at(-1) ?? first
  return first === last ? `Node ${first}` : `Node ${first} to ${last}`
}
