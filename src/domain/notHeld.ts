// What the data folder does not hold. Offline nobody else is asked, so nothing is said of it: neither that
// it is there nor that it is not.

import { ServiceError } from '../errors.ts'

/** `what`: the subject of a sentence, with its verb. */
export function notHeld(what: string): ServiceError {
  return new ServiceError('not_held', `${what}, and --offline asks nobody`)
}

/** The same of a thing that is simply not there. */
export function notInFolder(what: string): ServiceError {
  return notHeld(`${what} is not in the data folder`)
}
