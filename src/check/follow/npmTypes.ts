// What a type of npm means: the definition that its name leads to, in its own package or in another
// that it names, with what its type parameters stand for.

import { isBuiltin } from 'node:module'
import { keptIn } from '../../domain/maps.ts'
import { modifiersOf } from '../../signatures/modifiers.ts'
import { type FormOf, heritagesOf, typeForm, typeParameters } from '../../signatures/typeForm.ts'
import { bare, insideOf } from '../../signatures/typeTexts.ts'
import { hiddenIn } from '../../table/hiddenDefinitions.ts'
import type { OpenTable } from '../../table/tableView.ts'
import { libraryShape } from '../../table/typescriptLibrary.ts'
import { typesPackageOf } from '../plan/versions.ts'
import {
  type Bound,
  type NodeOf,
  type PackageView,
  type TableNode,
  viewOf,
  type WrittenType,
} from './tableNode.ts'

/** How far aliases, parameters and conditions are followed from a type. */
const DEPTH_MAX = 12
/** A union of more is not looked through. */
const PARTS_MAX = 24
const AWAITED: ReadonlySet<string> = new Set(['Promise', 'PromiseLike'])
/** Helpers of the language that leave the names of a type as they are. */
const SAME_NAMES = /^(?:Partial|Required|Readonly|NonNullable|NoInfer)$/
/** Types of the platform that packages like to call theirs as well. */
const OF_PLATFORM =
  /^(?:Array|Blob|Buffer|Date|Document|Element|Error|Event|EventTarget|File|FormData|Function|Headers|Map|Node|Number|Object|Promise|Range|RegExp|Request|Response|Selection|Set|String|Symbol|Text|URL|Worker)$/

/** Helpers that every file has, with what they are made of. */
const OF_LANGUAGE =
  /^(?:Awaited|Capitalize|ConstructorParameters|Exclude|Extract|InstanceType|Lowercase|NoInfer|NonNullable|Omit|OmitThisParameter|Parameters|Partial|Pick|Readonly|ReadonlyArray|ReadonlyMap|ReadonlySet|Record|Required|ReturnType|ThisParameterType|ThisType|Uncapitalize|Uppercase)$/
const TYPES: ReadonlySet<string> = new Set(['class', 'interface', 'type', 'enum'])

type Definition = NodeOf<'definition'>
type NameForm = FormOf<'name'>
/** Members lead to types again, which begin to count anew: all that are open at once. */
const NESTING_MAX = 100

type Place = WrittenType & Readonly<{ view: PackageView }>

/** A definition where the text leads to one, parts where it is made of several, else the text. */
export function npmType(view: PackageView, written: WrittenType, depth = 0): TableNode {
  const text = bare(view.of.ecosystem, written.text)
  const asText: TableNode = { ...written, kind: 'type', text, view }
  const { lookup } = view
  if (depth > DEPTH_MAX || lookup.typesOpen >= NESTING_MAX || view.others?.takeStep() === false) {
    return asText
  }
  lookup.typesOpen += 1
  try {
    return meantBy({ ...written, text, view }, asText, depth)
  } finally {
    lookup.typesOpen -= 1
  }
}

function meantBy(place: Place, asText: TableNode, depth: number): TableNode {
  const { text } = place
  if (text === 'this') return valueOfOwner(place.owner) ?? asText
  if (/^T\d+$/.test(text)) {
    const meant = place.bound?.get(text) ?? null
    return meant === null ? asText : npmType(meant.view, meant, depth + 1)
  }
  const form = typeForm(text)
  switch (form.form) {
    case 'union':
    case 'intersection':
      return partsNode(place, form, depth) ?? asText
    case 'conditional':
      return conditional(place, form, depth) ?? asText
    case 'indexed':
      return indexed(place, form, depth) ?? asText
    case 'name':
      return named(place, form, depth) ?? asText
    default:
      return asText
  }
}

/** A value of what declares the member that says `this`. */
function valueOfOwner(owner: TableNode | null): TableNode | null {
  if (owner?.kind === 'definition') return { ...owner, isInstance: true }
  if (owner?.kind !== 'parts') return null
  return { ...owner, parts: owner.parts.map((part) => valueOfOwner(part) ?? part) }
}

