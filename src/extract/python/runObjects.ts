// Objects that a module makes of its own plain classes and then takes names from: records of what a
// loop is to put into the namespace.

import { lastName } from './expressionNames.ts'
import type { ClassItem, Item } from './items.ts'
import type { PackageModel } from './packageModel.ts'
import type { FunctionStatement, Span } from './syntax/syntax.ts'

export type RecordField = Readonly<{ name: string; default: Span | null }>

/** The fields of a `@dataclass` in order; null for any class that is more than that. */
export function recordFields(model: PackageModel, cls: ClassItem): RecordField[] | null {
  if (cls.binding.kind !== 'class' || cls.scope.names.has('__init__')) return null
  const { decorators, arguments: bases } = cls.binding.statement
  const [mark, more] = decorators.map((span) => lastName(model.parse(cls.source, span)))
  if (mark !== 'dataclass' || more !== undefined || bases.length > 0) return null
  const fields: RecordField[] = []
  for (const [name, binding] of cls.scope.names) {
    if (binding.kind !== 'value' || binding.annotation === null) continue
    const { start, end } = binding.annotation
    // Neither are fields that anybody fills by their place.
    if (/ClassVar|KW_ONLY|InitVar/.test(binding.source.text.slice(start, end))) return null
    fields.push({ name, default: binding.value })
  }
  return fields
}

/** The constructor of a class without bases and decorators; null for any other. */
export function plainConstructor(cls: ClassItem): FunctionStatement | null {
  if (cls.binding.kind !== 'class') return null
  const { decorators, arguments: bases } = cls.binding.statement
  const init = cls.scope.names.get('__init__')
  if (decorators.length > 0 || bases.length > 0 || cls.scope.names.has('__new__')) return null
  return init?.kind === 'def' && init.statement.decorators.length === 0 ? init.statement : null
}

/** `@property def name(self)`, or null. */
export function propertyNamed({ scope, source }: ClassItem, name: string): Item['binding'] | null {
  const binding = scope.names.get(name)
  if (binding?.kind !== 'def') return null
  const marks = binding.statement.decorators.map(({ start, end }) => source.text.slice(start, end))
  return /^(?:functools\.)?(?:cached_)?property$/.test(marks.join(' ')) ? binding : null
}

/** Whether code gives the attribute to objects elsewhere than where they are made. */
export function isGivenLater({ source, scope }: ClassItem, name: string): boolean {
  const given = source.text.match(new RegExp(`\\.${name}\\s*(?:[-+|&]?=)(?!=)`, 'g')) ?? []
  return given.length > (scope.names.has('__init__') ? 1 : 0)
}
