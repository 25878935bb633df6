// What the manifests and the paths of an input say of every import in it, and which package each
// reference of a file belongs to by that.

import { keptIn } from '../../domain/maps.ts'
import {
  type Ecosystem,
  type PackageName,
  parsePackageName,
} from '../../domain/names/packageName.ts'
import { scopeOf } from '../../manifests/manifest.ts'
import { isOfNpm } from '../../manifests/manifestKind.ts'
import { isJsr, type NpmSpecifier, npmSpecifier } from '../../manifests/npmVersion.ts'
import type { ImportIndex } from '../../ports/importIndex.ts'
import { COMPUTED, type Reference } from '../../references/reference.ts'
import { giveWay } from '../../turns.ts'
import type { ReadInput, ReadSource } from '../read/readInput.ts'
import { importResolver, type Resolution } from './importResolver.ts'
import { neededText } from './memory/identity.ts'
import { nearerPins } from './nearerPins.ts'
import { ownModules } from './ownModules.ts'
import type { Wanted } from './packageTables.ts'
import { placedFile } from './placedFile.ts'
import type {
  NeededPackage,
  PlacedFile,
  PlannedReference,
  StandardReference,
  UnresolvableReference,
} from './planned.ts'
import { scriptVersions } from './scriptVersions.ts'
import { versionsOf } from './versions.ts'
import { isWithin } from './within.ts'

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

/** `@scope/name/file` → `@scope/name`. */
function packageOf(module: string): string {
  return module
    .split('/')
    .slice(0, module.startsWith('@') ? 2 : 1)
    .join('/')
}

/** What an import says itself; of a range, the release that a lock file has resolved. Null where it says nothing. */
function wantedBy({ pin, range }: NpmSpecifier, counting: Wanted): Wanted | null {
  if (pin === null && range === null) return null
  const isLocked = range !== null && isWithin('npm', counting.pin, range)
  return isLocked ? counting : { pin, range }
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

/** `My.Own_name` → `my-own-name`. */
function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]+/g, '-')
}

/** Names of packages whose manifests are in the input. */
function ownNames({ manifests }: ReadInput, ecosystem: Ecosystem): readonly string[] {
  const own = manifests.filter(({ path }) => isOfNpm(path) === (ecosystem === 'npm'))
  return own.flatMap((manifest) => manifest.ownNames)
}

export type PlanGround = Awaited<ReturnType<typeof planGround>>

export async function planGround(
  input: ReadInput,
  pins: Readonly<Record<string, string>>,
  imports: ImportIndex,
  signal?: AbortSignal,
) {
  const { manifests, paths } = input
  const ofProject = manifests.filter(({ isScript }) => isScript !== true)
  const versions = await versionsOf(ofProject, pins, signal)
  const scripts = scriptVersions(manifests, pins)
  const nearer = nearerPins(ofProject, pins, versions.of)
  const declared = new Set([...versions.declared.pypi, ...scripts.names])
  const workspace = new Set(ownNames(input, 'npm'))
  const distributions = ownNames(input, 'pypi')
  const ownPackages = { npm: workspace, pypi: new Set(distributions.map(plainName)) }
  const own = ownModules({
    paths,
    workspace,
    distributions,
    isElsewhere: (name, path) => versions.isElsewhere('npm', name, path),
    aliases: manifests.flatMap(({ path, aliases }) =>
      aliases.map((alias) => ({ scope: scopeOf(path), alias })),
    ),
    roots: manifests.flatMap(({ roots }) => roots ?? []),
    mentioned: manifests.flatMap(({ mentioned }) => mentioned ?? []),
  })
  await giveWay(signal)
  const resolve = importResolver({
    imports,
    own,
    declared,
    isDeclared: (name) => versions.isDeclared('npm', name),
    isSetUp: manifests.some(({ path }) => isOfNpm(path)),
    isForPython2: manifests.some(({ isForPython2 }) => isForPython2 === true),
  })
  const pool = new Map<string, NeededPackage>()
  return {
    /** What it was made of. */
    of: { manifests, paths, pins, imports },
    versions,
    scripts,
    nearer,
    declared,
    resolve,
    /** Whether a manifest of the input describes the package: a line that names it means that. */
    isOwn: (ecosystem: Ecosystem, name: string) =>
      ownPackages[ecosystem].has(ecosystem === 'pypi' ? plainName(name) : name),
    /** The same object for the same package and release. */
    needed(
      ecosystem: Ecosystem,
      name: PackageName,
      wanted: Wanted = versions.of(ecosystem, name),
    ): NeededPackage {
      const key = `${ecosystem} ${name}\0${wanted.pin ?? ''}\0${wanted.range ?? ''}`
      return keptIn(pool, key, () => ({ key: { ecosystem, name }, wanted }))
    },
  }
}

