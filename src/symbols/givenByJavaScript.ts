// A name that no table lists because the language gives it to whatever it is asked of: `call` of a
// function, `length` of a text; and what the object type of a member spells out. Fixed lists: an
// answer must not depend on the Node that gives it.

import type { SymbolKind, SymbolRow } from '../table/format/table.ts'
import type { OpenTable } from '../table/tableView.ts'
import { givenRow } from './givenRow.ts'
import { type LastStop, lastStop } from './lastStop.ts'
import { bareType, objectMembers } from './objectTypes.ts'
import type { Place } from './places.ts'

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

const OF_OBJECTS = words(
  '__defineGetter__ __defineSetter__ __lookupGetter__ __lookupSetter__ __proto__ constructor hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString toString valueOf',
)
const OF_FUNCTIONS = words('apply bind call length name')
const OF_CLASSES = words('apply bind call length name prototype')

/** What a plain value has beyond what every object has. */
export const OF_VALUES: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['Number', words('toExponential toFixed toPrecision')],
  ['Set', words('add clear delete entries forEach has keys size values')],
  ['Boolean', new Set<string>()],
  ['BigInt', new Set<string>()],
  ['Symbol', words('description')],
  [
    'String',
    words(
      'anchor at big blink bold charAt charCodeAt codePointAt concat endsWith fixed fontcolor fontsize includes indexOf isWellFormed italics lastIndexOf length link localeCompare match matchAll normalize padEnd padStart repeat replace replaceAll search slice small split startsWith strike sub substr substring sup toLocaleLowerCase toLocaleUpperCase toLowerCase toUpperCase toWellFormed trim trimEnd trimLeft trimRight trimStart',
    ),
  ],
  [
    'Array',
    words(
      'at concat copyWithin entries every fill filter find findIndex findLast findLastIndex flat flatMap forEach includes indexOf join keys lastIndexOf length map pop push reduce reduceRight reverse shift slice some sort splice toReversed toSorted toSpliced unshift values with',
    ),
  ],
])

/** The row of the first place whose last name is such a member; null where none is. */
export function givenByJavaScript(table: OpenTable, places: readonly Place[]): SymbolRow | null {
  for (const place of places) {
    const module = table.findModule(place.module)
    if (module < 0 || place.symbol === '') continue
    const stop = lastStop(table, module, place.symbol)
    const holder = stop.kind === 'module' ? plainDefault(table, stop.module) : stop.definition
    const given = holder === null ? null : givenTo(table, holder, stop.rest)
    if (given !== null) return rowOf(given, place)
  }
  return null
}

/** A member: whose it is in the language, or the type that an object type gives to it. */
type Given = Readonly<{ name: string; giver: string | null; type: string | null }>

/** Through the object types that signatures spell out, then what the language gives. */
function givenTo(table: OpenTable, definition: number, rest: string): Given | null {
  const { kind, signature } = table.definition(definition)
  const path = rest.split('.')
  const [name = ''] = path.splice(-1)
  let of: Typed = { kind, type: bareType(signature ?? '') }
  for (const part of path) {
    const type = membersOf(of)?.get(part)
    if (type === undefined) return null
    of = { kind: 'property', type }
  }
  const type = membersOf(of)?.get(name) ?? null
  const giver = type === null ? giverOf(of, name) : null
  return type === null && giver === null ? null : { name, giver, type }
}

type Typed = Readonly<{ kind: SymbolKind; type: string }>

function membersOf({ kind, type }: Typed): ReadonlyMap<string, string> | null {
  return VALUES.has(kind) ? objectMembers(type) : null
}

const VALUES: ReadonlySet<SymbolKind> = new Set<SymbolKind>(['constant', 'property', 'attribute'])

