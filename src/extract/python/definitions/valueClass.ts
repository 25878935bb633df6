// The class of the package that a value is an object of, where the text says so.

import { dottedParts, lastName } from '../../../syntax/python/expressionNames.ts'
import { parseBlock } from '../../../syntax/python/parsePython.ts'
import type { ExpressionOf } from '../../../syntax/python/syntax.ts'
import { isWord, walkStatements } from '../../../syntax/python/walk.ts'
import type { PackageModel } from '../model/packageModel.ts'
import { type ClassItem, type Item, isClassItem, type Target } from '../modules/items.ts'

type Definition = Extract<Item['binding'], { kind: 'def' }>

/**
 * Of a member of an enum (`RED = 1` in its body, `color = Color.RED` elsewhere), of an object that
 * stands in the body of a class, and of what a stub declares (`default: Codec`).
 */
export function classOfMember(model: PackageModel, item: Item): ClassItem | null {
  if (isOfEnum(model, item)) return item.owner
  if (item.binding.kind !== 'value') return null
  const { annotation, source } = item.binding
  if (annotation !== null && source.isStub) {
    const declared = model.resolver.resolveBeside(item, source.expression(annotation))
    return isClassItem(declared) ? declared : null
  }
  const value = model.modules.assignedValue(item.binding)
  if (item.owner !== null) return value?.kind === 'call' ? plainObject(model, item, value) : null
  if (value?.kind !== 'attribute') return null
  const target = model.resolver.resolveExpression(model.modules.moduleOf(item), value)
  return isItem(target) && isOfEnum(model, target) ? target.owner : null
}

function isItem(target: Target | null): target is Item {
  return target !== null && 'binding' in target
}

function isOfEnum(model: PackageModel, { name, binding, owner }: Item): boolean {
  if (owner === null || binding.kind !== 'value' || binding.value === null) return false
  const last = name.slice(name.lastIndexOf('.') + 1)
  if (/^_\w*_$|^__/.test(last) || owner.scope.names.get(last) !== binding) return false
  const value = model.modules.assignedValue(binding)
  if (value?.kind === 'lambda' || value?.kind === 'name') return false
  if (value?.kind === 'call' && NO_MEMBER.test(lastName(value.function) ?? '')) return false
  return model.classes
    .resolutionOrder(owner)
    .some((step) => step.kind === 'external' && step.module === 'enum')
}

/** What stays what it is in the body of an enum. */
const NO_MEMBER = /^(?:nonmember|staticmethod|classmethod|partial|partialmethod|\w*property)$/

/**
 * `shared = Pool()` in the body of a class: that very object, unless it is a descriptor, or something
 * else has a hand in the body.
 */
function plainObject(
  model: PackageModel,
  { name, owner, binding }: Item,
  call: ExpressionOf<'call'>,
): ClassItem | null {
  if (owner === null || owner.scope.names.get(name.slice(name.lastIndexOf('.') + 1)) !== binding)
    return null
  const made = model.resolver.resolveExpression(model.modules.moduleOf(owner), call.function, owner)
  if (!isClassItem(made) || hasHooks(model, made) || !isPlain(model, owner)) return null
  return made
}

function hasHooks(model: PackageModel, cls: ClassItem): boolean {
  const hooks = ['__get__', '__set_name__', '__new__', 'contribute_to_class']
  return hooks.some((hook) => model.classes.findMember(cls, hook) !== null) || !isPlain(model, cls)
}

/** Neither it nor what is above it has a decorator, a metaclass or a base that nothing is known of. */
function isPlain(model: PackageModel, cls: ClassItem): boolean {
  return model.classes.resolutionOrder(cls).every((step) => {
    if (!isClassItem(step)) return step.name === 'object' || step.name === 'ABC'
    if (step.binding.kind !== 'class' || model.classes.hasUnknownBase(step)) return false
    const { decorators, arguments: given } = step.binding.statement
    return decorators.length === 0 && given.every(({ name }) => name === null)
  })
}

/** What a function gives: what it says that it returns, or what every `return` of it makes. */
export function classOfResult(
  model: PackageModel,
  { binding, module, owner }: Item,
): ClassItem | null {
  const home = model.modules.module(module)
  if (binding.kind !== 'def' || home === undefined) return null
  const { statement, source } = binding
  if (statement.isAsync || statement.body.isGenerator) return null
  const resolve = (path: readonly string[] | null) => {
    const made = path === null ? null : model.resolver.resolveParts(home, path, owner, null)
    return isClassItem(made) ? made : null
  }
  if (statement.returns === null) return source.isStub ? null : returned(binding, resolve)
  const written = source.expression(statement.returns)
  const quoted = written.kind === 'string' ? (written.value ?? '').trim() : null
  if (quoted !== null && !/^[\w.]+$/.test(quoted)) return null
  return resolve(quoted === null ? dottedParts(written) : quoted.split('.'))
}

const BODY_MAX = 4000

/** `def make(): return Pool()`, on all of its ways. */
function returned(
  { source, statement }: Definition,
  resolve: (path: readonly string[] | null) => ClassItem | null,
): ClassItem | null {
  const { span, line } = statement.body
  if (span.end - span.start > BODY_MAX) return null
  const body = parseBlock({ text: source.text }, span, line)
  // Nobody comes to its end without a `return`.
  if (!isWord(body.at(-1), 'return')) return null
  const local = new Set(statement.parameters.map(({ name }) => name))
  let found: ClassItem | null = null
  for (const one of walkStatements(body)) {
    if (one.kind === 'def' || one.kind === 'class') local.add(one.name)
    if (one.kind === 'assign') for (const target of one.targets) local.add(source.slice(target))
    if (!isWord(one, 'return')) continue
    const value = one.value === null ? null : source.expression(one.value)
    const path = value?.kind === 'call' ? dottedParts(value.function) : null
    if (path === null || local.has(path[0] ?? '')) return null
    const made = resolve(path)
    if (made === null || (found !== null && found !== made)) return null
    found = made
  }
  return found
}
