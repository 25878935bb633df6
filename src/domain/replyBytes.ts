// What came in a reply, up to a bound: one may be small on the way and large when it is unpacked.

/** Null for one that is longer; the rest of it is not read. */
export async function replyBytes(response: Response, maxBytes: number): Promise<Buffer | null> {
  const parts: Uint8Array[] = []
  let length = 0
  const reader = response.body?.getReader()
  for (let read = await reader?.read(); read?.done === false; read = await reader?.read()) {
    length += read.value.length
    if (length > maxBytes) {
      await reader?.cancel()
      return null
    }
    parts.push(read.value)
  }
  return Buffer.concat(parts)
}
