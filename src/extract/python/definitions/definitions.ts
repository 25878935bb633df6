// From what a name means to the row of the table that says so.

import { keptIn } from '../../../domain/maps.ts'
import { CODE } from '../../../syntax/python/chars.ts'
import { lastName } from '../../../syntax/python/expressionNames.ts'
import { expressionText } from '../../../syntax/python/expressionText.ts'
import { findColon, groupEnd, skipSpace } from '../../../syntax/python/groups.ts'
import { stringScan } from '../../../syntax/python/strings.ts'
import type {
  ClassStatement,
  Expression,
  ExpressionOf,
  FunctionStatement,
  Span,
} from '../../../syntax/python/syntax.ts'
import { byName, type Draft, newDraft } from '../../../table/format/draft.ts'
import { NEVER } from '../../../table/format/givenType.ts'
import type { Definition, Entry, SymbolKind } from '../../../table/format/table.ts'
import { standardKind, standardMembers, standardResult } from '../../../table/pythonLibrary.ts'
import { boundMethod, madeClass } from '../classes/boundMethods.ts'
import { functionalBase, functionalNames } from '../classes/functionalBases.ts'
import type { PackageModel } from '../model/packageModel.ts'
import type { ClassItem, ExternalTarget, Item, Making, Target } from '../modules/items.ts'
import { externalMember, isClassItem, targetPath } from '../modules/items.ts'
import type { PythonModule } from '../modules/pythonModule.ts'
import type { BindingOf, Scope } from '../scope/bindings.ts'
import type { Source } from '../scope/source.ts'
import { type CallSignatures, makeCallSignatures } from './callSignatures.ts'
import { constructorSignatures, markedNames, tupleSignature } from './constructors.ts'
import { findDeprecation, functionDeprecation } from './deprecation.ts'
import { FurtherKeywords } from './furtherKeywords.ts'
import { type GivenTypes, makeGivenTypes } from './givenTypes.ts'
import { madeAttributes } from './madeAttributes.ts'
import { makeOnlyRaises } from './onlyRaises.ts'
import { readNames } from './readNames.ts'
import { removedNames } from './removedNames.ts'
import { makeRewrites, type Rewrites } from './rewrites.ts'
import { SIGNATURE_MAX } from './signature.ts'
import { classOfMember, classOfResult } from './valueClass.ts'

const TEXT_MAX = 300

export class Definitions {
  private readonly model: PackageModel
  private readonly makingOf: ReturnType<typeof madeAttributes>
  private readonly signatures: CallSignatures
  private readonly constructors: ReturnType<typeof constructorSignatures>
  private readonly further: FurtherKeywords
  private readonly rewrites: Rewrites
  private readonly isRemoved: ReturnType<typeof removedNames>
  private readonly givenTypes: GivenTypes
  private readonly onlyRaises: (item: Item) => boolean
  private readonly items = new Map<Item, Definition>()
  private readonly others = new Map<string, Draft>()
  private readonly standard = new Map<string, Definition>()
  private readonly read = new Map<Scope, ReturnType<typeof readNames>>()
  private readonly unfilled: Readonly<{ draft: Draft; item: Item }>[] = []

  constructor(model: PackageModel) {
    this.model = model
    this.makingOf = madeAttributes(model)
    this.signatures = makeCallSignatures(model.resolver)
    this.constructors = constructorSignatures(model.classes, this.signatures)
    this.isRemoved = removedNames(model)
    this.rewrites = makeRewrites(model)
    this.givenTypes = makeGivenTypes(model, this.signatures.annotationText)
    this.onlyRaises = makeOnlyRaises(model)
    this.further = new FurtherKeywords(model, this.rewrites)
  }

  /** What a target is; all there once `complete` has been called. */
  of(target: Target): Definition {
    switch (target.kind) {
      case 'module':
        return this.other(target.module, '', 'module')
      case 'external':
        return this.external(target)
      case 'unknown':
        return this.unknown(target.module, target.name)
      default:
        return this.item(target)
    }
  }

  private unknown(module: string, name: string): Draft {
    const draft = this.other(module, name, 'attribute')
    if (this.isRemoved(module, name)) draft.bases = [NEVER]
    return draft
  }

