// Our table of an artifact on disk, straight from the extractor, and its rows.

import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { openArtifact } from '../../../src/artifact/openArtifact.ts'
import type { PythonArtifact } from '../../../src/extract/python/extractPython.ts'
import type { Definition, Entry, SymbolTable } from '../../../src/table/table.ts'
import type { Row } from './rows.ts'

export type ExtractPython = (
  artifact: PythonArtifact,
  dependencies: readonly PythonArtifact[],
) => SymbolTable

/** Null where this checkout has no extractor of Python yet. */
export async function loadExtractor(): Promise<ExtractPython | null> {
  const url = new URL('../../../src/extract/python/extractPython.ts', import.meta.url)
  try {
    const module: Record<string, unknown> = await import(url.href)
    const found = module['extractPython']
    return typeof found === 'function' ? (found as ExtractPython) : null
  } catch (error) {
    const isAbsent = error instanceof Error && 'code' in error
    if (isAbsent && error.code === 'ERR_MODULE_NOT_FOUND') return null
    throw error
  }
}

/** `installed`: a folder of installed packages, to which names and bases may lead. */
export async function tableOf(
  file: string,
  extract: ExtractPython,
  installed: string | null = null,
): Promise<SymbolTable> {
  const filename = basename(file)
  const kind = filename.endsWith('.whl') ? 'wheel' : 'sdist'
  const input = { kind, filename, bytes: readFileSync(file) } as const
  const { tree } = await openArtifact(input, new AbortController().signal)
  const entries = tree.entries.map(({ path }) => path)
  const read = (path: string) => tree.read(path)
  return extract({ kind, entries, read }, installed === null ? [] : [folderArtifact(installed)])
}

function folderArtifact(folder: string): PythonArtifact {
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return {
    kind: 'wheel',
    entries: entries.filter((path) => /\.(?:pyi?|so)$/.test(path)).sort(),
    read: (path) => readFileSync(join(folder, path)),
  }
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
