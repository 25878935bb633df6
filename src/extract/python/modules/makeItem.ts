// The item that a binding stands for.

import { packageOf } from '../files/modulePaths.ts'
import type { Binding } from '../scope/bindings.ts'
import { readScope } from '../scope/readScope.ts'
import type { ClassItem, Item } from './items.ts'
import type { PythonModule } from './pythonModule.ts'

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
