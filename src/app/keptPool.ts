// The processes that read packages, kept for the next command. They can read one folder alone, which is
// the resident process's own: commands may have data folders of their own, and what is to be read gets
// a second name in there for as long as it takes.

import { copyFile, link, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type ExtractionPool, extractionPool } from '../extract/pool.ts'
import type {
  DependencyFile,
  ExtractionJob,
  ExtractionSource,
  JobDependencies,
} from '../ports/extraction.ts'

type Options = Parameters<typeof extractionPool>[0]

/** The folder is there, and nobody else's. */
export function keptPool(
  folder: string,
  openNew: (options: Options) => ExtractionPool = extractionPool,
) {
  let kept: Readonly<{ wanted: string; pool: ExtractionPool }> | null = null
  let names = 0

  function poolFor(options: Options): ExtractionPool {
    const own = { ...options, readable: [folder] }
    const wanted = JSON.stringify(own)
    if (kept?.wanted !== wanted) {
      void kept?.pool.close()
      kept = { wanted, pool: openNew(own) }
    }
    return kept.pool
  }

  /** The source under a name in the folder; `taken` has the names that are to be given back. */
  async function within(source: ExtractionSource, taken: string[]): Promise<ExtractionSource> {
    if (!('blobPath' in source)) return source
    names += 1
    const blobPath = join(folder, String(names))
    taken.push(blobPath)
    // Another disk has no second names, and neither has every file system.
    await link(source.blobPath, blobPath).catch(() => copyFile(source.blobPath, blobPath))
    return { blobPath }
  }

  async function dependencyWithin(file: DependencyFile, taken: string[]): Promise<DependencyFile> {
    return { ...file, source: await within(file.source, taken) }
  }

  async function dependenciesWithin(given: JobDependencies, taken: string[]) {
    if ('files' in given) {
      return { files: await Promise.all(given.files.map((one) => dependencyWithin(one, taken))) }
    }
    const find: typeof given.find = async (wanted, signal) => {
      const found = await given.find(wanted, signal)
      return 'source' in found ? dependencyWithin(found, taken) : found
    }
    return { find }
  }

  return {
    open(options: Options): ExtractionPool {
      const pool = poolFor(options)
      const run = async (job: ExtractionJob, signal: AbortSignal) => {
        const taken: string[] = []
        try {
          const { dependencies } = job
          const staged: ExtractionJob = { ...job, source: await within(job.source, taken) }
          if (dependencies === undefined) return await pool.run(staged, signal)
          const own = await dependenciesWithin(dependencies, taken)
          return await pool.run({ ...staged, dependencies: own }, signal)
        } finally {
          await Promise.all(taken.map((path) => rm(path, { force: true })))
        }
      }
      // What a command has under way ends with its own signal; the processes stay.
      return { ...pool, run, close: async () => {} }
    },
    async close(): Promise<void> {
      await kept?.pool.close()
    },
  }
}
