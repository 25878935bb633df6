// The names that a constructor gives to what it makes: `this.x = …`, found without running it.

import type { FunctionSyntax } from './declaredNames.ts'

const NODES_MAX = 20_000

/** Names assigned to `this`, each with where that is written. */
export function assignedToThis(node: FunctionSyntax): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  const pending: unknown[] = [node.body]
  for (let i = 0; pending.length > 0 && i < NODES_MAX; i++) {
    const one = pending.pop()
    if (typeof one !== 'object' || one === null) continue
    if (Array.isArray(one)) {
      pending.push(...one.toReversed())
      continue
    }
    const { type } = one as { type?: string }
    // Another function has another `this`; an arrow has not.
    if (
      type === 'FunctionExpression' ||
      type === 'FunctionDeclaration' ||
      type?.startsWith('Class')
    )
      continue
    if (type === 'AssignmentExpression') {
      const target = (one as { left: Target }).left
      const name = nameOf(target)
      if (name !== null && !found.has(name)) found.set(name, target.start)
    }
    for (const value of Object.values(one).toReversed())
      if (typeof value === 'object') pending.push(value)
  }
  return found
}

type Target = Readonly<{ type: string; start: number }> &
  Partial<{
    object: Readonly<{ type: string }>
    property: Readonly<{ type: string; name?: string }>
    computed: boolean
  }>

function nameOf(target: Target): string | null {
  const isOwn = target.type === 'MemberExpression' && target.object?.type === 'ThisExpression'
  if (!isOwn || target.computed === true || target.property?.type !== 'Identifier') return null
  return target.property.name ?? null
}
