// Extraction that is not done twice. What an extractor gives follows from the file and from what it is
// handed of other packages, so a job that asks for the same and is told the same ends the same.

import type { UnfollowedPackage } from '../../src/domain/release.ts'
import type {
  DependencyFile,
  Extraction,
  ExtractionJob,
  ExtractionOutcome,
  WantedPackage,
} from '../../src/ports/extraction.ts'

type Found = DependencyFile | UnfollowedPackage
type Step = Readonly<{ wanted: WantedPackage; told: string }>
type Known = Readonly<{ steps: readonly Step[]; outcome: ExtractionOutcome }>

/** What an extractor can tell of an answer. */
function toldBy(found: Found): string {
  if ('file' in found) return found.file.sha256
  return JSON.stringify([found.isAbsent === true, found.isTemporary])
}

export function knownExtraction(extraction: Extraction): Extraction {
  const known = new Map<string, Known[]>()

  /** The outcome of a job that went the same way; null where none did. */
  async function recall(
    ways: readonly Known[],
    find: (wanted: WantedPackage) => Promise<Found>,
  ): Promise<ExtractionOutcome | null> {
    let left = ways
    for (let at = 0; ; at += 1) {
      const ended = left.find(({ steps }) => steps.length === at)
      if (ended !== undefined) return ended.outcome
      const step = left[0]?.steps[at]
      if (step === undefined) return null
      const told = toldBy(await find(step.wanted))
      left = left.filter(({ steps }) => steps[at]?.told === told)
    }
  }

  return {
    async run(job, signal) {
      const { dependencies } = job
      // What is read in parts is read while the job runs, and may fail then.
      if (!('blobPath' in job.source)) return extraction.run(job, signal)
      const files = dependencies !== undefined && 'files' in dependencies ? dependencies.files : []
      const id = JSON.stringify([
        job.extractor,
        job.kind,
        job.filename,
        job.sha256,
        dependencies !== undefined && 'find' in dependencies,
        files.map(({ file }) => file.sha256),
      ])
      const ways = known.get(id) ?? []
      known.set(id, ways)
      let isFar = false
      const steps: Step[] = []
      const find = async (wanted: WantedPackage): Promise<Found> => {
        if (dependencies === undefined || !('find' in dependencies)) throw new Error('not asked')
        const found = await dependencies.find(wanted, signal)
        isFar ||= 'source' in found && 'remote' in found.source
        return found
      }
      const recalled = await recall(ways, find)
      if (recalled !== null && !isFar) return recalled
      const outcome = await extraction.run(recording(job, find, steps), signal)
      if (!isFar) ways.push({ steps, outcome })
      return outcome
    },
  }
}

function recording(
  job: ExtractionJob,
  find: (wanted: WantedPackage) => Promise<Found>,
  steps: Step[],
): ExtractionJob {
  if (job.dependencies === undefined || !('find' in job.dependencies)) return job
  return {
    ...job,
    dependencies: {
      async find(wanted) {
        const at = steps.push({ wanted, told: '' }) - 1
        const found = await find(wanted)
        steps[at] = { wanted, told: toldBy(found) }
        return found
      },
    },
  }
}
