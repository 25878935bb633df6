// The sets that answer: every name of a registry where its set is there, else the bundled list of
// popular ones. A newer set takes the place of the one before between two questions.

import { ECOSYSTEMS, type Ecosystem, parsePackageName } from '../domain/names/packageName.ts'
import { POPULAR_DOWNLOADS_MIN } from '../domain/names/popularity.ts'
import type { AnsweringSet, NameIndex } from '../ports/nameIndex.ts'
import type { NameFiles } from './build/nameFiles.ts'
import { type OtherSlips, otherSlips } from './near/otherSlips.ts'
import { type KnownNames, knownInSet, lookalikeOf } from './set/lookalike.ts'
import type { NameSet } from './set/nameSet.ts'
import { NameFileInvalid } from './stored/nameFile.ts'

type Opened = Readonly<{
  set: NameSet
  known: KnownNames
  slips: OtherSlips
  answering: AnsweringSet
}>

export type NameLibrary = NameIndex &
  Readonly<{
    /** Opens what other processes or a build have put in place; says whether anything changed. */
    refresh(): Promise<boolean>
    /** Makes the bundled lists ready where they answer: the first question would wait for that. */
    prepare(): void
    /** What keeps the set of an ecosystem from being opened; null when nothing does. */
    problem(ecosystem: Ecosystem): string | null
  }>

export function nameLibrary(parts: {
  files: NameFiles
  popular: NameIndex
  onProblem?: (ecosystem: Ecosystem, problem: string) => void
}): NameLibrary {
  const { files, popular } = parts
  const opened = new Map<Ecosystem, Opened>()
  const stamps = new Map<Ecosystem, string | null>()
  const problems = new Map<Ecosystem, string>()
  let generation = 0

  function tell(ecosystem: Ecosystem, problem: string): void {
    problems.set(ecosystem, problem)
    parts.onProblem?.(ecosystem, problem)
  }

  async function refreshOne(ecosystem: Ecosystem): Promise<boolean> {
    const stamp = await files.stamp(ecosystem)
    if (stamp === (stamps.get(ecosystem) ?? null)) return false
    const loaded = await files.load(ecosystem).catch((error: unknown) => {
      // A damaged file must not keep a service from starting; the set before goes on answering.
      if (!(error instanceof NameFileInvalid)) throw error
      tell(ecosystem, `${ecosystem}.names: ${error.message}`)
      return null
    })
    stamps.set(ecosystem, stamp)
    if (loaded === null) return false
    opened.set(ecosystem, open(ecosystem, loaded.set))
    problems.delete(ecosystem)
    if (loaded.problem !== null) tell(ecosystem, loaded.problem)
    generation += 1
    return true
  }

  return {
    get generation() {
      return generation
    },
    answering: (ecosystem) => opened.get(ecosystem)?.answering ?? popular.answering(ecosystem),
    near(ecosystem, name) {
      const whole = opened.get(ecosystem)
      if (whole === undefined) return popular.near(ecosystem, name)
      return { ...whole.set.nearest(name), ...whole.answering }
    },
    meant: (ecosystem, name) =>
      opened.get(ecosystem)?.slips.find(name) ?? popular.meant(ecosystem, name),
    lookalike(ecosystem, name, isHeld) {
      const whole = opened.get(ecosystem)
      if (whole === undefined) return popular.lookalike(ecosystem, name, isHeld)
      return lookalikeOf(whole, { name, isHeld })
    },
    downloads: (ecosystem, name) => opened.get(ecosystem)?.set.downloads(name) ?? null,
    has: (ecosystem, name) => opened.get(ecosystem)?.set.has(name) ?? null,
    problem: (ecosystem) => problems.get(ecosystem) ?? null,
    prepare() {
      for (const ecosystem of ECOSYSTEMS) {
        const name = opened.has(ecosystem) ? null : parsePackageName(ecosystem, 'requestss')
        if (name === null) continue
        popular.near(ecosystem, name)
        popular.meant(ecosystem, name)
        popular.lookalike(ecosystem, name, false)
      }
    },
    async refresh() {
      let changed = false
      for (const ecosystem of ECOSYSTEMS) changed = (await refreshOne(ecosystem)) || changed
      return changed
    },
  }
}

function open(ecosystem: Ecosystem, set: NameSet): Opened {
  return {
    set,
    known: knownInSet(ecosystem, set),
    // What was removed is no longer meant.
    slips: otherSlips(
      ecosystem,
      [...set.popular(POPULAR_DOWNLOADS_MIN)].filter(([name]) => set.has(name)),
    ),
    answering: { source: 'registry', snapshot: set.snapshot },
  }
}
