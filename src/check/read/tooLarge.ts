import { ServiceError } from '../../errors.ts'

/** `what`: what the files have too much of. */
export function tooLarge(what: string): ServiceError {
  const message = `the files ${what}; ask about fewer of them at a time`
  return new ServiceError('check_too_large', message, { wrong: { field: 'files', input: '' } })
}
