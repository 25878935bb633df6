// What all references of a check share.

import type { ImportIndex } from '../../ports/importIndex.ts'
import { type Suggestions, suggestions } from '../follow/closest.ts'
import type { Others } from '../follow/otherPackages.ts'
import type { Plan } from '../plan/plan.ts'
import type { ReadInput } from '../read/readInput.ts'
import { extendedPackages, pluggedPackages } from './pluginPackages.ts'
import { type Subclasses, subclasses } from './subclasses.ts'

export type Around = Readonly<{
  imports: ImportIndex
  /** Packages that types of others name. */
  others: Others
  suggest: Suggestions
  /** Names that any of the files gives to objects. */
  added: ReadonlySet<string>
  /** Packages of npm that the code hands plugins to. */
  extended: ReadonlySet<string>
  /** Packages of npm that others of the input are named for. */
  plugged: ReadonlySet<string>
  subclasses: Subclasses
}>

/** `searchesMax`: different names that are searched for; each takes milliseconds. */
export function aroundOf(
  { sources }: ReadInput,
  { references, requirements }: Pick<Plan, 'references' | 'requirements'>,
  parts: Readonly<{ imports: ImportIndex; others: Others; searchesMax: number }>,
): Around {
  const required = requirements.map(({ needed }) => needed.key.name)
  return {
    imports: parts.imports,
    others: parts.others,
    suggest: suggestions(parts.searchesMax),
    added: new Set(sources.flatMap(({ report }) => [...report.added])),
    extended: extendedPackages(references),
    plugged: pluggedPackages(references, required),
    subclasses: subclasses(),
  }
}
