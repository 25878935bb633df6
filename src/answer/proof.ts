// What shows that an answer speaks of a published file.

import type { PackageKey } from '../domain/names/packageName.ts'
import type { IngestedRelease } from '../domain/release.ts'
import type { Registry } from '../ports/registry.ts'

type ProvenRelease = Pick<
  IngestedRelease,
  'version' | 'artifact' | 'sourceUrl' | 'remarks' | 'extractedAt'
>

export function proofOf(
  registry: Registry,
  { name }: PackageKey,
  { version, artifact, sourceUrl, remarks, extractedAt }: ProvenRelease,
) {
  return {
    source_url: registry.pageUrl(name, version) ?? sourceUrl,
    artifact_sha256: artifact?.sha256 ?? null,
    filename: artifact?.filename ?? null,
    digest: artifact?.digest ?? null,
    ...(remarks.length === 0 ? {} : { remarks }),
    extracted_at: extractedAt,
  }
}
