// From symbols to the definitions of a table: one for each symbol and each declared member, however
// many paths lead to it.

import type { TSTypeAliasDeclaration } from 'oxc-parser'
import { keptIn } from '../../../domain/maps.ts'
import { byName, type Draft, newDraft } from '../../../table/format/draft.ts'
import type { Definition, Entry, Origin, SymbolKind } from '../../../table/format/table.ts'
import { type Doc, docAt } from '../docComment.ts'
import type { Shapes } from './members/shapes.ts'
import { type Exported, hasValue, type Names, type Target } from './program/names.ts'
import { HostileDeclarations, type SourceFile } from './program/sourceFile.ts'
import {
  type DeclarationKind,
  type DeclaredSymbol,
  ModuleSymbol,
  type Scope,
} from './program/symbols.ts'
import { baseNames, memberSignature, symbolSignature } from './text/signatureText.ts'
import { unionMember } from './text/unionMember.ts'
import { enumMemberName, literalValue } from './types/enumValues.ts'
import { isMethod, isPrivate, type MemberNode } from './types/memberNodes.ts'
import type { Property, Shape } from './types/shape.ts'
import { imported } from './types/targets.ts'
import { OPEN } from './types/typeAt.ts'

/** A path under which a definition is known. */
export type Home = Readonly<{ module: string; name: string }>

// Merged declarations count as the first of these.
const KIND_ORDER: readonly (readonly [DeclarationKind, SymbolKind])[] = [
  ['class', 'class'],
  ['function', 'function'],
  ['enum', 'enum'],
  ['interface', 'interface'],
  ['type', 'type'],
  ['namespace', 'namespace'],
  ['variable', 'constant'],
]
/** A constant may have the name of one of these. */
const WITH_VALUES: ReadonlySet<DeclarationKind> = new Set(['interface', 'type', 'namespace'])
const ENTRIES_MAX = 3_000_000
/** Aliases that each name another one. */
const HOPS_MAX = 5

type Declared = Extract<Property, { kind: 'declared' }>

export class Definitions {
  readonly #names: Names
  readonly #shapes: Shapes
  readonly #copies: { of: Definition; copy: Draft }[] = []
  readonly #homes = new Map<Target, Home>()
  readonly #symbols = new Map<Target, Definition>()
  readonly #members = new Map<MemberNode | string, Definition>()
  readonly #parts = new Map<Property, Definition>()
  #entries = 0

  constructor(shapes: Shapes) {
    this.#names = shapes.names
    this.#shapes = shapes
  }

  /** Says where a symbol is at home; the first word stands. */
  claim(target: Target, home: Home): void {
    if (!this.#homes.has(target)) this.#homes.set(target, home)
  }

  /** Types of others' making are those that stand in for a package without its own. */
  #originOf({ from }: SourceFile): Origin {
    const { root } = this.#names.program
    return from !== root && from.name.startsWith('@types/') ? 'types' : 'dts'
  }

  /** The entry of an exported name. */
  entry(name: string, exported: Exported, home: Home): Entry {
    this.#count()
    const origin = this.#originOf(exported.symbol.scope.file)
    const resolved = this.#names.resolve(exported.symbol)
    const isMarked = exported.isTypeOnly || resolved?.isTypeOnly === true
    if (resolved === null) {
      const isTypeOnly = isMarked || exported.symbol.alias?.isTypeOnly === true
      const definition = this.#unknown(exported.symbol, name, isTypeOnly)
      return { name, definition, origin, isPublic: true, isTypeOnly }
    }
    const { target } = resolved
    const definition = this.#marked(exported.symbol, target, this.of(target, home), home)
    const isTypeOnly = isMarked || !hasValue(target)
    return { name, definition, origin, isPublic: true, isTypeOnly }
  }

  /** How many definitions were copied, so far. */
  get copied(): number {
    return this.#copies.length
  }

  /** There is more than a definition says; the first copies of it were made before that was known. */
  open(definition: Definition, firstCopies = this.copied): void {
    // Definitions are drafts until the table is made.
    const draft = definition as Draft
    const copies = this.#copies.slice(firstCopies).filter(({ of }) => of === definition)
    for (const one of [draft, ...copies.map(({ copy }) => copy)]) {
      one.isOpen = true
      delete one.isIndexed
    }
  }

