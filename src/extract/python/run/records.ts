// Records that a module makes of its own plain classes and then takes names from: what a loop is to
// put into the namespace. Only `@dataclass` classes are read so, and only where nothing in their file
// gives objects anything but what they are made with.

import { lastName } from '../../../syntax/python/expressionNames.ts'
import type { PackageModel } from '../model/packageModel.ts'
import { type ClassItem, isClassItem, type Target } from '../modules/items.ts'
import type { Binding } from '../scope/bindings.ts'
import { evaluateLiteral } from '../scope/literals.ts'
import { type ObjectValue, UNKNOWN, type Value } from './values.ts'

/** The names of the fields in order; null for any class that is more than a record. */
export function recordFields(cls: ClassItem): string[] | null {
  if (cls.binding.kind !== 'class' || SPECIAL.some((name) => cls.scope.names.has(name))) return null
  const { decorators, arguments: bases } = cls.binding.statement
  const [mark, more] = decorators.map((span) => lastName(cls.source.expression(span)))
  if (mark !== 'dataclass' || more !== undefined || bases.length > 0) return null
  if (cls.injected.size > 0 || cls.hasUnknownInjections || isChanged(cls)) return null
  const fields: string[] = []
  for (const [name, binding] of cls.scope.names) {
    if (binding.kind !== 'value' || binding.annotation === null) continue
    // None of these are fields that anybody fills by their place.
    if (/ClassVar|KW_ONLY|InitVar/.test(binding.source.slice(binding.annotation))) return null
    fields.push(name)
  }
  return fields
}

/** What a loop over an enum goes through; null for what is none, or is more than plain values. */
export function enumMembers(model: PackageModel, target: Target): ObjectValue[] | null {
  if (!isClassItem(target) || target.hasUnknownInjections) return null
  const [, ...bases] = model.classes.resolutionOrder(target)
  const isEnum = bases.some((one) => one.kind === 'external' && one.module === 'enum')
  // A base of the package may have a say in what is a member.
  if (!isEnum || bases.some(isClassItem)) return null
  const members: ObjectValue[] = []
  const seen = new Set<string | number>()
  for (const [name, binding] of target.scope.names) {
    if (binding.kind !== 'value' || name.startsWith('_')) continue
    const written = model.modules.assignedValue(binding)
    const isNew = written?.kind === 'call' && lastName(written.function) === 'auto'
    const value = written === null || isNew ? null : evaluateLiteral(written, () => undefined)
    const isPlain = typeof value === 'string' || typeof value === 'number'
    // A second name of a value is no member of its own, so values have to be known.
    if (!isNew && !isPlain) return null
    if (isPlain && seen.has(value)) continue
    if (isPlain) seen.add(value)
    const fields = new Map<string, Value>([
      ['name', name],
      ['value', isPlain ? value : UNKNOWN],
    ])
    members.push({ kind: 'object', cls: target, fields })
  }
  return members
}

const SPECIAL = ['__init__', '__new__', '__post_init__', '__getattr__', '__getattribute__']

/** Ways to give an object an attribute, and to change one that is a list or a table. */
const CHANGES =
  /\b(?:__)?setattr(?:__)?\b|\b__dict__\b|\bself\.\w+\s*(?:\[[^\]\n]*\]\s*)?[-+|&]?=[^=]/

/** Whether the file changes objects after they were made. */
function isChanged({ source, scope }: ClassItem): boolean {
  const { text } = source
  if (CHANGES.test(text)) return true
  // Names of fields are Python's own, and need no escape.
  return [...scope.names].some(
    ([name, { kind }]) =>
      kind === 'value' &&
      new RegExp(`\\.${name}\\s*(?:[-+|&]?=(?!=)|\\.${FILLS}\\()`, 'u').test(text),
  )
}

const FILLS = '(?:append|extend|insert|add|update|pop|clear|remove)'

/** `@property def name(self)`, or null. */
export function propertyNamed({ scope, source }: ClassItem, name: string): Binding | null {
  const binding = scope.names.get(name)
  if (binding?.kind !== 'def') return null
  const marks = binding.statement.decorators.map((span) => source.slice(span))
  return /^(?:functools\.)?(?:cached_)?property$/.test(marks.join(' ')) ? binding : null
}
