// What types name, without a look at members: the target of `typeof x` and of `import('x').Y`, the
// type that a variable is declared with, what a function type returns.

import type { TSImportType, TSTypeName, TSTypeQuery } from 'oxc-parser'
import { entityPath } from '../program/bind.ts'
import type { Names, Target } from '../program/names.ts'
import { type DeclaredSymbol, ModuleSymbol, type Scope } from '../program/symbols.ts'
import { literalValue } from './enumValues.ts'
import { bind, literalAt, NOTHING_BOUND, type TypeAt } from './typeAt.ts'

/** The type that a variable is declared with. */
export function declaredType(symbol: DeclaredSymbol): TypeAt | null {
  for (const { annotation, value, scope } of symbol.of('variable')) {
    if (annotation !== null) return { node: annotation.typeAnnotation, scope, bound: NOTHING_BOUND }
    // `const x = 'y'`.
    const literal = value === null ? null : literalValue(value)
    if (literal !== null) return literalAt(literal, { scope })
  }
  return null
}

/** What `typeof x` names. */
export function queried(names: Names, type: TypeAt, node: TSTypeQuery): Target | null {
  if (node.exprName.type === 'TSImportType') return imported(names, type, node.exprName)
  const path = entityPath(node.exprName)
  return path === null ? null : (names.valuePath(type.scope, path)?.target ?? null)
}

/** What `import('x').Y` names. */
export function imported(names: Names, { scope }: TypeAt, node: TSImportType): Target | null {
  return exportedBy(names, scope, node.source.value, qualifierPath(node))
}

/** What a module, as a scope imports it, has under a dotted name; the module itself without one. */
export function exportedBy(
  names: Names,
  { file }: Scope,
  specifier: string,
  path: readonly string[],
): Target | null {
  const module = names.program.module(specifier, file)
  if (module === null) return null
  let at: Target = names.equals(module)?.target ?? module
  for (const name of path) {
    const found = names.member(at, name)
    if (found === null) return null
    at = found.target
  }
  return at
}

/** What a function type returns. */
export function returned(names: Names, { node, scope, bound }: TypeAt): TypeAt | null {
  if (node.type === 'TSFunctionType') return { node: node.returnType.typeAnnotation, scope, bound }
  if (node.type !== 'TSTypeQuery') return null
  const target = queried(names, { node, scope, bound }, node)
  if (target === null || target instanceof ModuleSymbol) return null
  const declared = target.of('function').at(-1)
  if (declared !== undefined) {
    const { returnType, typeParameters } = declared.node
    if (!returnType) return null
    const own = bind(typeParameters, [], declared.scope)
    return { node: returnType.typeAnnotation, scope: declared.scope, bound: own }
  }
  const type = declaredType(target)
  return type === null || type.node.type === 'TSTypeQuery' ? null : returned(names, type)
}

/** `A.B` of `import('x').A.B`. */
export function qualifierPath(node: TSImportType): readonly string[] {
  // The parser has names of its own for the parts of such a path.
  return node.qualifier === null ? [] : (entityPath(node.qualifier as TSTypeName) ?? [])
}