  /** A list of a module's own, which is told by its name alone. */
  list({ name: module, files }: PythonModule, name: string): Definition {
    const draft = this.other(module, name, 'constant')
    draft.file = files.source
    draft.line = 1
    return draft
  }

  /** What a compiled module says that it has. */
  native({ name: module, files }: PythonModule, name: string, kind: SymbolKind): Definition {
    const draft = this.other(module, name, kind)
    draft.kind = kind
    draft.file = files.compiled
    return draft
  }

  private external({ module, name }: ExternalTarget): Definition {
    const dot = name.lastIndexOf('.')
    // A member of a class of the standard library.
    const owner = dot < 0 ? null : standardMembers(`${module}.${name.slice(0, dot)}`)
    const member = owner?.get(name.slice(dot + 1))
    return this.other(module, name, member?.kind ?? standardKind(module, name) ?? 'attribute')
  }

  private other(module: string, name: string, kind: SymbolKind): Draft {
    const key = `${module}\n${name}`
    return keptIn(this.others, key, () => newDraft(module, name, kind))
  }

  private item(item: Item): Definition {
    return keptIn(this.items, item, () => {
      const { module, name, source, binding } = item
      const draft = newDraft(module, name, 'attribute')
      // What another artifact holds has no place in this one.
      if (this.model.modules.owns(module)) {
        draft.file = source.file
        draft.line = binding.line
      }
      this.unfilled.push({ draft, item })
      return draft
    })
  }

  /** One after the other: a hierarchy may be deeper than the stack. */
  complete(): void {
    for (let next = this.unfilled.pop(); next !== undefined; next = this.unfilled.pop()) {
      const { draft, item } = next
      const { binding } = item
      if (binding.kind === 'def') this.fillFunction(draft, item, binding)
      else if (isClassItem(item) && binding.kind === 'class') {
        this.fillClass(draft, item, binding.statement)
      } else this.fillValue(draft, item)
      // Whoever asks looks up what its class has (givenByPython.ts).
      const listed = classOfMember(this.model, item)
      if (listed !== null) draft.bases = [targetPath(listed)]
      if (!isClassItem(item) && item.owner === null && this.model.isGivenMore(item)) {
        draft.isOpen = true
      }
    }
    for (const [item, draft] of this.items) this.addGiven(item, draft)
  }

  /** What something of a module is given after it was made, and what the module takes of it then. */
  private addGiven(item: Item, draft: Draft): void {
    if (isClassItem(item) || item.owner !== null || !this.model.modules.owns(item.module)) return
    const isListed = (one: string) =>
      [draft, ...draft.inherits].some(({ members }) => members.some(({ name }) => name === one))
    const all = [...this.model.injections.givenNames(item), ...this.takenOf(item, draft)]
    const names = all.filter((one) => !/^__(?!\w+__$)/.test(one) && !isListed(one))
    if (names.length === 0) return
    const more = this.namedEntries(draft, names).map((entry) => ({ ...entry, isPublic: false }))
    draft.members = [...draft.members, ...more].sort(byName)
    draft.isOpen = true
  }

  /** What its module takes of a value that may have any name, as it is imported. */
  private takenOf(item: Item, draft: Draft): readonly string[] {
    const { name, binding } = item
    const isUnknown = draft.bases.length === 0 && draft.members.length === 0
    const mayHoldMore = draft.isOpen || draft.inherits.some(({ isOpen }) => isOpen)
    const isValue = binding.kind === 'value' && draft.kind === 'constant'
    if (!isValue || !(isUnknown || mayHoldMore)) return []
    const { scope } = this.model.modules.moduleOf(item)
    const taken = scope?.names.get(name) === binding ? this.readNames(scope).get(name) : undefined
    return [...(taken ?? [])].filter((one) => !one.startsWith('__'))
  }

  private readNames(scope: Scope): ReturnType<typeof readNames> {
    return keptIn(this.read, scope, () => readNames(scope))
  }

