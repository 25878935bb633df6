// Our table of an artifact on disk, straight from the extractor, and its rows.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { openArtifact } from '../../../src/artifact/openArtifact.ts'
import { extractPython, type PythonArtifact } from '../../../src/extract/python/extractPython.ts'
import type { Definition, Entry, SymbolTable } from '../../../src/table/table.ts'
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
  return extractPython({ kind, entries, read: (path) => tree.read(path) }, dependencies)
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
    for (const member of definition.members) {
      rows.push(entryRow(definition.module, `${definition.name}.${member.name}`, member))
      if (member.definition.members.length > 0) below(member.definition)
    }
  }
  for (const module of table.modules) {
    rows.push({
      ...PLAIN,
      module: module.name,
      symbol: '',
      kind: 'module',
      public: module.isPublic,
      origin: module.origin,
      file: module.file,
      state: module.state,
    })
    for (const entry of module.entries) {
      rows.push(entryRow(module.name, entry.name, entry))
      below(entry.definition)
    }
  }
  return rows
}

const PLAIN = {
  signature: null,
  deprecated: false,
  deprecated_text: null,
  since_version: null,
  doc: null,
  type_only: false,
  alias_of: null,
  line: 0,
} as const

function entryRow(module: string, symbol: string, entry: Entry): Row {
  const { definition } = entry
  const home = [definition.module, definition.name].filter((part) => part !== '').join('.')
  return {
    module,
    symbol,
    kind: definition.kind,
    public: entry.isPublic,
    signature: definition.signature,
    deprecated: definition.deprecation !== null,
    deprecated_text: definition.deprecation?.text ?? null,
    since_version: definition.deprecation?.since ?? null,
    doc: definition.doc,
    origin: entry.origin,
    type_only: entry.isTypeOnly,
    alias_of: home === `${module}.${symbol}` ? null : home,
    file: definition.file,
    line: definition.line,
  }
}
