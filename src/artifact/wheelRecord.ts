// The RECORD of a wheel: its own list of files and hashes (PEP 376, PEP 427). It is checked against
// what was read, so that the tree is the one that an installer would accept.

import { hash } from 'node:crypto'
import type { ArchiveLimits } from './archiveLimits.ts'
import type { FileTree, KeepRule } from './fileTree.ts'
import { parseRecord, type RecordRow } from './recordRows.ts'
import { ArchiveRefusal } from './refusal.ts'

/** `absent`: the wheel has no RECORD, so there was nothing to compare with. */
export type RecordCheck = Readonly<{ distInfo: string; record: 'checked' | 'absent' }>

// RECORD cannot hash itself, and signatures are made after it.
const UNHASHED = ['RECORD', 'RECORD.jws', 'RECORD.p7s']
const HASHES: ReadonlySet<string> = new Set(['sha256', 'sha384', 'sha512'])

/**
 * Finds the one `.dist-info` folder and compares what was read with its RECORD, by hash and size.
 * Files that were not read are not judged: repair tools graft libraries in without listing them,
 * and nothing we say rests on those. Throws `wheel_dist_info` or a `record_…` refusal.
 */
export function checkWheelRecord(
  tree: FileTree,
  { filename, keep, limits }: Readonly<{ filename: string; keep: KeepRule; limits: ArchiveLimits }>,
): RecordCheck {
  const distInfo = findDistInfo(tree, filename)
  const recordPath = `${distInfo}/RECORD`
  const bytes = tree.read(recordPath)
  if (bytes === null) {
    if (!tree.has(recordPath)) return { distInfo, record: 'absent' }
    throw new ArchiveRefusal('record_invalid', 'was not kept', recordPath)
  }
  if (bytes.length > limits.headerBytesMax) {
    throw new ArchiveRefusal('record_invalid', `is ${bytes.length} bytes long`, recordPath)
  }
  const rows = parseRecord(bytes, { member: recordPath, rowsMax: limits.entriesMax })
  const exempt = new Set(UNHASHED.map((name) => `${distInfo}/${name}`))
  for (const path of tree.paths) {
    if (!exempt.has(path)) checkFile(path, tree.read(path), rows.get(path))
  }
  for (const [path, row] of rows) {
    if (!tree.has(path) && keep(path, row.sizeBytes ?? 0)) {
      throw new ArchiveRefusal('record_absent', 'is listed but absent', path)
    }
  }
  return { distInfo, record: 'checked' }
}

function checkFile(path: string, bytes: Uint8Array | null, row: RecordRow | undefined): void {
  if (bytes === null || row === undefined || row.hash === null) {
    throw new ArchiveRefusal('record_unlisted', 'is not listed with a hash', path)
  }
  if (row.sizeBytes !== null && row.sizeBytes !== bytes.length) {
    throw new ArchiveRefusal('record_hash', `has ${bytes.length} bytes, not ${row.sizeBytes}`, path)
  }
  const { algorithm, digest } = row.hash
  if (!HASHES.has(algorithm)) {
    throw new ArchiveRefusal('record_invalid', `has a ${algorithm.slice(0, 20)} hash`, path)
  }
  if (hash(algorithm, bytes, 'base64url') !== digest) {
    throw new ArchiveRefusal('record_hash', `does not have its ${algorithm} hash`, path)
  }
}

function findDistInfo(tree: FileTree, filename: string): string {
  const found = new Set<string>()
  for (const { path } of tree.entries) {
    const top = path.slice(0, Math.max(0, path.indexOf('/')))
    if (top.endsWith('.dist-info')) found.add(top)
  }
  const [distInfo, second] = found
  if (distInfo === undefined || second !== undefined) {
    throw new ArchiveRefusal('wheel_dist_info', `has ${found.size} .dist-info folders`)
  }
  if (projectOf(distInfo) !== projectOf(filename)) {
    throw new ArchiveRefusal('wheel_dist_info', 'belongs to another project', distInfo)
  }
  return distInfo
}

/** The project's name in PEP 503 form: the part before the first hyphen, as wheels escape it. */
function projectOf(filename: string): string {
  const end = filename.indexOf('-')
  return filename
    .slice(0, end < 0 ? undefined : end)
    .toLowerCase()
    .replace(/[-_.]+/g, '-')
}
