// The bytes of a release's file: streamed, hashed, and held against every digest and size that the
// registry declares. A file of a gigabyte takes the memory of one chunk; what is kept of it goes
// into a sink chunk by chunk, and counts only once the last check has passed.

import { createHash, type Hash } from 'node:crypto'
import type { Artifact, RemoteArtifact } from '../../domain/release.ts'
import { ServiceError } from '../../errors.ts'
import { ARTIFACT_MAX_BYTES, ARTIFACT_TIMEOUT_MS, DECLARED_DIGEST_MIN_BYTES } from '../../limits.ts'
import type { BlobWriter } from '../../ports/blobs.ts'
import type { BlobSink, DownloadedArtifact } from '../../ports/registry.ts'
import type { BoundedFetch, FetchOptions } from './boundedFetch.ts'
import type { ExchangeResponse } from './exchange.ts'
import { asRegistryFailure } from './failures.ts'
import { FetchError } from './fetchError.ts'

export const ARTIFACT_LIMITS = {
  artifactTimeoutMs: ARTIFACT_TIMEOUT_MS,
  artifactMaxBytes: ARTIFACT_MAX_BYTES,
  declaredDigestMinBytes: DECLARED_DIGEST_MIN_BYTES,
}

export type ArtifactLimits = Readonly<typeof ARTIFACT_LIMITS>

export type ArtifactSource = Readonly<{
  http: BoundedFetch
  /** Credentials and trust for the URL of a file. */
  access: (url: string) => Pick<FetchOptions, 'authorization' | 'isTrusted'>
  limits: ArtifactLimits
  /** `npm` or `pypi`, for messages. */
  label: string
}>

const ALGORITHMS = ['sha256', 'sha512', 'sha1'] as const

/** One download, whatever becomes of its bytes. */
type Download = Readonly<{ operation: string; artifact: RemoteArtifact; limits: ArtifactLimits }>

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
  const { limits } = source
  const declared = declaredArtifact(artifact, artifact.sizeBytes, limits)
  if (declared !== null) return declared
  const operation = `${source.label}.fetchArtifact(${artifact.filename})`
  const download = { operation, artifact, limits }
  const consume = async (response: ExchangeResponse) => {
    requireWhole(download, response)
    // An index without sizes: the length of the response says whether this is a large wheel.
    if (response.contentEncoding === null && artifact.sizeBytes === null) {
      const large = declaredArtifact(artifact, response.contentLength, limits)
      if (large !== null) return large
    }
    return (await readBody(download, response, null)).artifact
  }
  return run(source, download, consume, signal)
}

/**
 * Reads the whole file into a writer of its own for each try, large wheels too. Throws like
 * `fetchArtifact` and what the sink throws; the writer is then aborted.
 */
export async function downloadArtifact(
  source: ArtifactSource,
  artifact: RemoteArtifact,
  sink: BlobSink,
  signal: AbortSignal,
): Promise<DownloadedArtifact> {
  const operation = `${source.label}.downloadArtifact(${artifact.filename})`
  const download = { operation, artifact, limits: source.limits }
  const consume = async (response: ExchangeResponse) => {
    requireWhole(download, response)
    const writer = await sink()
    try {
      const { artifact: read, sha256 } = await readBody(download, response, writer)
      return { artifact: read, lease: await writer.commit(sha256) }
    } catch (error) {
      // The first failure is the one to report; an abort that fails too would only hide it.
      await writer.abort().catch(() => {})
      throw error
    }
  }
  return run(source, download, consume, signal)
}

async function run<T>(
  { http, access }: ArtifactSource,
  { operation, artifact, limits }: Download,
  consume: (response: ExchangeResponse) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  const { url, sizeBytes } = artifact
  if (sizeBytes !== null && sizeBytes > limits.artifactMaxBytes) {
    throw new ServiceError('artifact_too_large', `${operation}: ${sizeBytes} bytes`)
  }
  const { artifactMaxBytes: maxBytes, artifactTimeoutMs: timeoutMs } = limits
  return asRegistryFailure(operation, signal, async () => {
    try {
      return await http.download(url, { ...access(url), maxBytes, timeoutMs }, consume, signal)
    } catch (error) {
      if (error instanceof FetchError && error.failure === 'too_large') {
        const message = `${operation}: ${error.message}`
        throw new ServiceError('artifact_too_large', message, { cause: error })
      }
      throw error
    }
  })
}

/** The registry's word for a wheel of at least a given size; null when the file is to be read. */
export function declaredArtifact(
  { kind, filename, digests }: RemoteArtifact,
  sizeBytes: number | null,
  { declaredDigestMinBytes }: Pick<ArtifactLimits, 'declaredDigestMinBytes'>,
): Artifact | null {
  const { sha256 } = digests
  if (kind !== 'wheel' || sha256 === undefined) return null
  if (sizeBytes === null || sizeBytes < declaredDigestMinBytes) return null
  return { filename, sha256, sizeBytes, digest: 'declared' }
}

function declaredAlgorithms({ digests }: RemoteArtifact): (typeof ALGORITHMS)[number][] {
  return ALGORITHMS.filter((algorithm) => digests[algorithm] !== undefined)
}

/** Throws unless the response can be the whole file. */
function requireWhole({ operation, artifact }: Download, response: ExchangeResponse): void {
  if (response.status !== 200) {
    throw new ServiceError('registry_unavailable', `${operation}: status ${response.status}`)
  }
  // Without a digest nothing tells the file from its encoding, or from its first half.
  const isCoded = response.contentEncoding !== null
  const isOpenEnded = !response.isFramed && artifact.sizeBytes === null
  if (declaredAlgorithms(artifact).length === 0 && (isCoded || isOpenEnded)) {
    throw new ServiceError('registry_unavailable', `${operation}: cannot be told from a part`)
  }
}

/** Throws `artifact_mismatch` unless the bytes have every declared digest and the size. */
async function readBody(
  { operation, artifact, limits }: Download,
  { body }: ExchangeResponse,
  writer: BlobWriter | null,
): Promise<Readonly<{ artifact: Artifact; sha256: string }>> {
  const { filename, digests, sizeBytes: expected } = artifact
  const mismatch = (what: string) => new ServiceError('artifact_mismatch', `${operation}: ${what}`)
  const declared = declaredAlgorithms(artifact)
  const running = new Map<string, Hash>()
  for (const algorithm of ['sha256', ...declared]) running.set(algorithm, createHash(algorithm))
  let sizeBytes = 0
  for await (const chunk of body) {
    sizeBytes += chunk.length
    if (expected !== null && sizeBytes > expected) throw mismatch(`more than ${expected} bytes`)
    for (const hash of running.values()) hash.update(chunk)
    // Awaited, so that a slow disk slows the download down instead of filling the memory.
    await writer?.write(chunk)
  }
  if (expected !== null && sizeBytes !== expected) {
    throw mismatch(`${sizeBytes} bytes, not ${expected}`)
  }
  const hashes = new Map([...running].map(([name, hash]) => [name, hash.digest('hex')] as const))
  for (const algorithm of declared) {
    if (hashes.get(algorithm) !== digests[algorithm]) throw mismatch(`${algorithm} differs`)
  }
  const sha256 = hashes.get('sha256') ?? ''
  const large = declaredArtifact(artifact, sizeBytes, limits)
  return { artifact: large ?? { filename, sha256, sizeBytes, digest: 'computed' }, sha256 }
}
