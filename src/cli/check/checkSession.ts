// One folder that is checked again and again: what did not change is neither read nor judged again.

import { setImmediate } from 'node:timers/promises'
import type { CheckApp } from '../../app/checkApp.ts'
import type { CheckReport, Seen } from '../../check/checkCode.ts'
import { CheckMemory } from '../../check/plan/memory/checkMemory.ts'
import type { PackageTables } from '../../check/plan/packageTables.ts'
import { KeptFiles } from '../../check/read/keptFiles.ts'
import { type InputFile, joined, type ReadFile, unreadInput } from '../../check/read/readInput.ts'
import { CHECK_READERS } from '../../limits.ts'
import type { CheckScope } from './checkFiles.ts'
import type { FilesReader } from './filesReader.ts'
import { inputOf, saidOf } from './scopeReport.ts'

/** Files that are read before others have their turn. */
const FILES_AT_ONCE = 10

type Asked = Readonly<{
  signal: AbortSignal
  onRead?: (count: number) => void
  onPackage?: (done: number, all: number) => void
  /** Who is asked for tables, by those of the app. */
  tablesBy?: (tables: PackageTables) => PackageTables
  onSeen?: (seen: Seen) => void
}>

export type CheckSession = ReturnType<typeof checkSession>

/** What reads files instead of this process, until the signal ends all of it. */
type Aside = Readonly<{ reader: FilesReader; until: AbortSignal }>

/** One check at a time. */
export function checkSession(app: CheckApp, aside: Aside | null = null) {
  const memory = new CheckMemory()
  const kept = new KeptFiles()

  /** What is being read when a check ends holds for the next one. */
  async function readAside(
    files: readonly InputFile[],
    { reader, until }: Aside,
    { signal, onRead }: Pick<Asked, 'signal' | 'onRead'>,
  ): Promise<void> {
    const fresh = files.filter((file) => kept.get(file) === null)
    let done = 0
    const lane = async () => {
      for (let file = fresh.pop(); file !== undefined; file = fresh.pop()) {
        signal.throwIfAborted()
        kept.set(file, await reader.read(file, until))
        done += 1
        onRead?.(done)
      }
    }
    await Promise.all(Array.from({ length: CHECK_READERS }, lane))
    signal.throwIfAborted()
  }

  async function readKept({ files, unread }: CheckScope, { signal, onRead }: Asked) {
    if (aside !== null) {
      await readAside(files, aside, { signal, ...(onRead === undefined ? {} : { onRead }) })
    }
    const read: ReadFile[] = []
    let fresh = 0
    for (const file of files) {
      if (kept.get(file) === null) {
        fresh += 1
        if (fresh % FILES_AT_ONCE === 0) {
          onRead?.(read.length)
          await setImmediate()
          signal.throwIfAborted()
        }
      }
      read.push(kept.read(file))
    }
    kept.keepOnly(new Set(files.map(({ path }) => path)))
    const lost = unreadInput(unread)
    const known = joined(read)
    return {
      ...known,
      sources: [...known.sources, ...lost.sources],
      manifests: [...known.manifests, ...lost.manifests],
    }
  }

  return async (scope: CheckScope, asked: Asked): Promise<CheckReport> => {
    const input = inputOf(scope, await readKept(scope, asked), app)
    const { signal, onPackage, tablesBy, onSeen } = asked
    const { report } = await app.checkInput(input, {}, { signal }, onPackage, {
      memory,
      ...(tablesBy === undefined ? {} : { tablesBy }),
      ...(onSeen === undefined ? {} : { onSeen }),
    })
    signal.throwIfAborted()
    return saidOf(report, scope)
  }
}
