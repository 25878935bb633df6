// From whatever went wrong to the one error a caller of a registry sees.

import { ServiceError } from '../../errors.ts'
import { MalformedDocument } from './documents.ts'
import { FetchError } from './fetchError.ts'

/**
 * Runs one operation (`npm.lookup(left-pad)`) and turns its expected failures into
 * `registry_unavailable`, so that unknown never reads as absent. Bugs pass through.
 */
export async function asRegistryFailure<T>(
  operation: string,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    // A caller that aborts with a failure of its own (a deadline) wants to see that one.
    if (signal.aborted && signal.reason instanceof ServiceError) throw signal.reason
    if (error instanceof FetchError || error instanceof MalformedDocument) {
      const message = `${whatFailed(operation)}: ${error.message}`
      throw new ServiceError('registry_unavailable', message, { cause: error })
    }
    throw error
  }
}

const REGISTRY_NAMES: Readonly<Record<string, string>> = { npm: 'npm', pypi: 'PyPI' }

/** `npm.lookup(left-pad)` as people say it. */
function whatFailed(operation: string): string {
  const [, registry = '', about] = /^(\w+)\.\w+(?:\((.*)\))?$/.exec(operation) ?? []
  const name = REGISTRY_NAMES[registry]
  if (name === undefined) return operation
  return `${name} gave no answer that can be used${about === undefined ? '' : ` about ${about}`}`
}