  private fillFunction(draft: Draft, item: Item, binding: BindingOf<'def'>): void {
    const { source, owner } = item
    const { statement } = binding
    const shape = functionShape(source, statement, owner !== null)
    draft.kind = shape.kind
    draft.doc = statement.docLine
    draft.deprecation = functionDeprecation(source, statement)
    const isBound = shape.isBound
    if (shape.kind !== 'property') {
      draft.isOpen = isMadeByDecorator(source, statement)
      if (draft.isOpen) this.fillDecorated(draft, item, statement)
      draft.signature = this.signatures.ofFunction(item, binding, isBound)
      this.further.tell(draft, this.further.ofFunction(item, owner))
      if (this.rewrites.isRewritten(item)) draft.isRewritten = true
    } else if (statement.returns !== null) {
      draft.signature = this.signatures
        .annotationText(source, statement.returns)
        .slice(0, SIGNATURE_MAX)
    }
    const given = draft.bases.length === 0 ? this.givenTypes.ofFunction(item) : null
    if (this.onlyRaises(item)) draft.bases = [NEVER]
    else if (given !== null) draft.bases = [given]
  }

  /** `@lru_cache`: what stands under the name is an object of a class that is known. */
  private fillDecorated(draft: Draft, item: Item, { decorators }: FunctionStatement): void {
    const [outer] = decorators
    if (outer === undefined) return
    const written = item.source.expression(outer)
    const called = written.kind === 'call' ? written.function : written
    const target = this.model.resolver.resolveBeside(item, called)
    if (target?.kind === 'external') nameClass(draft, `@${targetPath(target)}`)
  }

  private fillClass(draft: Draft, cls: ClassItem, statement: ClassStatement): void {
    const { source } = cls
    draft.kind = 'class'
    draft.doc = statement.docLine
    const init = this.model.classes.ownMembers(cls).get('__init__')?.binding
    const warnings = init?.kind === 'def' ? init.statement.body.warnings : []
    const parameters = init?.kind === 'def' ? init.statement.parameters : []
    draft.deprecation =
      findDeprecation(source, {
        decorators: statement.decorators,
        doc: statement.mentionsDeprecation ? statement.doc : null,
        warnings: [],
        name: statement.name,
        parameters,
      }) ?? findDeprecation(init?.source ?? source, { decorators: [], doc: null, warnings })
    draft.bases = this.model.classes.basesOf(cls).map(targetPath)
    draft.signature = this.constructors.signatureOf(cls, statement)
    this.further.tell(draft, this.further.ofConstructor(cls))
    if (this.constructors.isMadeByBase(cls) || this.isMadeOtherwise(cls)) draft.isRewritten = true
    draft.members = this.memberEntries(cls)
    draft.inherits = this.inherited([
      ...this.model.classes.resolutionOrder(cls).slice(1),
      ...this.model.classes.metaclassOrder(cls),
    ])
    const making = this.opennessOf(cls)
    draft.isOpen = making !== 'nothing'
    if (making === 'objects') draft.isOpenInObjectsOnly = true
    if (this.isAbstract(cls)) draft.isAbstract = true
  }

  /** Whether a decorator of its `__init__` takes other arguments. */
  private isMadeOtherwise(cls: ClassItem): boolean {
    const init = this.model.classes.findMember(cls, '__init__')
    if (init === null || init.binding === null) return false
    const target = this.model.classes.memberTarget(init)
    return target.kind === 'def' && this.rewrites.isRewritten(target)
  }

  /** Whether the class leaves a method to those below it. */
  private isAbstract(cls: ClassItem): boolean {
    return [...this.model.classes.ownMembers(cls).values()].some(({ binding }) => {
      if (binding.kind !== 'def') return false
      const { statement, source } = binding
      if (source.isMarked(statement, ABSTRACT)) return true
      return statement.body.isTrivial && LEFT_OUT.test(source.slice(statement.body.span))
    })
  }

