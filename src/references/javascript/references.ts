// Every place of a JavaScript file that names something of a package.

import { isBuiltin } from 'node:module'
import type { ClassElement, Comment, Node } from 'oxc-parser'
import { exportName, importedName } from '../../syntax/javascript/declaredNames.ts'
import type { Places } from '../places.ts'
import {
  ASKED,
  type CallShape,
  type Chain,
  COMPUTED,
  member,
  type PassedOver,
  REFERENCES_MAX,
  type Reference,
  stepped,
  TOO_MANY,
  WHOLE,
} from '../reference.ts'
import { Changes } from './changes.ts'
import type { Declared } from './declare.ts'
import { isOfInput, type Load, loadOf } from './loads.ts'
import {
  childrenOf,
  DEPTH_MAX,
  keyName,
  literalText,
  type NodeOf,
  rootName,
  unwrapped,
} from './nodes.ts'
import type { LocalClass, Scope } from './scopes.ts'
import { chainsOf, qualifiersOf, type Value, Values } from './values.ts'

export const TOO_DEEP = 'it nests too deep to be read'
const EXPECTED = 'the code expects an error'
const NARROWED = 'the code asks what it is'
const MARKED = 'a comment says that the types do not fit'
const SEVERAL = 'it may stand for something else'
const INHERITED = 'a class of this file inherits it, and may add to it'
const SOUGHT = 'the module is looked for by its name'
const TYPES = 'its types may come from elsewhere'
const REQUIRED = { isRequired: true } as const
/** Test helpers: what they are given may well be wrong on purpose. */
const EXPECTING = /^(?:expect\w*|assert|throws|rejects|t|chai|should|doesNotThrow)$/

/** How far into an object that is handed over. */
const KEYS_MAX = 3

type HandedHow = Pick<Reference, 'isBase' | 'isIndexed'>

/** Functions that a test asks what an object is: `isTerminal(node)`. */
const GUARD = /^(?:is|has)[A-Z]/

export class References {
  readonly found: Reference[] = []
  /** Names that are asked of something that could not be followed, with the first place of each. */
  readonly passedOver = new Map<string, PassedOver>()
  /** What is used as a whole, without being called, with the first place of each. */
  readonly handedOn = new Map<string, Reference>()
  /** Why not all of the file was read. */
  problem: string | null = null
  readonly #values: Values
  readonly #changes: Changes
  readonly #declared: Declared
  readonly #places: Places
  readonly #marked: ReadonlySet<number>
  /** Whether a compiler looks at the keys of objects that are handed over. */
  readonly #isTyped: boolean
  #soft: string | null = null
  /** What names of the file stand for that it asks about. */
  readonly #asked = new Set<string>()
  /** What it asks the class of: a name of a class below may follow. */
  readonly #narrowed = new Set<string>()
  /** What it asks by a text, which of several it is: so may be all that is below it. */
  readonly #told = new Set<string>()

