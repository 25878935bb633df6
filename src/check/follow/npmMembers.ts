// Names of what has no definition of its own in npm: unions and intersections, objects and mapped
// types that are only written out, and what a type has from the bases of another package.

import { keptIn } from '../../domain/maps.ts'
import { type FormOf, heritagesOf, typeForm, typeParameters } from '../../signatures/typeForm.ts'
import { asset, own, words } from '../../table/assets.ts'
import { basesOf, isSame, joined, npmType, npmTypeOf } from './npmTypes.ts'
import {
  type Arrival,
  arrivedAt,
  NO_NAME_OF_PACKAGE,
  type NodeOf,
  type PackageView,
  type TableNode,
  unknown,
  viewOf,
} from './tableNode.ts'

type Definition = NodeOf<'definition'>
type TypeNode = NodeOf<'type'>
type PartsNode = NodeOf<'parts'>

/** Of one of several it is missing where no part has it; code may find out which it holds. */
export function memberOfParts(view: PackageView, asked: PartsNode, name: string): Arrival {
  const node = asked.join === 'every' ? { ...asked, parts: typesOf(view, asked) } : asked
  const found = together(node, (part) => {
    const one = view.lookup.memberOf(view, part, name)
    const isLacking = one.state === 'unknown' && isOfNobody(one) && lacks(part, name)
    if (node.join === 'either') return one
    return isLacking ? { state: 'missing', of: part, name } : ofWhole(one, part, node)
  })
  // `interface Register {}`: it is there to be added to.
  if (found.state === 'missing' && node.parts.some((part) => isToBeFilled(view, part))) {
    return node.join === 'every' ? unknown('others declare what is in it') : found
  }
  // `string | Buffer`: what has the name may as well be of the language, and gives something else.
  const ofLanguage = node.parts.find((part) => part.kind === 'type' && mayHave(part.text, name))
  if (found.state !== 'at' || node.join !== 'either' || ofLanguage?.kind !== 'type') return found
  const anything: TypeNode = { ...ofLanguage, text: '?' }
  return arrivedAt({ kind: 'parts', join: 'either', parts: [found.node, anything] })
}

/** Whether it is an interface that says nothing itself. */
function isToBeFilled(asked: PackageView, part: TableNode): boolean {
  if (part.kind !== 'definition' || !part.isInstance) return false
  const { table } = viewOf(asked, part)
  const { kind, signature } = table.definition(part.definition)
  return kind === 'interface' && signature === null && !table.hasMembers(part.definition)
}

export const VALUES: ReadonlySet<string> = new Set(['constant', 'property', 'attribute'])

/** Types lead to each other: `{ at: Other["at"] }`. */
const NESTING_MAX = 6

/** What all of them are declared as. */
function typesOf(view: PackageView, { parts }: PartsNode, depth = 0): readonly TableNode[] {
  if (depth > NESTING_MAX) return parts
  return parts.flatMap((part) => {
    const { kind } =
      part.kind === 'definition' ? viewOf(view, part).table.definition(part.definition) : part
    const isValue = part.kind === 'definition' && !part.isInstance && VALUES.has(kind)
    const type = isValue ? (npmTypeOf(viewOf(view, part), part) ?? part) : part
    return type.kind === 'parts' && type.join === 'every' ? typesOf(view, type, depth + 1) : [type]
  })
}

/** In a member of one of them, `this` is all of them. */
function ofWhole(found: Arrival, part: TableNode, whole: PartsNode): Arrival {
  if (found.state !== 'at' || found.node.kind !== 'definition') return found
  const { owner } = found.node
  const isOfPart = owner?.kind === 'parts' || (owner !== null && isSame(owner, part))
  return isOfPart ? arrivedAt({ ...found.node, owner: whole }) : found
}

const OF_TEXTS: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(String.prototype))
const OF_LISTS: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Array.prototype))

