// What a check says of the code as it was before a change: of the same paths, under the names of today.

import type { CheckApp } from '../../app/checkApp.ts'
import type { CheckReport } from '../../check/checkCode.ts'
import { isManifest } from '../../manifests/manifestKind.ts'
import { type BaselineEntry, isIgnoredHere } from '../check/baseline.ts'
import type { CheckScope } from '../check/checkFiles.ts'
import { linesOf } from '../check/checkReport.ts'
import { fileContents } from '../check/fileContents.ts'
import { readSources } from '../check/readSources.ts'
import { inputOf, saidOf } from '../check/scopeReport.ts'
import { withSettings } from '../check/settingsAround.ts'
import { blobsOf, type IndexEntry } from '../check/stagedFiles.ts'
import { isWalked } from '../check/walkFiles.ts'
import { git } from '../process/git.ts'
import type { StatusLine } from '../terminal/statusLine.ts'

export type Base = Readonly<{
  /** Findings that were there before, as a baseline has them. */
  known: readonly BaselineEntry[]
  report: CheckReport
}>

/** A sentence where there is no such commit. `paths` narrow what is asked about. */
export async function baseFindings(parts: {
  app: CheckApp
  root: string
  ref: string
  paths: readonly string[]
  isMarkdown: boolean
  signal: AbortSignal
  line: StatusLine
}): Promise<Base | string> {
  const { app, root, ref, paths, isMarkdown, signal, line } = parts
  const found = baseScope(root, ref, { paths, isMarkdown })
  if (typeof found === 'string') return found
  const scope = withSettings(found.scope, root)
  line.show('reading the code before the change')
  const read = await readSources(scope, { signal, onRead() {} })
  const onPackage = (done: number, all: number) =>
    line.show(`packages before the change ${done}/${all}`)
  const { report } = await app.checkInput(inputOf(scope, read, app), {}, { signal }, onPackage)
  signal.throwIfAborted()
  line.clear()
  const lineOf = linesOf(scope.files)
  const said = saidOf(report, scope).findings.filter(
    (one) => one.severity !== 'note' && !isIgnoredHere(one, lineOf(one.path, one.line)),
  )
  const known = said.map(({ path, code, package: name, symbol }) => ({
    path: found.renamed.get(path) ?? path,
    ...{ code, package: name, symbol, count: 1 },
  }))
  return { known, report }
}

type BaseScope = Readonly<{ scope: CheckScope; renamed: ReadonlyMap<string, string> }>

function baseScope(
  root: string,
  ref: string,
  { paths, isMarkdown }: Readonly<{ paths: readonly string[]; isMarkdown: boolean }>,
): BaseScope | string {
  const commit = commitOf(root, ref)
  if (commit === null) return `assay: ${ref}: git has no such commit here`
  const rows = split(git(root, ['ls-tree', '-r', '-z', commit]))
  const entries = rows.flatMap((row): IndexEntry[] => {
    const [, mode = '', id = '', path] = /^(\d+) blob (\w+)\t(.*)$/s.exec(row) ?? []
    return path !== undefined && mode.startsWith('100') ? [{ path, id }] : []
  })
  const walked = entries.filter(({ path }) => isWalked(root, path, isMarkdown))
  const below = paths.map((path) => path.replace(/^(?:\.\/)+|\/+$/g, ''))
  const isAsked = (path: string) =>
    below.length === 0 ||
    below.some((one) => one === '' || one === '.' || path === one || path.startsWith(`${one}/`))
  const wanted = walked.filter(({ path }) => isAsked(path) || isManifest(path))
  const { found, missing } = blobsOf(root, wanted)
  const contents = fileContents(found)
  const scope = {
    files: contents.files,
    unread: [...contents.unread, ...missing].filter(({ path }) => isAsked(path)),
    leftOut: [],
    isCut: false,
    paths: entries.map(({ path }) => path),
    isAsked,
  }
  return { scope, renamed: renamedSince(root, commit) }
}

/** Null for what is none. */
function commitOf(root: string, ref: string): string | null {
  try {
    const asked = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`]
    return git(root, asked).toString().trim()
  } catch {
    return null
  }
}

const RENAMES = 'diff --no-ext-diff --no-textconv -M --diff-filter=R --name-status --relative -z'

/** The name of today by the name of then. */
function renamedSince(root: string, commit: string): ReadonlyMap<string, string> {
  const words = split(git(root, [...RENAMES.split(' '), commit, '--']))
  const renamed = new Map<string, string>()
  for (let at = 0; at + 2 < words.length; at += 3) {
    renamed.set(words[at + 1] ?? '', words[at + 2] ?? '')
  }
  return renamed
}

const split = (printed: Buffer) =>
  printed
    .toString()
    .split('\0')
    .filter((part) => part !== '')
