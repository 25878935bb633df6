// From the text of a type to the definition that it names, as far as it is plain.

import { parseSignatures } from '../diff/python/parseSignature.ts'
import { closingOf, findTop, splitTop } from '../diff/splitTop.ts'
import { type PackageView, type TableNode, viewOf, type WrittenType } from './nodes.ts'
import { npmType } from './npmTypes.ts'

const ALIASES_MAX = 5

/** The type of a value that is no class, function or module; null when nothing says. */
export function typeOf(
  asked: PackageView,
  node: Extract<TableNode, { kind: 'definition' }>,
): TableNode | null {
  const view = viewOf(asked, node)
  const { kind, signature, bases } = view.table.definition(node.definition)
  if (signature === null || kind === 'class' || kind === 'function' || kind === 'method')
    return null
  if (view.of.ecosystem === 'pypi' && kind === 'constant' && bases.length > 0) return null
  const { definition: home, owner, bound } = node
  return resolveType(view, { text: signature, home, owner, ...(bound && { bound }) })
}

/** A definition where the text names one, else the text itself. */
export function resolveType(view: PackageView, written: WrittenType, depth = 0): TableNode {
  if (view.of.ecosystem === 'npm') return npmType(view, written)
  const text = bare(view, written.text)
  const asText: TableNode = { kind: 'type', ...written, text }
  if (depth > ALIASES_MAX) return asText
  if (/^(?:\w+\.)?Self$/.test(text)) {
    const { owner } = written
    return owner?.kind === 'definition' ? { ...owner, isInstance: true } : asText
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

/** What an alias stands for, without its type parameters. */
export function meaningOf({ of }: PackageView, signature: string): string {
  if (of.ecosystem !== 'npm' || !signature.startsWith('<')) return signature
  const end = closingOf(signature, 0)
  return signature.charAt(end + 1) === ' ' ? signature.slice(end + 2) : signature
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

function isNothing(part: string): boolean {
  return part === 'None' || part === 'null' || part === 'undefined'
}

/** Without what says that it may be missing, or may not be changed. */
export function bare({ of }: PackageView, written: string): string {
  let text = written.trim()
  if (of.ecosystem === 'npm') {
    text = text.replace(/^(?:static |readonly |abstract |protected |get |set )+/, '')
    if (text.endsWith('?')) text = text.slice(0, -1)
  }
  const parts = splitTop(text, ' | ').filter((part) => !isNothing(part))
  const [only, ...more] = parts
  text = only !== undefined && more.length === 0 ? only : text
  while (text.startsWith('(') && closingOf(text, 0) === text.length - 1) text = text.slice(1, -1)
  return text.trim()
}

type Named = Extract<TableNode, { kind: 'definition' }>

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
  return { kind: 'definition', definition: found.definition, isInstance: true, owner: null }
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

/** What is inside `list[X]`, `Promise<X>`: by the names of the wrappers, the first or last of them. */
export function insideOf(
  text: string,
  wrappers: ReadonlySet<string>,
  place: 'first' | 'last',
): string | null {
  const open = text.search(/[[<]/)
  if (open < 0 || closingOf(text, open) !== text.length - 1) return null
  const head = text.slice(0, open)
  const name = head.slice(head.lastIndexOf('.') + 1)
  if (!wrappers.has(name)) return null
  const parts = splitTop(text.slice(open + 1, -1), ', ')
  return (place === 'first' ? parts[0] : parts.at(-1)) ?? null
}

/** What a call gives, as text, of each overload; empty where one of them does not say. */
export function returnTexts(ecosystem: 'pypi' | 'npm', signature: string): readonly string[] {
  if (ecosystem === 'npm') return npmReturns(signature)
  const text = pythonReturn(signature)
  return text === null ? [] : [text]
}

/** Null where overloads disagree or nothing is said. */
export function pythonReturn(signature: string): string | null {
  const all = parseSignatures(signature)
  if (all === null) return null
  const texts = new Set(
    all.map(({ isAsync, returns }) => {
      if (returns === null) return null
      return isAsync ? `Awaitable[${returns}]` : returns
    }),
  )
  const [only = null] = texts
  return texts.size === 1 ? only : null
}

function npmReturns(signature: string): readonly string[] {
  const texts = new Set(
    splitTop(signature, '; ').map((call) => {
      const arrow = findTop(call, ' => ')
      return arrow < 0 ? null : call.slice(arrow + ' => '.length)
    }),
  )
  const all: string[] = []
  for (const text of texts) {
    if (text === null) return []
    all.push(text)
  }
  return all
}
