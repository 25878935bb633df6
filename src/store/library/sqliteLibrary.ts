// The library behind the embedded database. An installation has it beside the program
// (scripts/native.ts), a checkout among its packages. Where neither has a build for this machine, Node's
// own does, which has the same names and came with Node 22.

import { createRequire } from 'node:module'
import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import { ServiceError } from '../../errors.ts'

type DatabaseOptions = Readonly<{ readOnly?: boolean; timeout?: number }>

export type SqliteLibrary = Readonly<{
  DatabaseSync: new (path: string, options?: DatabaseOptions) => DatabaseSyncInstance
  /** What a thread has to require for it. */
  file: string
}>

const BUILT = ['../../native/sqlite/dist/index.cjs', '@photostructure/sqlite'] as const
const OF_NODE = 'node:sqlite'

type Require = Pick<NodeJS.Require, 'resolve'> & ((name: string) => unknown)

/** Throws `store_unavailable`, with a sentence for whoever installed the program. */
export function sqliteLibrary(load: Require = createRequire(import.meta.url)): SqliteLibrary {
  const failures: unknown[] = []
  for (const name of [...BUILT, OF_NODE]) {
    try {
      const file = load.resolve(name)
      // The three have the part in common that is used.
      const { DatabaseSync } = loadQuietly(load, file) as Pick<SqliteLibrary, 'DatabaseSync'>
      return { DatabaseSync, file }
    } catch (error) {
      failures.push(error)
    }
  }
  const { platform, arch, versions } = process
  throw new ServiceError(
    'store_unavailable',
    `sqlite.open: this installation has no SQLite for ${platform} ${arch}, and Node ${versions.node} has none of its own; use Node 22.5 or newer, or install the package again`,
    { cause: new AggregateError(failures) },
  )
}

/** Node tells whoever loads its library that it may change, which is no news for the reader of an answer. */
function loadQuietly(load: Require, file: string): unknown {
  if (file !== OF_NODE) return load(file)
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return load(file)
  } finally {
    process.emitWarning = emitWarning
  }
}
