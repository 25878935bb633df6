// Reads a zip under one view of it: the central directory, the local headers and the data all say
// the same, or the file is refused. Only kept members are inflated, and those whose end nothing but
// inflating tells.

import { setImmediate as yieldToLoop } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import type { ArchiveLimits } from '../bytes/archiveLimits.ts'
import type { ArchiveContents, FileEntry, KeepRule } from '../bytes/fileTree.ts'
import { inLanes } from '../bytes/inLanes.ts'
import { keptBytes } from '../bytes/keptBytes.ts'
import { memberSet, type RootRule, refuseDuplicate } from '../bytes/memberSet.ts'
import { type RandomAccess, readRange } from '../bytes/randomAccess.ts'
import { refuse } from '../bytes/refusal.ts'
import { inflateAway } from './inflateAway.ts'
import { inflateMember } from './inflateMember.ts'
import {
  checkDirectorySize,
  hasDescriptor,
  METHOD_STORED,
  parseZipDirectory,
  type ZipEntry,
} from './zipDirectory.ts'
import { readZipEnd } from './zipEnd.ts'
import { checkDeclaredSizes, layOutZip, type ZipSpan } from './zipLayout.ts'
import { checkDescriptor, checkLocalHeader } from './zipLocal.ts'

// How many headers, and how many small members, are read before anything else gets its turn.
const ENTRIES_PER_TURN = 2_000
const MEMBERS_PER_TURN = 64

type ZipOptions = Readonly<{
  source: RandomAccess
  root: RootRule
  keep: KeepRule
  limits: ArchiveLimits
  /**
   * Whose local headers are compared with the directory. `kept` is for sources that are far away:
   * the members in between are then bounded by the layout, but their own headers stay unread, and
   * so does where the streams of those with descriptors end.
   */
  localHeaders: 'every' | 'kept'
}>

type Planned = Readonly<{
  span: ZipSpan
  path: string | null
  kept: boolean
  /** Not kept, but only inflating it tells where it ends. */
  inflatedAway: boolean
}>

/** Throws an `ArchiveRefusal`, the signal's reason, or what the source throws. */
export async function readZip(options: ZipOptions, signal: AbortSignal): Promise<ArchiveContents> {
  const { source, limits } = options
  if (source.sizeBytes > limits.archiveBytesMax)
    refuse('archive_too_large', `is ${source.sizeBytes} bytes long`)
  const end = await readZipEnd(source, signal)
  checkDirectorySize(end, limits)
  const directory = await readRange(
    source,
    { offset: end.directoryOffset, lengthBytes: end.directoryBytes },
    signal,
  )
  const entries = parseZipDirectory(directory, end)
  checkDeclaredSizes(entries, source.sizeBytes, limits)
  const { plan, root } = planMembers(layOutZip(entries, end), options)
  checkInflated(plan, limits)
  if (options.localHeaders === 'every') await checkUnkept(plan, source, signal)
  const kept = await readKept(plan, source, signal)
  return {
    root,
    links: [],
    directories: entries.filter((entry) => entry.kind === 'directory').length,
    entries: plan.flatMap(toFileEntry),
    kept,
  }
}

function toFileEntry({ span, path, kept }: Planned): readonly FileEntry[] {
  if (path === null || span.entry.kind === 'directory') return []
  return [{ path, sizeBytes: span.entry.sizeBytes, kept }]
}

function planMembers(
  spans: readonly ZipSpan[],
  { root, keep, limits, localHeaders }: ZipOptions,
): { plan: readonly Planned[]; root: string } {
  const names = memberSet(root, limits)
  const budget = keptBytes(limits)
  const plan = spans.map((span): Planned => {
    const { name, kind, sizeBytes } = span.entry
    if (kind === 'link') refuse('link', 'is a link', name)
    const placed = names.add(name, kind)
    if (placed !== null && placed.earlier !== null) refuseDuplicate(placed, name)
    const path = placed?.path ?? null
    const kept = path !== null && kind === 'file' && keep(path, sizeBytes)
    if (kept) budget.add(sizeBytes, name)
    const inflatedAway = !kept && localHeaders === 'every' && isEndedByStream(span.entry)
    return { span, path, kept, inflatedAway }
  })
  return { plan, root: names.root() }
}