/** Whether values of a type of the language have the name. */
function mayHave(text: string, name: string): boolean {
  if (text === 'string' || /^"/.test(text)) return OF_TEXTS.has(name)
  return text === 'Other' || (/^(?:Readonly)?Array</.test(text) && OF_LISTS.has(name))
}

/** Whether a promise, which is of the language, has no such name. */
function lacks(part: TableNode, name: string): boolean {
  const isPromise = part.kind === 'type' && /^Promise(?:Like)?</.test(part.text)
  return isPromise && !/^(?:then|catch|finally|constructor|to[A-Z]\w+|valueOf)$/.test(name)
}

/** What a step comes to when each of the parts takes it. */
export function together({ join, parts }: PartsNode, take: (part: TableNode) => Arrival): Arrival {
  const arrivals = parts.map(take)
  const there = arrivals.flatMap((one) => (one.state === 'at' ? [one.node] : []))
  const node = joined(there, join)
  if (node !== null) return arrivedAt(node)
  const [open, ...others] = arrivals
    .filter((one) => one.state === 'unknown')
    // What may be of the package keeps the whole from being nobody's.
    .sort((one, other) => Number(isOfNobody(one)) - Number(isOfNobody(other)))
  if (open !== undefined) return others.length === 0 ? open : unknown(open.reason)
  const missing = arrivals.filter((one) => one.state === 'missing')
  const [first, ...more] = missing
  if (first === undefined) return unknown('its type is not followed')
  const beside = more.length === 0 ? {} : { beside: more.map(({ of }) => of) }
  const isLoose = missing.some((one) => one.isLoose === true)
  return { ...first, ...beside, ...(isLoose && { isLoose }) }
}

function isOfNobody(one: Arrival): boolean {
  return one.state === 'unknown' && one.reason === NO_NAME_OF_PACKAGE
}

/** A text, a number, a list, a promise. */
const OF_LANGUAGE =
  /^(?:string|number|boolean|bigint|"(?:[^"\\]|\\.)*"|-?\d+|(?:Readonly)?Array<.*>|Promise(?:Like)?<.*>|(?:readonly )?\[.*\])$/s

export function memberOfText(asked: PackageView, node: TypeNode, name: string): Arrival {
  const view = viewOf(asked, node)
  const form = typeForm(node.text)
  const isMadeOfMore = /^(?:union|intersection|conditional|indexed)$/.test(form.form)
  if (!isMadeOfMore && OF_LANGUAGE.test(node.text)) return unknown(NO_NAME_OF_PACKAGE)
  switch (form.form) {
    case 'object':
      return memberOfObject(view, node, form, name)
    case 'mapped':
      return memberOfMapped(view, node, form, name)
    case 'name':
      return memberOfName(view, node, form, name)
    default:
      return unknown('its type is not followed')
  }
}

function memberOfObject(
  view: PackageView,
  node: TypeNode,
  { members }: FormOf<'object'>,
  name: string,
): Arrival {
  // A method with several ways to be called stands there once for each.
  const found = members.filter((one) => one.name === name)
  const types = found.map(({ type }) => npmType(view, { ...node, text: type }))
  const told = joined(types, 'either')
  if (told !== null) return arrivedAt(told)
  if (members.length === 0) return unknown('any object is of its type')
  if (members.some((one) => one.name === null)) return unknown('it may have any name')
  return { state: 'missing', of: node, name }
}

/** `{ [T1 in keyof T0]: … }` has the names of what the parameter stands for. */
function memberOfMapped(
  view: PackageView,
  node: TypeNode,
  { keys, isRenamed }: FormOf<'mapped'>,
  name: string,
): Arrival {
  if (isRenamed) return unknown('its names are made by a rule')
  const literals = literalsOf(keys)
  if (literals !== null) {
    if (literals.has(name)) return unknown('its type is not followed')
    return { state: 'missing', of: node, name }
  }
  const source = /^keyof (.+)$/s.exec(keys)?.[1]
  if (source === undefined) return unknown('its names are made by a rule')
  const found = view.lookup.memberOf(view, npmType(view, { ...node, text: source }), name)
  // Its names are the code's, and what stands below them is the package's.
  if (isOfNobody(found)) return unknown('its type is not followed')
  if (found.state !== 'at') return found.state === 'missing' ? { ...found, of: node } : found
  const value = /\]\??: (.*) \}$/s.exec(node.text)?.[1] ?? 'any'
  return arrivedAt({ ...node, text: value })
}

function literalsOf(text: string): ReadonlySet<string> | null {
  const parts = text.split(' | ').map((part) => /^"([^"\\]*)"$/.exec(part)?.[1] ?? null)
  return parts.includes(null) ? null : new Set(parts.flatMap((part) => part ?? []))
}

function memberOfName(
  view: PackageView,
  node: TypeNode,
  { package: of, name: type, typeArguments }: FormOf<'name'>,
  name: string,
): Arrival {
  if (of !== null) {
    const names = nodeClass(of, type)
    if (names === null) return unknown(`${of}.${type} belongs to another package`)
    // Another release of Node may have more.
    return names.has(name)
      ? unknown(`${type} of Node has it`)
      : { state: 'missing', of: node, name, isLoose: true }
  }
  const [object, keys] = typeArguments
  if (object === undefined || keys === undefined) return unknown('its type is not followed')
  const literals = /^(?:Omit|Pick)$/.test(type) ? literalsOf(keys) : null
  if (literals === null) return unknown('its type is not followed')
  if (literals.has(name) !== (type === 'Pick')) return { state: 'missing', of: node, name }
  return view.lookup.memberOf(view, npmType(view, { ...node, text: object }), name)
}

