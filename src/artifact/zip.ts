// Reads a zip under one view of it: the central directory, the local headers and the data all say
// the same, or the file is refused. Only kept members are inflated.

import { setImmediate as yieldToLoop } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import type { ArchiveLimits } from './archiveLimits.ts'
import type { ArchiveContents, FileEntry, KeepRule } from './fileTree.ts'
import { inflateMember } from './inflateMember.ts'
import { inLanes } from './inLanes.ts'
import { keptBytes } from './keptBytes.ts'
import { duplicateRefusal, memberSet, type RootRule } from './memberSet.ts'
import { type RandomAccess, readRange } from './randomAccess.ts'
import { ArchiveRefusal } from './refusal.ts'
import {
  checkDirectorySize,
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

export type ZipOptions = Readonly<{
  source: RandomAccess
  root: RootRule
  keep: KeepRule
  limits: ArchiveLimits
  /**
   * Whose local headers are compared with the directory. `kept` is for sources that are far away:
   * the members in between are then bounded by the layout, but their own headers stay unread.
   */
  localHeaders: 'every' | 'kept'
}>

type Planned = Readonly<{ span: ZipSpan; path: string | null; kept: boolean }>

/** Throws an `ArchiveRefusal`, the signal's reason, or what the source throws. */
export async function readZip(options: ZipOptions, signal: AbortSignal): Promise<ArchiveContents> {
  const { source, limits } = options
  if (source.sizeBytes > limits.archiveBytesMax) {
    throw new ArchiveRefusal('archive_too_large', `is ${source.sizeBytes} bytes long`)
  }
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
  if (options.localHeaders === 'every') await checkUnkept(plan, source, signal)
  const kept = await readKept(plan, options, signal)
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
  { root, keep, limits }: ZipOptions,
): { plan: readonly Planned[]; root: string } {
  const names = memberSet(root, limits)
  const budget = keptBytes(limits)
  const plan = spans.map((span): Planned => {
    const { name, kind, sizeBytes } = span.entry
    if (kind === 'link') throw new ArchiveRefusal('link', 'is a link', name)
    const placed = names.add(name, kind)
    if (placed !== null && placed.earlier !== null) throw duplicateRefusal(placed, name)
    const path = placed?.path ?? null
    const kept = path !== null && kind === 'file' && keep(path, sizeBytes)
    if (kept) budget.add(sizeBytes, name)
    return { span, path, kept }
  })
  return { plan, root: names.root() }
}

async function checkUnkept(plan: readonly Planned[], source: RandomAccess, signal: AbortSignal) {
  let turn = 0
  for (const { span, kept } of plan) {
    if (++turn % ENTRIES_PER_TURN === 0) await yieldToLoop()
    signal.throwIfAborted()
    if (kept) continue
    const { entry, spanBytes } = span
    const headBytes = spanBytes - entry.packedBytes
    const head = await readRange(source, { offset: entry.offset, lengthBytes: headBytes }, signal)
    const { descriptorBytes } = checkLocalHeader(head, span)
    if (descriptorBytes === 0) continue
    const offset = entry.offset + spanBytes - descriptorBytes
    const tail = await readRange(source, { offset, lengthBytes: descriptorBytes }, signal)
    checkDescriptor(tail, entry)
  }
}

async function readKept(
  plan: readonly Planned[],
  { source, limits }: ZipOptions,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const wanted = plan.filter(({ kept }) => kept)
  if (wanted.length > limits.inflatesMax) {
    throw new ArchiveRefusal('too_many_entries', `has ${wanted.length} members to inflate`)
  }
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
  if (crc32(data) !== entry.crc) {
    throw new ArchiveRefusal('crc_mismatch', 'does not have the checksum it declares', entry.name)
  }
  return data
}

function unpack(packed: Buffer, entry: ZipEntry): Uint8Array | Promise<Uint8Array> {
  // A copy, so that a small file does not keep the whole archive in memory.
  if (entry.method === METHOD_STORED) return new Uint8Array(packed)
  return inflateMember(packed, entry.sizeBytes, entry.name)
}
