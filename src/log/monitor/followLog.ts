// One look at a log: is its newest checkpoint signed, does its tree go on from the one seen before, do
// the entries make that tree, and is each entry what it may be? What is found wrong is thrown with its
// evidence. Nothing is remembered before all of it holds.

import type { Followed, MonitorStore } from '../../ports/monitor.ts'
import { isSameKey, keysFrom, type Rotation } from '../entries/rotation.ts'
import { toBase64 } from '../note/base64.ts'
import { type Checkpoint, openCheckpoint } from '../note/checkpoint.ts'
import type { LogPolicy } from '../note/policy.ts'
import { writeProof } from '../note/proofFile.ts'
import { parseKey, type VerifierKey, writeKey } from '../note/verifierKey.ts'
import { growTree } from '../tree/growTree.ts'
import { leafHash, sameHash } from '../tree/hashes.ts'
import { proveInclusion, type ReadTiles, rootOf, TilesMissing } from '../tree/proofs.ts'
import { edgeTiles, TILE_MAX_BYTES, type Tile } from '../tree/tiles.ts'
import { type Evidence, type Lie, LogLies } from './evidence.ts'
import { followVerifiers } from './followVerifiers.ts'
import { type JudgedEntry, judgeEntry } from './judgeEntry.ts'
import { bundlesFrom, entryAt, type LogReader, otherTile, tilesOf } from './readLog.ts'

export type OpenEntry = Extract<JudgedEntry, { kind: 'open' }> & Readonly<{ index: number }>

export type Look = Readonly<{
  origin: string
  /** Null at the first look: what was there then had to be believed. */
  from: number | null
  size: number
  counts: Readonly<{ open: number; sealed: number; retraction: number; rotation: number }>
  /** The new open entries that were asked for. */
  wanted: readonly OpenEntry[]
  /** Evidence about a new entry that turns out to be wrong in another way. */
  accuse(lie: Lie, entry: OpenEntry, derived: string): Promise<LogLies>
}>

type Trust = Readonly<{
  log: VerifierKey
  policy: Pick<LogPolicy, 'witnesses' | 'isMet'>
  verifiers: readonly string[]
}>

