// One question, however it is written down: the order of keys and blanks make no other one of it.

import { CanonicalJsonError, canonicalJson } from '../../attest/canonicalJson.ts'
import { SAME_BODY_MAX_BYTES } from '../../limits.ts'
import { parseJsonBody } from './jsonBody.ts'

/** The bytes that tell a body from others; its own where it is no JSON that has one form. */
export function sameBytes(body: Buffer): Uint8Array {
  if (body.length > SAME_BODY_MAX_BYTES) return body
  const parsed = parseJsonBody(body)
  if (!parsed.ok) return body
  try {
    return Buffer.from(canonicalJson(parsed.value), 'utf8')
  } catch (error) {
    if (error instanceof CanonicalJsonError) return body
    throw error
  }
}