  /** Whether a base is not known, or the class makes up its members when they are asked for. */
  private opennessOf(cls: ClassItem): Making {
    let found: Making = 'nothing'
    for (const step of this.model.classes.resolutionOrder(cls)) {
      if (!isClassItem(step)) {
        const path = targetPath(step)
        if (MAKING.test(path)) return 'class'
        if (!BARE.has(step.name) && this.standardClass(path) === null) return 'class'
        if (standardMembers(path)?.get('__getattr__')?.isOfClass === false || LOOSE.has(path)) {
          found = 'objects'
        }
        continue
      }
      const making = this.makingOf(step)
      if (making === 'class' || this.model.classes.hasUnknownBase(step)) return 'class'
      if (making === 'objects') found = 'objects'
    }
    return found
  }

  private memberEntries(cls: ClassItem): Entry[] {
    const entries: Entry[] = []
    const origin = cls.source.isStub ? 'pyi' : 'py'
    for (const [name, { binding, isSelfAttribute }] of this.model.classes.ownMembers(cls)) {
      if (isNoise(name)) continue
      // What a base has as a class says more of it than what a method sets.
      if (isSelfAttribute && this.model.classes.findMember(cls, name)?.owner !== cls) continue
      const definition = this.of(this.model.classes.memberTarget({ owner: cls, name, binding }))
      const isPublic = !name.startsWith('_')
      entries.push({ name, definition, origin, isPublic, isTypeOnly: false })
    }
    const known = new Set(entries.map(({ name }) => name))
    for (const name of markedNames(cls)) {
      if (known.has(name)) continue
      const definition = this.of({
        kind: 'unknown',
        module: cls.module,
        name: `${cls.name}.${name}`,
      })
      entries.push({ name, definition, origin, isPublic: false, isTypeOnly: false })
    }
    for (const [name, member] of this.model.classes.hiddenMembers(cls)) {
      if (known.has(name)) continue
      const definition = this.of(this.model.classes.memberTarget(member))
      entries.push({ name, definition, origin, isPublic: false, isTypeOnly: false })
    }
    return entries.sort(byName)
  }

  /** Bases that nothing is known of bring nothing. */
  private inherited(order: readonly (ClassItem | ExternalTarget)[]): Definition[] {
    const found: Definition[] = []
    for (const one of order) {
      const definition = isClassItem(one) ? this.item(one) : this.standardClass(targetPath(one))
      if (definition !== null) found.push(definition)
    }
    return found
  }

  /** A class of the standard library with its members; null for one that is not known. */
  private standardClass(path: string): Definition | null {
    const known = this.standard.get(path)
    if (known !== undefined) return known
    const members = standardMembers(path)
    if (members === null || members.size === 0) return null
    const dot = path.lastIndexOf('.')
    const entries: Entry[] = []
    for (const [name, { owner, isOfClass }] of members) {
      if (isNoise(name)) continue
      const definition = this.external(externalMember(owner, name))
      const origin = owner === path ? 'py' : 'inherited'
      const isPublic = !name.startsWith('_') && !isOfClass
      entries.push({ name, definition, origin, isPublic, isTypeOnly: false })
    }
    const draft = this.other(path.slice(0, dot), path.slice(dot + 1), 'class')
    draft.members = entries.sort(byName)
    this.standard.set(path, draft)
    return draft
  }

  private fillValue(draft: Draft, item: Item): void {
    const { binding, source, owner } = item
    draft.kind = owner === null ? 'constant' : 'attribute'
    if (binding.kind === 'unknown' && binding.described?.kind === 'message') {
      draft.kind = 'class'
      draft.members = this.namedEntries(draft, binding.described.members)
      // What all messages have comes from a base that the description does not name.
      draft.isOpen = true
    }
    if (binding.kind !== 'value') return
    draft.doc = binding.documented?.docLine ?? null
    if (binding.annotation !== null)
      draft.signature = this.signatures.annotationText(source, binding.annotation)
    this.fillAssigned(draft, item, binding)
    const given = this.givenTypes.ofValue(item)
    if (given !== null) draft.bases = [...draft.bases, given]
  }

