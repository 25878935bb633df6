// Which packages a check needs, and which reference belongs to which.

import type { Ecosystem, PackageName } from '../../domain/names/packageName.ts'
import type { Requirement } from '../../manifests/manifest.ts'
import { isTag } from '../../manifests/npmVersion.ts'
import type { ImportIndex } from '../../ports/importIndex.ts'
import { finishInTurns, inTurns } from '../../turns.ts'
import type { ReadInput } from '../read/readInput.ts'
import { tooLarge } from '../read/tooLarge.ts'
import type { Wanted } from './packageTables.ts'
import { placingsOf } from './placedFile.ts'
import {
  isGroundOf,
  type PlanGround,
  type PlanMemory,
  placedReferences,
  planGround,
} from './planGround.ts'
import type {
  NeededPackage,
  PlacedFile,
  Plan,
  PlannedReference,
  PlannedRequirement,
} from './planned.ts'
import { isWithin } from './within.ts'

export type {
  NeededPackage,
  PlacedFile,
  Plan,
  PlannedReference,
  PlannedRequirement,
  StandardReference,
  UnresolvableReference,
} from './planned.ts'

type PlanBounds = Readonly<{
  packagesMax?: number | undefined
  memory?: PlanMemory | undefined
  signal?: AbortSignal | undefined
}>

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
  { packagesMax = Number.POSITIVE_INFINITY, memory, signal }: PlanBounds = {},
): Promise<Plan> {
  const ground = await groundFor(input, pins, imports, { memory, signal })
  const { versions } = ground
  const needed = new Set<NeededPackage>()
  const add = (one: NeededPackage) => {
    if (needed.has(one)) return
    if (needed.size >= packagesMax)
      throw tooLarge(`name more than ${packagesMax} packages and releases`)
    needed.add(one)
  }
  const need = (ecosystem: Ecosystem, name: PackageName, wanted?: Wanted): NeededPackage => {
    const one = ground.needed(ecosystem, name, wanted)
    add(one)
    return one
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

  const files: PlacedFile[] = []
  for (const source of input.sources) {
    const before = memory?.placed.get(source) ?? memory?.restored?.(source, ground) ?? null
    const placed = before ?? (await finishInTurns(placedReferences(source, ground, add), signal))
    if (before !== null) for (const one of placed.needed) add(one)
    memory?.placed.set(source, placed)
    files.push(placed)
  }
  const asked = input.manifests.filter(({ path }) => input.quiet?.has(path) !== true)
  const requirements: PlannedRequirement[] = []
  const placeLine = (line: Omit<PlannedRequirement, 'needed'>) => {
    const { ecosystem, name, isAlias, isElsewhere } = line.requirement
    // Another table of the manifest says that it is in a folder or a repository.
    if (isAlias !== true && versions.isElsewhere(ecosystem, name, line.path)) return
    if (isElsewhere === true) return
    // A package of the input, which tools link wherever its version will do (`"@own/core": "0.18.0"`).
    if (isAlias !== true && ground.isOwn(ecosystem, name)) return
    requirements.push({ ...line, needed: needLine(line.requirement) })
  }
  await inTurns(linesOf(asked), placeLine, signal)
  const versionOf = (name: string) =>
    versions.isElsewhere('npm', name, null) ? null : versions.of('npm', name)
  return {
    needed: [...needed],
    ...placingsOf(files),
    requirements,
    versionOf,
    declared: ground.declared,
  }
}

/** All references of packages, file by file. */
export function referencesOf({ files }: Pick<Plan, 'files'>): readonly PlannedReference[] {
  return files.flatMap((file) => file.all().references)
}

/** What holds for all files, as it was before where it is the same. */
async function groundFor(
  input: ReadInput,
  pins: Readonly<Record<string, string>>,
  imports: ImportIndex,
  { memory, signal }: PlanBounds,
): Promise<PlanGround> {
  const before = memory?.ground ?? null
  if (before !== null && isGroundOf(before, input, pins, imports)) return before
  const ground = await planGround(input, pins, imports, signal)
  if (memory !== undefined) {
    memory.ground = ground
    memory.placed = new WeakMap()
  }
  return ground
}

/** Whether a line needs no other release than the one that counts. */
function isMet(ecosystem: Ecosystem, counting: string | null, range: string): boolean {
  if (ecosystem === 'npm' && counting !== null && isTag(range)) return true
  return isWithin(ecosystem, counting, range)
}
