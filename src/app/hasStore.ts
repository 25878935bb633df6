// Asked before a store is opened, without the code that opens one.

import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Whether a folder is that of an embedded store. */
export function hasStore(folder: string): boolean {
  return existsSync(join(folder, 'assay.db'))
}

/**
 * Whether it is the folder of a service of this user: one over PostgreSQL keeps its key there and no
 * store. What a service makes nobody else can open, and the service has left a mark with the user: what
 * came with a clone or an archive of somebody's has none, and its store would decide what is said there.
 */
export function isDataFolder(folder: string, caches: string): boolean {
  return hasOwnFiles(folder) && existsSync(markOf(folder, caches))
}

/** Whether it looks like one, whoever has made it. */
export function hasOwnFiles(folder: string): boolean {
  return ['assay.db', 'verifier.key'].some((name) => isOwn(join(folder, name)))
}

/** A service of this user is started on the folder, which need not be there yet. */
export function markDataFolder(folder: string, caches: string): void {
  const mark = markOf(folder, caches)
  try {
    mkdirSync(dirname(mark), { recursive: true, mode: 0o700 })
    writeFileSync(mark, '', { mode: 0o600 })
  } catch {
    // Without a place for marks, questions have another folder of their own.
  }
}

/** The user's own word on a folder, where no clone can write. */
function markOf(folder: string, caches: string): string {
  const path = join(realpath(dirname(folder)), basename(folder))
  return join(caches, 'services', createHash('sha256').update(path).digest('hex'))
}

function realpath(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    return folder
  }
}

const OTHERS = 0o077

function isOwn(file: string): boolean {
  const found = statSync(file, { throwIfNoEntry: false })
  if (found === undefined || process.platform === 'win32') return found !== undefined
  return found.uid === process.getuid?.() && (found.mode & OTHERS) === 0
}
