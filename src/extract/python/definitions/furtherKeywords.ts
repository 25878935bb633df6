// Which keywords a `**` takes in the end, where the function only passes them on: those that the
// last in the row names. `get(url, **kwargs)` of requests takes those of `Session.request`.

import { keptIn } from '../../../domain/maps.ts'
import type { FunctionStatement } from '../../../syntax/python/syntax.ts'
import type { Tree } from '../../../syntax/python/tree.ts'
import type { Draft } from '../../../table/format/draft.ts'
import type { Step } from '../classes/classOrder.ts'
import type { PackageModel } from '../model/packageModel.ts'
import { type ClassItem, type Item, isClassItem } from '../modules/items.ts'
import type { Binding, BindingOf } from '../scope/bindings.ts'
import type { Source } from '../scope/source.ts'
import { type KeywordUses, keywordUses } from './keywordUses.ts'
import type { Rewrites } from './rewrites.ts'

type Further = Readonly<{
  keywords: ReadonlySet<string>
  /** It goes through other methods of the object, which a class below may have of its own. */
  isOfClass: boolean
}>

/** Functions that pass on to functions that pass on. */
const DEPTH_MAX = 20
const KEYWORDS_MAX = 300
/** Longer than a signature it is not kept. */
const TEXT_MAX = 4_000

/** What can be written as one; keys of a dictionary may be any text. */
const KEYWORD = /^[\p{L}_][\p{L}\p{N}_]*$/u

/**
 * Whether another function may stand under the name: one that is defined below a test, one that the
 * name is given to, a method that objects are given.
 */
function isReplaced({ binding: { source, statement }, owner }: DefItem): boolean {
  const { text } = source
  const { name } = statement
  if (owner !== null) return source.told(givenAttributes).has(name)
  const start =
    text.lastIndexOf('\n', text.lastIndexOf(`def ${name}`, statement.body.span.start)) + 1
  if (/^[ \t]/.test(text.slice(start, start + 1))) return true
  if (source.told(givenVariables).has(name)) return true
  const globals = source.told(globalLines)
  return globals !== '' && new RegExp(`\\bglobal\\b[^\\n]*\\b${name}\\b`, 'u').test(globals)
}

// What is looked for under many names is listed once for a text: a search for each would go through
// all of it each time.

/** Whatever stands behind a dot and before an equals sign, names among it. */
function givenAttributes({ writingLines }: Source): ReadonlySet<string> {
  const given = writingLines.matchAll(/\.([^\s.=]+)\s*=(?!=)/gu)
  return new Set(Array.from(given, ([, name = '']) => name))
}

/** Whatever stands at the start of a line and before an equals sign, names among it. */
function givenVariables({ text }: Source): ReadonlySet<string> {
  return new Set(Array.from(text.matchAll(/^[ \t]*([^\s=]+)\s*=(?!=)/gmu), ([, name = '']) => name))
}

function globalLines(source: Source): string {
  return source.has('global') ? (source.text.match(/\bglobal\b[^\n]*/gu) ?? []).join('\n') : ''
}

type DefItem = Item & { readonly binding: BindingOf<'def'> }

export class FurtherKeywords {
  private readonly model: PackageModel
  private readonly rewrites: Rewrites
  private readonly uses = new Map<FunctionStatement, KeywordUses | null>()
  private readonly known = new Map<Item, Map<ClassItem | null, Further | null>>()
  private depth = 0

  constructor(model: PackageModel, rewrites: Rewrites) {
    this.model = model
    this.rewrites = rewrites
  }

  /** Beyond those that the function names itself; null where it cannot be told. */
  ofFunction(item: Item, self: ClassItem | null): Further | null {
    if (!hasGathering(item)) return null
    const known = keptIn(this.known, item, () => new Map())
    const before = known.get(self)
    if (before !== undefined) return before
    // Whoever comes back here is told nothing.
    known.set(self, null)
    if (this.depth >= DEPTH_MAX || !isDef(item)) return null
    this.depth += 1
    const found = this.read(item, self)
    this.depth -= 1
    known.set(self, found)
    return found
  }

