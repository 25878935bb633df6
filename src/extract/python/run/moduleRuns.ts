// The modules of a package that are followed, each of them once.

import { keptIn } from '../../../domain/maps.ts'
import type { Runs } from '../model/moduleLists.ts'
import type { PackageModel } from '../model/packageModel.ts'
import type { PythonModule } from '../modules/pythonModule.ts'
import { ModuleRun } from './moduleRun.ts'

export function moduleRuns(model: PackageModel): Runs {
  const runs = new Map<PythonModule, ModuleRun>()
  const runOf = (module: PythonModule): ModuleRun =>
    keptIn(
      runs,
      module,
      () => new ModuleRun(model, module, (other, name) => runOf(other).variable(name)),
    )
  return {
    result: (module) => runOf(module).result(),
    literal: (module, name) => runOf(module).literal(name),
  }
}