  /** `export { /** @deprecated … *\/ a as b }` deprecates b, not a. */
  #marked(symbol: DeclaredSymbol, target: Target, definition: Definition, home: Home): Definition {
    const { alias } = symbol
    if (alias === null || symbol === target || definition.deprecation !== null) return definition
    const { deprecation } = docAt(alias.scope.file, alias.start)
    if (deprecation === null) return definition
    const copy = { ...definition, ...home, deprecation }
    this.#copies.push({ of: definition, copy })
    return copy
  }

  /** A name whose declarations are in a package that is not there. */
  #unknown(symbol: DeclaredSymbol, name: string, isTypeOnly: boolean): Definition {
    const { alias, scope } = symbol
    const doc = docAt(scope.file, alias?.start ?? 0)
    const module = alias?.specifier ?? scope.file.path
    const known = alias?.path.at(-1) ?? name
    return { ...newDraft(module, known, isTypeOnly ? 'type' : 'constant'), ...doc }
  }

  of(target: Target, home: Home): Definition {
    const known = this.#symbols.get(target)
    if (known !== undefined) return known
    const at = this.#homes.get(target) ?? home
    return target instanceof ModuleSymbol ? this.#module(target, at) : this.#symbol(target, at)
  }

  /**
   * Where a type of the package that has no public path is declared, or a constant or a function of
   * which somebody says `typeof`; null for all else.
   */
  hiddenKey(target: Target, shown: ReadonlySet<Definition>, isValue: boolean): string | null {
    if (target instanceof ModuleSymbol) return null
    const isType = target.has('class', 'interface', 'type', 'enum')
    if (!isType && !(isValue && target.has('function', 'variable'))) return null
    const { file } = target.declarations[0]?.scope ?? target.scope
    const known = this.#symbols.get(target)
    if ((known !== undefined && shown.has(known)) || file.from !== this.#names.program.root)
      return null
    return `${file.path}\n${target.name}\n${target.declarations[0]?.start ?? 0}`
  }

  /** A type or a value that a public path leads to. */
  shown(target: Target, shown: ReadonlySet<Definition>): Definition | null {
    const known = this.#symbols.get(target)
    return known !== undefined && known.file !== null && shown.has(known) ? known : null
  }

  /** What such a type is. */
  hidden(target: Target): Definition | null {
    if (target instanceof ModuleSymbol) return null
    return this.of(target, this.#elsewhere(target, target.scope))
  }

  /** A module as an object: `export * as x from`. */
  #module(module: ModuleSymbol, home: Home): Definition {
    const draft = this.#draft(module.file, 0, home, 'namespace', { doc: null, deprecation: null })
    this.#symbols.set(module, draft)
    draft.isOpen =
      this.#names.missingStars(module).length > 0 || this.#names.unreadBehind(module).all !== null
    draft.members = [...this.#names.exportsOf(module)]
      .filter(([, { symbol }]) => !this.#names.isCircular(symbol))
      .map(([name, exported]) => this.entry(name, exported, below(draft, name)))
      .sort(byName)
    return draft
  }

  #symbol(symbol: DeclaredSymbol, home: Home): Definition {
    const [kind, counted] = KIND_ORDER.find(([one]) => symbol.has(one)) ?? ['variable', 'constant']
    const counting = symbol.of(kind)
    const [first] = counting
    const file = first?.scope.file ?? symbol.scope.file
    const doc = docOf(counting.map((one) => docAt(one.scope.file, one.start)))
    const draft = this.#draft(file, first?.start ?? 0, home, counted, doc)
    this.#symbols.set(symbol, draft)
    draft.bases = baseNames(symbol)
    if (kind !== 'namespace') draft.signature = symbolSignature(this.#meant(symbol), kind)
    if (WITH_VALUES.has(kind) && symbol.has('variable'))
      draft.value = symbolSignature(symbol, 'variable') ?? ''
    draft.members = [...this.#membersOf(symbol, draft).values()].sort(byName)
    return draft
  }

  /** `type A = import('./a').A` is that alias, which it names. */
  #meant(symbol: DeclaredSymbol): DeclaredSymbol {
    let at = symbol
    for (let hops = 0; hops < HOPS_MAX; hops += 1) {
      const [only, ...others] = at.declarations
      if (only?.kind !== 'type' || others.length > 0 || !passesOn(only.node)) return at
      const { typeAnnotation: node } = only.node
      if (node.type !== 'TSImportType') return at
      const target = imported(this.#names, { node, scope: only.scope, bound: new Map() }, node)
      if (target === null || target instanceof ModuleSymbol || !target.has('type')) return at
      if (target.declarations.length !== 1) return at
      at = target
    }
    return at
  }

  #draft(file: SourceFile, start: number, home: Home, kind: SymbolKind, doc: Doc): Draft {
    const isOwn = file.from === this.#names.program.root
    const draft = newDraft(isOwn ? home.module : file.from.name, home.name, kind)
    const place = isOwn ? { file: file.path, line: file.lineAt(start) } : {}
    return Object.assign(draft, doc, place)
  }

  #membersOf(symbol: DeclaredSymbol, home: Draft): Map<string, Entry> {
    const members = new Map<string, Entry>()
    let [isWhole, isIndexed] = [!home.isOpen, false]
    const add = (shape: Shape | null) => {
      if (shape !== null) {
        isWhole &&= shape.isWhole
        isIndexed ||= shape.hasIndex
        if (!isWhole || isIndexed) home.isOpen = true
      }
      for (const [name, property] of shape ?? []) {
        const known = members.get(name)
        if (known === undefined) members.set(name, this.#member(name, property, symbol, home))
        // `const x: { a: … }` beside `namespace x { namespace a … }`: what it is as a value is not told.
        else if (symbol.members?.has(name)) (known.definition as Draft).isOpen = true
      }
    }
    for (const { node, scope } of symbol.of('enum')) {
      for (const member of node.body.members) {
        const name = enumMemberName(member)
        if (name === null || members.has(name)) continue
        const doc = docAt(scope.file, member.start)
        const draft = this.#draft(scope.file, member.start, below(home, name), 'constant', doc)
        const value = member.initializer === null ? null : literalValue(member.initializer)
        draft.signature = value === null ? null : JSON.stringify(value)
        this.#count()
        members.set(name, entryOf(name, draft, this.#originOf(scope.file)))
      }
    }
    const instance = symbol.has('class', 'interface') ? this.#shapes.instance(symbol, OPEN) : null
    add(instance)
    if (symbol.has('class')) {
      const statics = this.#shapes.values.statics(symbol)
      for (const [name, property] of statics) {
        const [known, other] = [members.get(name), instance?.get(name)]
        if (known === undefined || isOfOneBase(property, other, symbol)) continue
        members.set(name, this.#both(known, this.#member(name, property, symbol, home), home))
      }
      add(statics)
    }
    for (const [name, exported] of symbol.members ?? []) {
      if (members.has(name) || this.#names.isCircular(exported)) continue
      const found = { symbol: exported, isTypeOnly: false }
      members.set(name, this.entry(name, found, below(home, name)))
    }
    // `type X = Y` beside `const X`: both are called X.
    for (const kind of ['variable', 'type'] as const) {
      if (!symbol.has(kind)) continue
      const isType = kind === 'type'
      const shape = isType ? this.#shapes.alias(symbol) : this.#shapes.values.of(symbol)
      add(shape)
      if (shape === null && members.size > 0 && this.#shapes.mayHaveMembers(symbol, kind)) {
        home.isOpen = true
        isWhole = false
      }
    }
    if (isWhole && isIndexed) home.isIndexed = true
    return members
  }

  /** What objects have and what their class has under one name: the latter stands beside the former. */
  #both(ofObjects: Entry, ofClass: Entry, home: Draft): Entry {
    if (!isForAll(ofClass) || ofClass.definition === ofObjects.definition) return ofObjects
    if (!isForAll(ofObjects)) return ofClass
    const { name, definition } = ofObjects
    const { signature, doc, file, line, deprecation, isAbstract } = definition
    const isInherited = ofObjects.origin === 'inherited'
    // What is inherited stays what it is for the class that declares it.
    const draft = isInherited
      ? newDraft(home.module, `${home.name}.${name}`, definition.kind)
      : (definition as Draft)
    Object.assign(draft, { signature, doc, file, line })
    if (isAbstract) draft.isAbstract = true
    draft.value = ofClass.definition.signature ?? ''
    // A mark of one of the two is none of the name.
    draft.deprecation = ofClass.definition.deprecation === null ? null : deprecation
    return { ...(isInherited ? ofClass : ofObjects), definition: draft }
  }

  /** Static members of a class. */
  statics(symbol: DeclaredSymbol): Entry[] {
    return this.#shapeEntries(this.#shapes.values.statics(symbol), symbol)
  }

  /** Members of a value, types of its namespaces aside. */
  values(symbol: DeclaredSymbol): Entry[] {
    return this.#shapeEntries(this.#shapes.values.of(symbol), symbol)
  }

  #shapeEntries(shape: Shape | null, owner: DeclaredSymbol): Entry[] {
    const home = this.#homes.get(owner) ?? { module: '.', name: owner.name }
    return [...(shape ?? [])].map(([name, property]) => this.#member(name, property, owner, home))
  }

  #member(name: string, property: Property, owner: DeclaredSymbol, home: Home): Entry {
    this.#count()
    switch (property.kind) {
      case 'symbol':
        return this.entry(name, property.exported, below(home, name))
      case 'library': {
        const { type, isMethod: isCall } = property.member
        const key = `${type}.${name}`
        const kind = isCall ? 'method' : 'property'
        const definition = keptIn(this.#members, key, () => newDraft('lib', key, kind))
        return entryOf(name, definition, 'inherited')
      }
      case 'mapped': {
        const { node, scope } = property
        const doc = { doc: null, deprecation: null }
        const draft = this.#draft(scope.file, node.start, below(home, name), 'property', doc)
        return entryOf(name, draft, this.#originOf(scope.file))
      }
      case 'declared': {
        const isOwn = property.owner === null || property.owner === owner
        const [first] = property.nodes
        const ofParts = this.#ofParts(name, property, home)
        if (ofParts !== null) return ofParts
        const definition = this.#declared(name, property, home)
        const isPublic = first === undefined || !isPrivate(first)
        const origin = isOwn ? this.#originOf(property.scope.file) : 'inherited'
        return { ...entryOf(name, definition, origin), isPublic }
      }
    }
  }

  /** What the parts of a union declare otherwise each is a member of the union's own. */
  #ofParts(name: string, property: Declared, home: Home): Entry | null {
    const known = this.#parts.get(property)
    const found =
      known === undefined ? unionMember(property, (owner) => this.#homes.has(owner)) : null
    if (known === undefined && found === null) return null
    const { nodes, scope } = property
    const origin = this.#originOf(scope.file)
    if (known !== undefined) return entryOf(name, known, origin)
    const start = nodes[0]?.start ?? 0
    const kind = nodes.every(isMethod) ? 'method' : 'property'
    const draft = this.#draft(scope.file, start, below(home, name), kind, docAt(scope.file, start))
    draft.signature = found?.signature ?? null
    this.#parts.set(property, draft)
    return entryOf(name, draft, origin)
  }

  #declared(name: string, property: Declared, at: Home): Definition {
    const { nodes, scope, owner } = property
    const [first] = nodes
    if (first === undefined) throw new Error(`${name} is declared by nothing`)
    const known = this.#members.get(first)
    if (known !== undefined) return known
    const home = owner === null ? at : (this.#homes.get(owner) ?? this.#elsewhere(owner, scope))
    const doc = docOf(nodes.map((node) => docAt(scope.file, node.start)))
    const kind = nodes.some(isMethod) ? 'method' : 'property'
    const draft = this.#draft(scope.file, first.start, below(home, name), kind, doc)
    this.#members.set(first, draft)
    draft.signature = memberSignature(nodes, property)
    if (nodes.some(isLeftToOthers)) draft.isAbstract = true
    return draft
  }

  /** A class that no path leads to is known by its file. */
  #elsewhere({ name }: DeclaredSymbol, { file }: Scope): Home {
    return { module: `./${file.path.replace(/(?:\.d)?\.[cm]?tsx?$/, '')}`, name }
  }

  #count(): void {
    this.#entries += 1
    if (this.#entries > ENTRIES_MAX) throw new HostileDeclarations('too many members')
  }
}

/** What several declarations of one thing say: it is deprecated where all of them are. */
function docOf(docs: readonly Doc[]): Doc {
  const isDeprecated = docs.every(({ deprecation }) => deprecation !== null)
  return {
    doc: docs.find(({ doc }) => doc !== null)?.doc ?? null,
    deprecation: isDeprecated ? (docs[0]?.deprecation ?? null) : null,
  }
}

/** `abstract`: whoever extends the class must have it. */
function isLeftToOthers(node: MemberNode): boolean {
  return node.type.startsWith('TSAbstract')
}

/** Whether an alias of a type in another file of the package hands on its own type parameters. */
function passesOn({ typeAnnotation: node, typeParameters }: TSTypeAliasDeclaration): boolean {
  if (node.type !== 'TSImportType' || !node.source.value.startsWith('.')) return false
  const own = typeParameters?.params.map(({ name }) => name.name) ?? []
  const given = (node.typeArguments?.params ?? []).map((one) =>
    one.type === 'TSTypeReference' && one.typeName.type === 'Identifier' ? one.typeName.name : '',
  )
  return own.join() === given.join()
}

/** Whether both come from one class above, which tells of both. */
function isOfOneBase(one: Property, other: Property | undefined, symbol: DeclaredSymbol): boolean {
  if (one.kind !== 'declared' || other?.kind !== 'declared') return false
  return one.owner === other.owner && one.owner !== null && one.owner !== symbol
}

/** Neither private nor protected. */
function isForAll({ isPublic, definition }: Entry): boolean {
  return isPublic && definition.signature?.startsWith('protected ') !== true
}

function below({ module, name }: Home, member: string): Home {
  return { module, name: `${name}.${member}` }
}

function entryOf(name: string, definition: Definition, origin: Origin): Entry {
  return { name, definition, origin, isPublic: true, isTypeOnly: false }
}
