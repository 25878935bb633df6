// Where the files of an index are: below its folder or address, named by the digest of their bytes.

import { createHash } from 'node:crypto'
import type { PackageKey } from '../../domain/names/packageName.ts'
import { keyText } from '../../domain/release.ts'

export const ROOT_PATH = 'index.json'

export const FOLDERS = { pack: 'packs', shard: 'shards', names: 'names' } as const

export type FileKind = keyof typeof FOLDERS

/** `sha256` was checked to be hex: nothing else of an index becomes part of a path. */
export function packPath(kind: FileKind, sha256: string): string {
  return `${FOLDERS[kind]}/${sha256}.${kind}`
}

/** The place of a package in the order of shards: the first four bytes of a digest of its name. */
export function placeOf(key: PackageKey): number {
  return createHash('sha256').update(keyText(key)).digest().readUInt32BE(0)
}

/** Which of `shards` a package is in; their number is a power of two. */
export function shardOf(key: PackageKey, shards: number): number {
  const bits = Math.log2(shards)
  return bits === 0 ? 0 : placeOf(key) >>> (32 - bits)
}
