// A table that follows names and bases into other distributions: extracted, then extracted again
// with what turned out to be wanted, until nothing new is. What is given in the end is exactly what
// the followed distributions give when they are there from the beginning.

import type { SymbolTable } from '../../table/format/table.ts'
import type { Dependencies, OpenedDependency, OpenedJob } from '../extractor.ts'
import { extractFollowing } from './extractPython.ts'
import { type ImportCandidate, importCandidates } from './files/importCandidates.ts'
import { findModules, type ModuleFiles, type PythonArtifact } from './files/moduleFiles.ts'
import { requirementsOf } from './files/requirements.ts'
import { Readings } from './modules/readings.ts'

/** Distributions that are opened although only a guess speaks for them, for one table. */
const GUESSES_MAX = 6

type Distribution = Readonly<{
  opened: OpenedDependency
  artifact: PythonArtifact
  provided: ProvidedModules
}>

export function pythonArtifact({ kind, tree }: Pick<OpenedJob, 'kind' | 'tree'>): PythonArtifact {
  if (kind !== 'wheel' && kind !== 'sdist')
    throw new Error(`python: a ${kind} is none of its files`)
  return { kind, entries: tree.entries.map(({ path }) => path), read: tree.read }
}

export async function followPython(
  own: PythonArtifact,
  dependencies: Dependencies,
): Promise<SymbolTable> {
  const readings = new Readings()
  if (dependencies.fixed !== null) {
    return extractFollowing(own, inOrder(dependencies.fixed).map(pythonArtifact), readings).table
  }
  const search = distributionSearch(own, dependencies)
  for (;;) {
    const { table, wanted, imported } = extractFollowing(own, search.artifacts(), readings)
    if (!(await search.follow(wanted, imported))) return table
  }
}

/** The order decides between two that have the same module, so it must follow from their names. */
function inOrder<T extends Readonly<{ name: string }>>(dependencies: readonly T[]): T[] {
  return dependencies.toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

function distributionSearch(own: PythonArtifact, dependencies: Dependencies) {
  /** Every one that was asked for. */
  const asked = new Map<string, Distribution | 'gap' | null>()
  const followed: Distribution[] = []
  let importedBy: ReadonlySet<string> = new Set()
  let guesses = 0
  const provided = providedModules(own)
  const requirements = [...requirementsOf(own)]

  function artifacts(): PythonArtifact[] {
    const opened = followed.map(({ opened: { name }, artifact }) => ({ name, artifact }))
    return inOrder(opened).map(({ artifact }) => artifact)
  }

  /** Whether there is more to follow than before. */
  async function follow(
    wanted: ReadonlySet<string>,
    imported: ReadonlySet<string>,
  ): Promise<boolean> {
    importedBy = imported
    const before = followed.length
    for (;;) {
      const missing = [...wanted].filter((path) => !isProvided(path)).sort()
      for (const path of missing) followKnown(path)
      const names = nextCandidates(missing)
      if (names.length === 0) return followed.length > before
      await ask(names)
    }
  }

  function isProvided(path: string): boolean {
    return provided.has(path) || followed.some((one) => one.provided.has(path))
  }

  function candidates(path: string): readonly ImportCandidate[] {
    const required = new Set(requirements.map(({ name }) => name))
    return importCandidates(path, [...required], importedBy)
  }

  /** Follows the first of those that are open already and have the module. */
  function followKnown(path: string): void {
    if (isProvided(path)) return
    for (const { name } of candidates(path)) {
      const known = asked.get(name)
      // The next one may have a module of that name as well, and it would be another one.
      if (known === 'gap') return
      if (!known?.provided.has(path)) continue
      dependencies.follow(known.opened)
      followed.push(known)
      requirements.push(...requirementsOf(known.artifact))
      return
    }
  }

  /** The next ones to look into for modules that nothing has so far. */
  function nextCandidates(paths: readonly string[]): string[] {
    const names = new Set<string>()
    for (const path of paths) {
      if (isProvided(path)) continue
      const next = nextOf(path)
      if (next === null || names.has(next.name)) continue
      if (next.isGuess) {
        if (guesses >= GUESSES_MAX) continue
        guesses += 1
      }
      names.add(next.name)
    }
    return [...names]
  }

  /** The first that was not asked for, unless one before it could not be had. */
  function nextOf(path: string): ImportCandidate | null {
    for (const candidate of candidates(path)) {
      const known = asked.get(candidate.name)
      if (known === undefined) return candidate
      if (known === 'gap') return null
    }
    return null
  }

  async function ask(names: readonly string[]): Promise<void> {
    const wanted = names.map((name) => ({ name, ranges: rangesOf(name) }))
    const found = await dependencies.find(wanted)
    for (const [index, name] of names.entries()) {
      const opened = found[index] ?? null
      asked.set(name, opened === 'gap' ? opened : opened && distribution(opened))
    }
  }

  /** What all that require it agree on; where they do not, the first of them. */
  function rangesOf(name: string): readonly string[] {
    const ranges = requirements.filter((one) => one.name === name).map(({ range }) => range)
    const said = [...new Set(ranges.filter((range) => range !== ''))]
    return [...new Set([said.join(','), ranges[0] ?? ''])]
  }

  return { artifacts, follow }
}

function distribution(opened: OpenedDependency): Distribution {
  const artifact = pythonArtifact(opened)
  return { opened, artifact, provided: providedModules(artifact) }
}

const NAMESPACE_INIT_MAX_BYTES = 4_000

/** Says whether a path leads into the distribution. */
type ProvidedModules = Readonly<{ has(path: string): boolean }>

function providedModules(artifact: PythonArtifact): ProvidedModules {
  const files = new Map(findModules(artifact).map((module) => [module.name, module]))
  return {
    has(path) {
      // `a.b.C.D`: what is below a module of the distribution is its own affair.
      for (let end = path.length; end > 0; end = path.lastIndexOf('.', end - 1)) {
        const module = files.get(path.slice(0, end))
        if (module !== undefined) return !isNamespace(module, artifact)
      }
      return false
    },
  }
}

/** A folder that several distributions share: without a file of its own, or with one that says so. */
function isNamespace(
  { isPackage, source, stub, compiled }: ModuleFiles,
  artifact: PythonArtifact,
): boolean {
  if (!isPackage || stub !== null || compiled !== null) return false
  const bytes = source === null ? null : artifact.read(source)
  if (bytes === null) return true
  if (bytes.length > NAMESPACE_INIT_MAX_BYTES) return false
  return /\b(?:declare_namespace|extend_path)\s*\(/.test(Buffer.from(bytes).toString('latin1'))
}
