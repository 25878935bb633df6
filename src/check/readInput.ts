// Everything that the files themselves say, without asking anybody. The part that parses what
// strangers wrote: whoever serves strangers runs it where it may die.

import { withoutMark } from '../domain/fileText.ts'
import { emptyManifest, type Manifest } from '../manifests/manifest.ts'
import { isManifest } from '../manifests/manifestKind.ts'
import { readManifest } from '../manifests/readManifest.ts'
import { findReferences } from '../references/findReferences.ts'
import { languageOf, type SourceLanguage } from '../references/languageOf.ts'
import type { SourceReport } from '../references/reference.ts'

export type InputFile = Readonly<{ path: string; content: string }>

/** What is there and whose content could not be had, and why; a verb goes first. */
export type UnreadFile = Readonly<{ path: string; problem: string }>

export type ReadSource = Readonly<{ path: string; language: SourceLanguage; report: SourceReport }>

export type ReadInput = Readonly<{
  /** Every path that was given. */
  paths: readonly string[]
  sources: readonly ReadSource[]
  manifests: readonly Manifest[]
  /** Paths of manifests whose versions count and whose lines are not looked up. */
  quiet?: ReadonlySet<string>
  /** Paths of files of a kind that is not read: notebooks, templates, lock files of other tools. */
  unknown?: readonly string[]
}>

export function readInput(files: readonly InputFile[]): ReadInput {
  const sources: ReadSource[] = []
  const manifests: Manifest[] = []
  const unknown: string[] = []
  for (const { path, content } of files) {
    const text = withoutMark(content)
    const language = languageOf(path)
    const report = orTooDeep(() => findReferences(path, text), unreadReport(TOO_DEEP))
    if (language !== null && report !== null) sources.push({ path, language, report })
    const manifest = orTooDeep(() => readManifest(path, text), emptyManifest(path, TOO_DEEP))
    if (manifest !== null) manifests.push(manifest)
    if (language === null && manifest === null) unknown.push(path)
  }
  return { paths: files.map(({ path }) => path), sources, manifests, unknown }
}

/** The same of files that have no content to be read. */
export function unreadInput(files: readonly UnreadFile[]): ReadInput {
  const sources = files.flatMap(({ path, problem }) => {
    const language = languageOf(path)
    return language === null ? [] : [{ path, language, report: unreadReport(`it ${problem}`) }]
  })
  const manifests = files
    .filter(({ path }) => isManifest(path))
    .map(({ path, problem }) => emptyManifest(path, problem))
  return { paths: files.map(({ path }) => path), sources, manifests }
}

const TOO_DEEP = 'nests too deep to be read'

function unreadReport(message: string): SourceReport {
  const problem = { line: 1, column: 1, message }
  return { references: [], added: new Set(), augmented: new Set(), problem }
}

/** One file that is too deep for the stack does not keep the others from being read. */
function orTooDeep<T>(read: () => T, tooDeep: T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof RangeError) return tooDeep
    throw error
  }
}
