// `**options: Unpack[Options]`: what a call may be given by name is written in a TypedDict (PEP 692),
// which is often there for type checkers only. Signatures spell it out, as PEP 764 does.

import { dottedParts } from './expressionNames.ts'
import { type ClassItem, isClassItem, type Target } from './items.ts'
import type { PackageModel } from './packageModel.ts'
import type { PythonModule } from './pythonModule.ts'
import { annotationText } from './signature.ts'
import type { Expression, Parameter } from './syntax/syntax.ts'

/** Classes of classes, and names that only lead to other names. */
const DEPTH_MAX = 8
const KEYS_MAX = 200

/** `Unpack[TypedDict[{'timeout': float}]]`; null for any other parameter, or when a key is not known. */
export function unpackedText(
  model: PackageModel,
  module: PythonModule,
  source: Parameters<typeof annotationText>[0],
  { kind, annotation }: Parameter,
): string | null {
  if (kind !== 'varkeywords' || annotation === null) return null
  if (!source.text.slice(annotation.start, annotation.end).includes('Unpack[')) return null
  const written = plain(model.parse(source, annotation), (text) =>
    model.parse({ ...source, text }, { start: 0, end: text.length }),
  )
  if (written.kind !== 'subscript' || dottedParts(written.value)?.at(-1) !== 'Unpack') return null
  const target = typeTarget(model, module, written.index, 0)
  const keys = isClassItem(target) ? keysOf(model, target, 0) : null
  if (keys === null || keys.size === 0 || keys.size > KEYS_MAX) return null
  const texts = [...keys].map(([name, type]) => `'${name}': ${type}`)
  return `Unpack[TypedDict[{${texts.join(', ')}}]]`
}

/** What stands in quotes, as annotations may. */
function plain(written: Expression, parse: (text: string) => Expression): Expression {
  return written.kind === 'string' && written.value !== null ? parse(written.value) : written
}

/** What a path of a module means to a type checker. */
function typeTarget(
  model: PackageModel,
  module: PythonModule,
  path: Expression,
  depth: number,
): Target | null {
  const parts = dottedParts(path)
  if (parts === null) return null
  const [head = '', ...rest] = parts
  let target = named(model, module, head, depth)
  for (const part of rest) {
    const inside = target?.kind === 'module' ? model.module(target.module) : undefined
    if (inside === undefined)
      return target?.kind === 'external' ? model.attribute(target, part) : null
    target = named(model, inside, part, depth)
  }
  return target
}

function named(
  model: PackageModel,
  module: PythonModule,
  name: string,
  depth: number,
): Target | null {
  if (depth > DEPTH_MAX) return null
  const found = model.resolve(module.name, name)
  if (found !== null && found.kind !== 'unknown') return found
  const binding = module.scope?.typeNames.get(name) ?? module.scope?.names.get(name)
  if (binding?.kind === 'from') {
    const other = model.module(binding.module)
    const below = `${binding.module}.${binding.name}`
    if (model.module(below) !== undefined) return { kind: 'module', module: below }
    if (other !== undefined) return named(model, other, binding.name, depth + 1)
  }
  return binding === undefined ? found : model.resolveBinding(module, name, binding, null)
}

/** Null when it is no TypedDict, or has a base of which nothing is known. */
function keysOf(model: PackageModel, cls: ClassItem, depth: number): Map<string, string> | null {
  if (depth > DEPTH_MAX || cls.binding.kind !== 'class') return null
  const module = model.moduleOf(cls)
  const keys = new Map<string, string>()
  const bases = cls.binding.statement.arguments.filter(({ name }) => name === null)
  if (bases.length === 0 || bases.some(({ stars }) => stars > 0)) return null
  for (const { value } of bases) {
    const base = typeTarget(model, module, model.parse(cls.source, value), depth)
    if (base?.kind === 'external' && base.name === 'TypedDict') continue
    const more = isClassItem(base) && base !== cls ? keysOf(model, base, depth + 1) : null
    if (more === null) return null
    for (const [name, type] of more) keys.set(name, type)
  }
  for (const [name, binding] of cls.scope.names) {
    if (binding.kind !== 'value' || binding.annotation === null) continue
    keys.set(name, annotationText(binding.source, binding.annotation))
  }
  return keys
}
