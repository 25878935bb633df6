// What may be shown of where a private source keeps its files. Answers are signed and passed on, so
// an address that may hold a credential is not shown at all.

import type { RegistryEndpoint } from './endpoint.ts'
import { parseHttpUrl } from './httpUrl.ts'

// Some hosts put a token into the path of the index. No word of a path is that long with a digit in it
// by rule, and an address that is left out says nothing false.
const MAY_BE_TOKEN = /^(?=.*\d)(?=.*[a-z]).{16,}$/i

/**
 * The address of a file, or null: where it lies with somebody else, where a query may hold a signature,
 * and where the source's own address may hold a token.
 */
export function shownAddress(file: string, endpoints: readonly RegistryEndpoint[]): string | null {
  const url = parseHttpUrl(file)
  if (url === null || url.search !== '') return null
  const own = endpoints
    .map(({ baseUrl }) => new URL(baseUrl))
    .filter((at) => at.origin === url.origin)
  const words = own.flatMap(({ pathname }) => pathname.split('/'))
  return own.length === 0 || words.some((word) => MAY_BE_TOKEN.test(word)) ? null : url.href
}