  constructor(
    declared: Declared,
    places: Places,
    { comments, isTyped }: Readonly<{ comments: readonly Comment[]; isTyped: boolean }>,
  ) {
    this.#isTyped = isTyped
    this.#declared = declared
    this.#values = new Values(declared)
    this.#changes = new Changes(this.#values)
    this.#places = places
    this.#marked = new Set(
      comments
        .filter(({ value }) => /@ts-(?:expect-error|ignore|nocheck)/.test(value))
        .map(({ end }) => places.at(end).line + 1),
    )
  }

  get added(): ReadonlySet<string> {
    return this.#changes.added
  }

  get augmented(): ReadonlySet<string> {
    return this.#changes.augmented
  }

  get declaredModules(): ReadonlySet<string> {
    return this.#changes.declaredModules
  }

  /** What is asked for at one place may be used at another: `if (fs.glob) … fs.glob(…)`. */
  softenAsked(): void {
    if (this.#values.isTooDeep) this.problem ??= TOO_DEEP
    const asked = this.#asked
    for (const one of this.found) if (one.softBecause === ASKED) asked.add(keyOf(one))
    if (asked.size === 0 && this.#narrowed.size === 0 && this.#told.size === 0) return
    for (const [index, one] of this.found.entries()) {
      if (one.softBecause !== null || one.isImport) continue
      if (asked.has(keyOf(one))) this.found[index] = { ...one, softBecause: ASKED }
      else if (this.#isBelowNarrowed(one)) this.found[index] = { ...one, softBecause: NARROWED }
    }
  }

  #isBelowNarrowed({ module, steps }: Chain): boolean {
    const isIn = (all: ReadonlySet<string>, count: number) =>
      all.size > 0 && count > 0 && all.has(keyOf({ module, steps: steps.slice(0, count) }))
    return (
      isIn(this.#narrowed, steps.length - 1) || steps.some((_, count) => isIn(this.#told, count))
    )
  }

  /** `node instanceof Terminal`, `if (isTerminal(node))`. */
  #narrow(node: Node, scope: Scope, found = this.#narrowed): void {
    const chain = this.#values.chainOf(node, scope)
    if (chain !== null && chain.steps.length > 0) found.add(keyOf(chain))
  }

  /** `Platform.OS === 'android'`: which of several it is. */
  #narrowByText(left: Node, right: Node, scope: Scope): void {
    for (const [one, other] of [
      [left, right],
      [right, left],
    ] as const) {
      const isText = other.type === 'Literal' && typeof other.value === 'string'
      if (isText && one.type === 'MemberExpression') this.#narrow(one.object, scope, this.#told)
    }
  }

  visit(node: Node, outer: Scope, depth = 0): void {
    if (depth > DEPTH_MAX) {
      this.problem = TOO_DEEP
      return
    }
    const scope = this.#declared.scopes.get(node) ?? outer
    const isBase = node.type === 'ClassDeclaration' || node.type === 'ClassExpression'
    for (const handed of handedBy(node)) this.#handOn(handed, scope, isBase)
    if (isBase && node.superClass !== null) this.#overridden(node.superClass, node.body.body, scope)
    if (this.#special(node, scope, depth + 1)) return
    for (const child of childrenOf(node)) this.visit(child, scope, depth + 1)
  }

  #emit(offset: number, name: string, chain: Chain, more: Partial<Reference> = {}): void {
    if (this.found.length >= REFERENCES_MAX) {
      this.problem = TOO_MANY
      return
    }
    const place = this.#places.at(offset)
    const marked = this.#marked.has(place.line) ? MARKED : null
    this.found.push({
      ...place,
      name,
      ...chain,
      isImport: false,
      call: null,
      softBecause: marked ?? this.#soft,
      isTypeOnly: false,
      ...more,
    })
  }

  /** A name, or a module that is loaded, in the place of a value: whoever gets it may call it. */
  #handOn(written: Node, scope: Scope, isBase: boolean): void {
    const node = unwrapped(written)
    const isName = node.type === 'Identifier' || node.type === 'JSXIdentifier'
    const isAbove = isBase && node.type === 'MemberExpression'
    if (!isName && !isAbove && !isRequired(node, scope)) return
    this.#handOnAll(node, scope, isBase ? { isBase } : {})
  }

  #handOnAll(node: Node, scope: Scope, more: HandedHow): void {
    const isName = node.type === 'Identifier' || node.type === 'JSXIdentifier'
    const name = isName ? node.name : 'require'
    this.#handOnValue(this.#values.of(node, scope), name, node.start, more)
  }

  #handOnValue(value: Value, name: string, start: number, more: HandedHow): void {
    for (const found of chainsOf(value)) {
      if (found.isCut === true) continue
      const isModule = found.steps.length === 0
      const chain = isModule ? stepped(found, member('default')) : found
      const softBecause = isModule ? WHOLE : this.#soft
      const facts = { isImport: false, call: null, softBecause, isHandedOn: true } as const
      const reference = { ...this.#places.at(start), name, ...chain, ...facts }
      const key = more.isIndexed === true ? `${keyOf(chain)} []` : keyOf(chain)
      if (this.handedOn.has(key) && more.isBase !== true) continue
      this.handedOn.set(key, { ...reference, isTypeOnly: false, ...more })
    }
  }

  /** The class above may ask for a member of that name no more, or with other arguments. */
  #overridden(above: Node, members: readonly ClassElement[], scope: Scope): void {
    if (chainsOf(this.#values.of(unwrapped(above), scope)).length === 0) return
    for (const one of members) {
      if (one.type !== 'MethodDefinition' && one.type !== 'PropertyDefinition') continue
      const name = one.static ? null : keyName(one.key, one.computed)
      if (name !== null && name !== 'constructor') this.#passOver(one.key.start, name, true)
    }
  }

  #passOver(offset: number, name: string, overrides?: true): void {
    const known = this.passedOver.get(name)
    if (known !== undefined && (overrides !== true || known.overrides === true)) return
    const more = overrides === true ? { overrides } : {}
    this.passedOver.set(name, { ...this.#places.at(offset), name, ...more })
  }

  #softly(because: string | null, run: () => void): void {
    this.#under(because ?? this.#soft, run)
  }

  #under(soft: string | null, run: () => void): void {
    const before = this.#soft
    this.#soft = soft
    run()
    this.#soft = before
  }

  /** Who calls something in a test does not ask whether it is there: `if (fs.existsSync(path))`. */
  #softlyCalled(isAsked: boolean, run: () => void): void {
    this.#under(isAsked ? ASKED : this.#soft === ASKED ? null : this.#soft, run)
  }

  /** Whether a node was seen to, all that is below it included. */
  #special(node: Node, scope: Scope, depth: number): boolean {
    switch (node.type) {
      case 'ImportDeclaration':
        this.#import(node)
        return true
      case 'ExportNamedDeclaration':
      case 'ExportAllDeclaration':
        return this.#export(node)
      case 'TSImportEqualsDeclaration':
        if (node.moduleReference.type === 'TSExternalModuleReference') {
          const isTypeOnly = node.importKind === 'type'
          const how = isTypeOnly ? {} : REQUIRED
          this.#module(node.moduleReference.expression, isTypeOnly, how)
        } else this.visit(node.moduleReference, scope, depth)
        return true
      case 'TSModuleDeclaration':
        if (node.id.type === 'Literal') this.#changes.declaredModules.add(node.id.value)
        return false
      case 'Identifier': {
        const chain = this.#soft === ASKED ? this.#values.chainOf(node, scope) : null
        if (chain !== null) this.#asked.add(keyOf(chain))
        return false
      }
      case 'MemberExpression':
        this.#member(node, scope, null, depth)
        return true
      case 'JSXOpeningElement':
        this.#attributes(node, scope)
        return false
      case 'TSQualifiedName':
        this.#qualified(node, scope, depth)
        return true
      case 'JSXMemberExpression':
        this.#jsx(node, scope, depth)
        return true
      case 'CallExpression':
      case 'NewExpression':
        this.#call(node, scope, depth)
        return true
      case 'ImportExpression':
        this.#load({ source: node.source, gives: 'promise', isRequire: false }, 'import')
        return false
      case 'TSImportType':
        this.#importType(node)
        return false
      case 'TSIndexedAccessType':
        this.#indexed(node.objectType, node.indexType, scope)
        return false
      case 'TSTypeReference':
        this.#picked(node, scope)
        return false
      case 'TSTypeOperator':
        if (node.operator === 'keyof') this.#keysAsked(node.typeAnnotation, scope)
        return false
      case 'WithStatement':
        // Any name below may be one of it.
        this.#handOnAll(unwrapped(node.object), scope, { isIndexed: true })
        return false
      case 'ObjectPattern':
        this.#destructured(node)
        return false
      case 'ObjectExpression':
        this.#keyed(node)
        return false
      case 'AssignmentExpression':
        this.#assignment(node, scope, depth)
        return true
      case 'ForInStatement':
      case 'ForOfStatement':
        if (node.left.type === 'VariableDeclaration') return false
        this.#target(node.left, scope, depth)
        this.visit(node.right, scope, depth)
        this.visit(node.body, scope, depth)
        return true
      case 'IfStatement':
      case 'ConditionalExpression':
        this.#softly(ASKED, () => this.visit(node.test, scope, depth))
        this.visit(node.consequent, scope, depth)
        if (node.alternate !== null) this.visit(node.alternate, scope, depth)
        return true
      case 'LogicalExpression':
        this.#softly(ASKED, () => this.visit(node.left, scope, depth))
        // `fs.existsSync || path.existsSync`: the one where the other is not.
        this.#softly(
          node.operator !== '&&' && this.#values.chainOf(node.left, scope) !== null ? ASKED : null,
          () => this.visit(node.right, scope, depth),
        )
        return true
      case 'UnaryExpression':
        this.#softly(ASKED, () => this.visit(node.argument, scope, depth))
        return true
      case 'BinaryExpression':
        // `'glob' in fs` asks by a text.
        if (node.operator === 'in') this.#changes.ask(node.left)
        if (node.operator === 'instanceof') this.#narrow(node.left, scope)
        if (/^[!=]==?$/.test(node.operator)) this.#narrowByText(node.left, node.right, scope)
        this.#softly(/^(?:in|instanceof|[!=]==?)$/.test(node.operator) ? ASKED : null, () => {
          this.visit(node.left, scope, depth)
          this.visit(node.right, scope, depth)
        })
        return true
      case 'TryStatement':
        this.#softly(node.handler === null ? null : 'the code catches the error', () =>
          this.visit(node.block, scope, depth),
        )
        if (node.handler !== null) this.visit(node.handler, scope, depth)
        if (node.finalizer !== null) this.visit(node.finalizer, scope, depth)
        return true
      default:
        return false
    }
  }

  #module(source: Node, isTypeOnly: boolean, how: Partial<Reference> = {}): string | null {
    const module = literalText(source)
    if (module === null) return null
    const more = { isImport: true, isTypeOnly, ...how }
    this.#emit(source.start + 1, module, { module, steps: [] }, more)
    return module
  }

  /** What is loaded; what is computed is a module of which nothing is known, unless it is the input's. */
  #load({ source, gives, isRequire }: Load, name: string): void {
    const how = gives === 'other' ? { softBecause: SOUGHT } : isRequire ? REQUIRED : {}
    if (this.#module(source, false, how) !== null || isOfInput(source)) return
    this.#emit(source.start, name, COMPUTED, { isImport: true })
  }

  /** `/// <reference types="x" />`. */
  refer(comments: readonly Comment[]): void {
    for (const { value, start } of comments) {
      const [, before = '', , module] =
        /^(\/\s*<reference\s+types=)(["'])([^"']+)\2/.exec(value) ?? []
      if (module === undefined) continue
      const more = { isImport: true, isTypeOnly: true, softBecause: TYPES }
      this.#emit(start + before.length + 3, module, { module, steps: [] }, more)
    }
  }

  #import(node: NodeOf<'ImportDeclaration'>): void {
    const isTyped = node.importKind === 'type'
    const module = this.#module(node.source, isTyped)
    if (module === null) return
    for (const specifier of node.specifiers) {
      if (specifier.type === 'ImportNamespaceSpecifier') continue
      const isTypeOnly =
        isTyped || (specifier.type === 'ImportSpecifier' && specifier.importKind === 'type')
      const named = specifier.type === 'ImportSpecifier' ? specifier.imported : null
      const name = importedName(specifier)
      const chain = { module, steps: [member(name)] }
      this.#emit((named ?? specifier).start, name, chain, { isImport: true, isTypeOnly })
    }
  }

  #export(node: NodeOf<'ExportNamedDeclaration' | 'ExportAllDeclaration'>): boolean {
    if (node.source === null) return false
    const isTyped = node.exportKind === 'type'
    const module = this.#module(node.source, isTyped)
    if (module === null) return true
    if (node.type === 'ExportAllDeclaration') {
      // Whoever imports this file may ask for any name of it.
      this.#handOnValue(
        { kind: 'chain', chain: { module, steps: [] } },
        module,
        node.source.start,
        {},
      )
      return true
    }
    for (const { local, exportKind } of node.specifiers) {
      const name = exportName(local)
      const isTypeOnly = isTyped || exportKind === 'type'
      const chain = { module, steps: [member(name)] }
      this.#emit(local.start, name, chain, { isImport: true, isTypeOnly })
    }
    return true
  }

  #importType(node: NodeOf<'TSImportType'>): void {
    const module = this.#module(node.source, true)
    if (module === null) return
    let chain: Chain = { module, steps: [] }
    for (const { name, start } of qualifiersOf(node)) {
      chain = stepped(chain, member(name))
      this.#emit(start, name, chain, { isTypeOnly: true })
    }
  }

  #member(
    node: NodeOf<'MemberExpression'>,
    scope: Scope,
    call: CallShape | null,
    depth: number,
  ): void {
    // `a.b?.c` asks whether there is an `a.b`.
    this.#softly(node.optional ? ASKED : null, () => this.visit(node.object, scope, depth + 1))
    if (node.computed) this.visit(node.property, scope, depth)
    const name = keyName(node.property, node.computed)
    if (name === null) {
      const isNumber = node.property.type === 'Literal'
      if (!isNumber) this.#handOnAll(unwrapped(node.object), scope, { isIndexed: true })
      return
    }
    const { start } = node.property
    if (node.object.type === 'Super') this.#inherited(scope.self, name, start)
    const owner = this.#values.of(node.object, scope)
    if (owner?.kind === 'object' && !owner.of.own.has(name)) this.#inherited(owner.of, name, start)
    this.#below(owner, name, start, { call })
  }

  /** A name of what a value may be. */
  #below(owner: Value, name: string, start: number, more: Partial<Reference> = {}): void {
    const soft = owner?.kind === 'perhaps' ? { softBecause: SEVERAL } : {}
    if (owner === null || owner.kind === 'nothing') this.#passOver(start, name)
    for (const chain of chainsOf(owner)) {
      this.#emit(start, name, stepped(chain, member(name)), { ...more, ...soft })
    }
  }

  /** What a class of the file takes from the package's class that it is one of. */
  #inherited(cls: LocalClass | null, name: string, start: number): void {
    const seen = new Set<LocalClass>()
    for (let at = cls; at !== null && at.base !== null && !seen.has(at); ) {
      seen.add(at)
      const base: Value = this.#values.of(at.base.node, at.base.scope)
      for (const chain of chainsOf(base)) {
        const steps = stepped(chain, { kind: 'instance', isPlain: true }, member(name))
        this.#emit(start, name, steps, { softBecause: INHERITED })
      }
      if (base?.kind !== 'class' || base.of.own.has(name)) return
      at = base.of
    }
  }

  #qualified(node: NodeOf<'TSQualifiedName'>, scope: Scope, depth: number): void {
    this.visit(node.left, scope, depth)
    const { name, start } = node.right
    this.#below(this.#values.of(node.left, scope), name, start, { isTypeOnly: true })
  }

  /** `Kit['run']` as a type: a compiler refuses a name that it has not. */
  #indexed(object: Node, index: Node, scope: Scope): void {
    const literal = index.type === 'TSLiteralType' ? index.literal : null
    const name = literal === null ? null : literalText(literal)
    if (literal === null || name === null) return
    this.#below(this.#values.typed(object, scope), name, literal.start, { isTypeOnly: true })
  }

  /** `keyof Kit`, `keyof typeof kit`: any name of it. */
  #keysAsked(type: Node, scope: Scope): void {
    const named =
      type.type === 'TSTypeReference'
        ? type.typeName
        : type.type === 'TSTypeQuery' && type.exprName.type !== 'TSImportType'
          ? type.exprName
          : null
    if (named !== null) this.#handOnAll(named, scope, { isIndexed: true })
  }

  /** `Pick<Kit, 'run' | 'stop'>`, likewise. */
  #picked({ typeName, typeArguments }: NodeOf<'TSTypeReference'>, scope: Scope): void {
    if (typeName.type !== 'Identifier' || typeName.name !== 'Pick') return
    const [object, keys] = typeArguments?.params ?? []
    if (object === undefined || keys === undefined || scope.find('Pick') !== null) return
    for (const key of keys.type === 'TSUnionType' ? keys.types : [keys]) {
      this.#indexed(object, key, scope)
    }
  }

  #jsx(node: NodeOf<'JSXMemberExpression'>, scope: Scope, depth: number): void {
    this.visit(node.object, scope, depth)
    const { name, start } = node.property
    this.#below(this.#values.of(node.object, scope), name, start)
  }

  #call(node: NodeOf<'CallExpression' | 'NewExpression'>, scope: Scope, depth: number): void {
    const load = loadOf(node, scope)
    if (load !== null) this.#load(load, 'require')
    if (node.typeArguments) this.visit(node.typeArguments, scope, depth)
    if (load?.isRequire === true) {
      for (const argument of node.arguments) this.visit(argument, scope, depth)
      return
    }
    this.#typesAround(node.callee, scope, depth)
    const callee = unwrapped(node.callee)
    const shape = shapeOf(node)
    const isAsked = node.type === 'CallExpression' && node.optional
    if (this.#soft === ASKED && callee.type === 'Identifier' && GUARD.test(callee.name)) {
      for (const argument of node.arguments) this.#narrow(argument, scope)
    }
    this.#softlyCalled(isAsked, () => {
      // A chain is as deep as it is long, and a link of it takes more of the stack than other nodes.
      if (callee.type === 'MemberExpression') this.#member(callee, scope, shape, depth + 1)
      else {
        this.visit(callee, scope, depth + 1)
        if (callee.type === 'Identifier') this.#called(callee, callee.name, scope, shape)
        // `require('rimraf')('a')`
        else if (isRequired(callee, scope)) this.#called(callee, 'require', scope, shape)
      }
    })
    this.#changes.learn(node, scope)
    this.#keysHanded(node, scope)
    const because = EXPECTING.test(rootName(callee)) ? EXPECTED : null
    this.#softly(because, () => {
      for (const argument of node.arguments) this.visit(argument, scope, depth)
    })
  }

  /** Types of wrappers that say nothing about the value itself: `(x satisfies T)()`. */
  #typesAround(node: Node, scope: Scope, depth: number): void {
    const inner = unwrapped(node)
    for (let at = node; at !== inner; ) {
      for (const child of childrenOf(at)) {
        if (!('expression' in at) || child !== at.expression) this.visit(child, scope, depth)
      }
      if (!('expression' in at) || typeof at.expression !== 'object') return
      at = at.expression
    }
  }

  /** `get(1)`, where the name is something of a package. */
  #called(node: Node, name: string, scope: Scope, call: CallShape): void {
    const value = this.#values.of(node, scope)
    const soft = value?.kind === 'perhaps' ? { softBecause: SEVERAL } : {}
    for (const chain of chainsOf(value)) {
      const isModule = chain.steps.length === 0 && chain.isCut !== true
      if (!isModule) this.#emit(node.start, name, chain, { call, ...soft })
      // `marked('# a')`: what the module gives as a whole, as tables call it.
      else {
        const whole = stepped(chain, member('default'))
        this.#emit(node.start, name, whole, { call, softBecause: WHOLE })
      }
    }
  }

  /** `f({ a: 1 })`: what takes the object may know the key no more. */
  #keyed({ properties }: NodeOf<'ObjectExpression'>): void {
    for (const property of properties) {
      if (property.type === 'SpreadElement') continue
      const name = keyName(property.key, property.computed)
      if (name !== null) this.#passOver(property.key.start, name)
    }
  }

  /** `<Link to="/" />`: the component may know the attribute no more. */
  #attributes({ name: element, attributes }: NodeOf<'JSXOpeningElement'>, scope: Scope): void {
    // What begins with a small letter is an element of the page.
    if (element.type === 'JSXIdentifier' && /^[a-z]/.test(element.name)) return
    const taken = this.#values.step(this.#values.of(element, scope), { kind: 'props' })
    const isJudged = attributes.every(({ type }) => type === 'JSXAttribute')
    for (const one of attributes) {
      if (one.type !== 'JSXAttribute' || one.name.type !== 'JSXIdentifier') continue
      const { name, start } = one.name
      this.#passOver(start, name)
      // Anybody may say `data-x`, every component has a key, and ways to write styles add to all of them.
      if (!isJudged || name.includes('-') || /^(?:key|ref|children|class|css|slot|tw)$/.test(name))
        continue
      const given = one.value?.type === 'JSXExpressionContainer' ? one.value.expression : null
      this.#key(taken, name, start, given)
    }
  }

  /** `f({ a: 1 })`: a compiler refuses a key that what is taken has not. */
  #keysHanded(call: NodeOf<'CallExpression' | 'NewExpression'>, scope: Scope): void {
    if (!this.#isTyped) return
    for (const [at, argument] of call.arguments.entries()) {
      if (argument.type === 'SpreadElement') return
      if (argument.type === 'ObjectExpression')
        this.#keysOf(argument, this.#values.argument(call, at, scope), 0)
    }
  }

  /** Of an object that has others spread into it a compiler asks nothing. */
  #keysOf({ properties }: NodeOf<'ObjectExpression'>, taken: Value, depth: number): void {
    if (properties.some(({ type }) => type === 'SpreadElement')) return
    for (const property of properties) {
      if (property.type === 'SpreadElement') continue
      const name = keyName(property.key, property.computed)
      if (name !== null) this.#key(taken, name, property.key.start, property.value, depth)
    }
  }

  #key(taken: Value, name: string, start: number, given: Node | null, depth = 0): void {
    if (!this.#isTyped || taken?.kind !== 'chain') return
    const { module } = taken.chain
    if (module === '' || isBuiltin(module)) return
    const key = stepped(taken.chain, { kind: 'key', name })
    if (key.isCut === true) return
    this.#emit(start, name, key, { isKey: true })
    if (given?.type !== 'ObjectExpression' || depth >= KEYS_MAX) return
    this.#keysOf(given, { kind: 'chain', chain: key }, depth + 1)
  }

  /** `const { a, b: c } = value`: each key is a name of the value. */
  #destructured(pattern: NodeOf<'ObjectPattern'>): void {
    const source = this.#declared.patterns.get(pattern)
    const owner = source === undefined ? null : this.#values.source(source)
    for (const property of pattern.properties) {
      if (property.type === 'RestElement') continue
      const name = keyName(property.key, property.computed)
      if (name === null) {
        this.#handOnValue(owner, '[]', property.key.start, { isIndexed: true })
        continue
      }
      const isAsked = property.value.type === 'AssignmentPattern'
      this.#softly(isAsked ? ASKED : null, () => this.#below(owner, name, property.key.start))
    }
  }

  #assignment(
    { left, right, operator }: NodeOf<'AssignmentExpression'>,
    scope: Scope,
    depth: number,
  ): void {
    // `a.b ??= c` asks whether it is there, `a.b += c` needs it.
    const isAsking = /^(?:\?\?|\|\||&&)=$/.test(operator)
    if (operator === '=') this.#target(left, scope, depth)
    else this.#softly(isAsking ? ASKED : null, () => this.visit(left, scope, depth))
    if (isAsking && left.type === 'MemberExpression') this.#given(left)
    this.visit(right, scope, depth)
  }

  #given({ object, property, computed }: NodeOf<'MemberExpression'>): void {
    const name = keyName(property, computed)
    // It may be there to be read alone by now, which a compiler minds.
    if (name !== null && this.#isTyped) this.#passOver(property.start, name)
    if (name !== null && object.type !== 'ThisExpression') this.#changes.added.add(name)
  }

  /** What is given something need not be there before. */
  #target(target: Node, scope: Scope, depth: number): void {
    switch (target.type) {
      case 'MemberExpression': {
        this.visit(target.object, scope, depth)
        this.#given(target)
        if (target.computed) this.visit(target.property, scope, depth)
        return
      }
      case 'ObjectPattern':
        this.#destructured(target)
        for (const property of target.properties) {
          if (property.type === 'RestElement') this.#target(property, scope, depth + 1)
          else {
            if (property.computed) this.visit(property.key, scope, depth)
            this.#target(property.value, scope, depth + 1)
          }
        }
        return
      case 'ArrayPattern':
        for (const item of target.elements) {
          if (item !== null) this.#target(item, scope, depth + 1)
        }
        return
      case 'AssignmentPattern':
        this.#target(target.left, scope, depth + 1)
        this.visit(target.right, scope, depth)
        return
      case 'RestElement':
        this.#target(target.argument, scope, depth + 1)
        return
      default:
        this.visit(target, scope, depth)
    }
  }
}

