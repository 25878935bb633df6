// One look at a log: is its newest checkpoint signed, does its tree go on from the one seen before, do
// the entries make that tree, and is each entry what it may be? What is found wrong is thrown with its
// evidence. Nothing is remembered before all of it holds.

import { randomInt } from 'node:crypto'
import { LOG_LOOK_LEAVES_MAX, LOG_ROTATIONS_MAX } from '../../limits.ts'
import type { Followed, LeafNoted, MonitorStore } from '../../ports/monitor.ts'
import { isSameKey } from '../entries/rotation.ts'
import { toBase64 } from '../note/base64.ts'
import { type Checkpoint, openCheckpoint } from '../note/checkpoint.ts'
import type { LogPolicy } from '../note/policy.ts'
import { writeProof } from '../note/proofFile.ts'
import { parseNote } from '../note/signedNote.ts'
import { parseKey, type VerifierKey, writeKey } from '../note/verifierKey.ts'
import { growTree } from '../tree/growTree.ts'
import { leafHash, sameHash } from '../tree/hashes.ts'
import { proveInclusion, type ReadTiles, rootOf, TilesMissing } from '../tree/proofs.ts'
import { edgeTiles, TILE_MAX_BYTES, type Tile } from '../tree/tiles.ts'
import { type Evidence, type Lie, LogLies } from './evidence.ts'
import { isSignedBy, keysToOpen, type RotationAt, walkKeys } from './followKeys.ts'
import { followVerifiers } from './followVerifiers.ts'
import { type JudgedEntry, judgeEntry } from './judgeEntry.ts'
import { leafKeys } from './leafKeys.ts'
import { drawnLeaves, readAgain } from './readAgain.ts'
import { bundlesFrom, entryAt, type LogReader, LogUnread, otherTile, tilesOf } from './readLog.ts'

export type OpenEntry = Extract<JudgedEntry, { kind: 'open' }> & Readonly<{ index: number }>

export type Look = Readonly<{
  origin: string
  /** Null at the first look: what was there then had to be believed. */
  from: number | null
  size: number
  counts: Readonly<{ open: number; sealed: number; retraction: number; rotation: number }>
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
  onOpen = () => {},
  onRead = () => {},
}: Readonly<{
  reader: LogReader
  store: MonitorStore
  trust: Trust
  /** Of each new open entry, before it is known whether all of it holds. */
  onOpen?: (entry: OpenEntry) => void
  onRead?: (leaves: number, of: number) => void
}>): Promise<Look> {
  const { log } = trust
  const origin = log.name
  const bytes = await reader.checkpoint()
  // Whoever stands in between may have said it: nobody has signed that.
  if (parseNote(bytes) === null) throw new LogUnread('what is served as a checkpoint is none')
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
  if (now.size - from > LOG_LOOK_LEAVES_MAX) {
    throw new LogUnread(
      `the log has ${now.size - from} new leaves, and only ${LOG_LOOK_LEAVES_MAX} are followed at once`,
    )
  }
  const again = () => readAgain(reader, drawnLeaves(from, randomInt), now, about)
  const counts = { open: 0, sealed: 0, retraction: 0, rotation: 0 }
  const look = {
    origin,
    from: before === null ? null : from,
    size: now.size,
    counts,
    async accuse(lie: Lie, entry: OpenEntry, derived: string) {
      return lieAt(lie, entry.index, await entryAt(reader, entry.index, now.size), { derived })
    },
  }
  if (before !== null && before.size === now.size) {
    await again()
    return look
  }

  store.dropLeaves(origin, from)
  const tree = growTree(from, before?.edge ?? [])
  const edge = edgeOf(from, before?.edge ?? [])
  const rotations: RotationAt[] = []
  const verifiers = followVerifiers(trust.verifiers, store.verifiersOf(origin))
  let broken: (() => Promise<LogLies>) | null = null
  for await (const { first, entries } of bundlesFrom(reader, from, now.size, about)) {
    const hashes = entries.map(leafHash)
    for (const hash of hashes) tree.append(hash)
    const noted: LeafNoted[] = []
    for (const [at, entry] of entries.entries()) {
      const index = first + at
      const judged = judgeEntry(entry, { origin, verifiers: verifiers.believed() })
      noted.push({ index, keys: leafKeys(judged, hashes[at] ?? leafHash(entry)) })
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
      if (rotations.length > LOG_ROTATIONS_MAX) throw new LogUnread('the log has had too many keys')
      if (judged.kind === 'open') onOpen({ ...judged, index })
    }
    const twin = store.noteLeaves(origin, noted)
    if (twin !== null) {
      const entry = entries[twin.index - first] ?? new Uint8Array()
      broken ??= async () => lieAt('entry_twice', twin.index, entry, await shownAt(twin.earlier))
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
  await again()
  store.keepVerifiers(origin, verifiers.all())
  store.keepKeys(origin, [...walked.keys, ...keys].map(writeKey))
  store.follow(origin, { size: now.size, checkpoint: note, edge: atEdge.map(({ bytes }) => bytes) })
  return look
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
    const { reason } = opened
    const lie = reason === 'checkpoint_malformed' ? reason : 'checkpoint_unsigned'
    throw new LogLies({ lie, ...about, reason })
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
