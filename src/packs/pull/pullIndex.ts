// An index that somebody else has made, into the store: all of it, or what a project needs. The maker
// is whom the person named; everything else follows from the maker's signature.

import { LRUCache } from 'lru-cache'
import { EXTRACTOR_VERSIONS } from '../../domain/extractorVersions.ts'
import { ECOSYSTEMS, type Ecosystem, type PackageKey } from '../../domain/names/packageName.ts'
import { sha256 } from '../../domain/texts/sha256.ts'
import { INDEX_AHEAD_MS } from '../../limits.ts'
import type { PulledFrom, PulledStore } from '../../ports/pulled.ts'
import { IndexError } from '../format/indexError.ts'
import { shardOf } from '../format/packPaths.ts'
import { decodeRoot, type IndexRoot } from '../format/root.ts'
import { decodeShard, type PlacedRelease } from '../format/shard.ts'
import { Damaged, type PackSource } from './packSource.ts'
import type { PullNames } from './pullNames.ts'
import { type Refused, takeTables } from './takeTables.ts'
import { twice } from './twice.ts'
import { chooseWanted, type WantedPackage } from './wanted.ts'

export type PullOptions = Readonly<{
  /** Whom to trust; null: whoever was trusted for the address before. */
  maker: string | null
  /** An index that is older than the one before is taken. */
  isOlderTaken: boolean
  /** Null takes all. */
  wanted: readonly WantedPackage[] | null
  withNames: boolean
  onProgress: (progress: PullProgress) => void
}>

export type PullProgress = Readonly<{ done: number; total: number; bytes: number }>

export type Pulled = Readonly<{
  address: string
  maker: string
  madeAt: string
  /** Releases that were looked at, and what became of their tables. */
  releases: number
  taken: number
  there: number
  own: number
  /** Of an extractor or of a registry that is not this node's. */
  leftOut: Readonly<{ extractor: number; registry: number }>
  refused: readonly Refused[]
  missing: readonly WantedPackage[]
  names: readonly Readonly<{ ecosystem: Ecosystem; state: 'taken' | 'there' | 'own' }>[]
  requests: number
  bytes: number
}>

/** Shards that are held while it is found out what a project needs. */
const SHARDS_KEPT_MAX = 16

export type PullIndex = ReturnType<typeof pullIndex>

