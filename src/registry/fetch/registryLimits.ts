// Bounds of a registry client, in one object so that tests can shorten them.

import { METADATA_MAX_BYTES, METADATA_TIMEOUT_MS } from '../../limits.ts'
import { ARTIFACT_LIMITS, type ArtifactLimits } from './fetchArtifact.ts'
import { RANGE_LIMITS, type RangeLimits } from './rangeFetcher.ts'

export type RegistryLimits = ArtifactLimits &
  RangeLimits &
  Readonly<{
    metadataTimeoutMs: number
    metadataMaxBytes: number
  }>

export const REGISTRY_LIMITS: RegistryLimits = {
  ...ARTIFACT_LIMITS,
  ...RANGE_LIMITS,
  metadataTimeoutMs: METADATA_TIMEOUT_MS,
  metadataMaxBytes: METADATA_MAX_BYTES,
}
