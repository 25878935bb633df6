// What all references of a check share.

import type { ImportIndex } from '../../ports/importIndex.ts'
import type { OpenTable } from '../../table/tableView.ts'
import { suggestions } from '../follow/closest.ts'
import type { Others } from '../follow/otherPackages.ts'
import { type Facts, heardNames } from '../plan/memory/facts.ts'
import type { Plan } from '../plan/plan.ts'
import type { ReadInput } from '../read/readInput.ts'
import { begunNames, extendedPackages, pluggedPackages, scopedPackages } from './pluginPackages.ts'
import { subclasses } from './subclasses.ts'

export type Around = Readonly<ReturnType<typeof aroundOf>>

/** `searchesMax`: different names that are searched for; each takes milliseconds. */
export function aroundOf(
  { sources, paths, manifests }: ReadInput,
  {
    examples: { references },
    requirements,
  }: Pick<Plan, 'requirements'> & Readonly<{ examples: Pick<Plan['examples'], 'references'> }>,
  parts: Readonly<{
    imports: ImportIndex
    others: Others
    searchesMax: number
    /** Of all packages that were opened. */
    tables?: readonly OpenTable[]
    /** Who is told what is asked of this. */
    facts?: Facts | null
  }>,
) {
  const { facts = null } = parts
  const nodes = nodesAskedFor(manifests)
  facts?.answerBy({ nodes: () => nodes ?? '' })
  const required = requirements.map(({ needed }) => needed.key.name)
  return {
    imports: parts.imports,
    /** Packages that types of others name. */
    others: parts.others,
    suggest: suggestions(parts.searchesMax),
    /** Names that any of the files gives to objects. */
    added: heardNames(facts, 'added', addedIn(sources)),
    /** Modules of npm that any of the files declares; `name/` where it declares one below a package. */
    declaredModules: heardNames(
      facts,
      'declared module',
      new Set(sources.flatMap(({ report }) => report.declaredModules.flatMap(withPackage))),
    ),
    /** Packages of npm that the code hands plugins to. */
    extended: heardNames(facts, 'extended', extendedPackages(references)),
    /** Names of functions of npm that are called with nothing, and may give objects a member so called. */
    begun: heardNames(facts, 'begun', begunNames(references)),
    /** Packages of npm that others of the input are named for. */
    plugged: heardNames(facts, 'plugged', pluggedPackages(references, required)),
    /** Packages of npm beside which the input has others of their scope. */
    scoped: heardNames(facts, 'scoped', scopedPackages(references, required)),
    /** Modules of Python that any folder of the input has. */
    ownPython: heardNames(facts, 'own python', pythonNames(paths)),
    subclasses: subclasses(parts.tables, facts),
    /** The releases of Node that the project is for; null where it does not say. */
    nodes: () => {
      facts?.hear('nodes', '', nodes ?? '')
      return nodes
    },
  }
}

function nodesAskedFor(manifests: ReadInput['manifests']): string | null {
  const asked = manifests.flatMap(({ nodes }) => nodes ?? [])
  return asked.length === 0 ? null : asked.join(' || ')
}

function pythonNames(paths: readonly string[]): ReadonlySet<string> {
  const names = paths.map((path) => /([^/]+?)(?:\/__init__)?\.py$/.exec(path)?.[1])
  return new Set(names.filter((name) => name !== undefined))
}

function addedIn(sources: ReadInput['sources']): ReadonlySet<string> {
  const all = new Set<string>()
  for (const { report } of sources) for (const name of report.added) all.add(name)
  return all
}

/** A part of a package that the code declares, and that it does so of the package. */
function withPackage(module: string): readonly string[] {
  const [, name] = /^((?:@[^/]+\/)?[^/]+)\/./.exec(module) ?? []
  return name === undefined ? [module] : [module, `${name}/`]
}
