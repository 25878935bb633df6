// What others wrote down of a package of Python that says nothing itself: `types-…`, `…-stubs`. Only what
// something gives is taken from there, and only where the package has a class of that name in the same
// place. What the class has is the package's own matter: a stub proves no name and no absence.

import { splitTop } from '../../signatures/splitTop.ts'
import { returnTexts } from '../../signatures/typeTexts.ts'
import type { DefinitionInfo, OpenTable } from '../../table/tableView.ts'
import type { NodeOf, PackageView, Stub, TableNode } from './tableNode.ts'
import { commonType, resolveType } from './types.ts'

type Named = NodeOf<'definition'>

/** What a function or a method gives by the stub; null where it does not say. */
export function givenByStub(view: PackageView, node: Named): TableNode | null {
  const stub = view.stub ?? null
  const told = stub === null ? null : counterpart(stub, view, node)
  if (stub === null || told === null || told.info.signature === null) return null
  if (told.info.kind !== 'function' && told.info.kind !== 'method') return null
  return typeByStub(stub, view, node, told, returnTexts('pypi', told.info.signature))
}

/** The type of an attribute or a property by the stub; null where it does not say. */
export function typedByStub(view: PackageView, node: Named): TableNode | null {
  const stub = view.stub ?? null
  const told = stub === null ? null : counterpart(stub, view, node)
  const { kind, signature } = told?.info ?? {}
  if (stub === null || told === null || signature == null) return null
  if (kind !== 'property' && kind !== 'attribute') return null
  return typeByStub(stub, view, node, told, [signature])
}

/** The class of the stub that stands for a class of the package, or for the type of an attribute. */
export function classByStub(
  view: PackageView,
  node: Named,
): Readonly<{ stub: Stub; definition: number }> | null {
  const stub = view.stub ?? null
  const told = stub === null ? null : counterpart(stub, view, node)
  if (stub === null || told === null) return null
  if (told.info.kind === 'class') return { stub, definition: told.definition }
  const isValue = told.info.kind === 'property' || told.info.kind === 'attribute'
  if (!isValue || told.info.signature === null) return null
  const text = told.info.signature
  const type = resolveType(stub.view, { text, home: told.definition, owner: null })
  if (type.kind !== 'definition' || !type.isInstance) return null
  return { stub, definition: type.definition }
}

type Told = Readonly<{ definition: number; info: DefinitionInfo }>

/** What stands in the stub in the place of a definition: below the class that it was asked of, or at home. */
function counterpart(stub: Stub, view: PackageView, { definition, owner }: Named): Told | null {
  const info = view.table.definition(definition)
  const last = info.name.slice(info.name.lastIndexOf('.') + 1)
  const above = owner?.kind === 'definition' ? view.table.definition(owner.definition) : null
  const { table } = stub.view
  const found =
    (above?.kind === 'class' ? table.find(above.module, `${above.name}.${last}`) : null) ??
    table.find(info.module, info.name)
  return found && { definition: found.definition, info: table.definition(found.definition) }
}

function typeByStub(
  stub: Stub,
  view: PackageView,
  { owner }: Named,
  { definition: home }: Told,
  texts: readonly string[],
): TableNode | null {
  if (texts.length === 0) return null
  if (texts.every((text) => /^(?:\w+\.)?Self$/.test(text))) {
    return owner?.kind === 'definition' ? { ...owner, isInstance: true } : null
  }
  const written = texts.map((text) => ({ text, home, owner: null }))
  const type = commonType(stub.view, written)
  return type === null ? null : ofPackage(stub, view, type)
}

/** The same in the package itself; null where it has no such class. */
export function ofPackage(stub: Stub, view: PackageView, type: TableNode): TableNode | null {
  if (type.kind === 'parts') {
    const parts = type.parts.map((part) => ofPackage(stub, view, part))
    return parts.includes(null) ? null : { ...type, parts: parts.filter((part) => part !== null) }
  }
  if (type.kind === 'module' || (type.kind === 'definition' && !type.isInstance)) return null
  if (type.kind === 'type') return ofText(stub, view, type.text)
  const { module, name } = stub.view.table.definition(type.definition)
  const found = view.table.find(module, name)
  if (found === null || view.table.definition(found.definition).kind !== 'class') return null
  return told(stub, view, found.definition)
}

/**
 * What a stub imports stands in no table: a name is that of the class that the package itself is asked
 * for under it, or of the only one that has it.
 */
function ofText(stub: Stub, view: PackageView, text: string): TableNode | null {
  const sides = splitTop(text, ' | ').filter((side) => side !== 'None')
  if (sides.length > 1) {
    const parts = sides.map((side) => ofText(stub, view, side))
    const known = parts.filter((part) => part !== null)
    return known.length < parts.length ? null : { kind: 'parts', join: 'either', parts: known }
  }
  const [, name = ''] = /^([A-Za-z]\w*)(?:\[.*\])?$/.exec(sides[0] ?? '') ?? []
  const definition =
    name === '' ? null : (ofTop(view.table, name) ?? classesByName(view.table).get(name) ?? null)
  return definition === null ? null : told(stub, view, definition)
}

/** `pandas.Series`: a class that a module without one above it hands out. */
function ofTop(table: OpenTable, name: string): number | null {
  for (const { name: module } of table.modules()) {
    const found = module.includes('.') || module.startsWith('_') ? null : table.find(module, name)
    if (found !== null && table.definition(found.definition).kind === 'class')
      return found.definition
  }
  return null
}

function told(stub: Stub, view: PackageView, definition: number): TableNode {
  stub.isUsed = true
  return { kind: 'definition', definition, isInstance: true, owner: null, view }
}

const CLASSES = new WeakMap<OpenTable, ReadonlyMap<string, number | null>>()

/** The classes of a package by their names; null for a name that several have. */
function classesByName(table: OpenTable): ReadonlyMap<string, number | null> {
  const before = CLASSES.get(table)
  if (before !== undefined) return before
  const classes = new Map<string, number | null>()
  for (let one = 0; one < table.counts.definitions; one += 1) {
    const { kind, name, file } = table.definition(one)
    if (kind === 'class' && file !== null) classes.set(name, classes.has(name) ? null : one)
  }
  CLASSES.set(table, classes)
  return classes
}
