// Base 64 with one spelling for each value: Node itself reads several.

/** Null for whatever is not written as it would be written back. */
export function parseBase64(text: string): Uint8Array | null {
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('base64') === text ? Uint8Array.from(bytes) : null
}

export function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64')
}
