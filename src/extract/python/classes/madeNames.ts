// Names that a class has because something is handed the class: its decorators, its metaclass, the
// descriptors in its body, and functions that its own methods call with what they are called on.

import { parseBlock } from '../../../syntax/python/parsePython.ts'
import type { Expression, Parameter } from '../../../syntax/python/syntax.ts'
import { walkStatements } from '../../../syntax/python/walk.ts'
import {
  type ClassItem,
  type Given,
  type Item,
  isClassItem,
  type Made,
  type Target,
} from '../modules/items.ts'
import type { Resolver } from '../modules/resolver.ts'
import type { Binding } from '../scope/bindings.ts'
import {
  anythingGiven,
  type HandedEffects,
  type Handler,
  handlerOf,
  methodOf,
  nothingGiven,
  parameterFor,
} from './handedEffects.ts'
import { givenMetaclasses } from './metaclasses.ts'

type Makers = Readonly<{ resolver: Resolver; effects: HandedEffects }>

/** What a class has of this kind. */
export function madeNames(makers: Makers, cls: ClassItem): Made {
  if (cls.made !== null) return cls.made
  const given = nothingGiven()
  const ofObjects = new Set<string>()
  const made: Made = { given, ofObjects, isAnyOfObjects: false }
  // Set before it is filled: what leads back here sees nothing yet.
  cls.made = made
  if (cls.binding.kind !== 'class' || cls.source.isStub) return made
  const add = ({ names, perhaps, isAny }: Given) => {
    for (const name of names) given.names.add(name)
    // Of a class nothing is listed that it may not have: then it may have more than is listed.
    given.isAny ||= isAny || perhaps.size > 0
  }
  for (const one of decoratorEffects(makers, cls)) add(one)
  for (const one of metaclassEffects(makers, cls)) add(one)
  for (const { given: more, isOfObjects } of ownEffects(makers, cls)) {
    for (const name of [...more.names, ...more.perhaps]) ofObjects.add(name)
    if (isOfObjects) made.isAnyOfObjects ||= more.isAny
    else given.isAny ||= more.isAny
  }
  if (makers.resolver.modules.spells('__set_name__'))
    for (const one of descriptorEffects(makers, cls)) add(one)
  return made
}

function* decoratorEffects(makers: Makers, cls: ClassItem): Generator<Given> {
  if (cls.binding.kind !== 'class') return
  const module = makers.resolver.modules.moduleOf(cls)
  for (const span of cls.binding.statement.decorators) {
    const written = cls.source.expression(span)
    const called = written.kind === 'call' ? written.function : written
    const target = makers.resolver.resolveBeside(cls, called)
    // Nobody can tell what one does that is not at hand.
    if (target?.kind === 'external' && makers.resolver.modules.want(target.module, module))
      yield anythingGiven()
    yield* appliedEffects(makers, target, written.kind === 'call')
  }
}

/** What a decorator does to what it decorates. */
function* appliedEffects(
  makers: Makers,
  target: Target | null,
  isCalled: boolean,
): Generator<Given> {
  const { effects } = makers
  if (isClassItem(target)) {
    // `@Mark()` calls its object; `@Mark` puts an object of it in the place of the class.
    const method = isCalled ? methodOf(makers.resolver, target, '__call__') : null
    if (!isCalled) yield anythingGiven()
    else if (method !== null) yield* handedTo(effects, method.handler, parameterFor(method, 0))
    return
  }
  if (target?.kind === 'value') {
    yield* valueEffects(makers, target)
    return
  }
  const found = handlerOf(makers.resolver, target)
  if (found === null) return
  yield* handedTo(effects, found.handler, parameterFor(found, 0))
  if (!isCalled) return
  for (const inner of effects.inner(found.handler)) {
    yield* handedTo(effects, inner, inner.statement.parameters[0])
  }
}

/** `mark = Mark()`, `mark = lambda cls: …`. */
function* valueEffects(makers: Makers, target: Item): Generator<Given> {
  const { binding, source } = target
  if (binding.kind !== 'value' || binding.value === null) return
  const value = source.expression(binding.value)
  if (value.kind === 'lambda') yield anythingGiven()
  if (value.kind !== 'call') return
  const module = makers.resolver.modules.module(target.module)
  const made =
    module === undefined ? null : makers.resolver.resolveExpression(module, value.function)
  const method = isClassItem(made) ? methodOf(makers.resolver, made, '__call__') : null
  if (method !== null) yield* handedTo(makers.effects, method.handler, parameterFor(method, 0))
}

function* handedTo(
  effects: HandedEffects,
  handler: Handler,
  parameter: Parameter | undefined,
): Generator<Given> {
  yield effects.on(handler, parameter)
  if (effects.givesOther(handler, parameter)) yield anythingGiven()
}

