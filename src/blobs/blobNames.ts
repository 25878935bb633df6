// Where things lie in the folder of the cache, which several processes share:
//
//   ab/<sha256>   a blob, whole and under its digest
//   new/<mark>    a blob on its way in
//   use/<mark>    a second name of a blob that somebody is reading
//
// A mark says who made it and when, so that what a dead process left behind can be told from what
// a live one is at.

import { hash } from 'node:crypto'
import { hostname } from 'node:os'
import { join } from 'node:path'

export const SHA256 = /^[0-9a-f]{64}$/
/** A mark this old is nobody's, whoever made it: no download and no extraction takes an hour. */
export const MARK_MAX_AGE_MS = 60 * 60 * 1000

const MARK = /^(\d{1,15})-([0-9a-f]{8})-(\d{1,10})-[0-9a-f]+$/

export type BlobFolders = Readonly<{ new: string; use: string; shard(sha256: string): string }>

export function blobFolders(dir: string): BlobFolders {
  return {
    new: join(dir, 'new'),
    use: join(dir, 'use'),
    shard: (sha256) => join(dir, sha256.slice(0, 2)),
  }
}

/** Processes of another host, or in another container, cannot be asked whether they live. */
export function hostMark(): string {
  return hash('sha256', hostname(), 'hex').slice(0, 8)
}

export function markOf(maker: Readonly<{ at: Date; pid: number; random: string }>): string {
  return `${maker.at.getTime()}-${hostMark()}-${maker.pid}-${maker.random}`
}

/** Whether what carries the mark was left behind and can be removed. */
export function isStale(mark: string, now: Date, isAlive: (pid: number) => boolean): boolean {
  const [, madeAt, host, pid] = MARK.exec(mark) ?? []
  if (madeAt === undefined) return true
  // A clock that was set back must not make a mark immortal.
  if (Math.abs(now.getTime() - Number(madeAt)) > MARK_MAX_AGE_MS) return true
  return host === hostMark() && !isAlive(Number(pid))
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // It lives, and belongs to somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
