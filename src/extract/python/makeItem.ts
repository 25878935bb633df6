// The item that a binding stands for.

import type { Binding } from './bindings.ts'
import type { ClassItem, Item } from './items.ts'
import { packageOf } from './modulePaths.ts'
import type { PythonModule } from './pythonModule.ts'
import { readScope } from './scope.ts'

export function makeItem(
  module: PythonModule,
  name: string,
  binding: Binding,
  owner: ClassItem | null,
): Item | ClassItem {
  const { source } = binding
  if (binding.kind !== 'class') {
    const kind = binding.kind === 'def' ? 'def' : 'value'
    return { kind, module: module.name, name, binding, source, owner }
  }
  const context = { source, package: packageOf(module), isClass: true }
  return {
    kind: 'class',
    module: module.name,
    name,
    binding,
    source,
    owner,
    scope: readScope(binding.statement.body, context),
    injected: new Map(),
    removed: new Set(),
    hasUnknownInjections: false,
    making: null,
    made: null,
    bases: null,
    hasLostBase: false,
    order: null,
    own: null,
  }
}
