// assay check --watch: the report once, and then what has changed of it, whenever files have.

import { relative, sep } from 'node:path'
import type { CheckApp } from '../../app/checkApp.ts'
import type { CheckReport } from '../../check/checkCode.ts'
import type { Finding } from '../../check/report/finding.ts'
import { fileFault } from '../../domain/fileFault.ts'
import type { Output } from '../terminal/output.ts'
import type { StatusLine } from '../terminal/statusLine.ts'
import type { CheckScope } from './checkFiles.ts'
import { type Change, type LineOf, linesOf, renderChange } from './checkReport.ts'
import { checkSession } from './checkSession.ts'
import { foldersOf, watchedFolders } from './watchedFolders.ts'

/** A folder that changes as it is read is read again after this. */
const AGAIN_MS = 200

type Watching = Readonly<{
  app: CheckApp
  root: string
  /** A sentence where there is nothing to be read. */
  readScope: () => CheckScope | string
  /** What is left of a report that somebody wants to see. */
  heard: (report: CheckReport, scope: CheckScope, lineOf: LineOf) => CheckReport
  renderFirst: (report: CheckReport, scope: CheckScope, lineOf: LineOf) => string
  out: Output
  line: StatusLine
  showNotes: boolean
  signal: AbortSignal
}>

/** Until somebody ends it. */
export async function watchCheck(parts: Watching): Promise<void> {
  const { app, root, heard, renderFirst, out, line, showNotes, signal } = parts
  const session = checkSession(app)
  const isOwn = below(relative(root, app.dataDir).split(sep).join('/'))
  let wake = () => {}
  let isChanged = true
  const look = () => {
    isChanged = true
    wake()
  }
  const folders = watchedFolders(root, look)
  const woken = () =>
    new Promise<void>((resolve) => {
      wake = resolve
      if (isChanged || signal.aborted) resolve()
    })
  signal.addEventListener('abort', () => wake(), { once: true })
  let told: Told | null = null
  let last: CheckScope | null = null
  let problem = ''

  /** Null where it changed as it was read, or is not there. */
  function scopeNow(): CheckScope | null {
    try {
      const scope = parts.readScope()
      if (typeof scope !== 'string') {
        problem = ''
        return scope
      }
      if (scope !== problem) out.note(scope)
      problem = scope
    } catch (error) {
      if (fileFault(error) === null) throw error
    }
    return null
  }

  async function checkOnce(scope: CheckScope): Promise<void> {
    const onRead = (count: number) => line.show(`reading ${count}/${scope.files.length}`)
    const onPackage = (done: number, all: number) => line.show(`packages ${done}/${all}`)
    const lineOf = linesOf(scope.files)
    try {
      const report = await session(scope, { signal, onRead, onPackage })
      line.clear()
      tell(heard(report, scope, lineOf), scope, lineOf)
    } finally {
      line.clear()
    }
  }

  function tell(report: CheckReport, scope: CheckScope, lineOf: LineOf): void {
    const now = toldOf(report, lineOf, showNotes)
    const text =
      told === null
        ? renderFirst(report, scope, lineOf)
        : renderChange(changeOf(told, now), report, { lineOf, out })
    told = now
    if (text !== '') out.print(text)
  }

  try {
    for (;;) {
      await woken()
      if (signal.aborted) return
      isChanged = false
      const scope = scopeNow()
      if (scope === null) {
        setTimeout(look, AGAIN_MS)
        continue
      }
      const meant = [...foldersOf(scope.paths)].filter((folder) => !isOwn(folder))
      // What was put into a new folder before it was watched is seen by looking once more.
      if (folders.follow(new Set(meant))) isChanged = true
      if (last !== null && isSame(last, scope)) continue
      await checkOnce(scope)
      last = scope
    }
  } catch (error) {
    // Whoever ends it has seen enough.
    if (!signal.aborted) throw error
  } finally {
    folders.close()
  }
}

/** What a check writes is no reason for another one. */
function below(folder: string): (path: string) => boolean {
  return (path) => folder !== '' && (path === folder || path.startsWith(`${folder}/`))
}

function isSame(one: CheckScope, other: CheckScope): boolean {
  const textOf = ({ paths, unread, leftOut }: CheckScope) =>
    JSON.stringify([paths, unread, leftOut])
  return (
    one.files.length === other.files.length &&
    one.files.every(({ path, content }, index) => {
      const there = other.files[index]
      return there?.path === path && there.content === content
    }) &&
    textOf(one) === textOf(other)
  )
}

/** Findings, each under what tells it from others wherever it stands in its file. */
type Told = ReadonlyMap<string, readonly Finding[]>

export function toldOf({ findings }: CheckReport, lineOf: LineOf, showNotes: boolean): Told {
  const told = new Map<string, Finding[]>()
  for (const finding of findings) {
    const { path, code, message, severity, line } = finding
    if (severity === 'note' && !showNotes) continue
    const key = JSON.stringify([path, code, message, lineOf(path, line).trim()])
    told.set(key, [...(told.get(key) ?? []), finding])
  }
  return told
}

/** Of those that are alike it counts how many there are. */
export function changeOf(before: Told, now: Told): Change {
  const more = (these: Told, than: Told) =>
    [...these].flatMap(([key, all]) => all.slice(than.get(key)?.length ?? 0))
  return { fresh: more(now, before), gone: more(before, now) }
}