  /** What the constructor of a class takes beyond what it names; null where that cannot be told. */
  ofConstructor(cls: ClassItem): Further | null {
    const init = this.constructorOf(cls)
    if (init === null || init === 'nothing' || !hasGathering(init)) return null
    return this.ofFunction(init, cls)
  }

  tell(draft: Draft, found: Further | null): void {
    if (found === null) return
    const keywords = [...found.keywords].filter((name) => KEYWORD.test(name)).sort()
    if (keywords.join(' ').length > TEXT_MAX) return
    draft.furtherKeywords = { keywords, isOfClass: found.isOfClass }
  }

  private read(item: DefItem, self: ClassItem | null): Further | null {
    const { statement, source } = item.binding
    if (!this.isPlain(item) || isReplaced(item)) return null
    const uses = keptIn(this.uses, statement, () => keywordUses(source, statement))
    if (uses === null) return null
    const keywords = new Set(uses.taken)
    let isOfClass = false
    for (const callee of uses.passedTo) {
      const more = this.takenBy(callee, { item, uses, self })
      if (more === null) return null
      for (const name of more.keywords) keywords.add(name)
      isOfClass ||= more.isOfClass
    }
    return keywords.size > KEYWORDS_MAX ? null : { keywords, isOfClass }
  }

  /** All that a call of it may name. */
  private acceptedBy(item: Item | null, self: ClassItem | null): Further | null {
    if (item === null || !isDef(item) || !this.isPlain(item) || isReplaced(item)) return null
    const { parameters } = item.binding.statement
    const own = item.owner === null || isStatic(item) ? parameters : parameters.slice(1)
    const named = own.filter(({ kind }) => kind === 'normal' || kind === 'keyword')
    const keywords = new Set(named.map(({ name }) => name))
    if (!hasGathering(item)) return { keywords, isOfClass: false }
    const further = this.ofFunction(item, self)
    if (further === null) return null
    return { ...further, keywords: new Set([...keywords, ...further.keywords]) }
  }

  private acceptedByClass(cls: ClassItem): Further | null {
    const init = this.constructorOf(cls)
    if (init === null) return null
    const accepted =
      init === 'nothing' ? { keywords: new Set<string>() } : this.acceptedBy(init, cls)
    // Of which class the object is, is known here.
    return accepted === null ? null : { ...accepted, isOfClass: false }
  }

  private takenBy(
    callee: Tree,
    at: Readonly<{ item: DefItem; uses: KeywordUses; self: ClassItem | null }>,
  ): Further | null {
    const { item, uses } = at
    const [head, ...names] = pathOf(callee) ?? []
    if (head === undefined) return this.takenByBase(callee, at.item, at.self)
    const receiver = item.owner === null || isStatic(item) ? null : receiverOf(item)
    if (head === receiver) return ofClass(this.takenBySelf(names, item, at.self))
    const local = uses.locals.get(head)
    if (local === undefined) return this.takenByName(callee, item, at.self)
    const [method, ...more] = names
    if (local === null || method === undefined || more.length > 0) return null
    if (local.made.kind !== 'call') return null
    const made = local.made.function
    const [first = ''] = pathOf(made) ?? ['']
    if (first === '' || uses.locals.has(first)) return null
    const cls = this.resolved(made, item)
    if (!isClassItem(cls) || (local.isEntered && !this.entersItself(cls))) return null
    if (this.constructorOf(cls) === null) return null
    const found = this.acceptedBy(this.methodOf(cls, method), cls)
    return found === null ? null : { ...found, isOfClass: false }
  }

  /** `self.method(**kwargs)`, `cls(**kwargs)`. */
  private takenBySelf(
    names: readonly string[],
    item: DefItem,
    self: ClassItem | null,
  ): Further | null {
    const cls = self ?? item.owner
    const [method, ...more] = names
    if (cls === null || more.length > 0) return null
    if (method === undefined) return isOfClass(item) ? this.acceptedByClass(cls) : null
    return this.acceptedBy(this.methodOf(cls, method), cls)
  }

