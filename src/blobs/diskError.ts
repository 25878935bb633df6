// What a disk says, as the failure that callers know.

import { ServiceError } from '../errors.ts'

export function codeOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null
  return typeof error.code === 'string' ? error.code : null
}

/** Runs `work`; what the file system throws becomes `store_unavailable`. */
export async function onDisk<T>(operation: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const code = codeOf(error)
    if (code === null || error instanceof ServiceError || !('syscall' in Object(error))) throw error
    throw new ServiceError('store_unavailable', `${operation}: ${code}`, { cause: error })
  }
}

/** The result, or null when there is no such file. */
export async function orMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}