export async function followLog({
  reader,
  store,
  trust,
  isWanted,
  onRead = () => {},
}: Readonly<{
  reader: LogReader
  store: MonitorStore
  trust: Trust
  isWanted: (entry: OpenEntry) => boolean
  onRead?: (leaves: number, of: number) => void
}>): Promise<Look> {
  const { log } = trust
  const origin = log.name
  const bytes = await reader.checkpoint()
  const note = Buffer.from(bytes).toString('utf8')
  const before = store.followed(origin)
  const followed = store.keysOf(origin).flatMap((key) => parseKey(key) ?? [])
  const known = followed.some((key) => isSameKey(key, log)) ? followed : [...followed, log]
  const keys = await keysToOpen(bytes, known, reader)
  const about = { origin, log_key: writeKey(keys.at(-1) ?? log), checkpoint: note }
  if (before !== null) refuseShorter(before, bytes, known, about)
  const now = openTrusted(bytes, keys, trust.policy, about)
  const readTiles = tilesOf(reader, now.size)

  async function lieAt(lie: Lie, index: number, entry: Uint8Array, more: Partial<Evidence> = {}) {
    const proof = await proofAt(index, now, note, readTiles)
    const shown = { entry: toBase64(entry), ...(proof === null ? {} : { proof }) }
    return new LogLies({ lie, ...about, ...shown, ...more })
  }

  /** The leaf that another one contradicts. */
  async function shownAt(index: number): Promise<Partial<Evidence>> {
    const proof = await proofAt(index, now, note, readTiles)
    const entry = toBase64(await entryAt(reader, index, now.size))
    return { earlier_entry: entry, ...(proof === null ? {} : { earlier_proof: proof }) }
  }

  if (before !== null) refuseFork(before, now, about)
  const from = before?.size ?? 0
  const counts = { open: 0, sealed: 0, retraction: 0, rotation: 0 }
  const wanted: OpenEntry[] = []
  const look = {
    origin,
    from: before === null ? null : from,
    size: now.size,
    counts,
    wanted,
    async accuse(lie: Lie, entry: OpenEntry, derived: string) {
      return lieAt(lie, entry.index, await entryAt(reader, entry.index, now.size), { derived })
    },
  }
  if (before !== null && before.size === now.size) return look

  store.dropLeaves(origin, from)
  const tree = growTree(from, before?.edge ?? [])
  const edge = edgeOf(from, before?.edge ?? [])
  const rotations: RotationAt[] = []
  const verifiers = followVerifiers(trust.verifiers, store.verifiersOf(origin))
  let broken: (() => Promise<LogLies>) | null = null
  for await (const { first, entries } of bundlesFrom(reader, from, now.size, about)) {
    const hashes = entries.map(leafHash)
    for (const hash of hashes) tree.append(hash)
    const twin = store.noteLeaves(origin, first, hashes)
    if (twin !== null) {
      const entry = entries[twin.index - first] ?? new Uint8Array()
      broken ??= async () => {
        const earlier = await proofAt(twin.earlier, now, note, readTiles)
        return lieAt(
          'entry_twice',
          twin.index,
          entry,
          earlier === null ? {} : { earlier_proof: earlier },
        )
      }
    }
    for (const [at, entry] of entries.entries()) {
      const index = first + at
      const judged = judgeEntry(entry, { origin, verifiers: verifiers.believed() })
      if (judged.kind === 'false') broken ??= () => lieAt(judged.fault, index, entry)
      else counts[judged.kind === 'verifier_rotation' ? 'rotation' : judged.kind] += 1
      const contradiction = verifiers.read(judged, index)
      if (contradiction !== null) {
        broken ??= async () => {
          const earlier = await shownAt(contradiction.earlier)
          return lieAt(contradiction.lie, index, entry, earlier)
        }
      }
      if (judged.kind === 'rotation') rotations.push({ ...judged.rotation, index, entry })
      if (judged.kind === 'open' && isWanted({ ...judged, index }))
        wanted.push({ ...judged, index })
    }
    const tiles = tree.takeTiles()
    for (const tile of tiles) edge.set(tile.level, tile)
    const full = tiles.filter(({ bytes }) => bytes.length === TILE_MAX_BYTES)
    const other = await otherTile(reader, full, about)
    if (other !== null) broken ??= async () => other
    onRead(tree.size(), now.size)
  }
  // What an entry says counts only once it is shown that the log has signed it.
  if (!sameHash(tree.root(), now.root)) throw await whyOther(before, now, readTiles, about)
  const atEdge = edgeTiles(now.size).flatMap(({ level }) => edge.get(level) ?? [])
  const other = await otherTile(reader, atEdge, about)
  if (other !== null) broken ??= async () => other
  const walked = walkKeys((before && followed.at(-1)) ?? null, rotations)
  if (walked.forked !== null) {
    const { index, entry } = walked.forked
    broken ??= () => lieAt('rotation_forked', index, entry)
  }
  // While a key goes, both sign: the one that the leaves lead to must be among them.
  if (!isSignedBy(bytes, walked.keys.at(-1) ?? log)) {
    const last = rotations.at(-1)
    broken ??= async () =>
      last === undefined
        ? new LogLies({ lie: 'key_retired', ...about })
        : lieAt('key_retired', last.index, last.entry)
  }
  if (broken !== null) throw await broken()
  store.keepVerifiers(origin, verifiers.all())
  store.keepKeys(origin, [...walked.keys, ...keys].map(writeKey))
  store.follow(origin, { size: now.size, checkpoint: note, edge: atEdge.map(({ bytes }) => bytes) })
  return look
}

type RotationAt = Rotation & Readonly<{ index: number; entry: Uint8Array }>

/** The keys that lead from the newest one that is known to the one that has signed, if there is a way. */
async function keysToOpen(
  bytes: Uint8Array,
  known: readonly VerifierKey[],
  reader: LogReader,
): Promise<readonly VerifierKey[]> {
  const newest = known.at(-1)
  if (newest === undefined || isSignedBy(bytes, newest)) return known
  return keysFrom(newest, await reader.rotations()) ?? known
}