function partsNode(
  place: Place,
  { form, parts }: FormOf<'union' | 'intersection'>,
  depth: number,
): TableNode | null {
  // Nobody asks what is nothing for a name.
  const told = parts.filter((part) => form !== 'union' || !/^(?:null|undefined|void)$/.test(part))
  if (told.length > PARTS_MAX) return null
  const nodes = told.map((text) => npmType(place.view, { ...place, text }, depth + 1))
  return joined(nodes, form === 'union' ? 'either' : 'every')
}

/** Each once; a single one is itself. */
export function joined(nodes: readonly TableNode[], join: 'either' | 'every'): TableNode | null {
  const distinct: TableNode[] = []
  for (const node of nodes) if (!distinct.some((one) => isSame(one, node))) distinct.push(node)
  const [first = null, ...more] = distinct
  return more.length === 0 ? first : { kind: 'parts', join, parts: distinct }
}

export function isSame(one: TableNode, other: TableNode): boolean {
  if (one.kind === 'definition' && other.kind === 'definition') {
    return (
      one.definition === other.definition &&
      one.isInstance === other.isInstance &&
      one.view?.table === other.view?.table &&
      one.bound === other.bound
    )
  }
  if (one.kind !== 'type' || other.kind !== 'type') return one === other
  return one.text === other.text && one.view === other.view && one.home === other.home
}

/** Where it cannot be told which branch is taken, one of the two. */
function conditional(
  place: Place,
  { test, extended, yes, no }: FormOf<'conditional'>,
  depth: number,
): TableNode | null {
  const branch = (text: string) => npmType(place.view, { ...place, text }, depth + 1)
  // `0 extends 1 & T` holds of `any` alone.
  const any = /^0$/.test(test) ? /^\(?1 & (.+?)\)?$/s.exec(extended)?.[1] : undefined
  if (any !== undefined && branch(any).kind === 'definition') return branch(no)
  // What `infer` finds is not known, and names of the branch may be of it.
  if (extended.includes('infer ')) return null
  return joined([branch(yes), branch(no)], 'either')
}

/** `Options["plugins"]`. */
function indexed(
  place: Place,
  { object, index }: FormOf<'indexed'>,
  depth: number,
): TableNode | null {
  const key = /^"([\w$-]+)"$/.exec(index)?.[1]
  if (key === undefined) return null
  const owner = npmType(place.view, { ...place, text: object }, depth + 1)
  const found = place.view.lookup.memberOf(place.view, owner, key)
  if (found.state !== 'at') return null
  if (found.node.kind !== 'definition' || found.node.isInstance) return found.node
  const { kind } = viewOf(place.view, found.node).table.definition(found.node.definition)
  // A method is a value of its own.
  if (kind === 'method' || kind === 'function') return found.node
  return npmTypeOf(viewOf(place.view, found.node), found.node)
}

/** Whether a member is asked of a class or of its objects; null where that is not told. */
export function askedOf(view: PackageView, { owner }: Definition): 'class' | 'objects' | null {
  for (const one of owner?.kind === 'parts' ? owner.parts : [owner]) {
    if (one?.kind !== 'definition') continue
    if (one.isInstance) return 'objects'
    const { kind, value = null } = viewOf(view, one).table.definition(one.definition)
    // An interface that code uses as a value shares its name with a namespace, which has names of its own.
    if (kind === 'class' || (kind === 'interface' && value === null)) return 'class'
  }
  return null
}

/** The signature of a member; of what a class and its objects have under one name, the one that is meant. */
export function memberText(view: PackageView, node: Definition): string | null {
  const { signature, value = null } = view.table.definition(node.definition)
  return modifiersOf(value).isStatic && askedOf(view, node) === 'class' ? value : signature
}

/** What the constant is that has the name of a type or of a namespace; null for all else. */
export function besideText(view: PackageView, node: Definition): string | null {
  const { kind, value = '' } = view.table.definition(node.definition)
  const isOfType = kind === 'namespace' || kind === 'interface' || kind === 'type'
  return node.isInstance || !isOfType || value === '' ? null : value
}

/** The type of a value that is no class or function; null when nothing says. */
export function npmTypeOf(view: PackageView, node: Definition): TableNode | null {
  const { kind } = view.table.definition(node.definition)
  const signature = besideText(view, node) ?? memberText(view, node)
  if (signature === null || kind === 'class' || kind === 'function' || kind === 'method')
    return null
  const { definition: home, owner, bound } = node
  return npmType(view, { text: signature, home, owner, ...(bound && { bound }) })
}

