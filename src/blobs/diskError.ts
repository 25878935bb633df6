// What a disk says, as the failure that callers know.

import { codeOf } from '../domain/fileFault.ts'
import { ServiceError } from '../errors.ts'

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