/** What a module gives by default where it is nothing else: a list, a set, a text. */
function plainDefault(table: OpenTable, module: number): number | null {
  const found = table.find(table.module(module).name, 'default')
  if (found === null || [...table.entriesOf(module)].length > 1) return null
  const { kind, signature } = table.definition(found.definition)
  return kind === 'constant' && classOf(signature ?? '') !== null ? found.definition : null
}

/**
 * Whether what is missing may be such a member all the same: what a module, a namespace or a value is
 * made of is not known, and most of them are objects.
 */
export function mayGiveJavaScript(table: OpenTable, stop: LastStop): boolean {
  const [first = ''] = stop.rest.split('.', 1)
  if (OF_OBJECTS.has(first)) return true
  if (stop.kind === 'module') return OF_CLASSES.has(first) && isCallable(table, stop.module)
  return first === 'prototype' && isFunction(table.definition(stop.definition).kind)
}

/** A module of CommonJS may be the function that it gives by default. */
function isCallable(table: OpenTable, module: number): boolean {
  const found = table.find(table.module(module).name, 'default')
  if (found === null) return false
  const { kind } = table.definition(found.definition)
  return kind === 'class' || isFunction(kind)
}

function isFunction(kind: SymbolKind): boolean {
  return kind === 'function' || kind === 'method'
}

/** The class of the language that gives a name to what a definition stands for; null for none. */
function giverOf({ kind, type }: Typed, name: string): string | null {
  const ofFunction = OF_OBJECTS.has(name) ? 'Object' : 'Function'
  const isGiven = (names: ReadonlySet<string>) => names.has(name) || OF_OBJECTS.has(name)
  if (kind === 'class') return isGiven(OF_CLASSES) ? ofFunction : null
  if (isFunction(kind)) return isGiven(OF_FUNCTIONS) ? ofFunction : null
  if (kind === 'enum') return OF_OBJECTS.has(name) ? 'Object' : null
  if (!VALUES.has(kind)) return null
  if (/^(?:<[^()]*>)?\(.*\) => /.test(type)) return isGiven(OF_FUNCTIONS) ? ofFunction : null
  const cls = classOf(type)
  if (cls === null) return null
  if (OF_VALUES.get(cls)?.has(name)) return cls
  return OF_OBJECTS.has(name) ? 'Object' : null
}

/** The class that plain values of a type are of; null where the type is another, or several. */
export function classOf(type: string): string | null {
  const parts = /^(?:readonly \[|(?:Readonly)?Array<)/.test(type)
    ? [type]
    : (type.match(/"(?:[^"\\]|\\.)*"|`[^`]*`|[^|]+/g) ?? [])
  const classes = new Set<string | null>()
  for (const part of parts) {
    const text = part.trim()
    if (text !== '' && text !== 'null' && text !== 'undefined') classes.add(classOfPart(text))
  }
  const [first = null] = classes
  return classes.size === 1 ? first : null
}

function classOfPart(text: string): string | null {
  if (/^(?:string$|"|`)/.test(text)) return 'String'
  if (/^(?:number|-?\d[\d._]*(?:e[-+]?\d+)?)$/.test(text)) return 'Number'
  if (/^(?:boolean|true|false)$/.test(text)) return 'Boolean'
  if (/^(?:bigint|-?\d+n)$/.test(text)) return 'BigInt'
  if (/^(?:unique )?symbol$/.test(text)) return 'Symbol'
  // As tables say it of a module; what is declared lists its members.
  if (text === 'Set<unknown>') return 'Set'
  return /^(?:readonly \[|(?:Readonly)?Array<).*[>\]]$/s.test(text) ? 'Array' : null
}

const ATTRIBUTES = /^(?:length|name|prototype|description|size|__proto__)$/

function rowOf({ name, giver, type }: Given, place: Place): SymbolRow {
  const kind = giver === null ? 'property' : ATTRIBUTES.test(name) ? 'attribute' : 'method'
  const alias_of = giver === null ? null : `${giver}.prototype.${name}`
  return givenRow({ ...place, kind, signature: type, alias_of })
}