function named(place: Place, form: NameForm, depth: number): TableNode | null {
  const { name, typeArguments, isTypeof } = form
  const found = definitionNamed(place, form)
  if (found === null)
    return form.package === null ? helper(place, name, typeArguments, depth) : null
  const { view, definition } = found
  if (isTypeof) {
    const { kind, module } = view.table.definition(definition)
    const own = kind === 'module' ? view.table.findModule(module) : -1
    if (own >= 0) return { kind: 'module', module: own, view }
    const owner = classBefore(place, form)
    return { kind: 'definition', definition, isInstance: false, owner, view }
  }
  return valueOfType(view, definition, typeArguments, place, depth)
}

/** `Lexer` of `typeof Lexer.lex`; null where no class stands before the name. */
function classBefore(place: Place, form: NameForm): Definition | null {
  const dot = form.name.lastIndexOf('.')
  const found = dot <= 0 ? null : definitionNamed(place, { ...form, name: form.name.slice(0, dot) })
  if (found === null || found.view.table.definition(found.definition).kind !== 'class') return null
  return { kind: 'definition', isInstance: false, owner: null, ...found }
}

/** A value of a type with its arguments; null for what is no type. */
function valueOfType(
  view: PackageView,
  definition: number,
  typeArguments: readonly string[],
  place: Place,
  depth: number,
): TableNode | null {
  const { kind, signature } = view.table.definition(definition)
  const bound = boundBy(view, definition, signature, typeArguments, place)
  const of = { kind: 'definition', definition, owner: null, view } as const
  const node: Definition = { ...of, isInstance: true, bound }
  if (kind === 'class' || kind === 'interface' || kind === 'enum') return node
  if (kind !== 'type' || signature === null) return null
  const text = typeParameters(signature).rest
  const meant = npmType(view, { text, home: definition, owner: null, bound }, depth + 1)
  if (meant.kind === 'definition') return meant
  // Members of what has no name of its own are told by the alias.
  const { form } = meant.kind === 'type' ? typeForm(meant.text) : { form: 'union' }
  const isMadeOfMore = form === 'union' || form === 'object' || form === 'mapped'
  return isMadeOfMore || view.table.hasMembers(definition) ? node : meant
}

/** A value that code declares with this type. Plain: its parameters are what they are by default. */
export function declaredAs(
  asked: PackageView,
  node: Definition,
  isPlain: boolean,
): TableNode | null {
  const view = viewOf(asked, node)
  const { definition } = node
  const place = { view, text: '', home: definition, owner: null }
  const found = valueOfType(view, definition, [], place, 0)
  if (isPlain || found?.kind !== 'definition') return found
  const { bound: _, ...open } = found
  return open
}

/** `Partial<X>`, `Awaited<X>`: helpers that every file has. */
function helper(
  place: Place,
  name: string,
  typeArguments: readonly string[],
  depth: number,
): TableNode | null {
  const [first, ...more] = typeArguments
  if (first === undefined || more.length > 0) return null
  const inner = () => npmType(place.view, { ...place, text: first }, depth + 1)
  if (SAME_NAMES.test(name)) return inner()
  if (name !== 'Awaited') return null
  const node = inner()
  const text = node.kind === 'type' ? insideOf(node.text, AWAITED, 'last') : null
  if (node.kind !== 'type' || text === null) return node.kind === 'definition' ? node : null
  return npmType(viewOf(place.view, node), { ...node, text }, depth + 1)
}

type FoundDefinition = Readonly<{ view: PackageView; definition: number }>

function definitionNamed(place: Place, form: NameForm): FoundDefinition | null {
  const { view, home } = place
  const { name } = form
  if (form.package !== null) {
    if (name === '*' || isBuiltin(form.package)) return null
    // What declares a package for others names what does so for others in turn.
    const isOfTypes = [view.of.packageName, view.table.definition(home).module].some((one) =>
      one.startsWith('@types/'),
    )
    const of = isOfTypes ? typesPackageOf(form.package) : form.package
    const other = view.others?.find(of, view) ?? null
    const definition = other === null ? null : onlyOne(other.table, name)
    return other === null || definition === null ? null : { view: other, definition }
  }
  const { module, file } = view.table.definition(home)
  if (file !== null || !isPackage(module)) return namedHere(place, name)
  // What a file of another package means by a name stands in the table of that; types that others wrote
  // know best, and of the rest a table was made with the release that goes with it.
  return module.startsWith('@types/')
    ? (namedThere(place, form) ?? namedHere(place, name))
    : (namedHere(place, name) ?? namedThere(place, form))
}

