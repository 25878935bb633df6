// From whatever went wrong to the one error a caller of a registry sees.

import { ServiceError } from '../errors.ts'
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
      const message = `${operation}: ${error.message}`
      throw new ServiceError('registry_unavailable', message, { cause: error })
    }
    throw error
  }
}
