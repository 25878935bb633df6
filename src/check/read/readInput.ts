// Everything that the files themselves say, without asking anybody. The part that parses what
// strangers wrote: whoever serves strangers runs it where it may die.

import type { Ecosystem } from '../../domain/names/packageName.ts'
import { withoutMark } from '../../domain/texts/fileText.ts'
import { emptyManifest, type Manifest } from '../../manifests/manifest.ts'
import { isManifest, type ManifestKind, manifestKind } from '../../manifests/manifestKind.ts'
import { notebookInstalls } from '../../manifests/notebookInstalls.ts'
import { readManifest } from '../../manifests/readManifest.ts'
import { scriptHeader } from '../../manifests/scriptHeader.ts'
import { type FoundReferences, referencesIn } from '../../references/findReferences.ts'
import { embeddedKind, mainLanguage, type SourceLanguage } from '../../references/languageOf.ts'
import type { SourceReport } from '../../references/reference.ts'

/** `isIncluded`: a manifest takes requirements from it, whatever it is called. */
export type InputFile = Readonly<{ path: string; content: string; isIncluded?: true }>

/** What is there and whose content could not be had, and why; a verb goes first. */
export type UnreadFile = Readonly<{ path: string; problem: string }>

/** What one language says in a file; in some files there are several. */
export type ReadSource = Readonly<{
  path: string
  language: SourceLanguage
  report: SourceReport
  /** The code is TypeScript, which the name of the file does not tell. */
  isTyped?: true
}>

export type ReadInput = Readonly<{
  /** Every path that was given; that of a folder ends with a slash. */
  paths: readonly string[]
  sources: readonly ReadSource[]
  manifests: readonly Manifest[]
  /** Paths of manifests whose versions count and whose lines are not looked up. */
  quiet?: ReadonlySet<string>
  /** Who says, besides the manifests, that there is another index. */
  elsewhereToo?: Readonly<Partial<Record<Ecosystem, string>>>
  /** Paths of files of a kind that is not read: notebooks, templates, lock files of other tools. */
  unknown?: readonly string[]
}>

export function readInput(files: readonly InputFile[]): ReadInput {
  return joined(withIncluded(files).map(readFile))
}

/** What one file says. */
export type ReadFile = Readonly<{
  path: string
  sources: readonly ReadSource[]
  manifests: readonly Manifest[]
  isUnknown: boolean
}>

export function readFile({ path, content, isIncluded }: InputFile): ReadFile {
  const text = withoutMark(content)
  const language = mainLanguage(path)
  const tooDeep = language === null ? [] : [{ language, report: unreadReport(TOO_DEEP) }]
  const found: readonly FoundReferences[] = orTooDeep(() => referencesIn(path, text), tooDeep)
  const kind = manifestKind(path) ?? (isIncluded === true ? 'requirements' : null)
  const manifest = orTooDeep(() => readManifest(path, text, kind), emptyManifest(path, TOO_DEEP))
  const header = headerOf(path, text)
  return {
    path,
    sources: found.map((one) => ({ path, ...one })),
    manifests: [manifest, header].filter((one) => one !== null),
    isUnknown: language === null && manifest === null,
  }
}

/** What a file says of its own needs. */
function headerOf(path: string, text: string): Manifest | null {
  if (/\.pyi?$/.test(path)) return scriptHeader(path, text)
  return embeddedKind(path) === 'notebook' ? notebookInstalls(path, text) : null
}

export function joined(files: readonly ReadFile[]): ReadInput {
  return {
    paths: files.map(({ path }) => path),
    sources: files.flatMap(({ sources }) => sources),
    manifests: files.flatMap(({ manifests }) => manifests),
    unknown: files.flatMap(({ path, isUnknown }) => (isUnknown ? [path] : [])),
  }
}

/** The same files, with those marked that manifests among them go on in. */
export function withIncluded(files: readonly InputFile[]): readonly InputFile[] {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const included = new Set<string>()
  const look = ({ path, content }: InputFile, kind: ManifestKind | null) => {
    if (kind === null) return
    const { includes = [] } = readManifest(path, withoutMark(content), kind) ?? {}
    for (const one of includes) {
      const file = byPath.get(one)
      if (file === undefined || included.has(one)) continue
      included.add(one)
      look(file, manifestKind(one) ?? 'requirements')
    }
  }
  for (const file of files) {
    const kind = file.isIncluded === true ? 'requirements' : manifestKind(file.path)
    if (kind !== null && INCLUDING.has(kind)) orTooDeep(() => look(file, kind), undefined)
  }
  return included.size === 0
    ? files
    : files.map((file) => (included.has(file.path) ? { ...file, isIncluded: true } : file))
}

/** Kinds that take requirements from other files. */
const INCLUDING: ReadonlySet<ManifestKind> = new Set([
  'requirements',
  'pyproject',
  'setupCfg',
  'environmentYaml',
])

/** The same of files that have no content to be read. */
export function unreadInput(files: readonly UnreadFile[]): ReadInput {
  const sources = files.flatMap(({ path, problem }) => {
    const language = mainLanguage(path)
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
  return {
    references: [],
    added: new Set(),
    augmented: new Set(),
    declaredModules: [],
    passedOver: [],
    problem,
  }
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
