// `__all__` in the forms that people write it. What is computed in ways that cannot be followed
// leaves the list partial, and then the module's public names count as well.

import { dottedParts } from '../../../syntax/python/expressionNames.ts'
import type { Expression, ExpressionOf } from '../../../syntax/python/syntax.ts'
import type { AllNames, PythonModule } from '../modules/pythonModule.ts'
import type { Resolver } from '../modules/resolver.ts'
import type { Scope } from '../scope/bindings.ts'
import { evaluateLiteral } from '../scope/literals.ts'
import type { ModuleLists } from './moduleLists.ts'
import type { StarNames } from './starNames.ts'

/** Who is asked for what a list is made of. */
type Asked = Readonly<{ resolver: Resolver; lists: ModuleLists; stars: StarNames }>

const UNKNOWN: AllNames = { names: [], isPartial: true }

type At = Readonly<{
  asked: Asked
  module: PythonModule
  scope: Scope
  /** What the list held before. */
  before: readonly string[]
  /** Lists that are made of themselves double with each look. */
  looks: { left: number }
}>

type Again = (one: Expression) => AllNames

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
    const found = listed({ asked, module, scope, before: [...names], looks }, value, 0)
    isPartial ||= found.isPartial
    isChosen ||= found.isChosen === true
    // Set twice: in two branches, or a second time over. What either lists can be meant.
    if (operation === 'set') names = new Set([...(isPartial ? names : []), ...found.names])
    else if (operation === 'add') for (const name of found.names) names.add(name)
    else for (const name of found.names) names.delete(name)
  }
  return { names: [...names], isPartial, ...(isChosen ? { isChosen } : {}) }
}

function listed(at: At, value: Expression, depth: number): AllNames {
  at.looks.left -= 1
  if (depth > DEPTH_MAX || at.looks.left < 0) return UNKNOWN
  const again = (one: Expression) => listed(at, one, depth + 1)
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
            return parts === null ? UNKNOWN : whole([parts.at(-1) ?? ''])
          }
          return UNKNOWN
        }),
      )
    case 'binary':
      if (value.operator === '+' || value.operator === '|') {
        return join([again(value.left), again(value.right)])
      }
      return UNKNOWN
    case 'call':
      return calledList(value, again)
    case 'comprehension':
      return comprehended(value, again, () => publicNames(at))
    case 'name':
    case 'attribute':
      return namedList(at, value, again)
    default:
      return UNKNOWN
  }
}

function publicNames({ asked, module, scope }: At): string[] {
  const starred = [...asked.lists.namesOf(module)].filter(([, { origin }]) => origin === 'star')
  // A submodule that is loaded by then is a name of its package.
  const loaded = asked.stars.loadedBelow(module)
  const all = [...scope.names.keys(), ...starred.map(([name]) => name), ...loaded]
  return all.filter((name) => !name.startsWith('_'))
}

function whole(names: readonly string[]): AllNames {
  return { names, isPartial: false }
}

function join(parts: readonly AllNames[]): AllNames {
  return {
    names: parts.flatMap(({ names }) => names),
    isPartial: parts.some(({ isPartial }) => isPartial),
    isChosen: parts.some(({ isChosen }) => isChosen === true),
  }
}

function calledList(value: ExpressionOf<'call'>, again: Again): AllNames {
  const { function: called, arguments: given } = value
  const [first] = given
  const isShape =
    called.kind === 'name' && /^(?:list|tuple|set|sorted|frozenset)$/.test(called.name)
  if (isShape && first !== undefined) return again(first.value)
  if (called.kind === 'attribute') {
    if (called.name === 'copy') return again(called.value)
    if (called.name === 'split' || called.name === 'keys') {
      const known = evaluateLiteral(value, () => undefined)
      if (Array.isArray(known)) return whole(known.filter((one) => typeof one === 'string'))
    }
  }
  return UNKNOWN
}

/** `[n for n in names]`, `[x.__name__ for x in (A, B)]`; filters leave the list partial. */
function comprehended(
  value: ExpressionOf<'comprehension'>,
  again: Again,
  ofModule: () => string[],
): AllNames {
  const { element, target, over, conditions } = value
  if (target.kind !== 'name') return UNKNOWN
  if (isOwnNames(over) && conditions.length === 1 && skipsPrivate(conditions[0], target.name)) {
    return whole(ofModule())
  }
  if (isOwnNames(over)) return { ...UNKNOWN, isChosen: true }
  if (conditions.length > 0) return UNKNOWN
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
  return UNKNOWN
}

/** `dir()`, `globals()` and their kin, without arguments. */
function isOwnNames(over: Expression): boolean {
  if (over.kind !== 'call' || over.arguments.length > 0) return false
  const { function: called } = over
  if (called.kind === 'attribute')
    return /^(?:keys|copy)$/.test(called.name) && isOwnNames(called.value)
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
  { asked, module, scope, before }: At,
  value: Expression,
  again: Again,
): AllNames {
  const parts = dottedParts(value)
  if (parts === null) return UNKNOWN
  if (parts.length === 1) {
    const [name = ''] = parts
    if (name === '__all__') return whole(before)
    const binding = scope.names.get(name)
    if (binding?.kind === 'value' && binding.value !== null) {
      const list = again(binding.source.expression(binding.value))
      return isFilled(binding.source.text, name) ? { ...list, isPartial: true } : list
    }
    if (binding?.kind === 'from') {
      // A list that stands in another module, most often that module's `__all__` by another name.
      const other = asked.resolver.modules.module(binding.module)
      if (other === undefined) return UNKNOWN
      if (binding.name === '__all__') return asked.lists.allOf(other) ?? UNKNOWN
      const there = other.scope?.names.get(binding.name)
      if (there?.kind === 'value' && there.value !== null) {
        return again(there.source.expression(there.value))
      }
    }
    return UNKNOWN
  }
  if (parts.at(-1) !== '__all__') return UNKNOWN
  const base =
    value.kind === 'attribute' ? asked.resolver.resolveExpression(module, value.value) : null
  const other = base?.kind === 'module' ? asked.resolver.modules.module(base.module) : undefined
  return (other && asked.lists.allOf(other)) ?? UNKNOWN
}

/** `names.append(x)`: there is more in the list than where it is made. */
function isFilled(text: string, name: string): boolean {
  return ['.append(', '.extend(', '.insert(', ' += '].some((how) => text.includes(`${name}${how}`))
}
