// A store's tables as an index that others can pull. What a folder has already is kept: only tables
// that are new go into new packs.

import { EXTRACTOR_VERSIONS } from '../../domain/extractorVersions.ts'
import { ECOSYSTEMS, type Ecosystem } from '../../domain/names/packageName.ts'
import type { TableKey } from '../../domain/release.ts'
import { sha256 } from '../../domain/texts/sha256.ts'
import { PACK_BYTES, SHARD_RELEASES } from '../../limits.ts'
import type { PackedRelease } from '../../ports/pulled.ts'
import type { Signer } from '../../ports/signer.ts'
import type { Store } from '../../ports/store.ts'
import { IndexError } from '../format/indexError.ts'
import { placeOf, shardOf } from '../format/packPaths.ts'
import { encodeRoot, type IndexRoot, type NamesEntry, type ShardEntry } from '../format/root.ts'
import { decodeShard, encodeShard, type PlacedRelease, type TablePlace } from '../format/shard.ts'
import type { IndexFolder } from './indexFolder.ts'
import { packWriter } from './packWriter.ts'
import { type LeftOut, publishable } from './publishable.ts'

export type Published = Readonly<{
  maker: string
  madeAt: string
  releases: number
  symbols: number
  /** Tables that went into new packs. */
  added: number
  packs: number
  packBytes: number
  shards: number
  shardBytes: number
  names: readonly Ecosystem[]
  leftOut: Readonly<Partial<Record<LeftOut, number>>>
}>

export type PublishIndex = ReturnType<typeof publishIndex>

export function publishIndex(parts: {
  store: Pick<Store, 'packages' | 'tables' | 'provenance'>
  signer: Signer
  /** Where the set of names of an ecosystem is; null where there is none that is whole. */
  namesPath: (ecosystem: Ecosystem) => Promise<string | null>
  /** The registry that the index of each ecosystem belongs to. */
  registries: Readonly<Record<Ecosystem, string>>
  now: () => Date
}) {
  const { store, signer } = parts

  return async (
    folder: IndexFolder,
    options: Readonly<{
      ecosystems: ReadonlySet<Ecosystem>
      since: string | null
      onProgress: (releases: number) => void
    }>,
    signal: AbortSignal,
  ): Promise<Published> => {
    await folder.prepare()
    const before = await folder.root()
    if (before !== null && before.maker !== signer.address) {
      throw new IndexError(`the folder holds the index of ${before.maker}: use another folder`)
    }
    const leftOut: Partial<Record<LeftOut, number>> = {}
    const found: Gathered[] = []
    const gathering = publishable(
      {
        store,
        since: options.since,
        ecosystems: options.ecosystems,
        onLeftOut(reason) {
          leftOut[reason] = (leftOut[reason] ?? 0) + 1
        },
      },
      signal,
    )
    for await (const { key, ...packed } of gathering) {
      found.push({ packed, key, order: placeOf(packed.release), place: null })
      options.onProgress(found.length)
    }
    found.sort(inOrder)
    await keepPlaces(folder, before, found)
    const added = await writePacks(found, signal)
    const { shards, placed } = await writeShards(folder, found)
    const names = await writeNames(folder, options.ecosystems)
    const madeAt = parts.now().toISOString()
    const root: IndexRoot = {
      maker: signer.address,
      madeAt,
      registries: Object.fromEntries(
        ECOSYSTEMS.filter((ecosystem) => options.ecosystems.has(ecosystem)).map((ecosystem) => [
          ecosystem,
          parts.registries[ecosystem],
        ]),
      ),
      extractors: EXTRACTOR_VERSIONS,
      releases: placed.length,
      symbols: placed.reduce((sum, { table }) => sum + table.symbols, 0),
      shards,
      names,
    }
    await folder.putRoot(encodeRoot(root, signer))
    const packs = new Map(placed.map(({ place }) => [place.pack.sha256, place.pack.bytes]))
    await removeOld(folder, [before, root], new Set(packs.keys()))
    return {
      maker: root.maker,
      madeAt,
      releases: root.releases,
      symbols: root.symbols,
      added,
      packs: packs.size,
      packBytes: [...packs.values()].reduce((sum, bytes) => sum + bytes, 0),
      shards: shards.length,
      shardBytes: shards.reduce((sum, { bytes }) => sum + bytes, 0),
      names: names.map(({ ecosystem }) => ecosystem),
      leftOut,
    }

    /** In the order of shards, so that what a shard names lies together. */
    async function writePacks(all: readonly Gathered[], stop: AbortSignal): Promise<number> {
      const writer = packWriter((name, bytes) => folder.put('pack', name, bytes))
      let count = 0
      for (const one of all) {
        if (one.place !== null) continue
        stop.throwIfAborted()
        const bytes = await store.tables.load(one.key)
        if (bytes === null) throw new IndexError('a table was dropped meanwhile: publish again')
        count += 1
        await writer.add(bytes, (place) => {
          one.place = place
        })
      }
      await writer.close()
      return count
    }
  }

  async function writeNames(
    folder: IndexFolder,
    ecosystems: ReadonlySet<Ecosystem>,
  ): Promise<readonly NamesEntry[]> {
    const entries: NamesEntry[] = []
    for (const ecosystem of ECOSYSTEMS) {
      const path = ecosystems.has(ecosystem) ? await parts.namesPath(ecosystem) : null
      if (path !== null) entries.push({ ecosystem, ...(await folder.putFile('names', path)) })
    }
    return entries
  }
}

