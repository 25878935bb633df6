// A key for prepaid credit. Its holder makes it; the service only ever sees what it hashes to.

import { createHash, randomBytes } from 'node:crypto'

/** `key` is the secret that pays; `key_sha256` is what `buyCredit` is told. Keep the key first. */
export function newCreditKey(): Readonly<{ key: string; key_sha256: string }> {
  const key = `assay_${randomBytes(32).toString('base64url')}`
  return { key, key_sha256: createHash('sha256').update(key).digest('hex') }
}
