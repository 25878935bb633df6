// assay upgrade --all: every update that the manifests of a folder can have, and what it means for its code.

import type { PackageOutcome } from '../../check/plan/packageTables.ts'
import { versionsOf } from '../../check/plan/versions.ts'
import type { PackageKey } from '../../domain/names/packageName.ts'
import { compareVersions } from '../../domain/versionOrder.ts'
import { withCatalogs } from '../../manifests/catalogs.ts'
import type { Manifest, Requirement } from '../../manifests/manifest.ts'
import { readScope } from '../check/checkFiles.ts'
import { readSources } from '../check/readSources.ts'
import { withSettings } from '../check/settingsAround.ts'
import type { Tools } from '../terminal/command.ts'
import { counted } from '../terminal/counted.ts'
import { EXIT, type ExitStatus, type Output } from '../terminal/output.ts'
import { printable } from '../terminal/progress.ts'
import { NO_STATUS, statusLine } from '../terminal/statusLine.ts'
import { rowWords, type Update, type UpdateRow, updateRows } from './upgradeRows.ts'

type Asked = Readonly<{ isLatest: boolean; isJson: boolean; paths: readonly string[] }>

/** What no update was looked for, and why. */
type LeftOut = Readonly<{ key: PackageKey; reason: string }>

export async function upgradeAll(
  { isLatest, isJson, paths }: Asked,
  { openApp, out, progress, ...tools }: Tools,
): Promise<ExitStatus> {
  const signal = tools.interruption()
  const root = tools.workingDir()
  const found = readScope(root, paths)
  if (typeof found === 'string') return out.usage(found)
  const scope = withSettings(found, root)
  const line = isJson ? NO_STATUS : statusLine(progress)
  try {
    const input = await readSources(scope, { signal, onRead: () => line.show('reading') })
    const manifests = withCatalogs(input.manifests).filter(
      ({ isScript, path }) => isScript !== true && scope.isAsked(path),
    )
    const names = await declaredIn(manifests, signal)
    if (names.length === 0 && manifests.every(({ problem }) => problem === null)) {
      return out.usage('assay: no manifest here names a package')
    }
    const app = await openApp()
    const tables = app.tablesFor({ signal })
    const updates: Update[] = []
    const leftOut: LeftOut[] = []
    let current = 0
    for (const [index, { key, from, ranges, isPinned }] of names.entries()) {
      line.show(`releases ${index}/${names.length}`)
      if (from === null) {
        leftOut.push({ key, reason: 'no release of it is pinned or locked' })
        continue
      }
      const [range = null] = isLatest || isPinned ? [] : ranges
      if (ranges.length > 1 && !isLatest && !isPinned) {
        leftOut.push({ key, reason: 'manifests name several ranges of it' })
        continue
      }
      const newest = versionIn(await tables(key, { pin: null, range }, 'word'))
      signal.throwIfAborted()
      if ('reason' in newest) leftOut.push({ key, reason: newest.reason })
      else if ((compareVersions(key.ecosystem, from, newest.version) ?? 1) < 0) {
        updates.push({ key, from, to: newest.version })
      } else current += 1
    }
    const unread = manifests.flatMap(({ path, problem }) =>
      problem === null ? [] : [`${path} ${problem}`],
    )
    const onRow = (done: number) => line.show(`updates ${done}/${updates.length}`)
    const code = { files: scope.files, input: { ...input, paths: scope.paths }, signal }
    const rows = await updateRows(app, updates, code, onRow)
    line.clear()
    if (isJson) out.print(JSON.stringify(updatesValue(rows, { leftOut, current, unread })))
    else out.print(textOf(rows, { leftOut, current, unread, isLatest }, out))
    return statusOf(rows, leftOut.length + unread.length > 0 || found.isCut)
  } finally {
    line.clear()
  }
}

