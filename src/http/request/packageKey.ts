// The package that a request names, or a 422 that says why nothing can have that name.

import {
  type Ecosystem,
  type PackageKey,
  parsePackageName,
} from '../../domain/names/packageName.ts'
import { RequestInvalid } from './validate.ts'

const NO_SUCH_NAME = {
  pypi: 'No PyPI project can have this name: letters, digits, ".", "-" and "_", beginning and ending with a letter or digit',
  npm: 'No npm package can have this name: "name" or "@scope/name" of URL-safe characters, not beginning with "." or "_"',
} as const

/** `loc`: where in the request the name stands. */
export function packageKeyOf(
  ecosystem: Ecosystem,
  written: string,
  loc: readonly string[],
): PackageKey {
  const name = parsePackageName(ecosystem, written)
  if (name !== null) return { ecosystem, name }
  const msg = NO_SUCH_NAME[ecosystem]
  throw new RequestInvalid([{ type: 'package_name_invalid', loc, msg, input: written }])
}
