// What names and expressions of modules mean, as those ask who follow them. Who answers
// (resolution.ts) asks some of them in turn: this is where the circle is cut.

import type { Expression } from '../../../syntax/python/syntax.ts'
import type { Binding } from '../scope/bindings.ts'
import type { ClassItem, Item, Owner, Target } from './items.ts'
import type { PackageModules } from './packageModules.ts'
import type { PythonModule } from './pythonModule.ts'

export interface Resolver {
  readonly modules: PackageModules
  /** What a name of a module means; null when the module has no such name. */
  resolve(moduleName: string, name: string): Target | null
  /** What a binding means; `owner` is the class in whose body it stands. */
  resolveBinding(module: PythonModule, name: string, binding: Binding, owner: Owner): Target
  /** What an expression of the module's text means; null when that cannot be told. */
  resolveExpression(module: PythonModule, expression: Expression, owner?: Owner): Target | null
  /** The same for an expression that stands where the item does. */
  resolveBeside(item: Item, expression: Expression): Target | null
  /**
   * What a dotted path means. `defining` is the name that is being defined: in a class body it is
   * looked up outside.
   */
  resolveParts(
    module: PythonModule,
    parts: readonly string[],
    owner: Owner,
    defining: string | null,
  ): Target | null
  /** What something has by a name. */
  attribute(target: Target, name: string): Target | null
  /** What a class has by a name, of its own or from its bases. */
  member(cls: ClassItem, name: string): Target | null
}