function statusOf(rows: readonly UpdateRow[], isAnyLeft: boolean): ExitStatus {
  if (rows.some(({ verdict }) => verdict === 'affected')) return EXIT.no
  const isOpen = rows.some(({ verdict }) => verdict === 'undetermined' || verdict === 'unread')
  return isOpen || isAnyLeft ? EXIT.unavailable : EXIT.yes
}

type Declared = Readonly<{
  key: PackageKey
  /** The release that counts; null where only a range is known. */
  from: string | null
  ranges: readonly string[]
  /** The manifest itself names the release, so that nobody but its author allows another. */
  isPinned: boolean
}>

/** Every package of a registry that a manifest names, once. */
export async function declaredIn(
  manifests: readonly Manifest[],
  signal?: AbortSignal,
): Promise<readonly Declared[]> {
  const versions = await versionsOf(manifests, {}, signal)
  const found = new Map<string, Requirement[]>()
  for (const { path, requirements } of manifests) {
    for (const one of requirements) {
      const { ecosystem, name, isAlias, isElsewhere } = one
      if (isAlias === true || isElsewhere === true) continue
      if (versions.isElsewhere(ecosystem, name, path)) continue
      const key = `${ecosystem} ${name}`
      found.set(key, [...(found.get(key) ?? []), one])
    }
  }
  return [...found.values()].flatMap((lines): Declared[] => {
    const [first] = lines
    if (first === undefined) return []
    const { ecosystem, name } = first
    const ranges = [...new Set(lines.flatMap(({ range }) => range ?? []))]
    const { pin } = versions.of(ecosystem, name)
    return [
      {
        key: { ecosystem, name },
        from: pin,
        ranges,
        isPinned: lines.some((one) => one.pin !== null),
      },
    ]
  })
}

function versionIn(
  outcome: PackageOutcome,
): Readonly<{ version: string }> | Readonly<{ reason: string }> {
  if (outcome.state === 'there') return { version: outcome.version }
  if (outcome.state === 'opened') return { version: outcome.evidence.version }
  if (outcome.state === 'undetermined') return { reason: outcome.reason }
  return {
    reason:
      outcome.state === 'package_not_found'
        ? 'there is no such package'
        : 'no release is in its range',
  }
}

type Told = Readonly<{ leftOut: readonly LeftOut[]; current: number; unread: readonly string[] }>

function updatesValue(rows: readonly UpdateRow[], { leftOut, current, unread }: Told): unknown {
  return {
    updates: rows.map(({ key, from, to, ...row }) => ({
      ...{ ecosystem: key.ecosystem, package: key.name, from_version: from, to_version: to },
      ...row,
    })),
    up_to_date: current,
    left_out: leftOut.map(({ key, reason }) => ({
      ...{ ecosystem: key.ecosystem, package: key.name, reason },
    })),
    unread,
  }
}

function textOf(
  rows: readonly UpdateRow[],
  { leftOut, current, unread, isLatest }: Told & Readonly<{ isLatest: boolean }>,
  out: Output,
): string {
  const all = rows.length + current
  const allowed = isLatest ? '' : ', as far as ranges allow; --latest goes beyond them'
  const width = Math.max(0, ...rows.map(({ verdict }) => verdict.length))
  return [
    `${rows.length} of ${counted(all, 'dependency', 'dependencies')} can be updated${allowed}`,
    ...rows.map((row) => {
      const { key, from, to, verdict, bump } = row
      const colour = verdict === 'affected' ? out.bad : verdict === 'safe' ? out.good : out.dim
      const what = `${key.ecosystem} ${key.name} ${from} → ${to}`
      return `${colour(verdict.padEnd(width))}  ${what}${out.dim(`  (${bump})`)}  ${printable(rowWords(row))}`
    }),
    ...leftOut.map(({ key, reason }) =>
      out.dim(`not looked at: ${key.ecosystem} ${key.name}: ${printable(reason)}`),
    ),
    ...unread.map((one) => `not all read: ${printable(one)}`),
  ].join('\n')
}
