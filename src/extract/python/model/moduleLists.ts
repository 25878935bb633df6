// The names of modules, as the parts of a model ask each other for them, and what a module makes as it
// is imported, which whoever runs modules is asked for (run/).

import type { AllNames, MadeNames, NamesByName, PythonModule } from '../modules/pythonModule.ts'
import type { Binding } from '../scope/bindings.ts'
import type { Literal } from '../scope/literals.ts'

export interface ModuleLists {
  /** Every name of a module; in a circle of imports, those that are known so far. */
  namesOf(module: PythonModule): NamesByName
  /** What its `__all__` lists; null when it has none. */
  allOf(module: PythonModule): AllNames | null
  /** Whether a stub keeps a name to itself. */
  isHidden(module: PythonModule, name: string, binding: Binding): boolean
}

export interface Runs {
  /** What a module makes as it is imported. */
  result(module: PythonModule): MadeNames
  /** A variable of a module that holds nothing but texts, numbers, lists and tables of them. */
  literal(module: PythonModule, name: string): Literal | undefined
}