/** Whether what was made of one input is what would be made of another. */
export function isGroundOf(
  { of }: PlanGround,
  { manifests, paths }: ReadInput,
  pins: Readonly<Record<string, string>>,
  imports: ImportIndex,
): boolean {
  return (
    of.imports === imports &&
    areEqual(of.manifests, manifests) &&
    areEqual(of.paths, paths) &&
    JSON.stringify(of.pins) === JSON.stringify(pins)
  )
}

function areEqual<T>(one: readonly T[], other: readonly T[]): boolean {
  if (one === other) return true
  return one.length === other.length && one.every((item, index) => item === other[index])
}

/** What one plan leaves for the next. */
export type PlanMemory = {
  ground: PlanGround | null
  /** By that ground. */
  placed: WeakMap<ReadSource, PlacedFile>
  /** Of a file that is known from elsewhere. */
  restored?(source: ReadSource, ground: PlanGround): PlacedFile | null
}

/** Where the imports of one module of a file belong. */
type Belonging =
  | (Readonly<{ to: 'package' }> & Omit<PlannedReference, 'source' | 'reference'>)
  | Readonly<{ to: 'python' | 'node' | 'nobody' }>
  | Readonly<{ to: 'unknown'; reason: string }>

const NOBODY: Belonging = { to: 'nobody' }
const OF_JSR: Belonging = { to: 'unknown', reason: 'it is of JSR, which is another registry' }

/** `npm:name@range/path`, which names a package and its release; null for any other import. */
function specifierOf({ language }: ReadSource, { module }: Reference): NpmSpecifier | null {
  const isLong = module.length > MODULE_LENGTH_MAX
  return language === 'python' || isLong || !module.startsWith('npm:') ? null : npmSpecifier(module)
}

