// A shard of an index: the releases of the packages whose names fall into it, as JSON under brotli.
// docs/formats/packs.md specifies it. What is read was made by somebody else: every member has a bound.

import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { isEcosystem, type PackageKey, parsePackageName } from '../../domain/names/packageName.ts'
import {
  type Artifact,
  type FollowedFile,
  type IngestedRelease,
  isOpenable,
  REGISTRY_STATUSES,
  type RegistryStatus,
  type UnfollowedPackage,
} from '../../domain/release.ts'
import { isRemark, type Remark } from '../../domain/remarks.ts'
import { jsonIn } from '../../domain/texts/jsonValue.ts'
import {
  FOLLOWED_FILES_MAX,
  PACK_MAX_BYTES,
  PACKED_TABLE_MAX_BYTES,
  PACKED_WORDS_MAX,
  SHARD_RELEASES_MAX,
  SHARD_TEXT_MAX_BYTES,
} from '../../limits.ts'
import type { PackedRelease } from '../../ports/pulled.ts'
import { boundedList, boundedNumber, boundedText, fieldsOf, sha256Text, wrong } from './fields.ts'
import { IndexError } from './indexError.ts'
import { shardOf } from './packPaths.ts'

/** Where the bytes of a table are. */
export type TablePlace = Readonly<{
  pack: Readonly<{ sha256: string; bytes: number }>
  offset: number
  length: number
  /** Of the bytes as they lie there. */
  sha256: string
}>

export type PlacedRelease = PackedRelease & Readonly<{ place: TablePlace }>

const FORMAT = 'assay.shard/1'
const QUALITY = 9
const NAME_MAX = 255
const VERSION_MAX = 512
const FILENAME_MAX = 512
const SYMBOLS_MAX = 100_000_000
/** More files than a table may follow: some packages bring several. */
const FILES_MAX = FOLLOWED_FILES_MAX * 16
const UNFOLLOWED_MAX = 10_000
/** Digests, and the Python that takes the file. */
export const DECLARED =
  /^(?:sha512:[0-9a-f]{128}|sha256:[0-9a-f]{64}|sha1:[0-9a-f]{40}|python:\d{1,3}(?:\.\d{1,3}){1,2})$/
const DECLARED_MAX = 8

/** The same releases in the same order have the same bytes. */
export function encodeShard(releases: readonly PlacedRelease[]): Buffer {
  const files = new Numbered<FollowedFile>((file) =>
    JSON.stringify([file.ecosystem, file.name, file.version, file.filename, file.sha256]),
  )
  const packs = new Numbered<TablePlace['pack']>((pack) => pack.sha256)
  const rows = releases.map((release) => renderRelease(release, files, packs))
  const text = JSON.stringify({
    format: FORMAT,
    packs: packs.items.map(({ sha256, bytes }) => [sha256, bytes]),
    files: files.items.map(({ ecosystem, name, version, filename, sha256 }) => [
      ecosystem,
      name,
      version,
      filename,
      sha256,
    ]),
    releases: rows,
  })
  return brotliCompressSync(text, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  })
}

/** Things that are named many times, each by its number. */
class Numbered<T> {
  readonly items: T[] = []
  readonly #numbers = new Map<string, number>()
  readonly #textOf: (item: T) => string

  constructor(textOf: (item: T) => string) {
    this.#textOf = textOf
  }

  numberOf(item: T): number {
    const text = this.#textOf(item)
    const known = this.#numbers.get(text)
    if (known !== undefined) return known
    this.#numbers.set(text, this.items.length)
    return this.items.push(item) - 1
  }
}