export function pullIndex(parts: {
  pulled: PulledStore
  /** The registry that the index of each ecosystem belongs to. */
  registries: Readonly<Record<Ecosystem, string>>
  pullNames: PullNames
  now: () => Date
}) {
  const { pulled, registries, now } = parts

  /** The root of a maker who is trusted, and no older than what was seen before. */
  async function trustedRoot(
    source: PackSource,
    { maker, isOlderTaken }: PullOptions,
    signal: AbortSignal,
  ): Promise<IndexRoot> {
    const { address } = source
    const before = await pulled.index(address)
    if (before !== null && maker !== null && before.maker !== maker) {
      throw new IndexError(
        `${address} was pulled from the maker ${before.maker} before; \`assay pull --forget ${address}\` ends that`,
      )
    }
    const root = await twice('the root', async () =>
      decodeRoot((await source.root(signal)).toString('utf8')),
    )
    const trusted = maker ?? before?.maker ?? null
    if (trusted === null) throw untrusted(address, root)
    if (root.maker !== trusted) {
      throw new IndexError(`the index is signed by ${root.maker}, and ${trusted} is trusted`)
    }
    if (Date.parse(root.madeAt) > now().getTime() + INDEX_AHEAD_MS) {
      throw new IndexError(`the index is of ${root.madeAt}, which is yet to come`)
    }
    const isOlder = before !== null && root.madeAt < before.madeAt
    if (isOlder && !isOlderTaken) {
      throw new IndexError(
        `the index is of ${root.madeAt}, and one of ${before.madeAt} was pulled before; --older takes it all the same`,
      )
    }
    // Never back: whoever took an older one on purpose is asked again the next time.
    const madeAt = isOlder ? before.madeAt : root.madeAt
    await pulled.saveIndex({ address, maker: trusted, madeAt, pulledAt: now().toISOString() })
    return root
  }

  return async (source: PackSource, options: PullOptions, signal: AbortSignal): Promise<Pulled> => {
    const root = await trustedRoot(source, options, signal)
    const from: PulledFrom = { maker: root.maker, indexAt: root.madeAt }
    const ours = new Set(
      ECOSYSTEMS.filter((ecosystem) => root.registries[ecosystem] === registries[ecosystem]),
    )
    const sums = { releases: 0, taken: 0, there: 0, own: 0 }
    const leftOut = { extractor: 0, registry: 0 }
    const refused: Refused[] = []
    let missing: readonly WantedPackage[] = []
    let total = 0
    const tell = () => {
      const done = sums.taken + sums.there + sums.own
      options.onProgress({ done, total, bytes: source.fetched().bytes })
    }

    async function readShard(number: number): Promise<readonly PlacedRelease[]> {
      const entry = root.shards[number]
      if (entry === undefined) throw new Error(`there is no shard ${number}`)
      const file = { kind: 'shard', sha256: entry.sha256, bytes: entry.bytes } as const
      return twice(`shard ${number}`, async () => {
        const bytes = await source.read(file, { offset: 0, length: entry.bytes }, signal)
        if (sha256(bytes) !== entry.sha256) throw new Damaged('its bytes are damaged')
        return decodeShard(bytes, number, root.shards.length)
      })
    }

    function isOurs({ release }: PlacedRelease): boolean {
      if (!ours.has(release.ecosystem)) leftOut.registry += 1
      else if (release.extractor !== EXTRACTOR_VERSIONS[release.ecosystem]) leftOut.extractor += 1
      else return true
      return false
    }

    /** Whether all of them are here now. */
    async function take(releases: readonly PlacedRelease[]): Promise<boolean> {
      const fitting = releases.filter(isOurs)
      sums.releases += fitting.length
      const needed: PlacedRelease[] = []
      const known: PlacedRelease[] = []
      for (const release of fitting) {
        const state = await pulled.state(release, from)
        if (state === 'missing') needed.push(release)
        else if (state === 'own') sums.own += 1
        else known.push(release)
      }
      sums.there += known.length
      // Their tables are here; what a registry said of them may be newer.
      await pulled.save(
        known.map(({ place: _, ...packed }) => ({ packed, bytes: null })),
        from,
      )
      const onSaved = (saved: readonly PlacedRelease[]) => {
        sums.taken += saved.length
        tell()
      }
      const lost = await takeTables({ source, pulled, from, onSaved }, needed, signal)
      refused.push(...lost)
      tell()
      return lost.length === 0 && fitting.length === releases.length
    }

    async function takeAll(): Promise<void> {
      total = root.releases
      for (const [number, { sha256: name, releases }] of root.shards.entries()) {
        signal.throwIfAborted()
        if (await pulled.isShardDone(from.maker, name)) {
          sums.releases += releases
          sums.there += releases
          continue
        }
        if (await take(await readShard(number))) await pulled.saveShard(from.maker, name)
      }
    }

    async function takeWanted(wanted: readonly WantedPackage[]): Promise<void> {
      const shards = new LRUCache<number, readonly PlacedRelease[]>({ max: SHARDS_KEPT_MAX })
      const chosen = await chooseWanted(wanted, async (key: PackageKey) => {
        const number = shardOf(key, root.shards.length)
        const shard = shards.get(number) ?? (await readShard(number))
        shards.set(number, shard)
        return shard.filter(
          ({ release }) => release.ecosystem === key.ecosystem && release.name === key.name,
        )
      })
      missing = chosen.missing
      total = chosen.releases.length
      await take(chosen.releases)
    }

    if (options.wanted === null) await takeAll()
    else await takeWanted(options.wanted)
    const names: { ecosystem: Ecosystem; state: 'taken' | 'there' | 'own' }[] = []
    for (const entry of options.withNames ? root.names : []) {
      if (!ours.has(entry.ecosystem)) continue
      names.push({
        ecosystem: entry.ecosystem,
        state: await parts.pullNames(source, entry, signal),
      })
    }
    return {
      address: source.address,
      maker: root.maker,
      madeAt: root.madeAt,
      ...sums,
      leftOut,
      refused,
      missing,
      names,
      ...source.fetched(),
    }
  }
}

function untrusted(address: string, { maker, madeAt }: IndexRoot): IndexError {
  return new IndexError(
    `nobody has said whether the maker of this index is trusted: ${maker} signed it on ${madeAt}.\n` +
      `Compare that address with what the maker publishes, then: assay pull ${address} --maker ${maker}`,
    'untrusted',
  )
}
