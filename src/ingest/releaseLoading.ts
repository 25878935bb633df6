// How the modules of a release are loaded. Neither the index nor the tables keep it, so the file is
// opened again.

import { LOADING_EXTRACTOR } from '../domain/extractorVersions.ts'
import type { PackageKey } from '../domain/names/packageName.ts'
import { ServiceError } from '../errors.ts'
import type { IndexedFile, OpenAgain } from './openAgain.ts'

/**
 * By subpath; `import`: `require` gets no module of CommonJS there. `isWhole`: no other path can be loaded.
 */
type LoadingOf = Readonly<{ by: ReadonlyMap<string, 'require' | 'import'>; isWhole: boolean }>

export type ReleaseLoading = ReturnType<typeof releaseLoading>

/** Gives null where it cannot be told today. */
export function releaseLoading(parts: {
  openAgain: OpenAgain
  parseLoading: (output: Uint8Array) => LoadingOf
}) {
  return async (key: PackageKey, release: IndexedFile, signal: AbortSignal) => {
    try {
      const options = { extractor: LOADING_EXTRACTOR }
      const opened = await parts.openAgain(key, release, options, signal)
      return opened.state === 'opened' ? parts.parseLoading(opened.outcome.output) : null
    } catch (error) {
      // The answer then says that it could not be told; what else it says holds.
      const isPassing = error instanceof ServiceError && error.code !== 'internal'
      if (!isPassing || signal.aborted) throw error
      return null
    }
  }
}