/** `require('x')`. */
function isRequired(node: Node, scope: Scope): boolean {
  return node.type === 'CallExpression' && loadOf(node, scope)?.isRequire === true
}

/** What stands in the place of a value below a node, where others get hold of it. */
function handedBy(node: Node): readonly Node[] {
  switch (node.type) {
    case 'CallExpression':
    case 'NewExpression':
      return node.arguments
    case 'ArrayExpression':
      return node.elements.filter((one) => one !== null)
    case 'ObjectExpression':
      return node.properties.flatMap((one) => (one.type === 'Property' ? [one.value] : []))
    case 'SpreadElement':
    case 'ReturnStatement':
    case 'YieldExpression':
      return node.argument === null ? [] : [node.argument]
    case 'ArrowFunctionExpression':
      return [node.body]
    case 'AssignmentPattern':
    case 'AssignmentExpression':
      return [node.right]
    case 'ConditionalExpression':
      return [node.consequent, node.alternate]
    // Code rests on what it is compared with, put into a text or declared as.
    case 'BinaryExpression':
      return /^(?:in|instanceof)$/.test(node.operator) ? [] : [node.left, node.right]
    case 'TemplateLiteral':
      return node.expressions
    case 'SwitchCase':
      return node.test === null ? [] : [node.test]
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return [node.expression]
    case 'VariableDeclarator':
      return node.init !== null && node.id.typeAnnotation ? [node.init] : []
    case 'LogicalExpression':
      return [node.left, node.right]
    case 'ClassDeclaration':
    case 'ClassExpression':
      return node.superClass === null ? [] : [node.superClass]
    case 'PropertyDefinition':
      return node.value === null ? [] : [node.value]
    case 'TaggedTemplateExpression':
      return [node.tag]
    // Whoever puts it there gives it what it takes.
    case 'JSXOpeningElement':
      return [node.name]
    case 'JSXExpressionContainer':
    case 'Decorator':
    // What a value is declared as, and what a type is made of, has to be what the code takes it for.
    case 'TSClassImplements':
    case 'TSInterfaceHeritage':
      return [node.expression]
    case 'TSTypeReference':
      return [node.typeName]
    case 'TSTypeQuery':
      return [node.exprName]
    case 'ExportDefaultDeclaration':
      return [node.declaration]
    default:
      return []
  }
}

/** What a reference names, however often. */
function keyOf({ module, steps }: Chain): string {
  return JSON.stringify([module, steps])
}

function shapeOf(node: NodeOf<'CallExpression' | 'NewExpression'>): CallShape {
  return {
    positional: node.arguments.filter(({ type }) => type !== 'SpreadElement').length,
    keywords: [],
    hasSpread: node.arguments.some(({ type }) => type === 'SpreadElement'),
    hasKeywordSpread: false,
    ...(mayBeFunction(node.arguments.at(-1)) && { mayEndInFunction: true }),
  }
}

/** Literals, objects and lists are none. */
function mayBeFunction(last: Node | undefined): boolean {
  return last !== undefined && !NO_FUNCTION.test(unwrapped(last).type)
}

const NO_FUNCTION =
  /^(?:Literal|TemplateLiteral|ObjectExpression|ArrayExpression|BinaryExpression|UnaryExpression)$/
