// Extraction that no dependency can spoil. A file of another package is a stranger's too, and may be
// made to kill the extractor; what ends badly with dependencies is done again without any, and says so
// of each of them.

import { gapsIn, type UnfollowedPackage } from '../domain/release.ts'
import type { Extraction, Undetermined } from '../ports/extraction.ts'

export function unspoiltExtraction(extraction: Extraction): Extraction {
  return {
    async run(job, signal) {
      const { dependencies } = job
      if (dependencies === undefined || !('find' in dependencies)) {
        return extraction.run(job, signal)
      }
      const handed = new Set<string>()
      const missing = new Map<string, UnfollowedPackage>()
      const outcome = await extraction.run(
        {
          ...job,
          dependencies: {
            async find(wanted, inner) {
              const found = await dependencies.find(wanted, inner)
              if ('file' in found) handed.add(found.file.name)
              else missing.set(found.name, found)
              return found
            },
          },
        },
        signal,
      )
      if (outcome.state !== 'undetermined' || handed.size === 0) return outcome
      const alone = await extraction.run({ ...job, dependencies: { files: [] } }, signal)
      if (alone.state !== 'extracted') return alone
      const reason = `${outcome.state} with it among others: ${outcome.reason}`
      const isTemporary = mayPass(outcome)
      const given = [...handed].sort().map((name) => ({ name, reason, isTemporary }))
      const unfollowed = [...given, ...gapsIn([...missing.values()])]
      return { ...alone, following: { files: [], unfollowed } }
    },
  }
}

/** The machine may have been short of time; what memory and output hold is the same tomorrow. */
function mayPass({ reason }: Undetermined): boolean {
  return reason !== 'out_of_memory' && reason !== 'output_too_large'
}
