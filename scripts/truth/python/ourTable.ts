// Our table of an artifact on disk, straight from the extractor, and its rows.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { openArtifact } from '../../../src/artifact/openArtifact.ts'
import { extractPython } from '../../../src/extract/python/extractPython.ts'
import { withCompiledWords } from '../../../src/extract/python/files/compiledFiles.ts'
import type { PythonArtifact } from '../../../src/extract/python/files/moduleFiles.ts'
import type { Definition, SymbolTable } from '../../../src/table/format/table.ts'
import { entryRow, moduleRow } from '../../../src/table/symbolRows.ts'
import { allMembers } from '../../../test/support/allMembers.ts'
import type { Row } from './rows.ts'

export async function tableOf(
  file: string,
  dependencies: readonly PythonArtifact[] = [],
): Promise<SymbolTable> {
  const filename = basename(file)
  const kind = filename.endsWith('.whl') ? 'wheel' : 'sdist'
  const input = { kind, filename, bytes: readFileSync(file) } as const
  const { tree } = await openArtifact(input, new AbortController().signal)
  const entries = tree.entries.map(({ path }) => path)
  const table = extractPython({ kind, entries, read: (path) => tree.read(path) }, dependencies)
  // Compiled files are left out: modules that name them name none then.
  const openAgain = () => Promise.reject(new Error('nothing is opened again'))
  return withCompiledWords(table, { tree: { ...tree, entries: [] }, openAgain })
}

/** What is installed beside a package in the environment that its truth was taken in. */
export function installedBeside(packageFolder: string): readonly PythonArtifact[] {
  const lib = join(packageFolder, 'venv', 'lib')
  const version = existsSync(lib) ? readdirSync(lib)[0] : undefined
  if (version === undefined) return []
  const folder = join(lib, version, 'site-packages')
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:pyi?|so)$/.test(path))
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted()
  return [{ kind: 'wheel', entries, read: (path) => readFileSync(join(folder, path)) }]
}

/**
 * Every path of every module once; what is below a definition only at its home, to which the other
 * paths lead by `alias_of`.
 */
export function tableRows(table: SymbolTable): Row[] {
  const rows: Row[] = []
  const done = new Set<Definition>()
  const below = (definition: Definition) => {
    if (done.has(definition)) return
    done.add(definition)
    for (const member of allMembers(definition)) {
      const path = { module: definition.module, symbol: `${definition.name}.${member.name}` }
      rows.push(entryRow(path, member, member.definition))
      below(member.definition)
    }
  }
  for (const module of table.modules) {
    rows.push({ ...moduleRow(module), state: module.state })
    for (const entry of module.entries) {
      rows.push(entryRow({ module: module.name, symbol: entry.name }, entry, entry.definition))
      below(entry.definition)
    }
  }
  return rows
}
