// Whether a class gives its objects attributes under names that only a run tells:
// `setattr(self, name, value)`, `self.__dict__.update(given)`, a metaclass or a decorator that does so.

import {
  functionalBase,
  functionalBases,
  functionalNames,
  resolutionOrder,
} from './classMembers.ts'
import { type ClassItem, isClassItem } from './items.ts'
import type { PackageModel } from './packageModel.ts'
import { bodyOf, putsNames } from './putsNames.ts'
import type { Source } from './scope.ts'
import type { FunctionStatement } from './syntax/syntax.ts'

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

export function makesAttributes(model: PackageModel, cls: ClassItem): boolean {
  cls.isMaking ??= isMaking(model, cls)
  return cls.isMaking
}

function isMaking(model: PackageModel, cls: ClassItem): boolean {
  if (cls.hasUnknownInjections) return true
  const { makes, dynamic, names } = cls.scope
  if (makes.length > 0 || dynamic.length > 0) return true
  for (const [name, binding] of names) {
    if (binding.kind !== 'def' || RESTORING.has(name)) continue
    if (putsNames(binding.source, binding.statement, 0)) return true
  }
  return hasUnknownFields(model, cls) || isMadeBy(model, cls)
}

/** `class P(namedtuple("P", FIELDS))`. */
function hasUnknownFields(model: PackageModel, cls: ClassItem): boolean {
  return functionalBases(model, cls).some(
    (base) => functionalBase(base) !== null && functionalNames(base).length === 0,
  )
}

/** A decorator of the package that puts names into what it is given, or a metaclass that does. */
function isMadeBy(model: PackageModel, cls: ClassItem): boolean {
  if (cls.binding.kind !== 'class') return false
  const { decorators, arguments: given } = cls.binding.statement
  const module = model.moduleOf(cls)
  const resolve = (span: Parameters<PackageModel['parse']>[1]) => {
    const written = model.parse(cls.source, span)
    const expression = written.kind === 'call' ? written.function : written
    return model.resolveExpression(module, expression, cls.owner)
  }
  for (const decorator of decorators) {
    const target = resolve(decorator)
    if (target?.kind !== 'def' || target.binding.kind !== 'def') continue
    const { source, statement } = target.binding
    if (hasAnySetter(source, statement)) return true
  }
  const metaclass = given.find(({ name }) => name === 'metaclass')
  const meta = metaclass === undefined ? null : resolve(metaclass.value)
  if (!isClassItem(meta)) return false
  return resolutionOrder(model, meta).some((step) => isClassItem(step) && isMakingMetaclass(step))
}

function isMakingMetaclass({ scope }: ClassItem): boolean {
  if (scope.names.has('__getattr__')) return true
  return ['__new__', '__init__', '__call__'].some((name) => {
    const binding = scope.names.get(name)
    if (binding?.kind !== 'def') return false
    const { source, statement } = binding
    if (hasAnySetter(source, statement)) return true
    const space = statement.parameters
      .filter(({ kind }) => kind === 'normal' || kind === 'positional')
      .at(3)
    return space !== undefined && isFilled(bodyOf(source, statement), space.name)
  })
}

/** A name that is no text of the source: `setattr(x, name, …)`. */
const ANY_SETTER = /\bsetattr\(\s*[\w.]+\s*,\s*(?!["'\s])/

function hasAnySetter(source: Source, statement: FunctionStatement): boolean {
  return ANY_SETTER.test(bodyOf(source, statement))
}

/** `namespace[name] = …` and its kin, in what a metaclass makes its class of. */
function isFilled(body: string, space: string): boolean {
  const ways = [`${space}[`, `${space}.update(`, `${space}.setdefault(`]
  return ways.some((way) => body.includes(way) && !isOnlyRead(body, way))
}

/** A subscript that is only read puts nothing there. */
function isOnlyRead(body: string, way: string): boolean {
  if (!way.endsWith('[')) return false
  for (let at = body.indexOf(way); at >= 0; at = body.indexOf(way, at + 1)) {
    const rest = body.slice(at + way.length, at + way.length + SUBSCRIPT_MAX)
    if (/^[^\]\n"']*\]\s*=[^=]/.test(rest)) return false
  }
  return true
}

const SUBSCRIPT_MAX = 200