function renderRelease(
  { release, declared, latestAt, following, table, place }: PlacedRelease,
  files: Numbered<FollowedFile>,
  packs: Numbered<TablePlace['pack']>,
) {
  const { artifact } = release
  return {
    ecosystem: release.ecosystem,
    name: release.name,
    version: release.version,
    filename: artifact.filename,
    sha256: artifact.sha256,
    bytes: artifact.sizeBytes,
    ...(declared.length === 0 ? {} : { declared }),
    ...left('latest_at', latestAt),
    ...left('status', release.registryStatus),
    ...left('status_reason', release.statusReason),
    ...left('deprecation', release.deprecation),
    ...left('yanked', release.yanked),
    ...(release.remarks.length === 0 ? {} : { remarks: release.remarks }),
    extractor: release.extractor,
    extracted_at: release.extractedAt,
    followed: following.files.map((file) => files.numberOf(file)),
    unfollowed: following.unfollowed.map(({ name, reason, isAbsent }) =>
      isAbsent === true ? [name, reason, 1] : [name, reason],
    ),
    table: table.sha256,
    symbols: table.symbols,
    made_at: table.madeAt,
    at: [packs.numberOf(place.pack), place.offset, place.length],
    at_sha256: place.sha256,
  }
}

/** A member that is left out where there is nothing to say. */
function left(key: string, value: string | null) {
  return value === null ? {} : { [key]: value }
}

/** Throws `IndexError`. `number` of `shards`: every release must belong there. */
export function decodeShard(
  bytes: Uint8Array,
  number: number,
  shards: number,
): readonly PlacedRelease[] {
  const shard = fieldsOf(jsonIn(unpacked(bytes)), 'shard')
  if (shard.member('format') !== FORMAT) throw wrong('shard', 'is of another format')
  const packs = shard.list('packs', SHARD_RELEASES_MAX).map(readPack)
  const files = shard.list('files', SHARD_RELEASES_MAX * 16).map(readFile)
  return shard.list('releases', SHARD_RELEASES_MAX).map((row, at) => {
    const placed = readRelease(row, `releases[${at}]`, files, packs)
    if (shardOf(placed.release, shards) !== number) throw wrong(`releases[${at}]`, 'is misplaced')
    return placed
  })
}

function unpacked(bytes: Uint8Array): string {
  try {
    const text = brotliDecompressSync(bytes, { maxOutputLength: SHARD_TEXT_MAX_BYTES })
    return text.toString('utf8')
  } catch (error) {
    throw new IndexError('the index is malformed: a shard cannot be unpacked', 'refused', {
      cause: error,
    })
  }
}

function readPack(value: unknown, at: number): TablePlace['pack'] {
  const what = `packs[${at}]`
  const [sha256, bytes] = boundedList(value, what, 2)
  return { sha256: sha256Text(sha256, what), bytes: boundedNumber(bytes, what, PACK_MAX_BYTES) }
}

function readFile(value: unknown, at: number): FollowedFile {
  const what = `files[${at}]`
  const [ecosystem, name, version, filename, sha256] = boundedList(value, what, 5)
  return {
    ...readKey(ecosystem, name, what),
    version: boundedText(version, what, VERSION_MAX),
    filename: readFilename(filename, what),
    sha256: sha256Text(sha256, what),
  }
}

function readKey(ecosystem: unknown, name: unknown, what: string): PackageKey {
  if (!isEcosystem(ecosystem)) throw wrong(what, 'is of no ecosystem that is known')
  const written = boundedText(name, what, NAME_MAX)
  const parsed = parsePackageName(ecosystem, written)
  if (parsed === null || parsed !== written) throw wrong(what, 'has no name of a package')
  return { ecosystem, name: parsed }
}

/** It never becomes part of a path here; somebody else may not be as careful. */
function readFilename(value: unknown, what: string): string {
  const filename = boundedText(value, what, FILENAME_MAX)
  if (!/^[^/\\\p{C}]+$/u.test(filename)) throw wrong(what, 'has no name of a file')
  return filename
}