function* metaclassEffects(makers: Makers, cls: ClassItem): Generator<Given> {
  const [given] = givenMetaclasses(cls)
  if (given === undefined) return
  const { effects } = makers
  const meta = makers.resolver.resolveBeside(cls, given)
  if (!isClassItem(meta)) {
    // `metaclass=make`: a function that makes the class.
    const found = handlerOf(makers.resolver, meta)
    if (found !== null) yield effects.on(found.handler, parameterFor(found, 2), 'table')
    return
  }
  for (const step of classesOf(makers, meta)) {
    const init = methodOf(makers.resolver, step, '__init__')
    if (init !== null) yield effects.on(init.handler, init.handler.statement.parameters[0])
    const make = methodOf(makers.resolver, step, '__new__')
    if (make !== null) {
      const space = parameterFor({ ...make, shift: 0 }, 3)
      yield effects.on(make.handler, space, space?.kind === 'varargs' ? 'object' : 'table')
    }
    const prepare = methodOf(makers.resolver, step, '__prepare__')
    if (prepare !== null) yield preparedNames(prepare.handler)
  }
}

/** `return {"name": …}` of a metaclass's `__prepare__`. */
function preparedNames({ source, statement }: Handler): Given {
  const given = nothingGiven()
  const body = parseBlock({ text: source.text }, statement.body.span, statement.body.line)
  for (const one of walkStatements(body)) {
    if (one.kind !== 'other' || one.word !== 'return' || one.value === null) continue
    const value = source.expression(one.value)
    if (value.kind !== 'dict') continue
    for (const { key } of value.items) {
      if (key?.kind === 'string' && key.value !== null) given.names.add(key.value)
      else given.isAny = true
    }
  }
  return given
}

/** A class and its bases as far as the package has them; most metaclasses have one. */
function* classesOf(makers: Makers, cls: ClassItem, depth = 0): Generator<ClassItem> {
  yield cls
  if (cls.binding.kind !== 'class' || depth > 5) return
  for (const { name, value } of cls.binding.statement.arguments) {
    if (name !== null) continue
    const base = makers.resolver.resolveBeside(cls, cls.source.expression(value))
    if (isClassItem(base) && base !== cls) yield* classesOf(makers, base, depth + 1)
  }
}

/** Methods that run before anybody asks the class or its objects for something. */
const FIRST = /^__(?:init|new|post_init|init_subclass|class_getitem)__$/

type OwnEffect = Readonly<{ given: Given; isOfObjects: boolean }>

function* ownEffects(makers: Makers, cls: ClassItem): Generator<OwnEffect> {
  for (const [name, binding] of cls.scope.names) {
    if (binding.kind !== 'def') continue
    const { source, statement } = binding
    const [receiver] = statement.parameters
    if (receiver === undefined) continue
    const body = source.slice(statement.body.span)
    yield { given: ofClass(body, receiver.name), isOfObjects: false }
    if (!FIRST.test(name) || !mayHandOn(body, receiver.name, name)) continue
    const handler = { source, statement, module: makers.resolver.modules.moduleOf(cls), owner: cls }
    const given = makers.effects.on(handler, receiver)
    yield { given, isOfObjects: name === '__init__' || name === '__post_init__' }
  }
}

/** `type(self).name = …`, `self.__class__.name = …`, `setattr(self, "name", …)`. */
function ofClass(body: string, receiver: string): Given {
  const given = nothingGiven()
  if (!/__class__|\btype\(|\bsetattr\(/.test(body)) return given
  for (const [, one, other, attribute = ''] of body.matchAll(CLASS_ATTRIBUTE)) {
    if ((one ?? other) === receiver) given.names.add(attribute)
  }
  for (const [, to, , attribute = ''] of body.matchAll(WRITTEN_SETTER)) {
    if (to === receiver) given.names.add(attribute)
  }
  return given
}

const CLASS_ATTRIBUTE =
  /(?:\btype\(\s*(\w+)\s*\)|\b(\w+)\.__class__)\.(\w+)[ \t]*(?::[^=\n]+)?=(?!=)/gu
const WRITTEN_SETTER = /\bsetattr\(\s*(\w+)\s*,\s*(["'])(\w+)\2\s*,/gu

/** Whether a body hands what it is called on to a function, or makes an object of its own. */
function mayHandOn(body: string, receiver: string, name: string): boolean {
  if (name === '__new__') return true
  const rest = body.replaceAll(/\bsuper\([^()]*\)/g, '')
  return new RegExp(String.raw`\w\((?:[^()\n]*[,=]\s*)?${receiver}\s*[,)]`).test(rest)
}

/** `field = Field()` in the body, where `Field.__set_name__` gives its owner names. */
function* descriptorEffects(makers: Makers, cls: ClassItem): Generator<Given> {
  for (const binding of cls.scope.names.values()) {
    for (const made of madeIn(binding)) {
      const target = makers.resolver.resolveBeside(cls, made)
      if (!isClassItem(target)) continue
      for (const step of classesOf(makers, target)) {
        const method = methodOf(makers.resolver, step, '__set_name__')
        if (method === null) continue
        yield makers.effects.on(method.handler, parameterFor(method, 0))
        break
      }
    }
  }
}

function* madeIn(binding: Binding): Generator<Expression> {
  const { source } = binding
  if (binding.kind === 'def') {
    for (const span of binding.statement.decorators) {
      const written = source.expression(span)
      yield written.kind === 'call' ? written.function : written
    }
  }
  if (binding.kind !== 'value' || binding.value === null) return
  if (source.text[binding.value.end - 1] !== ')') return
  const value = source.expression(binding.value)
  if (value.kind === 'call') yield value.function
}
