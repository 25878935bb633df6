// What the files of artifacts say by themselves, each read once: a table that follows other
// distributions is extracted more than once, and none of this depends on which of them are at hand.

import { addToList, keptIn } from '../../../domain/maps.ts'
import { missingImports } from '../files/missingImports.ts'
import { findModules, type ModuleFiles, type PythonArtifact } from '../files/moduleFiles.ts'
import type { Binding, BindingOf, Scope } from '../scope/bindings.ts'
import { readScope } from '../scope/readScope.ts'
import { type ModuleText, readText, type UnreadModule } from './readModule.ts'

export class Readings {
  private readonly found = new Map<PythonArtifact, readonly UnreadModule[]>()
  private readonly texts = new Map<UnreadModule, ModuleText>()
  private readonly classes = new Map<Binding, Scope>()

  modulesOf(artifact: PythonArtifact): readonly UnreadModule[] {
    return keptIn(this.found, artifact, () => unreadModules(artifact))
  }

  textOf(module: UnreadModule): ModuleText {
    return keptIn(this.texts, module, () => readText(module))
  }

  /** The body of a class; `pkg` is the package that its module is in. */
  classScope(binding: BindingOf<'class'>, pkg: string): Scope {
    const { source, statement } = binding
    return keptIn(this.classes, binding, () =>
      readScope(statement.body, { source, package: pkg, isClass: true }),
    )
  }
}

function unreadModules(artifact: PythonArtifact): readonly UnreadModule[] {
  const found = findModules(artifact)
  const below = submodulesOf(found)
  const missingFrom = missingImports(artifact, found)
  return found.map((files) => {
    const submodules = below.get(files.name) ?? []
    return { files, artifact, submodules, missingFrom }
  })
}

/** The last part of each module's name, by the package it is in. */
function submodulesOf(files: readonly ModuleFiles[]): ReadonlyMap<string, string[]> {
  const found = new Map<string, string[]>()
  for (const { name } of files) {
    const dot = name.lastIndexOf('.')
    if (dot < 0) continue
    const parent = name.slice(0, dot)
    addToList(found, parent, name.slice(dot + 1))
  }
  return found
}
