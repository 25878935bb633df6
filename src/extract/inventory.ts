// The plainest thing to know of an archive: which files it holds, how long they are, and what those
// that were read hash to. One line for each, sorted by path: digest, size, path; a dash stands for
// the digest of a file that was not read. No path holds a line feed, because the readers refuse
// control characters, and the limits of the readers bound the lines and their names.

import { hash } from 'node:crypto'
import type { Extractor, OpenedJob } from './extractor.ts'

/** `sha256` is null when the file was not read. */
export type InventoryFile = Readonly<{ path: string; sizeBytes: number; sha256: string | null }>

const NOT_READ = '-'
/** Digest, size and the three characters between and behind them. */
export const INVENTORY_LINE_EXTRA_MAX_BYTES = 64 + 15 + 3

export const inventory = (({ tree }: OpenedJob) => {
  const lines = tree.entries.map(({ path, sizeBytes }) => {
    const bytes = tree.read(path)
    return `${bytes === null ? NOT_READ : hash('sha256', bytes, 'hex')} ${sizeBytes} ${path}\n`
  })
  return Buffer.from(lines.join(''))
}) satisfies Extractor

const LINE = /^([0-9a-f]{64}|-) (\d{1,15}) (.+)$/

/** Reads an inventory back. Throws when it is not one: it comes from a child process. */
export function parseInventory(output: Uint8Array): readonly InventoryFile[] {
  const lines = new TextDecoder('utf-8', { fatal: true }).decode(output).split('\n')
  if (lines.pop() !== '') throw new Error('inventory: the last line has no end')
  return lines.map((line) => {
    const [, sha256, sizeBytes, path] = LINE.exec(line) ?? []
    if (sha256 === undefined || path === undefined) throw new Error('inventory: not a line of one')
    return { path, sizeBytes: Number(sizeBytes), sha256: sha256 === NOT_READ ? null : sha256 }
  })
}
