// One set of names brought up to date: what is published now, compared with what the set was made
// of, fetched and built where it differs. A failure leaves the set that is there.

import { rm } from 'node:fs/promises'
import type { Ecosystem } from '../../domain/names/packageName.ts'
import { ServiceError } from '../../errors.ts'
import { NAMES_SHRINK_MAX } from '../../limits.ts'
import type { Material, NameSources } from '../../ports/nameSources.ts'
import { NameFileInvalid, type NameSource } from '../stored/nameFile.ts'
import type { BuildOutcome, BuildProgress } from './buildJob.ts'
import type { LoadedNames, NameFiles } from './nameFiles.ts'
import type { RunBuild } from './runBuild.ts'

export type UpdateProgress =
  | BuildProgress
  | Readonly<{ stage: 'fetching'; done: number; total: number }>

export type NamesUpdate = Readonly<{
  state: 'unchanged' | 'changed' | 'built'
  added: number | null
  removed: number | null
}>

export type UpdateNames = (
  ecosystem: Ecosystem,
  options: Readonly<{
    /** Build the whole set, whatever is there. */
    whole: boolean
    onProgress: (progress: UpdateProgress) => void
  }>,
  signal: AbortSignal,
) => Promise<NamesUpdate>

const UNCHANGED: NamesUpdate = { state: 'unchanged', added: null, removed: null }

export function updateNames(parts: {
  sources: NameSources
  files: NameFiles
  build: RunBuild
  now: () => Date
}): UpdateNames {
  const { sources, files, build, now } = parts

  /** A damaged set is as good as none: it is built again. */
  async function loadBefore(ecosystem: Ecosystem): Promise<LoadedNames | null> {
    try {
      return await files.load(ecosystem)
    } catch (error) {
      if (error instanceof NameFileInvalid) return null
      throw error
    }
  }

  async function rebuild(
    ecosystem: Ecosystem,
    before: LoadedNames | null,
    materials: readonly Material[],
    { whole, onProgress }: Parameters<UpdateNames>[1],
    signal: AbortSignal,
  ): Promise<NamesUpdate> {
    const outPath = await files.newPath()
    try {
      const job = {
        ecosystem,
        snapshot: now().toISOString().slice(0, 10),
        materials: materials.map(({ lease, ...label }) => {
          return { ...label, path: lease.path, sha256: lease.sha256 }
        }),
        basePath:
          whole || before === null || !hasSameDownloads(before, materials)
            ? null
            : files.setPath(ecosystem),
        outPath,
      }
      const outcome = await build(job, onProgress, signal)
      refuseShrunk(ecosystem, whole ? 0 : (before?.set.snapshot.size ?? 0), outcome)
      await files.replace(ecosystem, outcome, outPath)
      if (outcome.kind === 'set') return { state: 'built', added: null, removed: null }
      return { state: 'changed', added: outcome.added, removed: outcome.removed }
    } finally {
      await rm(outPath, { force: true })
    }
  }

  return async (ecosystem, options, signal) => {
    const before = options.whole ? null : await loadBefore(ecosystem)
    const labels = await sources.labels(ecosystem, signal)
    const isSameLabel = (label: Omit<NameSource, 'sha256'>) =>
      label.version !== null &&
      madeOf(before).some(({ name, version }) => name === label.name && version === label.version)
    if (before !== null && labels.every(isSameLabel)) {
      await files.markCurrent(ecosystem, now())
      return UNCHANGED
    }
    options.onProgress({ stage: 'fetching', done: 0, total: labels.length })
    const materials = await sources.fetch(ecosystem, signal)
    try {
      const known = new Set(madeOf(before).map(({ sha256 }) => sha256))
      const isSame = materials.every(({ lease }) => known.has(lease.sha256))
      const update =
        before !== null && isSame
          ? UNCHANGED
          : await rebuild(ecosystem, before, materials, options, signal)
      await files.markCurrent(ecosystem, now())
      return update
    } finally {
      for (const { lease } of materials) await lease.release()
    }
  }
}

/** A list that lost so many names at once is more likely a part of one. */
function refuseShrunk(ecosystem: Ecosystem, before: number, outcome: BuildOutcome): void {
  const lost = outcome.kind === 'set' ? before - outcome.facts.size : outcome.removed
  if (before === 0 || lost <= before * NAMES_SHRINK_MAX) return
  const message = `${ecosystem} names: the list has lost ${lost} of ${before}; not believed`
  throw new ServiceError('names_unavailable', message)
}

/** The lists behind what is there: with changes, the list of names is a later one. */
function madeOf(before: LoadedNames | null): readonly NameSource[] {
  if (before === null) return []
  const { source } = before.delta
  const { sources } = before.set.facts
  return source === null ? sources : [source, ...sources.filter(({ name }) => name !== source.name)]
}

/** Changes are to names only: other downloads need a new set. */
function hasSameDownloads({ set }: LoadedNames, materials: readonly Material[]): boolean {
  const known = new Set(set.facts.sources.map(({ sha256 }) => sha256))
  return materials.every(({ role, lease }) => role !== 'downloads' || known.has(lease.sha256))
}
