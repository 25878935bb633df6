// Small tables by hand.

import type { Definition, Entry, ModuleTable, SymbolTable } from '../../src/table/format/table.ts'

export function definitionOf(
  module: string,
  name: string,
  change: Partial<Definition> = {},
): Definition {
  return {
    module,
    name,
    kind: 'function',
    signature: null,
    deprecation: null,
    doc: null,
    file: `${module.replaceAll('.', '/')}.py`,
    line: 1,
    bases: [],
    members: [],
    inherits: [],
    isOpen: false,
    ...change,
  }
}

export function entryOf(name: string, definition: Definition, change: Partial<Entry> = {}): Entry {
  return { name, definition, origin: 'py', isPublic: true, isTypeOnly: false, ...change }
}

export function moduleOf(
  name: string,
  entries: readonly Entry[],
  change: Partial<ModuleTable> = {},
): ModuleTable {
  return {
    name,
    isPublic: true,
    state: 'complete',
    stateReason: null,
    doc: null,
    deprecation: null,
    file: `${name.replaceAll('.', '/')}.py`,
    origin: 'py',
    entries,
    ...change,
  }
}

export function tableOf(...modules: readonly ModuleTable[]): SymbolTable {
  return { modules, unreadable: [] }
}