function isEndedByStream(entry: ZipEntry): boolean {
  return hasDescriptor(entry) && entry.method !== METHOD_STORED
}

/** Refuses by what is declared, before anything is inflated. */
function checkInflated(plan: readonly Planned[], limits: ArchiveLimits): void {
  let inflates = 0
  let inflatedBytes = 0
  for (const { span, kept, inflatedAway } of plan) {
    if (!kept && !inflatedAway) continue
    inflates++
    inflatedBytes += span.entry.sizeBytes
  }
  if (inflates > limits.inflatesMax)
    refuse('too_many_entries', `has ${inflates} members to inflate`)
  if (inflatedBytes > limits.inflatedBytesMax)
    refuse('unpacked_too_large', `has ${inflatedBytes} bytes to inflate`)
}

async function checkUnkept(plan: readonly Planned[], source: RandomAccess, signal: AbortSignal) {
  let turn = 0
  for (const { span, kept, inflatedAway } of plan) {
    if (++turn % ENTRIES_PER_TURN === 0) await yieldToLoop()
    signal.throwIfAborted()
    if (kept) continue
    const { entry, spanBytes } = span
    const headBytes = spanBytes - entry.packedBytes
    const head = await readRange(source, { offset: entry.offset, lengthBytes: headBytes }, signal)
    const { dataOffset, descriptorBytes } = checkLocalHeader(head, span)
    if (descriptorBytes === 0) continue
    const lengthBytes = entry.packedBytes + descriptorBytes
    const rest = await readRange(source, { offset: entry.offset + dataOffset, lengthBytes }, signal)
    checkDescriptor(rest.subarray(entry.packedBytes), entry)
    if (inflatedAway) await inflateAway(rest.subarray(0, entry.packedBytes), entry, signal)
  }
}

async function readKept(
  plan: readonly Planned[],
  source: RandomAccess,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const wanted = plan.filter(({ kept }) => kept)
  await source.prefetch?.(
    wanted.map(({ span }) => ({ offset: span.entry.offset, lengthBytes: span.spanBytes })),
    signal,
  )
  const read = new Map<string, Uint8Array>()
  let turn = 0
  await inLanes(wanted, async ({ span, path }) => {
    if (++turn % MEMBERS_PER_TURN === 0) await yieldToLoop()
    signal.throwIfAborted()
    if (path !== null) read.set(path, await readMember(span, source, signal))
  })
  return read
}

async function readMember(
  span: ZipSpan,
  source: RandomAccess,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const { entry, spanBytes } = span
  const bytes = await readRange(source, { offset: entry.offset, lengthBytes: spanBytes }, signal)
  const { dataOffset, descriptorBytes } = checkLocalHeader(bytes, span)
  const dataEnd = dataOffset + entry.packedBytes
  if (descriptorBytes > 0) checkDescriptor(bytes.subarray(dataEnd), entry)
  const unpacked = unpack(bytes.subarray(dataOffset, dataEnd), entry)
  // Small members are there already, and a hundred thousand waits for nothing add up.
  const data = unpacked instanceof Promise ? await unpacked : unpacked
  if (crc32(data) !== entry.crc)
    refuse('crc_mismatch', 'does not have the checksum it declares', entry.name)
  return data
}

function unpack(packed: Buffer, entry: ZipEntry): Uint8Array | Promise<Uint8Array> {
  // A copy, so that a small file does not keep the whole archive in memory.
  if (entry.method === METHOD_STORED) return new Uint8Array(packed)
  return inflateMember(packed, entry.sizeBytes, entry.name)
}
