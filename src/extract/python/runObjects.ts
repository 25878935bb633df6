// Records that a module makes of its own plain classes and then takes names from: what a loop is to
// put into the namespace. Only `@dataclass` classes are read so, and only where nothing in their file
// gives objects anything but what they are made with.

import type { Binding } from './bindings.ts'
import { lastName } from './expressionNames.ts'
import type { ClassItem } from './items.ts'
import type { PackageModel } from './packageModel.ts'

/** The names of the fields in order; null for any class that is more than a record. */
export function recordFields(model: PackageModel, cls: ClassItem): string[] | null {
  if (cls.binding.kind !== 'class' || SPECIAL.some((name) => cls.scope.names.has(name))) return null
  const { decorators, arguments: bases } = cls.binding.statement
  const [mark, more] = decorators.map((span) => lastName(model.parse(cls.source, span)))
  if (mark !== 'dataclass' || more !== undefined || bases.length > 0) return null
  if (cls.injected.size > 0 || cls.hasUnknownInjections || isChanged(cls)) return null
  const fields: string[] = []
  for (const [name, binding] of cls.scope.names) {
    if (binding.kind !== 'value' || binding.annotation === null) continue
    const { start, end } = binding.annotation
    // None of these are fields that anybody fills by their place.
    if (/ClassVar|KW_ONLY|InitVar/.test(binding.source.text.slice(start, end))) return null
    fields.push(name)
  }
  return fields
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
  const marks = binding.statement.decorators.map(({ start, end }) => source.text.slice(start, end))
  return /^(?:functools\.)?(?:cached_)?property$/.test(marks.join(' ')) ? binding : null
}
