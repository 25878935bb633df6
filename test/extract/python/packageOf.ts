// A package made of texts, and its table as lines that are easy to compare.

import { extractPython } from '../../../src/extract/python/extractPython.ts'
import type {
  Definition,
  Entry,
  ModuleTable,
  SymbolTable,
} from '../../../src/table/format/table.ts'
import { allMembers } from '../../support/allMembers.ts'

export type Files = Readonly<Record<string, string>>

export function tableOf(
  files: Files,
  kind: 'wheel' | 'sdist' = 'wheel',
  dependencies: readonly Files[] = [],
): SymbolTable {
  const artifact = (of: Files) => ({
    kind,
    entries: Object.keys(of).sort(),
    read: (path: string) => (of[path] === undefined ? null : Buffer.from(of[path])),
  })
  return extractPython(artifact(files), dependencies.map(artifact))
}

export function moduleOf(table: SymbolTable, name: string): ModuleTable {
  const found = table.modules.find((module) => module.name === name)
  if (found === undefined) throw new Error(`no module ${name}`)
  return found
}

/** The public names of a module. */
export function publicNames(files: Files, module = 'pkg'): string[] {
  return moduleOf(tableOf(files), module)
    .entries.filter(({ isPublic }) => isPublic)
    .map(({ name }) => name)
}

export function entryOf(files: Files, path: string, module = 'pkg'): Entry {
  let entries: readonly Entry[] = moduleOf(tableOf(files), module).entries
  let found: Entry | undefined
  for (const part of path.split('.')) {
    found = entries.find(({ name }) => name === part)
    if (found === undefined) throw new Error(`no ${path} in ${module}`)
    entries = allMembers(found.definition)
  }
  if (found === undefined) throw new Error('an empty path')
  return found
}

export function definitionOf(files: Files, path: string, module = 'pkg'): Definition {
  return entryOf(files, path, module).definition
}

/** Public members of a class. */
export function memberNames(files: Files, path: string, module = 'pkg'): string[] {
  return allMembers(definitionOf(files, path, module))
    .filter(({ isPublic }) => isPublic)
    .map(({ name }) => name)
}
