// Where things lie in the folder of the cache, which several processes share:
//
//   ab/<sha256>   a blob, whole and under its digest
//   new/<mark>    a blob on its way in
//   use/<mark>    a second name of a blob that somebody is reading
//
// A mark says who made it and when, so that what a dead process left behind can be told from what
// a live one is at.

import { hash, randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { codeOf } from '../domain/fileFault.ts'

export const SHA256 = /^[0-9a-f]{64}$/
/** A mark this old is nobody's, whoever made it: nothing is written or read for a day. */
const MARK_MAX_AGE_MS = 24 * 60 * 60 * 1000

const MARK = /^(\d{1,15})-([0-9a-f]{8})-(\d{1,10})-(\d{1,15})-[0-9a-f]+$/

export type BlobPlace = ReturnType<typeof blobPlace>

/** The names in a folder. */
export function blobPlace(dir: string, now: () => Date) {
  const folders = { new: join(dir, 'new'), use: join(dir, 'use') }
  const shard = (sha256: string) => join(dir, sha256.slice(0, 2))
  return {
    now,
    folders,
    shard,
    path: (sha256: string) => join(shard(sha256), sha256),
    /** A name that nobody else takes. */
    newPath: () => join(folders.new, newMark(now())),
    usePath: () => join(folders.use, newMark(now())),
  }
}

/** Processes of another host, or in another container, cannot be asked whether they live. */
function hostMark(): string {
  return hash('sha256', hostname(), 'hex').slice(0, 8)
}

function processStart(): string {
  return String(Math.round(performance.timeOrigin))
}

/** A name for something that this process makes. */
function newMark(at: Date): string {
  const random = randomBytes(8).toString('hex')
  return [at.getTime(), hostMark(), process.pid, processStart(), random].join('-')
}

/** Whether what carries the mark was left behind and can be removed. */
export function isStale(mark: string, now: Date): boolean {
  const [, madeAt, host, pid, startedAt] = MARK.exec(mark) ?? []
  if (madeAt === undefined) return true
  const ageMs = now.getTime() - Number(madeAt)
  // A clock that was set back must not make a mark immortal.
  if (Math.abs(ageMs) > MARK_MAX_AGE_MS) return true
  if (host !== hostMark()) return false
  // In a container every start has the same number: then the time of the start tells them apart.
  if (Number(pid) === process.pid) return startedAt !== processStart()
  return !isAlive(Number(pid))
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // It lives, and belongs to somebody else.
    return codeOf(error) === 'EPERM'
  }
}