  /** What the value itself tells, whatever is declared of it. */
  private fillAssigned(draft: Draft, item: Item, binding: BindingOf<'value'>): void {
    const { source, owner } = item
    const display = displayOf(source, binding.value)
    if (display !== null) draft.bases = [display]
    const value = display === null ? this.model.modules.assignedValue(binding) : null
    if (value === null) return
    const bound =
      owner === null
        ? boundMethod(this.model.resolver, this.model.modules.moduleOf(item), binding)
        : null
    if (bound !== null) {
      this.fillBound(draft, bound)
      return
    }
    if (value.kind === 'tuple') draft.bases = ['builtins.tuple']
    if (value.kind === 'lambda') {
      draft.kind = owner === null ? 'function' : 'method'
      draft.signature = this.signatures.ofLambda(source, value.parameters)
      return
    }
    const made = value.kind === 'call' ? lastName(value.function) : null
    if (value.kind === 'call' && (functionalBase(value) !== null || isMadeClass(made, value))) {
      draft.kind = 'class'
      const names = functionalNames(value)
      draft.members = this.namedEntries(draft, names)
      draft.isOpen ||= names.length === 0
      draft.signature = tupleSignature(value)
      const base = functionalBase(value)
      const standard = base === null ? null : this.standardClass(`${base.module}.${base.name}`)
      if (base !== null) draft.bases = [`${base.module}.${base.name}`]
      if (standard !== null) draft.inherits = [standard]
      return
    }
    if (owner !== null && made !== null && /(?:^|_)property$/.test(made)) draft.kind = 'property'
    if (value.kind === 'call') this.fillInstance(draft, item, value)
    if (draft.signature === null && isPlainLiteral(value) && binding.value !== null) {
      const text = expressionText(source.text, binding.value)
      if (text.length <= TEXT_MAX) draft.signature = text
    }
  }

  /** `seed = generator.seed`: the method, without the parameter that is its object. */
  private fillBound(draft: Draft, method: Item): void {
    const { binding } = method
    if (binding.kind !== 'def') return
    const { source, statement } = binding
    draft.kind = 'function'
    draft.doc ??= statement.docLine
    draft.deprecation = functionDeprecation(source, statement)
    draft.signature = this.signatures.ofFunction(method, binding, true)
  }

  /** `norm = norm_gen()`: what the class has is there below its instance. */
  private fillInstance(draft: Draft, item: Item, call: ExpressionOf<'call'>): void {
    const made = this.model.resolver.resolveBeside(item, call.function)
    if (made?.kind === 'external') nameClass(draft, targetPath(made))
    if (made?.kind === 'def') this.fillResult(draft, made)
    if (made === null) this.fillMethodResult(draft, item, call.function)
    // What a class has under a name may be a descriptor, and then is what that gives.
    if (!isClassItem(made) || item.owner !== null) return
    draft.bases = [targetPath(made)]
    draft.inherits = this.inherited(this.model.classes.resolutionOrder(made))
  }

  /** `manager = make()`, where it shows what `make` gives: that, or something more. */
  private fillResult(draft: Draft, item: Item): void {
    const made = classOfResult(this.model, item)
    if (made === null || item.binding.kind !== 'def') return
    if (isMadeByDecorator(item.binding.source, item.binding.statement)) return
    draft.bases = [targetPath(made)]
    draft.inherits = this.inherited(this.model.classes.resolutionOrder(made))
    draft.isOpen = true
  }

  /** `changed = signals.signal("changed")`: what a method of an object of the module gives. */
  private fillMethodResult(draft: Draft, item: Item, called: Expression): void {
    if (called.kind !== 'attribute' || item.owner !== null) return
    const module = this.model.modules.moduleOf(item)
    this.wantClass(module, called.value)
    const of = madeClass(this.model.resolver, module, called.value)
    const method = of === null ? null : this.model.resolver.member(of, called.name)
    if (method?.kind === 'def') this.fillResult(draft, method)
  }

  /** `signals = Namespace()`, where that is a class of another package: it says what its methods give. */
  private wantClass(module: PythonModule, written: Expression): void {
    const object = this.model.resolver.resolveExpression(module, written)
    if (object?.kind !== 'value' || object.binding.kind !== 'value') return
    const value = this.model.modules.assignedValue(object.binding)
    const made = value?.kind === 'call' ? value.function : null
    const target =
      made && this.model.resolver.resolveExpression(this.model.modules.moduleOf(object), made)
    if (target?.kind === 'external') this.model.modules.want(target.module, module)
  }

