// Says that something in some folders may have changed; what, is for whoever looks. Folders come and go:
// each is watched for itself, and those of which the system does not tell are looked at now and then.

import { type FSWatcher, watch } from 'node:fs'
import { join } from 'node:path'

/** Changes that come together are told together, once it has been quiet for this long, */
const QUIET_MS = 100
/** or has not been for this long. */
const PATIENCE_MS = 1_000
/** How often folders are looked at of which nothing is told. */
const LOOK_MS = 2_000
/** More are not watched, but looked at. */
const WATCHED_MAX = 8_192

export type WatchedFolders = ReturnType<typeof watchedFolders>

export function watchedFolders(root: string, onChange: () => void) {
  const watched = new Map<string, FSWatcher>()
  let quiet: NodeJS.Timeout | null = null
  let since = 0
  let looking: NodeJS.Timeout | null = null

  function told(): void {
    const now = performance.now()
    if (quiet === null) since = now
    else clearTimeout(quiet)
    const leftMs = Math.max(0, since + PATIENCE_MS - now)
    quiet = setTimeout(
      () => {
        quiet = null
        onChange()
      },
      Math.min(QUIET_MS, leftMs),
    )
  }

  function drop(folder: string): void {
    watched.get(folder)?.close()
    watched.delete(folder)
  }

  /** Whether the system tells of it from now on. */
  function add(folder: string): boolean {
    if (watched.has(folder)) return true
    if (watched.size >= WATCHED_MAX) return false
    try {
      const watcher = watch(join(root, folder), { persistent: true }, told)
      // It is gone, or was given another name.
      watcher.on('error', () => {
        drop(folder)
        told()
      })
      watched.set(folder, watcher)
      return true
    } catch {
      return false
    }
  }

  return {
    /** Watches these folders and no others; says whether any of them is new. */
    follow(folders: ReadonlySet<string>): boolean {
      let isNew = false
      let isUntold = false
      for (const folder of watched.keys()) if (!folders.has(folder)) drop(folder)
      for (const folder of folders) {
        if (watched.has(folder)) continue
        if (add(folder)) isNew = true
        else isUntold = true
      }
      if (looking !== null) clearInterval(looking)
      looking = isUntold ? setInterval(told, LOOK_MS) : null
      return isNew
    },
    close(): void {
      for (const folder of [...watched.keys()]) drop(folder)
      if (quiet !== null) clearTimeout(quiet)
      if (looking !== null) clearInterval(looking)
    },
  }
}

/** Every folder that leads to one of the paths; those of folders end with a slash. The root is empty. */
export function foldersOf(paths: Iterable<string>): ReadonlySet<string> {
  const found = new Set<string>([''])
  for (const path of paths) {
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
      const folder = path.slice(0, at)
      if (found.has(folder)) break
      found.add(folder)
    }
  }
  return found
}
