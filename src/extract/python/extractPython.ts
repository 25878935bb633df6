// From the files of a wheel or sdist to its symbol table, without running a line of them.

import { byName } from '../../table/format/draft.ts'
import type { CompiledFile, SymbolTable, UnreadableFile } from '../../table/format/table.ts'
import { Definitions } from './definitions/definitions.ts'
import type { PythonArtifact } from './files/moduleFiles.ts'
import { looseNames } from './looseNames.ts'
import { PackageModel } from './model/packageModel.ts'
import { PackageModules } from './modules/packageModules.ts'
import { Readings } from './modules/readings.ts'
import { boundsOf, builtModule, moduleTable, unsureNames } from './moduleTable.ts'
import { moduleRuns } from './run/moduleRuns.ts'
import { testModules } from './testModules.ts'

/** `dependencies`: artifacts that names and bases may lead to; they add no modules to the table. */
export function extractPython(
  artifact: PythonArtifact,
  dependencies: readonly PythonArtifact[] = [],
): SymbolTable {
  return extractFollowing(artifact, dependencies).table
}

/**
 * The same, and which modules of other packages are wanted that no dependency has; `imported` are
 * the roots of all imports at the top of its modules.
 */
export function extractFollowing(
  artifact: PythonArtifact,
  dependencies: readonly PythonArtifact[],
  readings = new Readings(),
): Readonly<{
  table: SymbolTable
  wanted: ReadonlySet<string>
  imported: ReadonlySet<string>
}> {
  const modules = new PackageModules(artifact, dependencies, readings)
  const model = new PackageModel(modules, moduleRuns)
  const definitions = new Definitions(model)
  const tables = [
    ...[...modules.own.values()].map((module) => moduleTable(model, definitions, module)),
    ...[...modules.built].filter((name) => !modules.tests.has(name)).map(builtModule),
  ]
  definitions.complete()
  const compiled = perhapsFiles(model)
  // What only tests lead to is not wanted.
  const wanted = new Set(modules.wanted)
  const loose = looseNames(modules.own.values(), model.injections.loose, tables)
  const table = {
    modules: [...tables, ...testModules(model)].sort(byName),
    unreadable: unreadableFiles(modules),
    ...(compiled.length === 0 ? {} : { compiled }),
    ...(loose.length === 0 ? {} : { loose }),
  }
  return { table, wanted, imported: importedRoots(modules) }
}

function importedRoots({ own }: PackageModules): ReadonlySet<string> {
  const roots = new Set<string>()
  const add = (path: string) => roots.add(path.split('.', 1)[0] ?? '')
  for (const { scope } of own.values()) {
    for (const binding of scope?.names.values() ?? []) {
      if (binding.kind === 'from') add(binding.module)
      else if (binding.kind === 'module') add(binding.path)
    }
  }
  return roots
}

/** Sources with the names that their modules have where something unseen has them. */
function perhapsFiles(model: PackageModel): CompiledFile[] {
  return [...model.modules.own.values()].flatMap((module) => {
    const { source } = module.files
    if (source === null || boundsOf(model, module, true)?.includes(source) !== true) return []
    return [{ file: source, words: `\n${unsureNames(module).join('\n')}\n` }]
  })
}

function unreadableFiles({ own }: PackageModules): UnreadableFile[] {
  const files = new Map<string, string>()
  for (const { problems } of own.values()) {
    for (const { file, problem } of problems) {
      if (!files.has(file)) files.set(file, `line ${problem.line}: ${problem.message}`)
    }
  }
  return [...files]
    .map(([file, reason]) => ({ file, reason }))
    .sort((a, b) => (a.file < b.file ? -1 : 1))
}
