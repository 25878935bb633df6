// The files that several tables rest on.

import type { EvidenceArtifact } from '../../ports/attester.ts'

/** Each file once, in the order of packages and versions. */
export function mergedEvidence(
  ...lists: readonly (readonly EvidenceArtifact[])[]
): readonly EvidenceArtifact[] {
  const text = ({ package: name, version, filename, sha256 }: EvidenceArtifact) =>
    JSON.stringify([name, version, filename, sha256])
  const byText = new Map(lists.flat().map((one) => [text(one), one]))
  return [...byText].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, one]) => one)
}
