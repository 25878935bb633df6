// Files of a folder that is bounded, which another run may write at the same time: each is there whole or
// not at all, and what cannot be kept is only made again.

import { createHash, randomUUID } from 'node:crypto'
import * as fs from 'node:fs'
import { join } from 'node:path'

/** The latest ones are kept. */
const FILES_MAX = 100
const FILE_MAX_BYTES = 64 * 1024 ** 2
const FOLDER_MAX_BYTES = 256 * 1024 ** 2
/** A file of a run that ended in the middle. */
const LEFT_MS = 60 * 60_000
const UNFINISHED = '.new'

export type KeptFolder = ReturnType<typeof keptFolder>

export function keptFolder(folder: string) {
  return {
    /** Null for what is not there, or is not what was written. */
    read(name: string): string | null {
      try {
        const text = fs.readFileSync(join(folder, name), 'utf8')
        const end = text.indexOf('\n')
        const body = text.slice(end + 1)
        return end > 0 && text.slice(0, end) === digestOf(body) ? body : null
      } catch {
        return null
      }
    },
    write(name: string, text: string): void {
      if (text.length > FILE_MAX_BYTES) return
      const unfinished = join(folder, `${name}.${process.pid}.${randomUUID()}${UNFINISHED}`)
      try {
        fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
        fs.writeFileSync(unfinished, `${digestOf(text)}\n${text}`, { mode: 0o600 })
        fs.renameSync(unfinished, join(folder, name))
      } catch {
        fs.rmSync(unfinished, { force: true })
        return
      }
      dropOldest(folder)
    },
  }
}

function dropOldest(folder: string): void {
  const names = namesIn(folder)
  const files = names
    .flatMap((name) => {
      const stats = fs.statSync(join(folder, name), { throwIfNoEntry: false })
      return stats === undefined ? [] : [{ name, ms: stats.mtimeMs, bytes: stats.size }]
    })
    .sort((a, b) => b.ms - a.ms)
  // The one that was just written says what time it is.
  const now = files[0]?.ms ?? 0
  let count = 0
  let bytes = 0
  for (const file of files) {
    const isOfOther = file.name.endsWith(UNFINISHED)
    if (!isOfOther) {
      count += 1
      bytes += file.bytes
    }
    const isTooMuch = count > FILES_MAX || bytes > FOLDER_MAX_BYTES
    const isLeft = now - file.ms > LEFT_MS
    if (isOfOther ? isLeft : isTooMuch) fs.rmSync(join(folder, file.name), { force: true })
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return fs.readdirSync(folder)
  } catch {
    return []
  }
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