function isSignedBy(bytes: Uint8Array, key: VerifierKey): boolean {
  return openCheckpoint(bytes, { origin: key.name, keys: [key] }).ok
}

/** Where the leaves lead to from a key, or from the first one that they name. */
function walkKeys(from: VerifierKey | null, rotations: readonly RotationAt[]) {
  const keys = from === null ? [] : [from]
  for (const rotation of rotations) {
    const last = keys.at(-1)
    if (last === undefined) keys.push(rotation.from)
    else if (!isSameKey(last, rotation.from)) return { keys, forked: rotation }
    if (keys.some((key) => isSameKey(key, rotation.to))) return { keys, forked: rotation }
    keys.push(rotation.to)
  }
  return { keys, forked: null }
}

function openTrusted(
  bytes: Uint8Array,
  keys: readonly VerifierKey[],
  policy: Trust['policy'],
  about: About,
): Checkpoint {
  const witnesses = policy.witnesses.map(({ key }) => key)
  const newest = keys.slice(-1)
  const opened = openCheckpoint(bytes, { origin: about.origin, keys: newest }, witnesses)
  if (!opened.ok) {
    throw new LogLies({ lie: 'checkpoint_unsigned', ...about, reason: opened.reason })
  }
  if (!policy.isMet(opened.known.map(({ key }) => key))) {
    throw new LogLies({ lie: 'witnesses_missing', ...about })
  }
  return opened.checkpoint
}

type About = Omit<Evidence, 'lie'>

/** One that is smaller may be an older one, which a cache shows: it has the key of then. */
function refuseShorter(
  before: Followed,
  bytes: Uint8Array,
  keys: readonly VerifierKey[],
  about: About,
): void {
  const opened = openCheckpoint(bytes, { origin: about.origin, keys })
  if (!opened.ok || opened.checkpoint.size >= before.size) return
  const more = { ...about, earlier_checkpoint: before.checkpoint }
  throw new LogLies({ lie: 'tree_shorter', ...more })
}

/** A tree of a size has one root. */
function refuseFork(before: Followed, now: Checkpoint, about: About): void {
  const more = { ...about, earlier_checkpoint: before.checkpoint }
  const isSame = sameHash(growTree(before.size, before.edge).root(), now.root)
  if (now.size === before.size && !isSame) throw new LogLies({ lie: 'tree_forked', ...more })
}

/** Either the tree is another one than before, or what is served is not the tree. */
async function whyOther(
  before: Followed | null,
  now: Checkpoint,
  readTiles: ReadTiles,
  about: About,
): Promise<LogLies> {
  const other = new LogLies({ lie: 'entries_other', ...about })
  if (before === null) return other
  try {
    if (!sameHash(await rootOf(now.size, readTiles), now.root)) return other
    const past = await rootOf(before.size, readTiles)
    if (sameHash(past, growTree(before.size, before.edge).root())) return other
    const more = { ...about, earlier_checkpoint: before.checkpoint }
    return new LogLies({ lie: 'tree_forked', ...more })
  } catch (error) {
    if (error instanceof TilesMissing) return other
    throw error
  }
}

/** Null where the tiles of the log do not give one. */
async function proofAt(
  index: number,
  { size }: Checkpoint,
  checkpoint: string,
  readTiles: ReadTiles,
): Promise<string | null> {
  try {
    return writeProof({ index, path: await proveInclusion({ index, size }, readTiles), checkpoint })
  } catch (error) {
    if (error instanceof TilesMissing) return null
    throw error
  }
}

/** The tiles at the right edge, by their level. */
function edgeOf(size: number, edge: readonly Uint8Array[]): Map<number, Tile> {
  const tiles = edgeTiles(size).flatMap((place, at) => {
    const bytes = edge[at]
    return bytes === undefined ? [] : [{ ...place, bytes }]
  })
  return new Map(tiles.map((tile) => [tile.level, tile]))
}
