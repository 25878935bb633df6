// Where an index is pulled from. Nothing that a source gives is believed: whoever asks checks it.

import type { FileKind } from '../format/packPaths.ts'

/** A file of an index: named by its digest, of a length that a signature covers. */
export type IndexFile = Readonly<{ kind: FileKind; sha256: string; bytes: number }>

export type FileRange = Readonly<{ offset: number; length: number }>

export interface PackSource {
  /** Without credentials: it is shown and remembered. */
  readonly address: string
  root(signal: AbortSignal): Promise<Buffer>
  /**
   * Throws `Damaged` for bytes that are not the part that was asked for, and an `IndexError` where
   * there are none to be had.
   */
  read(file: IndexFile, range: FileRange, signal: AbortSignal): Promise<Buffer>
  /** Requests and bytes so far. */
  fetched(): Readonly<{ requests: number; bytes: number }>
  close(): Promise<void>
}

/** What came is not what was asked for; another try may bring it. */
export class Damaged extends Error {
  override readonly name = 'Damaged'
}
