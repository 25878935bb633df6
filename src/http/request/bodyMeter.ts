// What of a body is too much, told while it arrives and before anything of it is parsed.

import { jsonMeter } from '../../domain/texts/jsonMeter.ts'
import { ServiceError } from '../../errors.ts'

/** Of one body. How deep it may be is judged with what it says. */
export type BodyBounds = Readonly<{ bytesMax: number; valuesMax: number }>

/** Takes the chunks of a body in order; what is wrong from the first on with which it is too much. */
export function bodyMeter({ bytesMax, valuesMax }: BodyBounds) {
  const isWithin = jsonMeter({ depthMax: Number.POSITIVE_INFINITY, valuesMax })
  let sizeBytes = 0
  return (chunk: Uint8Array): ServiceError | null => {
    sizeBytes += chunk.length
    if (sizeBytes > bytesMax) return tooManyBytes(bytesMax)
    return isWithin(chunk) ? null : tooManyValues(valuesMax)
  }
}

export function tooManyBytes(bytesMax: number): ServiceError {
  return new ServiceError('body_too_large', `Bodies are at most ${bytesMax} bytes here`)
}

function tooManyValues(valuesMax: number): ServiceError {
  const what = `Bodies have at most ${valuesMax} JSON values here`
  return new ServiceError('body_too_large', `${what}: lists, objects, and what they hold`)
}
