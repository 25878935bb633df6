// The files that several tables rest on.

import type { EvidenceArtifact } from '../../ports/attester.ts'

/** Each file once, in the order of packages and versions. */
export function mergedEvidence(
  ...lists: readonly (readonly EvidenceArtifact[])[]
): readonly EvidenceArtifact[] {
  const text = ({ package: name, version, filename, sha256 }: EvidenceArtifact) =>
    JSON.stringify([name, version, filename, sha256])
  // Of two the one that names who has read it: it claims less.
  const all = lists
    .flat()
    .sort((one, other) => Number('read_by' in one) - Number('read_by' in other))
  const byText = new Map(all.map((one) => [text(one), one]))
  return [...byText].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, one]) => one)
}
