// From the text of a type to the definition that it names, as far as it is plain.

import { closingOf, splitTop } from '../../signatures/splitTop.ts'
import { bare } from '../../signatures/typeTexts.ts'
import { type GivenType, givenTypeOf } from '../../table/format/givenType.ts'
import { npmType, npmTypeOf } from './npmTypes.ts'
import {
  type NodeOf,
  type PackageView,
  type TableNode,
  viewOf,
  type WrittenType,
} from './tableNode.ts'

const ALIASES_MAX = 5

/** The type of a value that is no class, function or module; null when nothing says. */
export function typeOf(asked: PackageView, node: NodeOf<'definition'>): TableNode | null {
  const view = viewOf(asked, node)
  if (view.of.ecosystem === 'npm') return npmTypeOf(view, node)
  const { definition: home, owner } = node
  const { kind, signature, bases } = view.table.definition(home)
  if (kind === 'class' || kind === 'function' || kind === 'method') return null
  const given = givenTypeOf(bases)
  const one = kind === 'attribute' ? enumOf(view, bases) : null
  if (one !== null) return one
  const text = given === null || !counts(given, owner) ? signature : given.text
  if (text === null || (given === null && kind === 'constant' && bases.length > 0)) return null
  const type = resolveType(view, { text, home, owner })
  const isShared = kind === 'constant' && given !== null && type.kind === 'definition'
  return isShared ? { ...type, isShared } : type
}

/** The enum that a value is of, where the table says so. */
function enumOf(view: PackageView, [path = '']: readonly string[]): TableNode | null {
  const found = path === '' ? null : fromTheTop(view, path)
  if (found === null || !isEnum(view, found.definition)) return null
  // What makes its members may give them anything.
  const [, module = '', name = ''] = /^(.*)\.([^.]+)$/.exec(path) ?? []
  const maker = view.table.find(module, `${name}.__new__`)
  if (maker !== null && view.table.definition(maker.definition).file !== null) return null
  return { kind: 'definition', definition: found.definition, isInstance: true, owner: null }
}

/** Nobody gives attributes to what an enum lists. */
export function isEnum({ table }: PackageView, definition: number): boolean {
  const isOfEnum = (path: string) => path.startsWith('enum.')
  if (table.definition(definition).bases.some(isOfEnum)) return true
  return [...table.ancestorsOf(definition)].some((one) => table.definition(one).module === 'enum')
}

/**
 * Whether what is known of a result holds for the object that it is asked of: what a method is only seen
 * to give, one of a class below may give otherwise.
 */
export function counts({ text, isSeen }: GivenType, owner: TableNode | null): boolean {
  if (!isSeen || owner === null || /\bSelf\b/.test(text)) return true
  return owner.kind === 'definition' && owner.isExact === true
}

/** A definition where the text names one, else the text itself. */
export function resolveType(view: PackageView, written: WrittenType, depth = 0): TableNode {
  if (view.of.ecosystem === 'npm') return npmType(view, written)
  const text = bare(view.of.ecosystem, written.text)
  const asText: TableNode = { kind: 'type', ...written, text, view }
  if (depth > ALIASES_MAX) return asText
  if (/^(?:\w+\.)?Self$/.test(text)) {
    const { owner } = written
    return owner?.kind === 'definition' ? { ...owner, isInstance: true } : asText
  }
  const sides = splitTop(text, ' | ')
  if (sides.length > 1) {
    const parts = sides.map((side) => resolveType(view, { ...written, text: side }, depth + 1))
    const isKnown = parts.every(({ kind }) => kind === 'definition')
    return isKnown ? { kind: 'parts', join: 'either', parts } : asText
  }
  const named = pythonName(view, written, text)
  if (named === null) return asText
  const { kind, signature } = view.table.definition(named.definition)
  if (kind === 'class' || kind === 'interface' || kind === 'enum') return named
  if (kind === 'type' && signature !== null) {
    return resolveType(view, { text: signature, home: named.definition, owner: null }, depth + 1)
  }
  return asText
}

/** Of types that each may be meant, the one that all of them lead to; null where they differ. */
export function commonType(view: PackageView, all: readonly WrittenType[]): TableNode | null {
  const [first = null, ...more] = all.map((one) => resolveType(view, one))
  return first !== null && more.every((one) => isSameNode(first, one)) ? first : null
}

function isSameNode(one: TableNode, other: TableNode): boolean {
  if (one.kind === 'definition' && other.kind === 'definition') {
    return one.definition === other.definition && one.isInstance === other.isInstance
  }
  return one.kind === 'type' && other.kind === 'type' && one.text === other.text
}

type Named = NodeOf<'definition'>

function pythonName(view: PackageView, { home }: WrittenType, text: string): Named | null {
  const { table } = view
  // `type[X]` is not followed: who gives a class often makes one, with more than X has.
  const path = headOf(text, /^[\w.]+/)
  if (path === undefined || path === 'type' || path === 'Type') return null
  const { module } = table.definition(home)
  const found = path.startsWith('.')
    ? fromTheTop(view, path.slice(1))
    : (table.find(module, path) ?? throughModule(view, module, path))
  if (found === null) return null
  return { kind: 'definition', definition: found.definition, isInstance: true, owner: null, view }
}

/** `.datetime.date`: the module that the path begins with, and what is in it. */
function fromTheTop({ table }: PackageView, path: string) {
  for (let dot = path.lastIndexOf('.'); dot > 0; dot = path.lastIndexOf('.', dot - 1)) {
    const found = table.find(path.slice(0, dot), path.slice(dot + 1))
    if (found !== null) return found
  }
  return null
}

/** `models.Response`, where `models` is a module that the home imports. */
function throughModule({ table }: PackageView, module: string, path: string) {
  const dot = path.indexOf('.')
  if (dot < 0) return null
  const head = table.find(module, path.slice(0, dot))
  const info = head === null ? null : table.definition(head.definition)
  return info?.kind === 'module' ? table.find(info.module, path.slice(dot + 1)) : null
}

/** `Session` of `Session[str]`; undefined for what is no name with its arguments alone. */
function headOf(text: string, pattern: RegExp): string | undefined {
  const head = pattern.exec(text)?.[0]
  if (head === undefined || head.length === text.length) return head
  const isWhole =
    /[[<]/.test(text.charAt(head.length)) && closingOf(text, head.length) === text.length - 1
  return isWhole ? head : undefined
}
