// `**options: Unpack[Options]`: what a call may be given by name is written in a TypedDict (PEP 692),
// which is often there for type checkers only. Signatures spell it out, as PEP 764 does.

import { dottedParts } from '../../../syntax/python/expressionNames.ts'
import { parseExpression } from '../../../syntax/python/parseExpression.ts'
import type { Expression, Parameter } from '../../../syntax/python/syntax.ts'
import type { Resolution } from '../model/resolution.ts'
import { type ClassItem, isClassItem, type Target } from '../modules/items.ts'
import type { PythonModule } from '../modules/pythonModule.ts'
import type { Source } from '../scope/source.ts'
import type { AnnotationText } from './signature.ts'

/** Classes of classes, and names that only lead to other names. */
const DEPTH_MAX = 8
const KEYS_MAX = 200

export function unpackedKeys(resolver: Resolution, annotationText: AnnotationText) {
  /** `Unpack[TypedDict[{'timeout': float}]]`; null for any other parameter, or when a key is not known. */
  function textOf(
    module: PythonModule,
    source: Source,
    { kind, annotation }: Parameter,
  ): string | null {
    if (kind !== 'varkeywords' || annotation === null) return null
    if (!source.slice(annotation).includes('Unpack[')) return null
    const written = plain(source.expression(annotation), (text) =>
      parseExpression(text, { start: 0, end: text.length }),
    )
    if (written.kind !== 'subscript' || dottedParts(written.value)?.at(-1) !== 'Unpack') return null
    const target = typeTarget(module, written.index, 0)
    const keys = isClassItem(target) ? keysOf(target, 0) : null
    if (keys === null || keys.size === 0 || keys.size > KEYS_MAX) return null
    const texts = [...keys].map(([name, type]) => `'${name}': ${type}`)
    return `Unpack[TypedDict[{${texts.join(', ')}}]]`
  }

  /** What a path of a module means to a type checker. */
  function typeTarget(module: PythonModule, path: Expression, depth: number): Target | null {
    const parts = dottedParts(path)
    if (parts === null) return null
    const [head = '', ...rest] = parts
    let target = named(module, head, depth)
    for (const part of rest) {
      const inside = target?.kind === 'module' ? resolver.modules.module(target.module) : undefined
      if (inside === undefined)
        return target?.kind === 'external' ? resolver.attribute(target, part) : null
      target = named(inside, part, depth)
    }
    return target
  }

  function named(module: PythonModule, name: string, depth: number): Target | null {
    if (depth > DEPTH_MAX) return null
    const found = resolver.resolve(module.name, name)
    if (found !== null && found.kind !== 'unknown') return found
    const binding = module.scope?.typeNames.get(name) ?? module.scope?.names.get(name)
    if (binding?.kind === 'from') {
      const other = resolver.modules.module(binding.module)
      const below = `${binding.module}.${binding.name}`
      if (resolver.modules.module(below) !== undefined) return { kind: 'module', module: below }
      if (other !== undefined) return named(other, binding.name, depth + 1)
    }
    return binding === undefined ? found : resolver.resolveBinding(module, name, binding, null)
  }

  /** Null when it is no TypedDict, or has a base of which nothing is known. */
  function keysOf(cls: ClassItem, depth: number): Map<string, string> | null {
    if (depth > DEPTH_MAX || cls.binding.kind !== 'class') return null
    const module = resolver.modules.moduleOf(cls)
    const keys = new Map<string, string>()
    const bases = cls.binding.statement.arguments.filter(({ name }) => name === null)
    if (bases.length === 0 || bases.some(({ stars }) => stars > 0)) return null
    for (const { value } of bases) {
      const base = typeTarget(module, cls.source.expression(value), depth)
      if (base?.kind === 'external' && base.name === 'TypedDict') continue
      const more = isClassItem(base) && base !== cls ? keysOf(base, depth + 1) : null
      if (more === null) return null
      for (const [name, type] of more) keys.set(name, type)
    }
    for (const [name, binding] of cls.scope.names) {
      if (binding.kind !== 'value' || binding.annotation === null) continue
      keys.set(name, annotationText(binding.source, binding.annotation))
    }
    return keys
  }

  return textOf
}

/** What stands in quotes, as annotations may. */
function plain(written: Expression, parse: (text: string) => Expression): Expression {
  return written.kind === 'string' && written.value !== null ? parse(written.value) : written
}
