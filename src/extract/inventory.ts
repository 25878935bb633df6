// The plainest thing to know of an archive: which files were read, how long they are, and what
// they hash to. One line for each, sorted by path: digest, size, path. No path holds a line feed,
// because the readers refuse control characters.

import { hash } from 'node:crypto'
import type { Extractor } from './extractor.ts'

export type InventoryFile = Readonly<{ path: string; sizeBytes: number; sha256: string }>

export const inventory: Extractor = ({ tree }) => {
  const lines = tree.paths.map((path) => {
    const bytes = tree.read(path) ?? new Uint8Array()
    return `${hash('sha256', bytes, 'hex')} ${bytes.length} ${path}\n`
  })
  return Buffer.from(lines.join(''))
}

const LINE = /^([0-9a-f]{64}) (\d{1,15}) (.+)$/

/** Reads an inventory back. Throws when it is not one: it comes from a child process. */
export function parseInventory(output: Uint8Array): readonly InventoryFile[] {
  const lines = new TextDecoder('utf-8', { fatal: true }).decode(output).split('\n')
  if (lines.pop() !== '') throw new Error('inventory: the last line has no end')
  return lines.map((line) => {
    const [, sha256, sizeBytes, path] = LINE.exec(line) ?? []
    if (sha256 === undefined || path === undefined) throw new Error('inventory: not a line of one')
    return { path, sizeBytes: Number(sizeBytes), sha256 }
  })
}