type Gathered = {
  packed: PackedRelease
  key: TableKey
  order: number
  place: TablePlace | null
}

function inOrder(one: Gathered, other: Gathered): number {
  return one.order - other.order || (textOf(one.packed) < textOf(other.packed) ? -1 : 1)
}

function textOf({ release }: PackedRelease): string {
  const { ecosystem, name, version, artifact } = release
  return JSON.stringify([ecosystem, name, version, artifact.filename])
}

/** What tells a table from every other: the same release may have another table by now. */
function idOf(packed: PackedRelease): string {
  return `${textOf(packed)} ${packed.release.artifact.sha256} ${packed.table.sha256}`
}

/**
 * Tables that are in a pack of the folder stay there. A pack of which less than half is used, or that
 * never became large, is written anew, so that neither dead bytes nor small files grow in number.
 */
async function keepPlaces(
  folder: IndexFolder,
  before: IndexRoot | null,
  found: readonly Gathered[],
): Promise<void> {
  const places = before === null ? new Map() : await placesIn(folder, before)
  const used = new Map<string, number>()
  for (const { packed } of found) {
    const place: TablePlace | undefined = places.get(idOf(packed))
    if (place === undefined) continue
    used.set(place.pack.sha256, (used.get(place.pack.sha256) ?? 0) + place.length)
  }
  const kept = new Set<string>()
  for (const [pack, bytes] of used) if (bytes >= PACK_BYTES / 2) kept.add(pack)
  // Nothing is new: then there is nothing that small packs could be joined with.
  if (found.every(({ packed }) => places.has(idOf(packed))))
    for (const pack of used.keys()) kept.add(pack)
  for (const one of found) {
    const place = places.get(idOf(one.packed))
    const isThere =
      place !== undefined &&
      kept.has(place.pack.sha256) &&
      (await folder.has('pack', place.pack.sha256, place.pack.bytes))
    if (isThere) one.place = place
  }
}

async function placesIn(
  folder: IndexFolder,
  { shards }: IndexRoot,
): Promise<Map<string, TablePlace>> {
  const places = new Map<string, TablePlace>()
  for (const [number, entry] of shards.entries()) {
    if (!(await folder.has('shard', entry.sha256, entry.bytes))) continue
    const bytes = await folder.read('shard', entry.sha256)
    if (sha256(bytes) !== entry.sha256) continue
    for (const { place, ...packed } of decodeShard(bytes, number, shards.length)) {
      places.set(idOf(packed), place)
    }
  }
  return places
}

async function writeShards(folder: IndexFolder, found: readonly Gathered[]) {
  const count = 2 ** Math.ceil(Math.log2(Math.max(1, found.length / SHARD_RELEASES)))
  const placed: PlacedRelease[] = found.map(({ packed, place }) => {
    if (place === null) throw new Error('a table that was packed has no place')
    return { ...packed, place }
  })
  const shards: ShardEntry[] = []
  let next = 0
  for (let number = 0; number < count; number += 1) {
    const inside: PlacedRelease[] = []
    // In the order of their places, so that each shard takes the next ones.
    for (; next < placed.length; next += 1) {
      const one = placed[next]
      if (one === undefined || shardOf(one.release, count) !== number) break
      inside.push(one)
    }
    const bytes = encodeShard(inside)
    const name = sha256(bytes)
    // What the maker cannot read back, nobody can.
    decodeShard(bytes, number, count)
    await folder.put('shard', name, bytes)
    shards.push({ sha256: name, bytes: bytes.length, releases: inside.length })
  }
  return { shards, placed }
}

/** Whoever reads the root from before this one may still be at it: what it names stays for one more. */
async function removeOld(
  folder: IndexFolder,
  roots: readonly (IndexRoot | null)[],
  packs: ReadonlySet<string>,
): Promise<void> {
  const known = roots.flatMap((root) => root ?? [])
  const shards = new Set(known.flatMap((root) => root.shards.map(({ sha256: name }) => name)))
  const names = new Set(known.flatMap((root) => root.names.map(({ sha256: name }) => name)))
  const named = new Set(packs)
  for (const root of known) {
    for (const { pack } of (await placesIn(folder, root)).values()) named.add(pack.sha256)
  }
  await folder.removeOthers('shard', shards)
  await folder.removeOthers('names', names)
  await folder.removeOthers('pack', named)
}
