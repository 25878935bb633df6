// Reads the compiled files that say what a module cannot have. They are left packed when the artifact
// is opened: few modules need them, and they are most of its bytes.

import type { FileTree } from '../../../artifact/bytes/fileTree.ts'
import type { CompiledFile, ModuleTable, SymbolTable } from '../../../table/format/table.ts'
import type { ReopenableJob } from '../../extractor.ts'
import { findModules, type PythonArtifact } from './moduleFiles.ts'
import { type NativeName, nativeNames } from './nativeNames.ts'
import { spelledNames, unpackBudget } from './spelledNames.ts'

const FILE_MAX_BYTES = 16 * 1024 * 1024
const FILES_MAX_BYTES = 64 * 1024 * 1024
const FILES_MAX = 40
/** Of files that only may put names into other modules, those that are written by hand are read. */
const BESIDE_MAX_BYTES = 2 * 1024 * 1024

/** The same table, with the words of the files that modules name, and without modules that name others. */
export async function withCompiledWords(
  table: SymbolTable,
  { tree, openAgain }: Pick<ReopenableJob, 'tree' | 'openAgain'>,
): Promise<SymbolTable> {
  const wanted = wantedFiles(table, tree)
  const compiled: CompiledFile[] = [...(table.compiled ?? [])]
  const own = new Set(compiled.map(({ file }) => file))
  const texts = new Map<string, Buffer>()
  if (wanted.size > 0) {
    const opened = await openAgain((path) => wanted.has(path))
    const budget = unpackBudget()
    for (const file of [...wanted].sort()) {
      const bytes = opened.read(file) ?? new Uint8Array()
      const words = spelledNames(bytes, budget)
      if (words === null) continue
      compiled.push({ file, words })
      texts.set(file, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    }
  }
  const read = new Set(compiled.map(({ file }) => file))
  const modules = table.modules.map((module): ModuleTable => {
    const { compiledIn = [], ...rest } = module
    // A module that is complete is told what it may be given: by its own source, by who names it.
    const files =
      module.state === 'complete'
        ? compiledIn.filter((file) => own.has(file) || namesModule(texts.get(file), module.name))
        : compiledIn
    const isBound = files.length > 0 && files.every((file) => read.has(file))
    return isBound ? { ...rest, compiledIn: files } : rest
  })
  const named = new Set(modules.flatMap(({ compiledIn = [] }) => compiledIn))
  const used = compiled.filter(({ file }) => named.has(file))
  return { ...table, modules, ...(used.length === 0 ? {} : { compiled: used }) }
}

/** What the compiled files of modules without a source say that those have, by their paths. */
export async function nativeFiles(
  artifact: PythonArtifact,
  { tree, openAgain }: Pick<ReopenableJob, 'tree' | 'openAgain'>,
): Promise<ReadonlyMap<string, readonly NativeName[]>> {
  const found = new Map<string, readonly NativeName[]>()
  const modules = findModules(artifact)
  const files = new Map(
    modules.flatMap(({ name, source, compiled }) =>
      source === null && compiled?.endsWith('.so') ? [[compiled, name] as const] : [],
    ),
  )
  const wanted = bounded(new Set(files.keys()), tree, () => FILE_MAX_BYTES)
  if (wanted.size === 0) return found
  const all = new Set(modules.map(({ name }) => name))
  const opened = await openAgain((path) => wanted.has(path))
  for (const file of wanted) {
    const names = nativeNames(opened.read(file) ?? new Uint8Array(), files.get(file) ?? '', all)
    if (names.length > 0) found.set(file, names)
  }
  return found
}

/** `PyImport_ImportModule("pkg.errors")`: the name is a text of its own. */
function namesModule(text: Buffer | undefined, name: string): boolean {
  return text?.includes(`\0${name}\0`) === true
}

function wantedFiles({ modules }: SymbolTable, tree: FileTree): ReadonlySet<string> {
  const bounding = filesOf(modules.filter(({ state }) => state !== 'complete'))
  return bounded(new Set([...bounding, ...filesOf(modules)]), tree, (file) =>
    bounding.has(file) ? FILE_MAX_BYTES : BESIDE_MAX_BYTES,
  )
}

/** As many as the bounds allow, in the order that is given. */
function bounded(
  files: ReadonlySet<string>,
  tree: FileTree,
  maxBytes: (file: string) => number,
): ReadonlySet<string> {
  const sizes = new Map(tree.entries.map(({ path, sizeBytes }) => [path, sizeBytes]))
  const wanted = new Set<string>()
  let total = 0
  for (const file of files) {
    const sizeBytes = sizes.get(file) ?? Number.POSITIVE_INFINITY
    if (!/\.(?:so|pyd)$/.test(file) || sizeBytes > maxBytes(file)) continue
    if (total + sizeBytes > FILES_MAX_BYTES || wanted.size === FILES_MAX) continue
    total += sizeBytes
    wanted.add(file)
  }
  return wanted
}

function filesOf(modules: readonly ModuleTable[]): ReadonlySet<string> {
  return new Set(modules.flatMap(({ compiledIn = [] }) => compiledIn))
}