/** What the package that defines it means by a name in it; null where that is not known. */
function namedThere(place: Place, form: NameForm): FoundDefinition | null {
  const { view, home } = place
  const { module, name } = view.table.definition(home)
  const declarer = view.others?.find(module, view) ?? null
  const there = declarer === null ? null : onlyOne(declarer.table, name)
  if (declarer === null || there === null) return null
  if (declarer.table.definition(there).file === null) return null
  return definitionNamed({ ...place, view: declarer, home: there }, form)
}

/** What its own table means by a name. */
function namedHere({ view, home }: Place, name: string): FoundDefinition | null {
  const { table } = view
  const { module, file } = table.definition(home)
  const hidden = file === null ? undefined : hiddenIn(table.columns).find(file, name)
  if (hidden === null) return null
  if (typeof hidden === 'number') return { view, definition: hidden }
  const shown = hidden === undefined ? null : table.find(hidden.module, hidden.name)
  if (shown !== null) return { view, definition: shown.definition }
  // `import('./other.js').default`: whose it is, the text does not say.
  if (/^default(?:\.|$)/.test(name)) return null
  const inside = inNamespaceOf(table, home, name)
  if (inside !== null && file !== null && table.definition(inside).file === file) {
    return { view, definition: inside }
  }
  const listed = table.find(module, name) ?? table.find('.', name) ?? belowDefault(table, name)
  const definition = listed?.definition ?? inside ?? onlyCalled(table, name, file)
  if (definition === null || isOtherInNamespace(table, home, name, definition)) return null
  // A name of the platform is another file's own only by chance.
  const isElsewhere = table.definition(definition).file !== file
  if (OF_PLATFORM.test(name) && isElsewhere) return null
  return { view, definition }
}

/** What another package defines is of the module that goes by the name of that. */
function isPackage(module: string): boolean {
  return !module.startsWith('.') && !isBuiltin(module)
}

/** What a namespace around the definition that writes the name has under it, the innermost first. */
function inNamespaceOf(table: OpenTable, home: number, name: string): number | null {
  const { module, name: path } = table.definition(home)
  const around = path.split('.').slice(0, -1)
  for (let depth = around.length; depth > 0; depth -= 1) {
    const outer = around.slice(0, depth).join('.')
    for (const at of [module, '.']) {
      const found = table.find(at, `${outer}.${name}`)
      if (found !== null && isInNamespace(table, found.definition)) return found.definition
    }
  }
  return null
}

/** Types stand in nothing else. */
function isInNamespace(table: OpenTable, definition: number): boolean {
  const { kind } = table.definition(definition)
  return TYPES.has(kind) || kind === 'namespace'
}

/** The one type of the file, else of the package, that is called so, where no module at hand has it. */
function onlyCalled(table: OpenTable, name: string, file: string | null): number | null {
  if (libraryShape(name) !== null || OF_LANGUAGE.test(name)) return null
  const last = name.slice(name.lastIndexOf('.') + 1)
  const types = definitionsCalled(table, last).filter((one) => {
    const { name: path, kind } = table.definition(one)
    return TYPES.has(kind) && isNamed(path, name)
  })
  const own = types.filter((one) => file !== null && table.definition(one).file === file)
  const whole = types.filter((one) => table.definition(one).name === name)
  const [only = null, ...others] = own.length > 0 ? own : whole
  return others.length === 0 ? only : null
}

/**
 * Whether a namespace around the definition that writes the name has another thing of that name, so that
 * the text does not say which is meant: `SchemaBuilder` inside of `Knex`.
 */
function isOtherInNamespace(table: OpenTable, home: number, name: string, found: number): boolean {
  const { module, name: path, file } = table.definition(home)
  const around = path.split('.').slice(0, -1)
  // It stands in a namespace that its path does not tell: any other of that name may be meant.
  if (around.length > 0 && table.find(module, path)?.definition !== home) {
    const others = definitionsCalled(table, name)
    if (others.some((one) => one !== found && table.definition(one).file === file)) return true
  }
  return around.some((_, index) => {
    const inside = [...around.slice(0, index + 1), name].join('.')
    const other = table.find(module, inside) ?? table.find('.', inside)
    return other !== null && other.definition !== found
  })
}

