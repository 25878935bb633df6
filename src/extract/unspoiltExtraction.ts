// Extraction that no dependency can spoil. A file of another package is a stranger's too, and may be
// made to kill the extractor; what ends badly with dependencies is done again without any.

import type { Extraction } from '../ports/extraction.ts'

export function unspoiltExtraction(extraction: Extraction): Extraction {
  return {
    async run(job, signal) {
      const { dependencies } = job
      if (dependencies === undefined || !('find' in dependencies)) {
        return extraction.run(job, signal)
      }
      const handed = new Set<string>()
      const outcome = await extraction.run(
        {
          ...job,
          dependencies: {
            async find(wanted, inner) {
              const found = await dependencies.find(wanted, inner)
              if ('file' in found) handed.add(found.file.name)
              return found
            },
          },
        },
        signal,
      )
      if (outcome.state !== 'undetermined' || handed.size === 0) return outcome
      const alone = await extraction.run({ ...job, dependencies: { files: [] } }, signal)
      if (alone.state !== 'extracted') return alone
      // The machine may have been short of time or memory, so it is tried again some day.
      const reason = `${outcome.state} with it among others: ${outcome.reason}`
      const unfollowed = [...handed].sort().map((name) => ({ name, reason, isTemporary: true }))
      return { ...alone, following: { files: [], unfollowed } }
    },
  }
}
