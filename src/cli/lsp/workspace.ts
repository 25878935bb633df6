// One folder of the workspace: its files, with what is open in the editor in their place, and the last
// report on them. After each change it is checked again; what was under way ends.

import { setMaxListeners } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { CheckApp } from '../../app/checkApp.ts'
import type { CheckReport, Seen } from '../../check/checkCode.ts'
import { isManifest } from '../../manifests/manifestKind.ts'
import { languageOf } from '../../references/languageOf.ts'
import type { SourceReport } from '../../references/reference.ts'
import type { CheckScope } from '../check/checkFiles.ts'
import { checkSession } from '../check/checkSession.ts'
import { tooLargeText } from '../check/fileContents.ts'
import type { FilesReader } from '../check/filesReader.ts'
import { isWalked } from '../check/walkFiles.ts'
import { restingTables } from './restingTables.ts'

/** Changes that come together are checked together. */
const SETTLE_MS = 10

export type Checked = Readonly<{
  report: CheckReport
  seen: Seen
  /** What was checked of each open file. */
  texts: ReadonlyMap<string, string>
}>

export type Workspace = ReturnType<typeof openWorkspace>

export function openWorkspace(parts: {
  app: CheckApp
  reader: FilesReader
  /** Null where only what is open is looked at. */
  root: string | null
  /** Where there is no root, the folder of the files: what else is in it may be their modules. */
  beside?: string | null
  /** The files of a folder; a sentence where they cannot be had. */
  readScope: (root: string) => CheckScope | string
  onChecked: (checked: Checked) => void
  onProblem: (problem: string) => void
  restMs?: number
}) {
  const { app, reader, root, beside = null, readScope, onChecked, onProblem } = parts
  const open = new Map<string, string>()
  let base: CheckScope | null = null
  let checked: Checked | null = null
  let controller: AbortController | null = null
  let isWanted = false
  let isTyped = false
  let scannedMs = 0
  let running: Promise<void> | null = null
  let isClosed = false
  const closing = new AbortController()
  // Each package that is looked up listens.
  setMaxListeners(0, closing.signal)
  const session = checkSession(app, { reader, until: closing.signal })
  const resting = restingTables({
    tables: app.tablesFor({ signal: closing.signal }),
    now: () => performance.now(),
    onNews: () => want(),
    isLookedAt(sinceMs) {
      if (scannedMs >= sinceMs) return true
      base = null
      want()
      return false
    },
    ...(parts.restMs === undefined ? {} : { restMs: parts.restMs }),
  })

  function scopeNow(): CheckScope {
    base ??= scanned()
    const files = new Map(base.files.map((file) => [file.path, file]))
    const paths = new Set(base.paths)
    const unread = base.unread.filter(({ path }) => !open.has(path))
    for (const [path, content] of open) {
      paths.add(path)
      // What is too large in a folder is too large in an editor.
      const problem = tooLargeText(path, content)
      if (problem === null) files.set(path, { ...files.get(path), path, content })
      else {
        files.delete(path)
        unread.push({ path, problem })
      }
    }
    const { isAsked } = base
    // Of a manifest that is not open nobody sees what is said: it is said where code imports then.
    const isSaid = (path: string) => open.has(path) || (isAsked(path) && !isManifest(path))
    return { ...base, files: [...files.values()], paths: [...paths], unread, isAsked: isSaid }
  }

  function scanned(): CheckScope {
    scannedMs = performance.now()
    if (root === null) return { ...NOTHING, paths: namesIn(beside) }
    const found = readScope(root)
    if (typeof found !== 'string') return found
    onProblem(found)
    return NOTHING
  }

  /** What is under way is as good as ever, and told. */
  function want(): void {
    if (isClosed) return
    isWanted = true
    running ??= run().finally(() => {
      running = null
    })
  }

  /** What is under way is of no use any more. */
  function wantAnew(): void {
    controller?.abort()
    want()
  }

  async function run(): Promise<void> {
    while (isWanted && !isClosed) {
      await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
      isWanted = false
      controller = new AbortController()
      resting.begin(isTyped)
      try {
        checked = await checkOnce(controller.signal)
        // Whatever was typed since has ended the check.
        isTyped = false
        resting.end()
        onChecked(checked)
      } catch (error) {
        if (!controller.signal.aborted && !isClosed) onProblem(`A check failed: ${String(error)}`)
      } finally {
        controller = null
      }
    }
  }

  async function checkOnce(signal: AbortSignal): Promise<Checked> {
    const texts = new Map(open)
    let seen: Seen | null = null
    const report = await session(scopeNow(), {
      signal,
      tablesBy: () => resting.tables,
      onSeen: (one) => {
        seen = one
      },
    })
    if (seen === null) throw new Error('nothing was seen')
    return { report, seen, texts }
  }

  return {
    root,
    beside,
    /** Whether a file of the folder is one that is checked: of what is ignored nothing is said. */
    takes: (path: string) =>
      (languageOf(path) !== null || isManifest(path)) && (root === null || isWalked(root, path)),
    /** `typed`: somebody is writing, and names may be half of what is meant. */
    set(path: string, text: string, typed: boolean): void {
      open.set(path, text)
      if (typed) {
        isTyped = true
        resting.hold()
      }
      wantAnew()
    },
    /** The file is what it was saved as. */
    closeFile(path: string): void {
      open.delete(path)
      base = null
      wantAnew()
    },
    /** Not every editor tells of files that change: here one has. */
    saved(): void {
      isTyped = false
      base = null
      resting.rest()
      wantAnew()
    },
    /** Files came, went or changed beside the editor. */
    rescan(): void {
      base = null
      wantAnew()
    },
    get checked() {
      return checked
    },
    /** What one text of a file says, whatever the file is now; null where that cannot be told. */
    async read(path: string, content: string): Promise<SourceReport | null> {
      if (tooLargeText(path, content) !== null) return null
      const { sources } = await reader.read({ path, content }, closing.signal)
      // Of a file that holds several texts none stands for the whole.
      return sources.length === 1 ? (sources[0]?.report ?? null) : null
    },
    /** When nothing is under way any more. */
    settled: async () => {
      while (running !== null) await running
    },
    fullPath: (path: string) => (root === null ? path : join(root, path)),
    async close(): Promise<void> {
      isClosed = true
      controller?.abort()
      closing.abort()
      resting.close()
      await running
    },
  }
}

/** Names in a folder, those of folders with a slash; none where it cannot be read. */
function namesIn(folder: string | null): readonly string[] {
  if (folder === null) return []
  try {
    const entries = readdirSync(folder, { withFileTypes: true })
    return entries.map((one) => (one.isDirectory() ? `${one.name}/` : one.name))
  } catch {
    return []
  }
}

const NOTHING: CheckScope = {
  files: [],
  unread: [],
  leftOut: [],
  isCut: false,
  paths: [],
  isAsked: () => true,
}