/** `Express.Request`: a namespace of all, to which anybody adds. */
const GLOBAL_NAMESPACE = /^[A-Z]\w*\.\w+$/

/**
 * A name of an interface that is not among its own, from bases that its table does not have. Null
 * where it may have more for another reason.
 */
export function memberOfBases(asked: PackageView, node: Definition, name: string): Arrival | null {
  const view = viewOf(asked, node)
  const { kind, signature } = view.table.definition(node.definition)
  if (kind !== 'interface' && kind !== 'class') return null
  const heritages = heritagesOf(signature)
  const isAny = heritages.some(({ unnamed }) =>
    unnamed.some((one) => /^(?:readonly )?\[(?!Symbol\.)/.test(one)),
  )
  const bases = basesOf(view, node)
  if (isAny || bases.length === 0) return null
  let isLoose = false
  let open: Arrival | null = null
  for (const base of bases) {
    if (base.kind === 'type' && GLOBAL_NAMESPACE.test(base.text)) {
      isLoose = true
      continue
    }
    const found = view.lookup.memberOf(view, base, name)
    if (found.state === 'at' && found.node.kind === 'definition') {
      return arrivedAt({ ...found.node, owner: node })
    }
    if (found.state === 'at') return found
    if (found.state === 'unknown') open ??= found
    else if (found.isLoose === true) isLoose = true
  }
  if (open !== null) return open
  // A class may have any name without saying so here.
  if (kind === 'class') return null
  return { state: 'missing', of: node, name, ...(isLoose && { isLoose }) }
}

/** Names to suggest, of what has no list of them in a table. */
export function namesOf(asked: PackageView, node: TableNode, depth = 0): readonly string[] {
  if (depth > 6) return []
  if (node.kind === 'parts') return node.parts.flatMap((part) => namesOf(asked, part, depth + 1))
  const view = viewOf(asked, node)
  if (node.kind === 'module') return [...view.table.entriesOf(node.module)].map((one) => one.name)
  if (node.kind === 'type') return namesOfText(view, node, depth)
  const listed = [...view.table.membersOf(node.definition)].map((one) => one.name)
  if (!node.isInstance) return listed
  const { kind, signature } = view.table.definition(node.definition)
  if (kind === 'interface' || kind === 'class') {
    return [...listed, ...basesOf(view, node).flatMap((one) => namesOf(view, one, depth + 1))]
  }
  const meant = kind === 'type' && signature !== null ? aliasMeaning(view, node, signature) : null
  return meant === null ? listed : [...listed, ...namesOf(view, meant, depth + 1)]
}

function namesOfText(view: PackageView, node: TypeNode, depth: number): readonly string[] {
  const form = typeForm(node.text)
  if (form.form === 'object') return form.members.flatMap(({ name }) => name ?? [])
  const source = form.form === 'mapped' ? /^keyof (.+)$/s.exec(form.keys)?.[1] : undefined
  if (source !== undefined) {
    return namesOf(view, npmType(view, { ...node, text: source }), depth + 1)
  }
  if (form.form === 'name' && form.package !== null) {
    return [...(nodeClass(form.package, form.name) ?? [])]
  }
  const [object] =
    form.form === 'name' && /^(?:Omit|Pick)$/.test(form.name) ? form.typeArguments : []
  if (object === undefined) return []
  return namesOf(view, npmType(view, { ...node, text: object }), depth + 1)
}

/** What an alias stands for, where that is no definition of its own. */
export function aliasMeaning(
  asked: PackageView,
  node: Definition,
  signature: string,
): TableNode | null {
  const view = viewOf(asked, node)
  const text = typeParameters(signature).rest
  const { bound } = node
  const written = { text, home: node.definition, owner: null, ...(bound && { bound }) }
  const meant = npmType(view, written)
  return meant.kind === 'definition' && meant.definition === node.definition ? null : meant
}

// Names that objects of Node's own classes have. scripts/nodeClasses.ts writes the file, for one release
// of Node: others may have more.

type ClassFile = Readonly<{
  declarations: string
  /** Names with spaces between them, by module and class. */
  classes: Readonly<Record<string, Readonly<Record<string, string>>>>
}>

const listed = asset('node-classes.json', ({ classes }: ClassFile) => classes)
const known = new Map<string, ReadonlySet<string> | null>()

/** `http`, `IncomingMessage`: null for what is not listed. */
function nodeClass(module: string, name: string): ReadonlySet<string> | null {
  const of = module.replace(/^node:/, '')
  return keptIn(known, `${of} ${name}`, () => {
    const names = own(own(listed(), of) ?? {}, name)
    return names === undefined ? null : new Set(words(names))
  })
}
