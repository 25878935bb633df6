// Whether a class gives itself or its objects attributes under names that only a run tells:
// `setattr(self, name, value)`, `self.__dict__.update(given)`, a metaclass or a decorator that does so.

import { keptIn } from '../../../domain/maps.ts'
import type { Expression, FunctionStatement } from '../../../syntax/python/syntax.ts'
import { standardMembers } from '../../../table/pythonLibrary.ts'
import { functionalBase, functionalBases, functionalNames } from '../classes/functionalBases.ts'
import { givenMetaclasses } from '../classes/metaclasses.ts'
import type { PackageModel } from '../model/packageModel.ts'
import {
  type ClassItem,
  isClassItem,
  type Making,
  type Target,
  targetPath,
} from '../modules/items.ts'
import type { Binding } from '../scope/bindings.ts'
import { bodyOf, handedNames, putsNames } from '../scope/putsNames.ts'
import type { Source } from '../scope/source.ts'

/** These give an object what another one had, or what somebody gives it from outside. */
const RESTORING: ReadonlySet<string> = new Set([
  '__setstate__',
  '__getstate__',
  '__setattr__',
  '__reduce__',
  '__reduce_ex__',
  '__copy__',
  '__deepcopy__',
  '__eq__',
])

/** Code that is made of text; a method of something else that is called so is not that. */
const RUNS_TEXT = /(?<![.\w])exec\(/

/** What a look at the whole file tells, so that most bodies need none. */
type Hints = Readonly<{
  /** Some text of it is run as code. */
  isRunning: boolean
  /** Something in it is given names in one of the ways that are looked for. */
  isPutting: boolean
  /** What it gives attributes to, in whatever function: `setattr(Visitor, name, …)`. */
  filled: ReadonlySet<string>
}>

export function madeAttributes(model: PackageModel): (cls: ClassItem) => Making {
  const hints = new Map<Source, Hints>()

  function read(cls: ClassItem): Making {
    // A declaration for Cython has what C sees of a class; its methods are in a source that is not there.
    if (cls.source.file.endsWith('.pxd')) return 'class'
    // So may what fills a class of constants from C.
    const isOfCython = /\.p(?:yx|xi)$/.test(cls.source.file)
    if (isOfCython && ![...cls.scope.names.values()].some(({ kind }) => kind === 'def'))
      return 'class'
    if (cls.hasUnknownInjections || isFilledElsewhere(model, cls)) return 'class'
    if (model.classes.made(cls).given.isAny) return 'class'
    if (cls.owner === null && hintsOf(cls.source).filled.has(cls.name)) return 'class'
    if (isWrittenInFunctions(model, cls)) return 'class'
    const { makes, dynamic, names } = cls.scope
    if (makes.length > 0 || dynamic.length > 0) return 'class'
    if (hasUnknownFields(cls) || isMadeBy(model, cls)) return 'class'
    if (model.classes.hasUnknownSlots(cls)) return 'class'
    const isAnswering = ['__getattr__', '__getattribute__'].some(
      (name) => names.has(name) || cls.injected.has(name),
    )
    const isHandedOn = model.classes.made(cls).isAnyOfObjects
    let found: Making = isAnswering || isHandedOn ? 'objects' : 'nothing'
    for (const [name, binding] of names) {
      if (binding.kind !== 'def') continue
      const { source, statement } = binding
      const isRunning = hintsOf(source).isRunning && RUNS_TEXT.test(bodyOf(source, statement))
      if (isRunning) found = 'objects'
      if (!hintsOf(source).isPutting) continue
      if (CLASS_SETTER.test(bodyOf(source, statement))) return 'class'
      if (RESTORING.has(name) || !putsNames(source, statement, 0)) continue
      if (!isOfObjects(source, statement)) return 'class'
      if (!isLeftToOthers(model, cls, source, statement)) found = 'objects'
    }
    return found
  }

  function hintsOf(source: Source): Hints {
    return keptIn(hints, source, () => {
      const { text } = source
      const all = source.has('setattr') ? text.matchAll(GLOBAL_SETTER) : []
      return {
        isRunning: source.has('exec(') && RUNS_TEXT.test(text),
        isPutting: ['setattr', '__dict__', 'vars('].some((word) => source.has(word)),
        filled: new Set([...all].map(([, name = '']) => name)),
      }
    })
  }

  /** Its own doing alone: what its bases make counts for it as well. */
  return (cls) => {
    cls.making ??= read(cls)
    return cls.making
  }
}

const GLOBAL_SETTER = /\bsetattr\(\s*(\w+)\s*,\s*(?!\s|["'][^"'\n]*["']\s*,)/gu

/** `def setup(): A.name = 1`, in whatever module, where the class has no such name otherwise. */
function isWrittenInFunctions(model: PackageModel, cls: ClassItem): boolean {
  if (cls.owner !== null) return false
  const written = model.filled.writtenTo(cls.name)
  for (const name of written) if (model.classes.findMember(cls, name) === null) return true
  return false
}

/** What modules of other packages put into their classes is not among what those have. */
function isFilledElsewhere(model: PackageModel, cls: ClassItem): boolean {
  if (model.modules.owns(cls.module)) return false
  const module = model.modules.moduleOf(cls)
  const injections = module.scope?.injections ?? []
  return injections.some(({ target }) => model.resolver.resolveExpression(module, target) === cls)
}

/** `setattr(type(self), name, …)`, `setattr(self.__class__, name, …)`. */
const CLASS_SETTER =
  /\bsetattr\(\s*(?:type\(\s*\w+\s*\)|\w+\.__class__|cls|klass)\s*,\s*(?!\s|["'][^"'\n]*["']\s*,)|\btype\.__setattr__\(/

/** Whether a method is handed an object, and not the class or whatever a static one is given. */
function isOfObjects(source: Source, { name, decorators, parameters }: FunctionStatement): boolean {
  if (name === '__new__' || name === '__init_subclass__' || name === '__class_getitem__')
    return false
  if (/^_*(?:cls|klass|mcs|mcls)_*$/.test(parameters[0]?.name ?? '')) return false
  return !decorators.some((span) => /(?:class|static)method/.test(source.slice(span)))
}

/**
 * `def put(self, name, value): setattr(self, name, value)`, which nothing of the package calls but with
 * names that are written out and private or known: only others give objects names by it.
 */
function isLeftToOthers(
  model: PackageModel,
  cls: ClassItem,
  source: Source,
  statement: FunctionStatement,
): boolean {
  const { name, decorators, parameters } = statement
  if (/^__.*__$/.test(name) || decorators.length > 0) return false
  const handed = handedNames(source, statement)
  if (handed === null || handed.some((one) => one !== parameters[1]?.name)) return false
  const isKnown = (word: string) =>
    word.startsWith('_') || model.classes.findMember(cls, word) !== null
  return model.modules.usesOf(name).every((use) => {
    const [, written] = /^\(\s*["'](\w+)["']\s*,/.exec(use) ?? []
    return written !== undefined && isKnown(written)
  })
}

/** `class P(namedtuple("P", FIELDS))`. */
function hasUnknownFields(cls: ClassItem): boolean {
  return functionalBases(cls).some(
    (base) => functionalBase(base) !== null && functionalNames(base).length === 0,
  )
}

/** A decorator of the package that puts names into what it is given, or a metaclass that does. */
function isMadeBy(model: PackageModel, cls: ClassItem): boolean {
  if (cls.binding.kind !== 'class') return false
  const resolve = (expression: Expression) => model.resolver.resolveBeside(cls, expression)
  const metaclasses = givenMetaclasses(cls)
  if (metaclasses.some((given) => isMakingMetaclass(model, resolve(given)))) return true
  return cls.binding.statement.decorators.some((span) => {
    const written = cls.source.expression(span)
    const target = resolve(written.kind === 'call' ? written.function : written)
    return target !== null && isMakingDecorator(target)
  })
}

function isMakingDecorator(target: Target): boolean {
  const binding = isClassItem(target) ? target.scope.names.get('__call__') : bindingOf(target)
  if (binding?.kind !== 'def') return false
  const { source, statement } = binding
  if (hasAnySetter(source, statement)) return true
  const given = [...statement.parameters.map(({ name }) => name), 'cls', 'klass', 'class_']
  return [...bodyOf(source, statement).matchAll(NAMED_SETTER)].some(([, to = '']) =>
    given.includes(to),
  )
}

function bindingOf(target: Target): Binding | undefined {
  return target.kind === 'def' ? target.binding : undefined
}

/** `cls.name = …` in a decorator or a metaclass: no text of the class shows the name. */
const NAMED_SETTER = /^[ \t]*(\w+)\.(?!_)\w+[ \t]*=(?!=)/gmu

/** One that nothing is known of may answer to any name. */
function isMakingMetaclass(model: PackageModel, meta: Target | null): boolean {
  if (!isClassItem(meta)) {
    return meta?.kind !== 'external' || standardMembers(targetPath(meta)) === null
  }
  return model.classes.resolutionOrder(meta).some((step) => {
    if (!isClassItem(step)) return isMakingMetaclass(model, step)
    return isMakingItself(step) || model.classes.hasUnknownBase(step)
  })
}

function isMakingItself({ scope }: ClassItem): boolean {
  const isAnswering = ['__getattr__', '__getattribute__', '__setattr__']
  if (isAnswering.some((name) => scope.names.has(name))) return true
  return ['__new__', '__init__', '__call__'].some((name) => {
    const binding = scope.names.get(name)
    if (binding?.kind !== 'def') return false
    const { source, statement } = binding
    if (hasAnySetter(source, statement)) return true
    if (bodyOf(source, statement).match(NAMED_SETTER) !== null) return true
    const space = statement.parameters
      .filter(({ kind }) => kind === 'normal' || kind === 'positional')
      .at(3)
    if (space === undefined) return false
    const body = bodyOf(source, statement)
    return isFilled(body, space.name) || (name === '__new__' && isRemade(body, space.name))
  })
}

/** A name that is no text of the source: `setattr(x, name, …)`. */
const ANY_SETTER = /\bsetattr\(\s*[\w.]+\s*,\s*(?!\s|["'][^"'\n]*["']\s*,)/

function hasAnySetter(source: Source, statement: FunctionStatement): boolean {
  return ANY_SETTER.test(bodyOf(source, statement))
}

/** `namespace[name] = …` and its kin, in what a metaclass makes its class of. */
function isFilled(body: string, space: string): boolean {
  const ways = [`${space}[`, `${space}.update(`, `${space}.setdefault(`]
  return ways.some((way) => body.includes(way) && !isOnlyRead(body, way))
}

/** `super().__new__(mcs, name, bases, other)`: the class is made of something else than its body. */
function isRemade(body: string, space: string): boolean {
  return Array.from(body.matchAll(MADE_OF), ([, given = '']) => given).some(
    (given) => given !== space && !given.startsWith('*'),
  )
}

const MADE_OF =
  /(?:\bsuper\([^()]*\)|\btype|\w*Meta\w*)\.__new__\(\s*\w+\s*,\s*[^,()]+,\s*(?:\([^()]*\)|[^,()]+),\s*(\*{0,2}\w+(?:\([^()]*\))?)\s*[,)]/gu

/** A subscript that is only read puts nothing there. */
function isOnlyRead(body: string, way: string): boolean {
  if (!way.endsWith('[')) return false
  for (let at = body.indexOf(way); at >= 0; at = body.indexOf(way, at + 1)) {
    const rest = body.slice(at + way.length, at + way.length + SUBSCRIPT_MAX)
    if (/^(?:[^\]\n"']*|(["'])(?!_)[^"'\n]*\1)\]\s*=[^=]/.test(rest)) return false
  }
  return true
}

const SUBSCRIPT_MAX = 200