/** Where the references of a file belong, by their modules and the first names that are taken of them. */
function belongings(source: ReadSource, ground: PlanGround) {
  const { versions, scripts, nearer, resolve } = ground
  const ecosystem = source.language === 'python' ? 'pypi' : 'npm'
  const optional = versions.declared.pypi.size > 0 ? optionalTops(source) : NONE

  /** With why nobody can tell, where it is told besides. */
  function find(reference: Reference): readonly Belonging[] {
    const { module } = reference
    if (module.length > MODULE_LENGTH_MAX)
      return [{ to: 'unknown', reason: 'is too long for a module' }]
    if (ecosystem === 'npm' && isJsr(module)) return [OF_JSR]
    const specifier = specifierOf(source, reference)
    if (specifier !== null) return findModule({ ...reference, module: specifier.module }, specifier)
    return findModule(reference, null)
  }

  function findModule(reference: Reference, specifier: NpmSpecifier | null): readonly Belonging[] {
    const { module } = reference
    if (module === COMPUTED.module)
      return [{ to: 'unknown', reason: 'its name is made as the code runs' }]
    const path = source.language === 'python' ? pythonPath(reference) : module
    const resolution = resolve(source.language, source.path, path)
    const open: readonly Belonging[] =
      resolution.state === 'unresolvable' ? [{ to: 'unknown', reason: resolution.reason }] : []
    const distribution = distributionOf(resolution, source.language, path)
    if (versions.isRemote(ecosystem, distribution, source.path))
      return [...open, { to: 'unknown', reason: 'what stands under its name is not looked up' }]
    if (ecosystem === 'npm' && versions.isOfJsr(ecosystem, packageOf(path), source.path))
      return [OF_JSR]
    const isStandard = resolution.state === 'known' && resolution.what === 'standard'
    if (isStandard) return [...open, ownModule(module)]
    return resolution.state === 'package'
      ? [ofPackage(reference, resolution, specifier)]
      : [...open, NOBODY]
  }

  function ownModule(module: string): Belonging {
    if (source.language === 'python') return { to: 'python' }
    // Other runtimes have modules of their own, and a package of that name is what bundlers take.
    const [top = ''] = module.split('/')
    const isOfNode = !/^(?!node:)\w+:/.test(top) && !versions.declared.npm.has(top)
    return isOfNode ? { to: 'node' } : NOBODY
  }

  function ofPackage(
    reference: Reference,
    { key, isSure, others }: Extract<Resolution, { state: 'package' }>,
    specifier: NpmSpecifier | null,
  ): Belonging {
    const ofScript = scripts.of(key.ecosystem, key.name, source.path)
    const isDeclared =
      ofScript?.wanted !== undefined ||
      specifier !== null ||
      versions.isDeclared(key.ecosystem, key.name)
    // What no manifest takes from the registry is meant to be what any of them takes from elsewhere.
    if (versions.isElsewhere(key.ecosystem, key.name, isDeclared ? source.path : null))
      return NOBODY
    const ofFolder = nearer(key.ecosystem, key.name, source.path)
    const ofImport = specifier === null ? null : wantedBy(specifier, versions.of('npm', key.name))
    const wanted = ofScript?.wanted ?? ofImport ?? ofFolder ?? undefined
    const needed = ground.needed(key.ecosystem, key.name, wanted)
    const inNamespace = isSure || key.ecosystem === 'npm' ? null : namespaced(reference.module)
    const instead = inNamespace === null ? null : ground.needed('pypi', inNamespace)
    // What the manifests leave out and the code can do without may be of anywhere.
    const isOptional = !isDeclared && optional.has(topOf(reference))
    const isBrought = ofScript?.isBrought ?? versions.isBrought(key.ecosystem, key.name)
    const known = { needed, isDeclared, others, instead, isSure: isSure && !isOptional }
    return { to: 'package', ...known, ...(isBrought && { isBrought }) }
  }

  const found = new Map<string, readonly Belonging[]>()
  return {
    of: (reference: Reference): readonly Belonging[] => {
      const path =
        source.language === 'python' && reference.module.length <= MODULE_LENGTH_MAX
          ? pythonPath(reference)
          : ''
      return keptIn(found, `${reference.module}\0${path}`, () => find(reference))
    },
    /** Tells what was found from what else could have been. */
    text: () => [...found.values()].map((all) => all.map(belongingText).join('\n')).join('\n\n'),
  }
}

function belongingText(one: Belonging): string {
  if (one.to === 'unknown') return one.reason
  if (one.to !== 'package') return one.to
  const { needed, isSure, isDeclared, isBrought = false, others, instead } = one
  const other = instead === null ? '' : neededText(instead)
  return [neededText(needed), isSure, isDeclared, isBrought, other, ...others].join(' ')
}

/** `onNeeded` is told of each package as it is first named, and may refuse it. */
export function* placedReferences(
  source: ReadSource,
  ground: PlanGround,
  onNeeded: (one: NeededPackage) => void,
): Generator<undefined, PlacedFile, undefined> {
  const needed = new Set<NeededPackage>()
  const references: PlannedReference[] = []
  const unresolvable: UnresolvableReference[] = []
  const standard: StandardReference[] = []
  const ofNode: StandardReference[] = []
  const belonging = belongings(source, ground)
  const need = (one: NeededPackage) => {
    if (!needed.has(one)) onNeeded(one)
    needed.add(one)
  }
  const place = (reference: Reference, one: Belonging) => {
    const isTried = reference.isTried === true || reference.isKey === true
    if (one.to === 'unknown') {
      if (!isTried) unresolvable.push({ source, reference, reason: one.reason })
    } else if (one.to === 'python') {
      if (!isTried) standard.push({ source, reference })
    } else if (one.to === 'node') {
      ofNode.push({ source, reference })
    } else if (one.to === 'package') {
      const { to: _, ...known } = one
      need(known.needed)
      if (known.instead !== null) need(known.instead)
      references.push({ source, reference, ...known })
    }
  }
  for (const written of source.report.references) {
    const specifier = specifierOf(source, written)
    const reference = specifier === null ? written : { ...written, module: specifier.module }
    for (const one of belonging.of(written)) place(reference, one)
    yield
  }
  const of = { needed, unresolvable, placing: belonging.text() }
  return placedFile(source, of, { references, standard, ofNode })
}
