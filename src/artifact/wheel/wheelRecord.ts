// The RECORD of a wheel: its own list of files and hashes (PEP 376, PEP 427). It is compared with what
// was read. No installer goes by it: pip, uv and the others unpack what the archive holds, listed or
// not. So what differs is remarked and told with the proof, and the content is what is read.

import { hash } from 'node:crypto'
import { pythonForm } from '../../domain/names/packageName.ts'
import type { Remark } from '../../domain/remarks.ts'
import type { ArchiveLimits } from '../bytes/archiveLimits.ts'
import type { FileTree, KeepRule } from '../bytes/fileTree.ts'
import { foldName } from '../bytes/memberName.ts'
import { refuse } from '../bytes/refusal.ts'
import { parseRecord, type RecordRow } from './recordRows.ts'

type RecordRemark = Extract<Remark, `record_${string}`>

/** In the order of code units, each once. */
export type RecordCheck = Readonly<{ distInfo: string; remarks: readonly RecordRemark[] }>

// RECORD cannot hash itself, and signatures are made after it.
const UNHASHED = ['RECORD', 'RECORD.jws', 'RECORD.p7s']
const ASIDE = /^([^/]+)\.data\/(?:purelib|platlib)\/(.+)$/
const HASHES: ReadonlySet<string> = new Set(['sha256', 'sha384', 'sha512'])

/**
 * Finds the one `.dist-info` folder and compares what was read with its RECORD, by hash and size.
 * Files that were not read are not judged: repair tools graft libraries in without listing them,
 * and nothing we say rests on those. Throws `wheel_dist_info`, `duplicate_name`, or `record_invalid`
 * for a RECORD that is no list.
 */
export function checkWheelRecord(
  tree: FileTree,
  { filename, keep, limits }: Readonly<{ filename: string; keep: KeepRule; limits: ArchiveLimits }>,
): RecordCheck {
  const distInfo = findDistInfo(tree, filename)
  checkAside(tree, distInfo)
  const recordPath = `${distInfo}/RECORD`
  const bytes = tree.read(recordPath)
  if (bytes === null) {
    if (!tree.has(recordPath)) return { distInfo, remarks: ['record_missing'] }
    refuse('record_invalid', 'was not kept', recordPath)
  }
  if (bytes.length > limits.headerBytesMax)
    refuse('record_invalid', `is ${bytes.length} bytes long`, recordPath)
  const rows = parseRecord(bytes, { member: recordPath, rowsMax: limits.entriesMax })
  const exempt = new Set(UNHASHED.map((name) => `${distInfo}/${name}`))
  const remarks = new Set<RecordRemark>()
  for (const path of tree.paths) {
    const remark = exempt.has(path) ? null : remarkOn(tree.read(path), rows.get(path))
    if (remark !== null) remarks.add(remark)
  }
  for (const [path, row] of rows) {
    if (!tree.has(path) && keep(path, row.sizeBytes ?? 0)) remarks.add('record_absent')
  }
  return { distInfo, remarks: [...remarks].sort() }
}

function remarkOn(bytes: Uint8Array | null, row: RecordRow | undefined): RecordRemark | null {
  if (bytes === null || row === undefined || row.hash === null) return 'record_unlisted'
  if (row.sizeBytes !== null && row.sizeBytes !== bytes.length) return 'record_hash'
  const { algorithm, digest } = row.hash
  // A hash that proves nothing is as good as none.
  if (!HASHES.has(algorithm)) return 'record_unlisted'
  return hash(algorithm, bytes, 'base64url') === digest ? null : 'record_hash'
}

function findDistInfo(tree: FileTree, filename: string): string {
  const found = new Set<string>()
  for (const { path } of tree.entries) {
    const top = path.slice(0, Math.max(0, path.indexOf('/')))
    if (top.endsWith('.dist-info')) found.add(top)
  }
  const [distInfo, second] = found
  if (distInfo === undefined || second !== undefined)
    refuse('wheel_dist_info', `has ${found.size} .dist-info folders`)
  if (projectOf(distInfo) !== projectOf(filename))
    refuse('wheel_dist_info', 'belongs to another project', distInfo)
  return distInfo
}

/**
 * Modules that a wheel keeps in its `.data` folder. pip unpacks those of every such folder and uv those
 * of the one that is called as the `.dist-info` is; which of two comes last is up to the installer.
 */
function checkAside(tree: FileTree, distInfo: string): void {
  const own = pythonForm(distInfo.slice(0, -'.dist-info'.length))
  const unpacked = new Set<string>()
  for (const { path } of tree.entries) {
    const [, prefix = '', rest = ''] = ASIDE.exec(path) ?? []
    if (rest === '') continue
    if (pythonForm(prefix) !== own)
      refuse('wheel_dist_info', 'is kept aside for another release', path)
    const key = foldName(rest)
    if (unpacked.has(key)) refuse('duplicate_name', 'is kept aside twice', path)
    unpacked.add(key)
  }
}

/** The project's name in PEP 503 form: the part before the first hyphen, as wheels escape it. */
function projectOf(filename: string): string {
  const end = filename.indexOf('-')
  return pythonForm(filename.slice(0, end < 0 ? undefined : end))
}
