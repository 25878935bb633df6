// Which packages a check needs, and which reference belongs to which.

import { satisfies as satisfiesPython, valid, validRange } from '@renovatebot/pep440'
import satisfies from 'semver/functions/satisfies.js'
import { keptIn } from '../../domain/maps.ts'
import {
  type Ecosystem,
  type PackageKey,
  type PackageName,
  parsePackageName,
} from '../../domain/names/packageName.ts'
import { isReadableRange, isReadableVersion } from '../../domain/rangeText.ts'
import { type Requirement, scopeOf } from '../../manifests/manifest.ts'
import { isOfNpm } from '../../manifests/manifestKind.ts'
import { isTag } from '../../manifests/npmVersion.ts'
import type { ImportIndex } from '../../ports/importIndex.ts'
import { COMPUTED, type Reference } from '../../references/reference.ts'
import { giveWay, inTurns } from '../../turns.ts'
import type { ReadInput, ReadSource } from '../read/readInput.ts'
import { tooLarge } from '../read/tooLarge.ts'
import { importResolver, type Resolution } from './importResolver.ts'
import { ownModules } from './ownModules.ts'
import type { Wanted } from './packageTables.ts'
import { scriptVersions } from './scriptVersions.ts'
import { versionsOf } from './versions.ts'

export type NeededPackage = Readonly<{ key: PackageKey; wanted: Wanted }>

export type PlannedReference = Readonly<{
  source: ReadSource
  reference: Reference
  needed: NeededPackage
  isSure: boolean
  /** A manifest, a lock file or the question names it: whoever wrote that meant it. */
  isDeclared: boolean
  /** Manifests name others and not this one: it comes along with those, at a release that is not known. */
  isBrought?: boolean
  others: readonly PackageName[]
  /** What else the import may mean, should there be no such package: `a.b` is in `a`, or in `a-b`. */
  instead: NeededPackage | null
}>

export type PlannedRequirement = Readonly<{
  path: string
  requirement: Requirement
  needed: NeededPackage
}>

export type StandardReference = Readonly<{ source: ReadSource; reference: Reference }>

export type Plan = Readonly<{
  needed: readonly NeededPackage[]
  references: readonly PlannedReference[]
  requirements: readonly PlannedRequirement[]
  /** The release that counts of a package of npm; null for what is not the registry's. */
  versionOf(name: string): Wanted | null
  /** Imports of which not even a package is known. */
  unresolvable: readonly Readonly<{ source: ReadSource; reference: Reference; reason: string }>[]
  /** Of Python's own modules. */
  standard: readonly StandardReference[]
  /** Of Node's own. */
  ofNode: readonly StandardReference[]
  /** Distributions of Python that a manifest or a pin names. */
  declared: ReadonlySet<string>
}>

type PlanBounds = Readonly<{
  packagesMax?: number | undefined
  signal?: AbortSignal | undefined
}>

/** Names below a module that may tell whose it is: `google.cloud` is shared, `google.cloud.storage` is not. */
const TELLING_MAX = 3

/**
 * People write no longer ones. Each reference is followed for itself, so that a long one that is used
 * often would take minutes.
 */
const MODULE_LENGTH_MAX = 1_000

/** The module and the names that are taken from it. */
function pythonPath({ module, steps }: Reference): string {
  const names: string[] = []
  for (const step of steps.slice(0, TELLING_MAX)) {
    if (step.kind !== 'member') break
    names.push(step.name)
  }
  return [module, ...names].join('.')
}

/** How distributions of a shared namespace are called; null for a module that is in none. */
function namespaced(module: string): PackageName | null {
  const [top, second] = module.split('.')
  return second === undefined ? null : parsePackageName('pypi', `${top}-${second}`)
}

/** The package that an import would be of; the empty text where none is known. */
function distributionOf(resolution: Resolution, language: string, path: string): string {
  if (resolution.state === 'package') return resolution.key.name
  const [top = '', second = ''] = path.split('/')
  return language === 'python' ? '' : top.startsWith('@') ? `${top}/${second}` : top
}

const NONE: ReadonlySet<string> = new Set()