function readRelease(
  value: unknown,
  what: string,
  files: readonly FollowedFile[],
  packs: readonly TablePlace['pack'][],
): PlacedRelease {
  const row = fieldsOf(value, what)
  const key = readKey(row.member('ecosystem'), row.member('name'), what)
  const version = row.text('version', VERSION_MAX)
  if (version === '') throw wrong(what, 'has no version')
  const artifact: Artifact = {
    filename: readFilename(row.member('filename'), what),
    sha256: row.sha256('sha256'),
    sizeBytes: row.number('bytes', Number.MAX_SAFE_INTEGER),
    // Whoever reads this has not seen the file.
    digest: 'declared',
  }
  if (!isOpenable(artifact)) throw wrong(what, 'is a file that nobody opens')
  const release: IngestedRelease & PackedRelease['release'] = {
    ...key,
    version,
    artifact,
    registryStatus: readStatus(row.textOrNull('status', 64), what),
    statusReason: row.textOrNull('status_reason', PACKED_WORDS_MAX),
    deprecation: row.textOrNull('deprecation', PACKED_WORDS_MAX),
    yanked: row.textOrNull('yanked', PACKED_WORDS_MAX),
    sourceUrl: null,
    remarks: readRemarks(row.member('remarks'), what),
    extractor: row.text('extractor', 64),
    extractedAt: row.time('extracted_at'),
  }
  const followed = row.list('followed', FILES_MAX).map((number) => itemAt(files, number, what))
  const unfollowed = row.list('unfollowed', UNFOLLOWED_MAX).map((one) => readUnfollowed(one, what))
  return {
    release,
    declared: readDeclared(row.member('declared'), what),
    latestAt: row.timeOrNull('latest_at'),
    following: { files: followed, unfollowed },
    table: {
      sha256: row.sha256('table'),
      symbols: row.number('symbols', SYMBOLS_MAX),
      madeAt: row.time('made_at'),
    },
    place: readPlace(row.member('at'), row.sha256('at_sha256'), packs, what),
  }
}

function readStatus(status: string | null, what: string): RegistryStatus | null {
  if (status === null) return null
  const known = REGISTRY_STATUSES.find((one) => one === status)
  if (known === undefined) throw wrong(what, 'has a status that is not known')
  return known
}

function readDeclared(value: unknown, what: string): readonly string[] {
  if (value === undefined) return []
  return boundedList(value, what, DECLARED_MAX).map((one) => {
    if (typeof one !== 'string' || !DECLARED.test(one)) throw wrong(what, 'declares no digest')
    return one
  })
}

function readRemarks(value: unknown, what: string): readonly Remark[] {
  if (value === undefined) return []
  return boundedList(value, what, 32).map((one) => {
    if (typeof one !== 'string' || !isRemark(one)) throw wrong(what, 'has an unknown remark')
    return one
  })
}

/** Nothing that may be had before long: such tables are not published. */
function readUnfollowed(value: unknown, what: string): UnfollowedPackage {
  const [name, reason, absent] = boundedList(value, what, 3)
  return {
    name: boundedText(name, what, FILENAME_MAX),
    reason: boundedText(reason, what, FILENAME_MAX),
    isTemporary: false,
    ...(absent === 1 ? { isAbsent: true } : {}),
  }
}

function readPlace(
  value: unknown,
  sha256: string,
  packs: readonly TablePlace['pack'][],
  what: string,
): TablePlace {
  const [number, offset, length] = boundedList(value, what, 3)
  const place = {
    pack: itemAt(packs, number, what),
    offset: boundedNumber(offset, what, PACK_MAX_BYTES),
    length: boundedNumber(length, what, PACKED_TABLE_MAX_BYTES),
    sha256,
  }
  if (place.length === 0 || place.offset + place.length > place.pack.bytes) {
    throw wrong(what, 'lies outside its pack')
  }
  return place
}

function itemAt<T>(items: readonly T[], number: unknown, what: string): T {
  const item = items[boundedNumber(number, what, SHARD_RELEASES_MAX * 16)]
  if (item === undefined) throw wrong(what, 'names what is not there')
  return item
}
