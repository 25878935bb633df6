// A name that no table lists because Python gives it to whatever it is asked of.

import { isOpen } from '../table/format/facts.ts'
import type { SymbolRow } from '../table/format/table.ts'
import { at } from '../table/format/varints.ts'
import { standardPath } from '../table/pythonLibrary.ts'
import type { OpenTable } from '../table/tableView.ts'
import { BUILTIN_MEMBERS, builtinClass } from './builtinMembers.ts'
import { type LastStop, lastStop } from './lastStop.ts'
import type { Place } from './places.ts'
import { attributeRow, attributesOf, type Holder } from './pythonAttributes.ts'

/** The row of the first place whose last name is such an attribute; null where none is. */
export function givenByPython(table: OpenTable, places: readonly Place[]): SymbolRow | null {
  for (const place of places) {
    const module = table.findModule(place.module)
    if (module < 0 || place.symbol === '') continue
    const stop = lastStop(table, module, place.symbol)
    const holder = holderOf(table, stop)
    if (attributesOf(holder).has(stop.rest)) return attributeRow(holder, stop.rest, place)
    const [first = '', second] = stop.rest.split('.')
    const isKept = attributesOf(holder).has(first)
    const kept = isKept ? (OF_ATTRIBUTES.get(first) ?? documented(table, stop, first)) : undefined
    if (
      kept &&
      second &&
      stop.rest === `${first}.${second}` &&
      BUILTIN_MEMBERS.get(kept)?.has(second)
    ) {
      const row = attributeRow('object', second, place)
      return { ...row, kind: 'method', alias_of: `builtins.${kept}.${second}` }
    }
    const owner = classOf(table, stop)
    const found =
      owner === null ? ofLibrary(table, stop, place) : ofClass(table, owner, stop, place)
    if (found !== null) return found
    if (owner !== null) continue
    const cls = classOfValue(table, stop)
    if (cls !== null && BUILTIN_MEMBERS.get(cls)?.has(stop.rest)) {
      const row = attributeRow(holder, stop.rest, place)
      return { ...row, alias_of: `builtins.${cls}.${stop.rest}` }
    }
  }
  return null
}

/** Attributes that are objects of a class of Python's own, whatever has them. */
const OF_ATTRIBUTES: ReadonlyMap<string, string> = new Map([
  ['__annotations__', 'dict'],
  ['__name__', 'str'],
  ['__qualname__', 'str'],
  ['__file__', 'str'],
  ['__package__', 'str'],
  ['__module__', 'str'],
])

/** `__doc__` is a text where there is one. */
function documented(table: OpenTable, stop: LastStop, name: string): string | undefined {
  const { doc } =
    stop.kind === 'module' ? table.module(stop.module) : table.definition(stop.definition)
  return name === '__doc__' && doc !== null ? 'str' : undefined
}

/**
 * What the standard library has: below its modules and classes that a module imports
 * (`sessions.os.path`), and below values whose class it is (`logger.error`).
 */
function ofLibrary(table: OpenTable, stop: LastStop, place: Place): SymbolRow | null {
  if (stop.kind === 'module') return null
  const { module, name, kind, bases } = table.definition(stop.definition)
  const isItself = kind === 'module' || kind === 'class'
  const [cls = ''] = bases
  const path = isItself ? [module, name].filter(Boolean).join('.') : cls
  const isWrapped = path === CACHING && stop.rest === '__wrapped__'
  const found = isWrapped ? 'attribute' : path === '' ? null : standardPath(`${path}.${stop.rest}`)
  if (found === null) return null
  const row = attributeRow('object', stop.rest, place)
  return { ...row, kind: found, alias_of: `${path}.${stop.rest}` }
}

/** The class of what `lru_cache` makes, which keeps the function in each object. */
const CACHING = 'functools._lru_cache_wrapper'

/** The class of the package that a value is an object of; null for anything else. */
function classOf(table: OpenTable, stop: LastStop): Place | null {
  if (stop.kind === 'module') return null
  const { kind, bases } = table.definition(stop.definition)
  const [path = ''] = bases
  if (kind !== 'attribute' && kind !== 'constant') return null
  for (let dot = path.lastIndexOf('.'); dot > 0; dot = path.lastIndexOf('.', dot - 1)) {
    const place = { module: path.slice(0, dot), symbol: path.slice(dot + 1) }
    if (table.findModule(place.module) >= 0) {
      return table.find(place.module, place.symbol) === null ? null : place
    }
  }
  return null
}

/** `Color.RED.value`: what the class lists, its objects have. */
function ofClass(
  table: OpenTable,
  { module, symbol }: Place,
  { rest }: LastStop,
  place: Place,
): SymbolRow | null {
  const row = table.lookup(module, `${symbol}.${rest}`)
  if (row === null) return null
  const { kind, signature, alias_of } = row
  const home = alias_of ?? `${module}.${symbol}.${rest}`
  return { ...attributeRow('object', rest, place), kind, signature, alias_of: home }
}

/** The class of Python's own that a value is of; null for anything else. */
function classOfValue(table: OpenTable, stop: LastStop): string | null {
  if (stop.kind === 'module') return null
  const { kind, signature } = table.definition(stop.definition)
  return kind === 'constant' || kind === 'attribute' ? builtinClass(signature) : null
}

/**
 * Whether what is missing may be such an attribute all the same, or stands below one. Of a module and
 * of a function that is written in Python it is known which they have; classes and objects get others
 * from bases, metaclasses and decorators (`__dataclass_fields__`).
 */
export function mayBeGiven(table: OpenTable, stop: LastStop): boolean {
  const [first = ''] = stop.rest.split('.', 1)
  const holder = holderOf(table, stop)
  if (attributesOf(holder).has(first)) return true
  if (stop.kind === 'module') return FUTURES.has(first)
  if (first === '__weakref__') return true
  // `abc.ABCMeta` gives it to its classes.
  if (first === '_abc_impl') return holder === 'class'
  if (holder === 'function' || !/^__\w+__$/.test(first)) return false
  // Nothing gives more to a class without bases, decorators aside, which the table knows.
  return holder !== 'class' || table.definition(stop.definition).bases.length > 0
}

/** `from __future__ import annotations` binds the name, which no table lists. */
const FUTURES: ReadonlySet<string> = new Set([
  'absolute_import',
  'annotations',
  'barry_as_FLUFL',
  'division',
  'generator_stop',
  'generators',
  'nested_scopes',
  'print_function',
  'unicode_literals',
  'with_statement',
])

function holderOf(table: OpenTable, stop: LastStop): Holder {
  if (stop.kind === 'module') return moduleHolder(table, stop.module)
  const { kind, file } = table.definition(stop.definition)
  const isOfSource = file?.endsWith('.py') === true
  if (kind === 'class') return isOfSource ? 'class' : 'type'
  // What a decorator makes of a function is open, and may be any object.
  const isPlain = isOfSource && !isOpen(at(table.columns.definitions.facts, stop.definition))
  return (kind === 'function' || kind === 'method') && isPlain ? 'function' : 'object'
}

function moduleHolder(table: OpenTable, module: number): Holder {
  const { file } = table.module(module)
  if (file === null) return 'namespace'
  if (!file.endsWith('.py')) return /(?:^|\/)__init__\./.test(file) ? 'namespace' : 'compiled'
  return file.endsWith('/__init__.py') ? 'package' : 'module'
}
