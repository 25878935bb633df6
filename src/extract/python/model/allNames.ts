// `__all__` in the forms that people write it. What is computed in ways that cannot be followed
// leaves the list partial, and then the module's public names count as well.

import { dottedParts } from '../../../syntax/python/expressionNames.ts'
import { parseExpression } from '../../../syntax/python/parseExpression.ts'
import type { Expression, ExpressionOf } from '../../../syntax/python/syntax.ts'
import type { AllNames, PythonModule } from '../modules/pythonModule.ts'
import type { Resolver } from '../modules/resolver.ts'
import type { Scope } from '../scope/bindings.ts'
import { evaluateLiteral } from '../scope/literals.ts'
import type { ModuleLists } from './moduleLists.ts'
import type { StarNames } from './starNames.ts'

/** Who is asked for what a list is made of. */
type Asked = Readonly<{ resolver: Resolver; lists: ModuleLists; stars: StarNames }>

type Found = { names: string[]; isPartial: boolean; isChosen?: boolean }

/** Sums of many lists nest as deep as there are lists. */
const DEPTH_MAX = 100
const LOOKS_MAX = 5_000

/** Null when the module has no `__all__`. */
export function allNames(asked: Asked, module: PythonModule, scope: Scope): AllNames | null {
  if (scope.allSteps.length === 0) return null
  const looks = { left: LOOKS_MAX }
  let names = new Set<string>()
  let isPartial = false
  let isChosen = false
  for (const { operation, value } of scope.allSteps) {
    const found = listed(asked, module, scope, value, [...names], looks, 0)
    isPartial ||= found.isPartial
    isChosen ||= found.isChosen === true
    // Set twice: in two branches, or a second time over. What either lists can be meant.
    if (operation === 'set') names = new Set([...(isPartial ? names : []), ...found.names])
    else if (operation === 'add') for (const name of found.names) names.add(name)
    else for (const name of found.names) names.delete(name)
  }
  return { names: [...names], isPartial, ...(isChosen ? { isChosen } : {}) }
}

function listed(
  asked: Asked,
  module: PythonModule,
  scope: Scope,
  value: Expression,
  before: readonly string[],
  /** Lists that are made of themselves double with each look. */
  looks: { left: number },
  depth: number,
): Found {
  const unknown: Found = { names: [], isPartial: true }
  looks.left -= 1
  if (depth > DEPTH_MAX || looks.left < 0) return unknown
  const again = (one: Expression) => listed(asked, module, scope, one, before, looks, depth + 1)
  switch (value.kind) {
    case 'list':
    case 'tuple':
    case 'set':
      return join(
        value.items.map((item) => {
          if (item.kind === 'starred') return again(item.value)
          if (item.kind === 'string' && item.value !== null) return whole([item.value])
          if (item.kind === 'attribute' && item.name === '__name__') {
            const parts = dottedParts(item.value)
            return parts === null ? unknown : whole([parts.at(-1) ?? ''])
          }
          return unknown
        }),
      )
    case 'binary':
      if (value.operator === '+' || value.operator === '|') {
        return join([again(value.left), again(value.right)])
      }
      return unknown
    case 'call':
      return calledList(value, again, unknown)
    case 'comprehension':
      return comprehended(value, again, unknown, () => [
        ...[...scope.names.keys()].filter((name) => !name.startsWith('_')),
        ...[...asked.lists.namesOf(module)]
          .filter(([name, entry]) => entry.origin === 'star' && !name.startsWith('_'))
          .map(([name]) => name),
        // A submodule that is loaded by then is a name of its package.
        ...[...asked.stars.loadedBelow(module)].filter((name) => !name.startsWith('_')),
      ])
    case 'name':
    case 'attribute':
      return namedList(asked, module, scope, value, before, again, unknown)
    default:
      return unknown
  }
}

function whole(names: string[]): Found {
  return { names, isPartial: false }
}

function join(parts: readonly Found[]): Found {
  return {
    names: parts.flatMap(({ names }) => names),
    isPartial: parts.some(({ isPartial }) => isPartial),
    isChosen: parts.some(({ isChosen }) => isChosen === true),
  }
}

function calledList(
  value: ExpressionOf<'call'>,
  again: (one: Expression) => Found,
  unknown: Found,
): Found {
  const { function: called, arguments: given } = value
  const [first] = given
  if (called.kind === 'name' && first !== undefined) {
    if (['list', 'tuple', 'set', 'sorted', 'frozenset'].includes(called.name)) {
      return again(first.value)
    }
  }
  if (called.kind === 'attribute') {
    if (called.name === 'copy') return again(called.value)
    if (called.name === 'split' || called.name === 'keys') {
      const known = evaluateLiteral(value, () => undefined)
      if (Array.isArray(known)) return whole(known.filter((one) => typeof one === 'string'))
    }
  }
  return unknown
}