  /** A function or a class of the module; `Base.__init__(self, **kwargs)`. */
  private takenByName(callee: Tree, item: DefItem, self: ClassItem | null): Further | null {
    const target = this.resolved(callee, item)
    if (target === null) return null
    if (isClassItem(target)) return this.acceptedByClass(target)
    if (target.kind !== 'def') return null
    if (target.owner === null) return this.acceptedBy(target, null)
    const isBase = self !== null && this.model.classes.resolutionOrder(self).includes(target.owner)
    const found = this.acceptedBy(target, isBase ? self : target.owner)
    return isBase ? ofClass(found) : found
  }

  /** `super().method(**kwargs)`: the next class in the order of the object's own. */
  private takenByBase(callee: Tree, item: DefItem, self: ClassItem | null): Further | null {
    const cls = self ?? item.owner
    const { owner } = item
    if (cls === null || owner === null || callee.kind !== 'attribute') return null
    if (!isSuper(callee.value, owner)) return null
    if (callee.name === '__new__' || callee.name === '__init_subclass__') return null
    const order = this.model.classes.resolutionOrder(cls)
    const next = order.slice(order.indexOf(owner) + 1)
    if (!order.includes(owner)) return null
    if (callee.name === '__init__') {
      const init = this.initAmong(next)
      if (init === null) return null
      if (init === 'nothing') return { keywords: new Set(), isOfClass: true }
      return ofClass(this.acceptedBy(init, cls))
    }
    return ofClass(this.acceptedBy(this.methodAmong(next, callee.name), cls))
  }

  private resolved(tree: Tree, item: DefItem) {
    const { model } = this
    const { source } = item.binding
    return model.resolver.resolveExpression(model.modules.moduleOf(item), source.expression(tree))
  }

  /** Null for what is no method that the class itself or one above it defines. */
  private methodOf(cls: ClassItem, name: string): Item | null {
    const found = this.model.classes.findMember(cls, name)
    if (found === null || !isClassItem(found.owner) || found.binding?.kind !== 'def') return null
    return this.methodAmong(this.model.classes.resolutionOrder(cls), name)
  }

  private methodAmong(order: readonly Step[], name: string): Item | null {
    for (const step of order) {
      if (!isClassItem(step)) {
        if (BARE.has(step.name)) continue
        return null
      }
      if (step.injected.has(name) || this.model.classes.hasUnknownBase(step)) return null
      const binding = step.scope.names.get(name)
      if (binding === undefined) continue
      if (binding.kind !== 'def') return null
      return this.model.modules.itemOf(this.model.modules.moduleOf(step), name, binding, step)
    }
    return null
  }

  /** `__init__`, where it alone says how objects are made; `nothing` for one without arguments. */
  private constructorOf(cls: ClassItem): Item | 'nothing' | null {
    const order = this.model.classes.resolutionOrder(cls)
    if (!order.every((step) => !isClassItem(step) || this.isPlainClass(step))) return null
    return this.initAmong(order)
  }

  private initAmong(order: readonly Step[]): Item | 'nothing' | null {
    const isBare = order.every((step) =>
      isClassItem(step)
        ? !step.scope.names.has('__init__') &&
          !step.injected.has('__init__') &&
          !this.model.classes.hasUnknownBase(step)
        : BARE.has(step.name),
    )
    return isBare ? 'nothing' : this.methodAmong(order, '__init__')
  }

  /** Whether nothing but `__init__` has a say in how its objects are made. */
  private isPlainClass({
    binding,
    scope,
    source,
    module,
    hasUnknownInjections,
  }: ClassItem): boolean {
    if (binding.kind !== 'class' || source.isStub || hasUnknownInjections) return false
    const maker = scope.names.get('__new__')
    if (!this.model.modules.owns(module) || (maker !== undefined && !isPlainMaker(maker)))
      return false
    const { decorators, arguments: given } = binding.statement
    if (!decorators.every((span) => KEEPING_CLASS.test(source.slice(span)))) return false
    return given.every(
      ({ name, stars, value }) =>
        stars === 0 &&
        (name !== 'metaclass' || /^(?:\w+\.)?(?:ABCMeta|type)$/.test(source.slice(value))) &&
        !source.slice(value).includes('('),
    )
  }

