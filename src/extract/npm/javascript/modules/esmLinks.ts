// The fixed part of an ES module: what it imports and exports, without a look at its values.

import type { ExportSpecifier, ImportDeclaration } from 'oxc-parser'
import { patternNames } from '../../../../syntax/javascript/declaredNames.ts'
import { DEFAULT_NAME } from '../values/values.ts'
import type { ModuleRecord } from './moduleRecord.ts'

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
          record.exports.set(nameOf(node.exported), {
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
    name:
      one.type === 'ImportSpecifier'
        ? nameOf(one.imported)
        : one.type === 'ImportDefaultSpecifier'
          ? 'default'
          : '*',
  }))
}

function addSpecifier(record: ModuleRecord, node: ExportSpecifier, specifier: string | null): void {
  if (node.exportKind === 'type') return
  const anchor = node.start
  const local = nameOf(node.local)
  record.exports.set(
    nameOf(node.exported),
    specifier === null ? { local, anchor } : { specifier, name: local, anchor },
  )
}

type ExportName = ExportSpecifier['exported']

function nameOf(node: ExportName): string {
  return node.type === 'Literal' ? node.value : node.name
}

type Declared = Readonly<{ type: string }> | null

function declaredNames(declaration: Declared): Iterable<string> {
  const names = new Set<string>()
  const node = declaration as {
    type: string
    id?: { name: string } | null
    declarations?: readonly { id: Parameters<typeof patternNames>[0] }[]
  } | null
  if (node?.type === 'VariableDeclaration')
    for (const { id } of node.declarations ?? []) patternNames(id, names)
  else if (/^(Function|Class)Declaration$|^TSEnumDeclaration$/.test(node?.type ?? '') && node?.id)
    names.add(node.id.name)
  return names
}
