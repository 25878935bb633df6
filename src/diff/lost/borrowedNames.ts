// Names that a plain Python module imports for its own use from where they are at home. Anybody can
// import them from there too, and nobody is told to: that such an import is cleaned up breaks nothing.
// A package's `__init__` imports to pass on, and so does a module that has nothing of its own, or that
// keeps a list of what is public.

import type { Columns } from '../../table/format/columns.ts'
import { isPublic, originOf } from '../../table/format/facts.ts'
import { indexIn } from '../../table/format/indexIn.ts'
import { at } from '../../table/format/varints.ts'
import { isPublicModule } from '../modules.ts'

/** Whether an entry of a module is such a name. */
export function borrowedNames(columns: Columns): (module: number, entry: number) => boolean {
  const { modules, definitions, entries, names, texts } = columns
  const plain = new Map<number, boolean>()

  function isPlain(module: number): boolean {
    const file = texts.words.text(at(modules.file, module)) ?? ''
    if (!/\.py$/.test(file) || /(?:^|\/)__init__\.py$/.test(file)) return false
    let hasOwn = false
    for (let one = at(entries.starts, module); one < at(entries.starts, module + 1); one += 1) {
      const target = at(entries.target, one)
      if (at(definitions.file, target) === 0) continue
      // What does not look private and is not public is not on the list.
      const isListed = isPublic(at(entries.facts, one))
      if (!isListed && !names.text(at(entries.name, one)).startsWith('_')) return false
      if (at(definitions.module, target) === at(modules.name, module)) hasOwn = true
    }
    return hasOwn
  }

  function isOffered(name: number): boolean {
    const module = indexIn(modules.name, 0, modules.count, name)
    return module >= 0 && isPublicModule(columns, module)
  }

  return (module, entry) => {
    if (originOf(at(entries.facts, entry)) !== 'py') return false
    const home = at(definitions.module, at(entries.target, entry))
    if (home === at(modules.name, module) || !isOffered(home)) return false
    const known = plain.get(module) ?? isPlain(module)
    plain.set(module, known)
    return known
  }
}
