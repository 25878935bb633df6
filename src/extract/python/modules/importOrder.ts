// In which order the modules of a package run when it is imported. Modules that import each other
// see each other half done: a star import in such a circle brings what stood there by then.

import type { PythonModule } from './pythonModule.ts'

/** For a star import, by `importer\nimported`: the order of the first binding that was not there. */
export type HalfDone = ReadonlyMap<string, number>

const DEPTH_MAX = 400

export function halfDoneStars(modules: ReadonlyMap<string, PythonModule>): HalfDone {
  const halfDone = new Map<string, number>()
  const started = new Set<PythonModule>()
  /** Modules that run, with the order of the import that they wait for. */
  const running = new Map<PythonModule, number>()
  const load = (path: string, depth: number): void => {
    const dot = path.lastIndexOf('.')
    if (dot > 0) load(path.slice(0, dot), depth)
    const module = modules.get(path)
    if (module === undefined || started.has(module) || depth > DEPTH_MAX) return
    started.add(module)
    for (const { order, paths, star } of importsOf(module)) {
      running.set(module, order)
      for (const one of paths) load(one, depth + 1)
      const from = star === null ? undefined : modules.get(star)
      const reached = from === undefined || from === module ? undefined : running.get(from)
      if (reached !== undefined) halfDone.set(`${module.name}\n${star}`, reached)
    }
    running.delete(module)
  }
  // Packages come before what is in them: that is how they are imported.
  for (const name of [...modules.keys()].sort()) load(name, 0)
  return halfDone
}

type Import = Readonly<{ order: number; paths: readonly string[]; star: string | null }>

function importsOf({ scope }: PythonModule): Import[] {
  const found: Import[] = []
  for (const binding of scope?.names.values() ?? []) {
    const { order } = binding
    if (binding.kind === 'module') found.push({ order, paths: [binding.path], star: null })
    else if (binding.kind === 'from') {
      const { module, name } = binding
      found.push({ order, paths: [module, `${module}.${name}`], star: null })
    }
  }
  for (const { order, module } of scope?.stars ?? []) {
    found.push({ order, paths: [module], star: module })
  }
  return found.sort((one, other) => one.order - other.order)
}