const calledOf = new WeakMap<OpenTable, ReadonlyMap<string, readonly number[]>>()

/** Definitions by the last part of their path. */
function definitionsCalled(table: OpenTable, name: string): readonly number[] {
  let called = calledOf.get(table)
  if (called === undefined) {
    const made = new Map<string, number[]>()
    for (let at = 0; at < table.counts.definitions; at += 1) {
      const last = table.definition(at).name.split('.').at(-1) ?? ''
      keptIn(made, last, () => []).push(at)
    }
    called = made
    calledOf.set(table, made)
  }
  return called.get(name) ?? []
}

/** A text does not say which module of the other package has the name: it must be the same in all. */
function onlyOne(table: OpenTable, name: string): number | null {
  // What is imported from the depth of a package is rare: what is offered to everybody comes first.
  for (const isOffered of [true, false]) {
    const found = new Set<number>()
    for (const module of table.modules()) {
      const one = module.isPublic === isOffered ? table.find(module.name, name) : null
      if (one !== null) found.add(one.definition)
    }
    const [only = null] = found
    if (found.size > 0) return found.size === 1 ? only : null
  }
  return null
}

/** `debug.Debugger`, where the module is the namespace: `export = debug`. */
function belowDefault(table: OpenTable, name: string) {
  const dot = name.indexOf('.')
  const whole = dot < 0 ? null : table.find('.', 'default')
  if (whole === null || table.definition(whole.definition).name !== name.slice(0, dot)) return null
  return table.find('.', name.slice(dot + 1))
}

/** The type parameters of a class, an interface or an alias, filled in. */
function boundBy(
  view: PackageView,
  home: number,
  signature: string | null,
  typeArguments: readonly string[],
  place: Place,
): Bound {
  const [first] = heritagesOf(signature)
  const bound = new Map<string, Place | null>()
  for (const [index, { name, fallback }] of (first?.parameters ?? []).entries()) {
    const text = typeArguments[index]
    if (text !== undefined) bound.set(name, { ...place, text })
    else
      bound.set(name, fallback === null ? null : { view, text: fallback, home, owner: null, bound })
  }
  return bound
}

/** A path in namespaces that its members may not tell. */
function isNamed(path: string, name: string): boolean {
  return path === name || (name !== '' && path.endsWith(`.${name}`))
}

/** What the type parameters around a member stand for, when it is reached through this type. */
export function boundOf(asked: PackageView, owner: Definition, member: number): Bound | undefined {
  const view = viewOf(asked, owner)
  const { name } = view.table.definition(member)
  const declared = name.slice(0, Math.max(0, name.lastIndexOf('.')))
  const { name: own } = view.table.definition(owner.definition)
  if (isNamed(own, declared)) return owner.bound
  // What a value has is listed below it, and declared by its type.
  const type = owner.isInstance ? null : npmTypeOf(view, owner)
  if (type?.kind === 'definition' && type.isInstance) {
    const meant = viewOf(view, type)
    if (isNamed(meant.table.definition(type.definition).name, declared)) return type.bound
    return baseNamed(meant, type, declared, 0)?.bound
  }
  return baseNamed(view, owner, declared, 0)?.bound
}

/** The interface or class of that name among those that it comes from, with what it is given. */
function baseNamed(
  view: PackageView,
  owner: Definition,
  name: string,
  depth: number,
): Definition | null {
  if (depth > DEPTH_MAX) return null
  for (const base of basesOf(view, owner)) {
    if (base.kind !== 'definition' || viewOf(view, base).table !== view.table) continue
    if (isNamed(view.table.definition(base.definition).name, name)) return base
    const found = baseNamed(view, base, name, depth + 1)
    if (found !== null) return found
  }
  return null
}

/** What a class or an interface is declared to come from. */
export function basesOf(asked: PackageView, node: Definition): readonly TableNode[] {
  const view = viewOf(asked, node)
  const { signature } = view.table.definition(node.definition)
  const written = { home: node.definition, owner: null, ...(node.bound && { bound: node.bound }) }
  return heritagesOf(signature).flatMap(({ bases }) =>
    bases.map((text) => npmType(view, { ...written, text })),
  )
}
