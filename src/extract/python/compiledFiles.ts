// Reads the compiled files that say what a module cannot have. They are left packed when the artifact
// is opened: few modules need them, and they are most of its bytes.

import type { FileTree } from '../../artifact/fileTree.ts'
import type { CompiledFile, ModuleTable, SymbolTable } from '../../table/table.ts'
import type { ReopenableJob } from '../extractor.ts'
import { spelledNames, unpackBudget } from './spelledNames.ts'

const FILE_MAX_BYTES = 16 * 1024 * 1024
const FILES_MAX_BYTES = 64 * 1024 * 1024
const FILES_MAX = 40

/** The same table, with the words of the files that modules name, and without modules that name others. */
export async function withCompiledWords(
  table: SymbolTable,
  { tree, openAgain }: Pick<ReopenableJob, 'tree' | 'openAgain'>,
): Promise<SymbolTable> {
  const wanted = wantedFiles(table, tree)
  const compiled: CompiledFile[] = [...(table.compiled ?? [])]
  if (wanted.size > 0) {
    const opened = await openAgain((path) => wanted.has(path))
    const budget = unpackBudget()
    for (const file of [...wanted].sort()) {
      const words = spelledNames(opened.read(file) ?? new Uint8Array(), budget)
      if (words !== null) compiled.push({ file, words })
    }
  }
  const read = new Set(compiled.map(({ file }) => file))
  const modules = table.modules.map((module): ModuleTable => {
    const { compiledIn, ...rest } = module
    return compiledIn?.every((file) => read.has(file)) ? module : rest
  })
  const named = new Set(modules.flatMap(({ compiledIn = [] }) => compiledIn))
  const used = compiled.filter(({ file }) => named.has(file))
  return { ...table, modules, ...(used.length === 0 ? {} : { compiled: used }) }
}

/** As many as the bounds allow, in the order of their modules. */
function wantedFiles({ modules }: SymbolTable, tree: FileTree): ReadonlySet<string> {
  const sizes = new Map(tree.entries.map(({ path, sizeBytes }) => [path, sizeBytes]))
  const wanted = new Set<string>()
  let total = 0
  for (const file of new Set(modules.flatMap(({ compiledIn = [] }) => compiledIn))) {
    const sizeBytes = sizes.get(file) ?? Number.POSITIVE_INFINITY
    if (!/\.(?:so|pyd)$/.test(file) || sizeBytes > FILE_MAX_BYTES) continue
    if (total + sizeBytes > FILES_MAX_BYTES || wanted.size === FILES_MAX) continue
    total += sizeBytes
    wanted.add(file)
  }
  return wanted
}