  /** Of this very package, as its source has it, and taken as it is by its decorators. */
  private isPlain(item: DefItem): boolean {
    const { statement, source } = item.binding
    if (source.isStub || !this.model.modules.owns(item.module)) return false
    return statement.decorators.every(
      (span) => KEEPING.test(source.slice(span)) || this.rewrites.isKept(item, span),
    )
  }

  /** `with Session() as session`: the object itself. */
  private entersItself(cls: ClassItem): boolean {
    return ['__enter__', '__aenter__'].every((name) => {
      const method = this.methodAmong(this.model.classes.resolutionOrder(cls), name)
      if (method === null) return this.model.classes.findMember(cls, name) === null
      if (!isDef(method)) return false
      const { source, statement } = method.binding
      const given = [...source.slice(statement.body.span).matchAll(/\breturn\b[ \t]*(.*)/g)]
      return given.length > 0 && given.every(([, what]) => what?.trim() === receiverOf(method))
    })
  }
}

/** Decorators that leave it as it is to whoever calls it. */
const KEEPING =
  /^(?:\w+\.)*(?:(?:static|class|abstract)method|(?:async)?contextmanager|override|final|lru_cache|cache|no_type_check)(?:\(.*\))?$/s
const KEEPING_CLASS =
  /^(?:\w+\.)*(?:final|total_ordering|runtime_checkable|deprecated)(?:\(.*\))?$/s
const BARE: ReadonlySet<string> = new Set(['object', 'Generic', 'Protocol', 'ABC'])

function isDef(item: Item): item is DefItem {
  return item.binding.kind === 'def'
}

function hasGathering(item: Item): boolean {
  return isDef(item) && item.binding.statement.parameters.some(({ kind }) => kind === 'varkeywords')
}

/** `__new__` that takes anything and gives an object of the class, which `__init__` is then given. */
function isPlainMaker(maker: Binding): boolean {
  if (maker.kind !== 'def' || maker.statement.decorators.length > 0) return false
  const { statement, source } = maker
  const has = (one: string) => statement.parameters.some(({ kind }) => kind === one)
  if (!has('varargs') || !has('varkeywords')) return false
  const text = source.slice(statement.body.span)
  const made = new Set(Array.from(text.matchAll(MADE), ([, name = '']) => name))
  const given = Array.from(text.matchAll(/\breturn\b[ \t]*(.*)/g), ([, what = '']) => what.trim())
  return given.length > 0 && given.every((what) => made.has(what) || MADE_AT_ONCE.test(what))
}

const MADE = /(\w+)[ \t]*=[ \t]*(?:super\([^()]*\)|object)\.__new__\(cls\)/g
const MADE_AT_ONCE = /^(?:super\([^()]*\)|object)\.__new__\(cls\)$/

function isMarked({ binding: { source, statement } }: DefItem, mark: RegExp): boolean {
  return source.isMarked(statement, mark)
}

function isStatic(item: Item): boolean {
  return isDef(item) && isMarked(item, /staticmethod$/)
}

function isOfClass(item: DefItem): boolean {
  return isMarked(item, /classmethod$/)
}

function receiverOf({ binding }: DefItem): string | null {
  const [first] = binding.statement.parameters
  return first?.kind === 'normal' || first?.kind === 'positional' ? first.name : null
}

function ofClass(found: Further | null): Further | null {
  return found === null ? null : { ...found, isOfClass: true }
}

/** `session.request` as its parts; null for what is no path of names. */
function pathOf(tree: Tree): readonly string[] | null {
  if (tree.kind === 'name') return [tree.name]
  if (tree.kind !== 'attribute') return null
  const before = pathOf(tree.value)
  return before === null ? null : [...before, tree.name]
}

/** `super()`, and `super(Name, self)` of the class that it stands in. */
function isSuper(tree: Tree, { name }: ClassItem): boolean {
  if (tree.kind !== 'call' || tree.function.kind !== 'name' || tree.function.name !== 'super') {
    return false
  }
  const [first] = tree.arguments
  if (first === undefined) return true
  return first.value.kind === 'name' && first.value.name === name
}
