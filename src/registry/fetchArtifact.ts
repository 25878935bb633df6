// The bytes of a release's file: streamed, hashed, and held against every digest and size that the
// registry declares. Nothing is kept; a file of a gigabyte takes the memory of one chunk.

import { createHash, type Hash } from 'node:crypto'
import type { Artifact, RemoteArtifact } from '../domain/release.ts'
import { ServiceError } from '../errors.ts'
import { ARTIFACT_MAX_BYTES, ARTIFACT_TIMEOUT_MS, DECLARED_DIGEST_MIN_BYTES } from '../limits.ts'
import type { BoundedFetch, FetchOptions } from './boundedFetch.ts'
import type { ExchangeResponse } from './exchange.ts'
import { asRegistryFailure } from './failures.ts'
import { FetchError } from './fetchError.ts'

export type ArtifactLimits = Readonly<{
  artifactTimeoutMs: number
  artifactMaxBytes: number
  declaredDigestMinBytes: number
}>

export const ARTIFACT_LIMITS: ArtifactLimits = {
  artifactTimeoutMs: ARTIFACT_TIMEOUT_MS,
  artifactMaxBytes: ARTIFACT_MAX_BYTES,
  declaredDigestMinBytes: DECLARED_DIGEST_MIN_BYTES,
}

export type ArtifactSource = Readonly<{
  http: BoundedFetch
  /** Credentials and trust for the URL of a file. */
  access: (url: string) => Pick<FetchOptions, 'authorization' | 'isTrusted'>
  limits: ArtifactLimits
  /** `npm` or `pypi`, for messages. */
  label: string
}>

const ALGORITHMS = ['sha256', 'sha512', 'sha1'] as const

/**
 * Throws `registry_unavailable`, `artifact_mismatch` or `artifact_too_large`. Large wheels with a
 * declared sha256 are not read: whether a file is one depends on its size alone, so that the
 * answer is the same whatever host serves it.
 */
export async function fetchArtifact(
  source: ArtifactSource,
  artifact: RemoteArtifact,
  signal: AbortSignal,
): Promise<Artifact> {
  const { http, access, limits } = source
  const operation = `${source.label}.fetchArtifact(${artifact.filename})`
  const declared = declaredArtifact(artifact, artifact.sizeBytes, limits)
  if (declared !== null) return declared
  if (artifact.sizeBytes !== null && artifact.sizeBytes > limits.artifactMaxBytes) {
    throw new ServiceError('artifact_too_large', `${operation}: ${artifact.sizeBytes} bytes`)
  }
  return asRegistryFailure(operation, signal, async () => {
    try {
      return await http.download(
        artifact.url,
        {
          ...access(artifact.url),
          maxBytes: limits.artifactMaxBytes,
          timeoutMs: limits.artifactTimeoutMs,
        },
        (response) => readArtifact(operation, artifact, response, limits),
        signal,
      )
    } catch (error) {
      if (error instanceof FetchError && error.failure === 'too_large') {
        throw new ServiceError('artifact_too_large', `${operation}: ${error.message}`, {
          cause: error,
        })
      }
      throw error
    }
  })
}

/** The registry's word for a wheel of at least a given size; null when the file is to be read. */
function declaredArtifact(
  { kind, filename, digests }: RemoteArtifact,
  sizeBytes: number | null,
  { declaredDigestMinBytes }: ArtifactLimits,
): Artifact | null {
  const { sha256 } = digests
  if (kind !== 'wheel' || sha256 === undefined) return null
  if (sizeBytes === null || sizeBytes < declaredDigestMinBytes) return null
  return { filename, sha256, sizeBytes, digest: 'declared' }
}

async function readArtifact(
  operation: string,
  artifact: RemoteArtifact,
  response: ExchangeResponse,
  limits: ArtifactLimits,
): Promise<Artifact> {
  const { filename, digests, sizeBytes: expected } = artifact
  const declared = ALGORITHMS.filter((algorithm) => digests[algorithm] !== undefined)
  if (response.status !== 200) {
    throw new ServiceError('registry_unavailable', `${operation}: status ${response.status}`)
  }
  const isCoded = response.contentEncoding !== null
  // Without a digest nothing tells the file from its encoding, or from its first half.
  if (declared.length === 0 && (isCoded || (!response.isFramed && expected === null))) {
    throw new ServiceError('registry_unavailable', `${operation}: cannot be told from a part`)
  }
  // An index without sizes: the length of the response says whether this is a large wheel.
  if (!isCoded && expected === null) {
    const large = declaredArtifact(artifact, response.contentLength, limits)
    if (large !== null) return large
  }
  const { sizeBytes, hashes } = await digest(response.body, ['sha256', ...declared], (size) => {
    if (expected !== null && size > expected) {
      throw new ServiceError('artifact_mismatch', `${operation}: more than ${expected} bytes`)
    }
  })
  if (expected !== null && sizeBytes !== expected) {
    throw new ServiceError('artifact_mismatch', `${operation}: ${sizeBytes} bytes, not ${expected}`)
  }
  for (const algorithm of declared) {
    if (hashes.get(algorithm) !== digests[algorithm]) {
      throw new ServiceError('artifact_mismatch', `${operation}: ${algorithm} differs`)
    }
  }
  const large = declaredArtifact(artifact, sizeBytes, limits)
  return large ?? { filename, sha256: hashes.get('sha256') ?? '', sizeBytes, digest: 'computed' }
}

async function digest(
  body: AsyncIterable<Buffer>,
  algorithms: readonly string[],
  check: (sizeBytes: number) => void,
): Promise<{ sizeBytes: number; hashes: ReadonlyMap<string, string> }> {
  const running = new Map<string, Hash>()
  for (const algorithm of algorithms) running.set(algorithm, createHash(algorithm))
  let sizeBytes = 0
  for await (const chunk of body) {
    sizeBytes += chunk.length
    check(sizeBytes)
    for (const hash of running.values()) hash.update(chunk)
  }
  const hashes = new Map([...running].map(([name, hash]) => [name, hash.digest('hex')] as const))
  return { sizeBytes, hashes }
}