/** `[n for n in names]`, `[x.__name__ for x in (A, B)]`; filters leave the list partial. */
function comprehended(
  value: ExpressionOf<'comprehension'>,
  again: (one: Expression) => Found,
  unknown: Found,
  publicNames: () => string[],
): Found {
  const { element, target, over, conditions } = value
  if (target.kind !== 'name') return unknown
  if (isOwnNames(over) && conditions.length === 1 && skipsPrivate(conditions[0], target.name)) {
    return whole(publicNames())
  }
  if (isOwnNames(over)) return { ...unknown, isChosen: true }
  if (conditions.length > 0) return unknown
  if (element.kind === 'name' && element.name === target.name) return again(over)
  const isName =
    element.kind === 'attribute' &&
    element.name === '__name__' &&
    element.value.kind === 'name' &&
    element.value.name === target.name
  if (isName && (over.kind === 'list' || over.kind === 'tuple')) {
    const names = over.items.map((item) => dottedParts(item)?.at(-1))
    if (names.every((name) => name !== undefined)) return whole(names)
  }
  return unknown
}

/** `dir()`, `globals()` and their kin, without arguments. */
function isOwnNames(over: Expression): boolean {
  if (over.kind !== 'call' || over.arguments.length > 0) return false
  const { function: called } = over
  if (called.kind === 'attribute' && called.name === 'keys') return isOwnNames(called.value)
  if (called.kind === 'attribute' && called.name === 'copy') return isOwnNames(called.value)
  return called.kind === 'name' && ['dir', 'globals', 'locals', 'vars'].includes(called.name)
}

/** `not name.startswith("_")` */
function skipsPrivate(condition: Expression | undefined, name: string): boolean {
  if (condition?.kind !== 'unary' || condition.operator !== 'not') return false
  const call = condition.value
  if (call.kind !== 'call' || call.function.kind !== 'attribute') return false
  const { function: called, arguments: given } = call
  const [prefix] = given
  return (
    called.name === 'startswith' &&
    called.value.kind === 'name' &&
    called.value.name === name &&
    prefix?.value.kind === 'string' &&
    prefix.value.value === '_'
  )
}

/** Another list by its name: `__all__`, `module.__all__`, a list of the module's own. */
function namedList(
  asked: Asked,
  module: PythonModule,
  scope: Scope,
  value: Expression,
  before: readonly string[],
  again: (one: Expression) => Found,
  unknown: Found,
): Found {
  const parts = dottedParts(value)
  if (parts === null) return unknown
  if (parts.length === 1) {
    const [name = ''] = parts
    if (name === '__all__') return whole([...before])
    const binding = scope.names.get(name)
    if (binding?.kind === 'value' && binding.value !== null) {
      const list = again(parseExpression(binding.source.text, binding.value))
      return isFilled(binding.source.text, name) ? { ...list, isPartial: true } : list
    }
    if (binding?.kind === 'from') {
      // A list that stands in another module, most often that module's `__all__` by another name.
      const other = asked.resolver.modules.module(binding.module)
      if (other === undefined) return unknown
      if (binding.name === '__all__')
        return asked.lists.allOf(other) === null ? unknown : found(asked, other)
      const there = other.scope?.names.get(binding.name)
      if (there?.kind === 'value' && there.value !== null) {
        return again(parseExpression(there.source.text, there.value))
      }
    }
    return unknown
  }
  if (parts.at(-1) !== '__all__') return unknown
  const base =
    value.kind === 'attribute' ? asked.resolver.resolveExpression(module, value.value) : null
  const other = base?.kind === 'module' ? asked.resolver.modules.module(base.module) : undefined
  return other === undefined ? unknown : found(asked, other)
}

/** `names.append(x)`: there is more in the list than where it is made. */
function isFilled(text: string, name: string): boolean {
  return ['.append(', '.extend(', '.insert(', ' += '].some((how) => text.includes(`${name}${how}`))
}

function found(asked: Asked, module: PythonModule): Found {
  const all = asked.lists.allOf(module)
  return all === null
    ? { names: [], isPartial: true }
    : { names: [...all.names], isPartial: all.isPartial, isChosen: all.isChosen === true }
}
