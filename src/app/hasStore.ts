// Asked before a store is opened, without the code that opens one.

import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Whether a folder is that of an embedded store. */
export function hasStore(folder: string): boolean {
  return existsSync(join(folder, 'assay.db'))
}

/**
 * Whether it is the folder of a service of this user: one over PostgreSQL keeps its key there and no
 * store. What a service makes nobody else can open; what came with a clone of somebody's repository
 * anybody can, and its store would decide what is said there.
 */
export function isDataFolder(folder: string): boolean {
  return ['assay.db', 'verifier.key'].some((name) => isOwn(join(folder, name)))
}

const OTHERS = 0o077

function isOwn(file: string): boolean {
  const found = statSync(file, { throwIfNoEntry: false })
  if (found === undefined || process.platform === 'win32') return found !== undefined
  return found.uid === process.getuid?.() && (found.mode & OTHERS) === 0
}
