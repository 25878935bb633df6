// The modules of a package that are followed, each of them once.

import { keptIn } from '../../../domain/maps.ts'
import type { Runs } from '../model/moduleLists.ts'
import type { PackageModel } from '../model/packageModel.ts'
import type { MadeNames, PythonModule } from '../modules/pythonModule.ts'
import type { Literal } from '../scope/literals.ts'
import { ModuleRun } from './moduleRun.ts'

export class ModuleRuns implements Runs {
  private readonly model: PackageModel
  private readonly runs = new Map<PythonModule, ModuleRun>()

  constructor(model: PackageModel) {
    this.model = model
  }

  result(module: PythonModule): MadeNames {
    return this.of(module).result()
  }

  literal(module: PythonModule, name: string): Literal | undefined {
    return this.of(module).literal(name)
  }

  private of(module: PythonModule): ModuleRun {
    return keptIn(
      this.runs,
      module,
      () => new ModuleRun(this.model, module, (other, name) => this.of(other).variable(name)),
    )
  }
}