function topOf({ module }: Reference): string {
  return module.split('.', 1)[0] ?? ''
}

/** What a file of Python imports only where an error is caught or somebody asks before. */
function optionalTops({ language, report }: ReadSource): ReadonlySet<string> {
  if (language !== 'python') return NONE
  const imported = report.references.filter(({ isImport }) => isImport)
  const needed = new Set(imported.filter((one) => one.softBecause === null).map(topOf))
  return new Set(imported.map(topOf).filter((top) => !needed.has(top)))
}

/** Names of packages whose manifests are in the input. */
function ownNames({ manifests }: ReadInput, ecosystem: Ecosystem): readonly string[] {
  const own = manifests.filter(({ path }) => isOfNpm(path) === (ecosystem === 'npm'))
  return own.flatMap((manifest) => manifest.ownNames)
}

/** One by one: of too many only the first are looked at. */
function* linesOf(
  manifests: ReadInput['manifests'],
): Generator<Omit<PlannedRequirement, 'needed'>> {
  for (const { path, requirements } of manifests) {
    for (const requirement of requirements) yield { path, requirement }
  }
}

/** Throws `check_too_large` as soon as there are more packages than are looked up. */
export async function planCheck(
  input: ReadInput,
  pins: Readonly<Record<string, string>>,
  imports: ImportIndex,
  { packagesMax = Number.POSITIVE_INFINITY, signal }: PlanBounds = {},
): Promise<Plan> {
  const ofProject = input.manifests.filter(({ isScript }) => isScript !== true)
  const versions = await versionsOf(ofProject, pins, signal)
  const scripts = scriptVersions(input.manifests, pins)
  const declared = new Set([...versions.declared.pypi, ...scripts.names])
  const own = ownModules({
    paths: input.paths,
    workspace: new Set(ownNames(input, 'npm')),
    distributions: ownNames(input, 'pypi'),
    isElsewhere: (name, path) => versions.isElsewhere('npm', name, path),
    aliases: input.manifests.flatMap(({ path, aliases }) =>
      aliases.map((alias) => ({ scope: scopeOf(path), alias })),
    ),
    roots: input.manifests.flatMap(({ roots }) => roots ?? []),
    mentioned: input.manifests.flatMap(({ mentioned }) => mentioned ?? []),
  })
  await giveWay(signal)
  const resolve = importResolver({
    imports,
    own,
    declared,
    isDeclared: (name) => versions.isDeclared('npm', name),
    isSetUp: input.manifests.some(({ path }) => isOfNpm(path)),
    isForPython2: input.manifests.some(({ isForPython2 }) => isForPython2 === true),
  })
  const needed = new Map<string, NeededPackage>()
  const need = (
    ecosystem: Ecosystem,
    name: PackageName,
    wanted: Wanted = versions.of(ecosystem, name),
  ): NeededPackage => {
    const key = `${ecosystem} ${name}\0${wanted.pin ?? ''}\0${wanted.range ?? ''}`
    return keptIn(needed, key, () => {
      if (needed.size >= packagesMax)
        throw tooLarge(`name more than ${packagesMax} packages and releases`)
      return { key: { ecosystem, name }, wanted }
    })
  }
  /**
   * A version or a range that a line names is looked up although another counts for the code; a range
   * that the version which counts lies in is not empty, and a tag may have gone on since.
   */
  const needLine = ({ ecosystem, name, pin, range, isAlias }: Requirement): NeededPackage => {
    const counting = versions.of(ecosystem, name)
    const isOther =
      pin !== null
        ? pin !== counting.pin
        : range !== null && range !== counting.range && !isMet(ecosystem, counting.pin, range)
    if (isAlias !== true && !isOther) return need(ecosystem, name)
    return need(ecosystem, name, { pin, range })
  }

  const references: PlannedReference[] = []
  const unresolvable: Plan['unresolvable'][number][] = []
  const standard: StandardReference[] = []
  const ofNode: StandardReference[] = []
  for (const source of input.sources) {
    const known = new Map<string, Resolution>()
    const optional = versions.declared.pypi.size > 0 ? optionalTops(source) : NONE
    const place = (reference: Reference) => {
      const giveUp = (reason: string) => {
        if (reference.isTried !== true) unresolvable.push({ source, reference, reason })
      }
      if (reference.module.length > MODULE_LENGTH_MAX) return giveUp('is too long for a module')
      if (reference.module === COMPUTED.module) return giveUp('its name is made as the code runs')
      const path = source.language === 'python' ? pythonPath(reference) : reference.module
      const resolution = keptIn(known, path, () => resolve(source.language, source.path, path))
      if (resolution.state === 'unresolvable') giveUp(resolution.reason)
      const distribution = distributionOf(resolution, source.language, path)
      const ecosystem = source.language === 'python' ? 'pypi' : 'npm'
      if (versions.isRemote(ecosystem, distribution, source.path))
        return giveUp('what stands under its name is not looked up')
      const isStandard = resolution.state === 'known' && resolution.what === 'standard'
      if (isStandard && source.language === 'python') {
        if (reference.isTried !== true) standard.push({ source, reference })
      } else if (isStandard) {
        // Other runtimes have modules of their own, and a package of that name is what bundlers take.
        const [top = ''] = reference.module.split('/')
        const isOfNode = !/^(?!node:)\w+:/.test(top) && !versions.declared.npm.has(top)
        if (isOfNode) ofNode.push({ source, reference })
      }
      if (resolution.state !== 'package') return
      const { key, isSure, others } = resolution
      const ofScript = scripts.of(key.ecosystem, key.name, source.path)
      const isDeclared =
        ofScript?.wanted !== undefined || versions.isDeclared(key.ecosystem, key.name)
      // What no manifest takes from the registry is meant to be what any of them takes from elsewhere.
      if (versions.isElsewhere(key.ecosystem, key.name, isDeclared ? source.path : null)) return
      const one = need(key.ecosystem, key.name, ofScript?.wanted)
      const inNamespace = isSure || key.ecosystem === 'npm' ? null : namespaced(reference.module)
      const instead = inNamespace === null ? null : need('pypi', inNamespace)
      // What the manifests leave out and the code can do without may be of anywhere.
      const isOptional = !isDeclared && optional.has(topOf(reference))
      const isBrought = ofScript?.isBrought ?? versions.isBrought(key.ecosystem, key.name)
      const placed = { source, reference, needed: one, isDeclared, others, instead }
      references.push({
        ...placed,
        isSure: isSure && !isOptional,
        ...(isBrought && { isBrought }),
      })
    }
    await inTurns(source.report.references, place, signal)
  }
  const asked = input.manifests.filter(({ path }) => input.quiet?.has(path) !== true)
  const requirements: PlannedRequirement[] = []
  const placeLine = (line: Omit<PlannedRequirement, 'needed'>) => {
    const { ecosystem, name, isAlias } = line.requirement
    // Another table of the manifest says that it is in a folder or a repository.
    if (isAlias !== true && versions.isElsewhere(ecosystem, name, line.path)) return
    requirements.push({ ...line, needed: needLine(line.requirement) })
  }
  await inTurns(linesOf(asked), placeLine, signal)
  const versionOf = (name: string) =>
    versions.isElsewhere('npm', name, null) ? null : versions.of('npm', name)
  return {
    needed: [...needed.values()],
    references,
    requirements,
    versionOf,
    unresolvable,
    standard,
    ofNode,
    declared,
  }
}

/** Whether a line needs no other release than the one that counts. */
function isMet(ecosystem: Ecosystem, counting: string | null, range: string): boolean {
  if (ecosystem === 'npm' && counting !== null && isTag(range)) return true
  return isWithin(ecosystem, counting, range)
}

/** Whether a release is one of a range; false where that cannot be told. */
export function isWithin(ecosystem: Ecosystem, version: string | null, range: string): boolean {
  if (version === null || !isReadableVersion(version) || !isReadableRange(range)) return false
  if (ecosystem === 'npm') return satisfies(version, range, { loose: true })
  const isText = valid(version) !== null && validRange(range)
  return isText && satisfiesPython(version, range, { prereleases: true })
}
