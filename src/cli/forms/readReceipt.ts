// A receipt as somebody hands it over: JSON, or a proof that it stands in a log with the receipt within.

import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { fileFault } from '../../domain/fileFault.ts'
import { isProof, parseProof } from '../../log/note/proofFile.ts'
import { readExtra } from '../../log/proofExtra.ts'

const RECEIPT_MAX_BYTES = 8 * 1024 * 1024

export type ReadProof = Readonly<{ text: string }>

/** `bytes`: of the receipt. `proof`: null where it came without one. */
export type ReadReceipt = Readonly<{ bytes: Buffer; proof: ReadProof | null }>

/** `-` is the standard input. A text says why it cannot be read. */
export async function readReceipt(path: string): Promise<ReadReceipt | string> {
  let bytes: Buffer
  try {
    bytes = await begin(path === '-' ? process.stdin : createReadStream(path))
  } catch (error) {
    return `assay: ${path}: ${fileFault(error) ?? 'it cannot be read'}`
  }
  if (bytes.length > RECEIPT_MAX_BYTES) return 'assay: the receipt is over 8 MiB'
  const text = isUtf8(bytes) ? bytes.toString('utf8') : ''
  if (!isProof(text)) return { bytes, proof: null }
  const { receipt } = readExtra(parseProof(text)?.extra ?? null)
  if (receipt === null) return `assay: ${path} is a proof without its receipt; it goes with --proof`
  return { bytes: Buffer.from(receipt), proof: { text } }
}

/** All of it, or more than a receipt may have: a device has no end. */
export async function begin(stream: NodeJS.ReadableStream): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of stream) {
    chunks.push(Buffer.from(chunk))
    length += chunk.length
    if (length > RECEIPT_MAX_BYTES) break
  }
  return Buffer.concat(chunks)
}
