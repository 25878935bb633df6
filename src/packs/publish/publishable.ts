// The releases of a store that can be published: read here by the extractor of today, with a table
// that lacks nothing in passing.

import { EXTRACTOR_VERSIONS } from '../../domain/extractorVersions.ts'
import type { Ecosystem, PackageKey } from '../../domain/names/packageName.ts'
import { rowsOf } from '../../domain/pages.ts'
import {
  type Artifact,
  hasPassingGap,
  type IngestedRelease,
  isOpenable,
  type TableKey,
} from '../../domain/release.ts'
import { keptTable } from '../../ingest/keptTable.ts'
import { PACKED_TABLE_MAX_BYTES, PACKED_WORDS_MAX } from '../../limits.ts'
import type { PackedRelease } from '../../ports/pulled.ts'
import type { Store } from '../../ports/store.ts'
import { payloadDigest } from '../../table/format/payload.ts'
import { TableError } from '../../table/format/tableError.ts'
import { openTableAside } from '../../table/openTable.ts'
import { DECLARED } from '../format/shard.ts'

/** Why a release is not in the index. */
export type LeftOut =
  | 'not_asked'
  | 'no_table'
  | 'older_extractor'
  | 'passing_gap'
  | 'pulled'
  | 'no_declared_digest'
  | 'too_large'
  | 'damaged'

export type Publishable = PackedRelease & Readonly<{ key: TableKey }>

type Parts = Readonly<{
  store: Pick<Store, 'packages' | 'tables' | 'provenance'>
  /** Releases that were read before are left out; ISO 8601, null for none. */
  since: string | null
  ecosystems: ReadonlySet<Ecosystem>
  onLeftOut: (reason: LeftOut) => void
}>

const PAGE = 500

export async function* publishable(
  parts: Parts,
  signal: AbortSignal,
): AsyncGenerator<Publishable, void, undefined> {
  const { packages } = parts.store
  const keys = rowsOf<PackageKey>(PAGE, (last, limit) =>
    packages.known({ after: last ?? null, limit }),
  )
  for await (const key of keys) {
    signal.throwIfAborted()
    if (!parts.ecosystems.has(key.ecosystem)) continue
    const indexed = await packages.load(key)
    for (const release of await packages.releases(key)) {
      const found = await judge(parts, release)
      if (typeof found === 'string') parts.onLeftOut(found)
      else {
        const isLatest = indexed?.head.release.version === release.version
        yield { ...found, latestAt: isLatest ? (indexed?.checkedAt ?? null) : null }
      }
    }
  }
}

async function judge(
  { store, since }: Parts,
  release: IngestedRelease,
): Promise<LeftOut | Omit<Publishable, 'latestAt'>> {
  const { artifact, version, ecosystem } = release
  if (version === null || !isOpenable(artifact)) return 'no_table'
  if (since !== null && release.extractedAt < since) return 'not_asked'
  if (release.extractor !== EXTRACTOR_VERSIONS[ecosystem]) return 'older_extractor'
  if (release.remarks.includes('read_elsewhere')) return 'pulled'
  const kept = await keptTable(store.tables, release)
  const bytes = kept && (await store.tables.load(kept.key))
  if (kept === null || bytes === null) return 'no_table'
  if (kept.basis.readBy !== undefined) return 'pulled'
  if (hasPassingGap(kept.basis)) return 'passing_gap'
  const declared = await declaredFor(store, artifact)
  if (ecosystem === 'npm' && declared.length === 0) return 'no_declared_digest'
  if (bytes.length > PACKED_TABLE_MAX_BYTES || !areWordsWithin(release)) return 'too_large'
  const { files, unfollowed, triedAt: madeAt } = kept.basis
  try {
    const table = { sha256: payloadDigest(bytes), symbols: await countIn(bytes), madeAt }
    const proven = { ...release, version, artifact }
    return { release: proven, declared, following: { files, unfollowed }, table, key: kept.key }
  } catch (error) {
    if (error instanceof TableError) return 'damaged'
    throw error
  }
}

/** Opened all the way: what is published under a signature was seen to be whole. */
async function countIn(bytes: Uint8Array): Promise<number> {
  return (await openTableAside(bytes)).counts.definitions
}

/** What of it an index can say; PyPI declares the sha256 as well, which the release names already. */
async function declaredFor(
  { provenance }: Parts['store'],
  { sha256 }: Artifact,
): Promise<readonly string[]> {
  const all = await provenance.declaredOf(sha256)
  return all.filter((one) => DECLARED.test(one) && one !== `sha256:${sha256}`)
}

function areWordsWithin({ statusReason, deprecation, yanked }: IngestedRelease): boolean {
  const words = [statusReason, deprecation, yanked]
  return words.every((word) => (word?.length ?? 0) <= PACKED_WORDS_MAX)
}
