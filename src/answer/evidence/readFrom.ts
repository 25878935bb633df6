// Which registries an answer rests on, and what read their files.

import { EXTRACTOR_VERSIONS } from '../../domain/extractorVersions.ts'
import type { Ecosystem } from '../../domain/names/packageName.ts'
import type { Evidence } from '../../ports/attester.ts'

/** Both, a space between, where both were looked at; no members at all where none was. */
export function readFrom(
  ecosystems: Iterable<Ecosystem>,
  registryIdentity: (ecosystem: Ecosystem) => string,
): Pick<Evidence, 'registry' | 'extractor'> {
  const used = [...new Set(ecosystems)].sort()
  if (used.length === 0) return {}
  const joined = (of: (ecosystem: Ecosystem) => string) => [...new Set(used.map(of))].join(' ')
  return {
    registry: joined(registryIdentity),
    extractor: joined((ecosystem) => EXTRACTOR_VERSIONS[ecosystem]),
  }
}
