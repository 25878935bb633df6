// Damage on the way is met by one more try; what is damaged twice is refused.

import { IndexError } from '../format/indexError.ts'
import { Damaged } from './packSource.ts'

/** `make` throws `Damaged`, or an `IndexError` for what does not fit; `what` begins the refusal. */
export async function twice<T>(what: string, make: () => Promise<T>): Promise<T> {
  try {
    return await make()
  } catch (error) {
    if (!isDamage(error)) throw error
  }
  try {
    return await make()
  } catch (error) {
    if (!isDamage(error)) throw error
    throw new IndexError(`${what}: ${error.message} (fetched twice)`, 'refused', { cause: error })
  }
}

export function isDamage(error: unknown): error is Error {
  if (error instanceof Damaged) return true
  return error instanceof IndexError && error.fault === 'refused'
}
