// A symbol table once more, from the very files that an answer's evidence names.

import { EXTRACTOR_VERSIONS } from '../domain/extractorVersions.ts'
import { type PackageKey, parsePackageName } from '../domain/names/packageName.ts'
import { type FollowedFile, gapsIn } from '../domain/release.ts'
import { ServiceError } from '../errors.ts'
import type { EvidenceArtifact } from '../ports/attester.ts'
import type { IngestOne } from './bulkOne.ts'
import type { OpenAgain } from './openAgain.ts'
import type { ReleaseTables } from './releaseTables.ts'

type Derived =
  /** `lacking`: packages that exist, that names lead to today, and that the answer did not rest on. */
  | Readonly<{ state: 'derived'; bytes: Uint8Array; lacking: readonly string[] }>
  /** `reason`: a sentence about why it could not be done. */
  | Readonly<{ state: 'not_derived'; reason: string }>

export type DeriveFrom = (
  key: PackageKey,
  version: string,
  artifacts: readonly EvidenceArtifact[],
  signal: AbortSignal,
) => Promise<Derived>

export function deriveFrom(parts: {
  one: Pick<IngestOne, 'pinned'>
  openAgain: OpenAgain
  tables: Pick<ReleaseTables, 'read'>
}): DeriveFrom {
  async function packagesOf(key: PackageKey, version: string, signal: AbortSignal) {
    const today = await parts.tables.read(key, version, signal)
    if (today.state !== 'read') return []
    return [...today.followed, ...gapsIn(today.unfollowed)].map(({ name }) => name)
  }

  return async (key, version, artifacts, signal) => {
    const files = splitFiles(key, version, artifacts)
    if (files === null) return notDerived('its evidence does not tell which files were followed')
    try {
      const report = await parts.one.pinned(key, version, signal)
      if (!('artifact' in report)) return notDerived(`${version} is not on the registry any more`)
      if (report.artifact?.sha256 !== files.own.sha256) {
        return notDerived('the registry offers another file today')
      }
      const extractor = EXTRACTOR_VERSIONS[key.ecosystem]
      const options = { extractor, followed: files.followed }
      const opened = await parts.openAgain(key, report, options, signal)
      if (opened.state !== 'opened') return notDerived('its file cannot be read today')
      // The proof that is kept may be of another file than the registry offers by now.
      if (opened.artifact.sha256 !== files.own.sha256) {
        return notDerived('the registry offers another file today')
      }
      const known = new Set(artifacts.map((file) => file.package))
      const lacking = (await packagesOf(key, version, signal)).filter((name) => !known.has(name))
      return { state: 'derived', bytes: opened.outcome.output, lacking }
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code === 'internal') throw error
      return notDerived(error.message)
    }
  }
}

function notDerived(reason: string): Derived {
  return { state: 'not_derived', reason }
}

/** Null where two files of one package could each be meant. */
function splitFiles(
  { ecosystem, name }: PackageKey,
  version: string,
  all: readonly EvidenceArtifact[],
) {
  const own = all.find((file) => file.package === name && file.version === version)
  if (own === undefined) return null
  const followed: FollowedFile[] = []
  for (const { package: written, version: its, filename, sha256 } of all) {
    if (written === name) continue
    const other = parsePackageName(ecosystem, written)
    if (other === null || followed.some((file) => file.name === other)) return null
    followed.push({ ecosystem, name: other, version: its, filename, sha256 })
  }
  return { own, followed }
}
