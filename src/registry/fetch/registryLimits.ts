// Bounds of a registry client, in one object so that tests can shorten them.

import { METADATA_MAX_BYTES, METADATA_TIMEOUT_MS } from '../../limits.ts'
import { ARTIFACT_LIMITS } from './fetchArtifact.ts'
import { RANGE_LIMITS } from './rangeFetcher.ts'

export const REGISTRY_LIMITS = {
  ...ARTIFACT_LIMITS,
  ...RANGE_LIMITS,
  metadataTimeoutMs: METADATA_TIMEOUT_MS,
  metadataMaxBytes: METADATA_MAX_BYTES,
}

export type RegistryLimits = Readonly<typeof REGISTRY_LIMITS>