  /** Members of which only the names are known. */
  private namedEntries(owner: Draft, names: readonly string[]): Entry[] {
    const entries = [...new Set(names)].map((name): Entry => {
      const definition = newDraft(owner.module, `${owner.name}.${name}`, 'attribute')
      definition.file = owner.file
      definition.line = owner.line
      const isPublic = !name.startsWith('_')
      return { name, definition, origin: 'py', isPublic, isTypeOnly: false }
    })
    return entries.sort(byName)
  }
}

/** `log = logging.getLogger(…)`: its class, which whoever asks looks up (givenByPython.ts). */
function nameClass(draft: Draft, called: string): void {
  const cls = standardResult(called)
  if (cls !== null) draft.bases = [cls]
}

/** All that a method does which classes below have to write. */
const LEFT_OUT = /^\s*raise NotImplementedError\b/m

const ABSTRACT = /^(?:\w+\.)*abstract(?:method|property|classmethod|staticmethod)\b/

/** Classes of Python's own that make attributes of what a class lists: `_fields_`. */
const MAKING = /^_?ctypes\./

/** Those whose objects are given whatever somebody likes. */
const LOOSE: ReadonlySet<string> = new Set([
  'argparse.Namespace',
  'optparse.Values',
  'threading.local',
  '_thread._local',
  'types.SimpleNamespace',
])

/** Bases that bring nothing that anybody asks for. */
const BARE: ReadonlySet<string> = new Set(['object', 'Generic', 'Protocol', 'ABC', 'type'])

/** Names that Python itself puts into every class body. */
function isNoise(name: string): boolean {
  return name === '__module__' || name === '__qualname__'
}

/** Decorators that leave a function a function. */
const PLAIN_DECORATOR =
  /^(?:\w+\.)*(?:staticmethod|classmethod|abstractmethod|overload|override|final|no_type_check)$/

/** Whether what stands under the name may be another object than a function. */
function isMadeByDecorator(source: Source, { decorators }: FunctionStatement): boolean {
  return decorators.some((span) => !PLAIN_DECORATOR.test(source.slice(span).trim()))
}

function functionShape(
  source: Source,
  statement: FunctionStatement,
  isMember: boolean,
): { kind: 'function' | 'method' | 'property'; isBound: boolean } {
  if (!isMember) return { kind: 'function', isBound: false }
  let isBound = statement.name === '__init_subclass__' || statement.name === '__class_getitem__'
  for (const span of statement.decorators) {
    const text = source.slice(span)
    if (/property\b/i.test(text) && !/\.(?:setter|deleter)\b/.test(text)) {
      return { kind: 'property', isBound: true }
    }
    if (/^(?:\w+\.)*classmethod\b/.test(text)) isBound = true
  }
  return { kind: 'method', isBound }
}

/** `type("X", (Base,), {})`, `new_class(…)`, `make_dataclass(…)`. */
function isMadeClass(made: string | null, call: ExpressionOf<'call'>): boolean {
  if (made === 'type') return call.arguments.length === 3
  return made === 'new_class' || made === 'make_dataclass' || made === 'make_class'
}

/** The class of a list or a table that is written out; it may be long, and is not parsed. */
function displayOf({ text }: Source, value: Span | null): string | null {
  if (value === null) return null
  const { start, end } = value
  const first = text.charCodeAt(start)
  if (first !== CODE.openBracket && first !== CODE.openBrace) return null
  const scan = stringScan(text, end)
  if (groupEnd(scan, start, end) !== end) return null
  if (first === CODE.openBracket) return 'builtins.list'
  const inner = skipSpace(text, start + 1, end - 1)
  const isTable = inner === end - 1 || text.startsWith('**', inner)
  return isTable || findColon(scan, inner, end - 1) >= 0 ? 'builtins.dict' : 'builtins.set'
}

function isPlainLiteral(value: Expression): boolean {
  if (value.kind === 'unary') return value.value.kind === 'number'
  return value.kind === 'number' || value.kind === 'string' || value.kind === 'constant'
}
