// The RECORD of a wheel: its own list of files and hashes (PEP 376, PEP 427). It is checked against
// what was read, so that the tree is the one that an installer would accept.

import { hash } from 'node:crypto'
import type { FileTree } from './fileTree.ts'
import { parseRecord, type RecordRow } from './recordRows.ts'
import { ArchiveRefusal } from './refusal.ts'

/** `absent`: the wheel has no RECORD, so there was nothing to compare with. */
export type RecordCheck = Readonly<{ distInfo: string; record: 'checked' | 'absent' }>

// RECORD cannot hash itself, and signatures are made after it.
const UNHASHED = ['RECORD', 'RECORD.jws', 'RECORD.p7s']
const HASHES: ReadonlySet<string> = new Set(['sha256', 'sha384', 'sha512'])

/**
 * Finds the one `.dist-info` folder and compares the tree with its RECORD: kept files by hash and
 * size, the others by size. Throws `wheel_dist_info` or a `record_…` refusal.
 */
export function checkWheelRecord(tree: FileTree, filename: string): RecordCheck {
  const distInfo = findDistInfo(tree, filename)
  const recordPath = `${distInfo}/RECORD`
  const bytes = tree.read(recordPath)
  if (bytes === null) {
    if (!tree.has(recordPath)) return { distInfo, record: 'absent' }
    throw new ArchiveRefusal('record_invalid', 'was not kept', recordPath)
  }
  const rows = parseRecord(bytes, recordPath)
  const exempt = new Set(UNHASHED.map((name) => `${distInfo}/${name}`))
  for (const entry of tree.entries) {
    if (!exempt.has(entry.path)) checkFile(tree, entry.path, entry.sizeBytes, rows.get(entry.path))
  }
  for (const path of rows.keys()) {
    if (!tree.has(path)) throw new ArchiveRefusal('record_absent', 'is listed but absent', path)
  }
  return { distInfo, record: 'checked' }
}

function checkFile(
  tree: FileTree,
  path: string,
  sizeBytes: number,
  row: RecordRow | undefined,
): void {
  const bytes = tree.read(path)
  if (row === undefined || row.hash === null) {
    // The standard has installers refuse any such file. Libraries that a repair tool grafted in are
    // often missing from the list, and nothing we say rests on a file that was not read.
    if (bytes === null) return
    throw new ArchiveRefusal('record_unlisted', 'is not listed with a hash', path)
  }
  if (row.sizeBytes !== null && row.sizeBytes !== sizeBytes) {
    throw new ArchiveRefusal('record_hash', `has ${sizeBytes} bytes, not ${row.sizeBytes}`, path)
  }
  const { algorithm, digest } = row.hash
  if (!HASHES.has(algorithm)) {
    throw new ArchiveRefusal('record_invalid', `has a ${algorithm.slice(0, 20)} hash`, path)
  }
  if (bytes !== null && hash(algorithm, bytes, 'base64url') !== digest) {
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
