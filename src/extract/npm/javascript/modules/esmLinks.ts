// The fixed part of an ES module: what it imports and exports, without a look at its values.

import type { BindingIdentifier, Declaration, ExportSpecifier, ImportDeclaration } from 'oxc-parser'
import {
  exportName,
  importedName,
  patternNames,
} from '../../../../syntax/javascript/declaredNames.ts'
import { DEFAULT_NAME } from '../values/values.ts'
import type { ModuleRecord } from './moduleRecord.ts'

const DECLARED = /^(?:Function|Class|TSEnum)Declaration$/

type ImportLink = Readonly<{ local: string; specifier: string; name: string }>

/** Fills `exports` and `stars` of the module and returns its imports. */
export function linkModule(record: ModuleRecord): ImportLink[] {
  const links: ImportLink[] = []
  for (const node of record.source?.body ?? []) {
    const anchor = node.start
    switch (node.type) {
      case 'ImportDeclaration':
        links.push(...importsOf(node))
        if (node.specifiers.length === 0) record.effects.push(node.source.value)
        break
      case 'ExportAllDeclaration':
        if (node.exported === null) record.stars.push(node.source.value)
        else
          record.exports.set(exportName(node.exported), {
            specifier: node.source.value,
            name: '*',
            anchor,
          })
        break
      case 'ExportDefaultDeclaration':
        record.exports.set('default', { local: DEFAULT_NAME, anchor })
        break
      case 'ExportNamedDeclaration':
        if (node.exportKind === 'type') break
        for (const name of declaredNames(node.declaration))
          record.exports.set(name, { local: name, anchor })
        for (const one of node.specifiers) addSpecifier(record, one, node.source?.value ?? null)
        break
      default:
    }
  }
  return links
}

function importsOf(node: ImportDeclaration): ImportLink[] {
  if (node.importKind === 'type') return []
  const specifier = node.source.value
  return node.specifiers.map((one) => ({
    local: one.local.name,
    specifier,
    name: importedName(one),
  }))
}

function addSpecifier(record: ModuleRecord, node: ExportSpecifier, specifier: string | null): void {
  if (node.exportKind === 'type') return
  const anchor = node.start
  const local = exportName(node.local)
  record.exports.set(
    exportName(node.exported),
    specifier === null ? { local, anchor } : { specifier, name: local, anchor },
  )
}

function declaredNames(node: Declaration | null): Iterable<string> {
  const names = new Set<string>()
  if (node?.type === 'VariableDeclaration')
    for (const { id } of node.declarations) patternNames(id, names)
  else if (node !== null && DECLARED.test(node.type) && 'id' in node && node.id !== null)
    names.add((node.id as BindingIdentifier).name)
  return names
}
