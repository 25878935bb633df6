// Published files that were downloaded once, kept on disk by their digest so that they can be read
// again without a download. A cache: any of it may be gone at any time, none of it may be wrong.

/** A file that stays where it is, unchanged and readable, until it is released. */
export interface BlobLease {
  /** A path that belongs to this lease alone; it is valid until `release`. */
  readonly path: string
  readonly sha256: string
  readonly sizeBytes: number
  /** Idempotent. The blob itself stays in the cache until it has to make room. */
  release(): Promise<void>
}

/** One blob on its way in. Ends with exactly one of `commit` and `abort`. */
export interface BlobWriter {
  write(chunk: Uint8Array): Promise<void>
  /**
   * Keeps the blob under its digest. Throws `artifact_mismatch`, and keeps nothing, when the bytes
   * have another one.
   */
  commit(expectedSha256: string): Promise<BlobLease>
  /** Idempotent, and harmless after `commit`. */
  abort(): Promise<void>
}

type BlobCacheSize = Readonly<{ blobs: number; bytes: number }>

/** Everything here throws `store_unavailable` when the disk does not do its part. */
export interface BlobCache {
  writer(): Promise<BlobWriter>
  /** The blob, read and found to have its digest; null when it is not there or was damaged. */
  open(sha256: string, signal: AbortSignal): Promise<BlobLease | null>
  size(): Promise<BlobCacheSize>
}
