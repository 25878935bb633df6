// The proof that an answer stands in the log of a service, as the service gives it.

import { setTimeout as sleep } from 'node:timers/promises'
import { isMembers, jsonIn } from '../../domain/texts/jsonValue.ts'
import * as limits from '../../limits.ts'
import { LogUnread } from '../../log/monitor/readLog.ts'
import { parseKey, type VerifierKey } from '../../log/note/verifierKey.ts'
import { getBytes, type LogAddress } from './fetchLog.ts'

/** Looks before a service that has not integrated an answer is given up on; one a second. */
const LOOKS = 15
const PAUSE_MS = 1_000

/** Null where the log does not have the answer. Throws `LogUnread`. */
export async function fetchProof(
  address: LogAddress,
  { attestationHash, signature }: Readonly<{ attestationHash: string; signature: string }>,
): Promise<string | null> {
  const place = `${attestationHash}?${new URLSearchParams({ signature })}`
  const get = async (path: string) => {
    const bytes = await getBytes(address, path, limits.PROOF_MAX_BYTES)
    return bytes === null ? null : Buffer.from(bytes).toString('utf8')
  }
  for (let looks = 0; looks < LOOKS; looks += 1) {
    if (looks > 0) await sleep(PAUSE_MS)
    const proof = await get(`/log/proof/${place}`)
    if (proof !== null) return proof
    if ((await get(`/log/by-hash/${place}`)) === null) return null
  }
  throw new LogUnread('no checkpoint covers the answer yet; try again later')
}

/** The key of the log that the service names. Throws `LogUnread`. */
export async function fetchLogKey(address: LogAddress): Promise<VerifierKey> {
  const bytes = await getBytes(address, '/policy', limits.POLICY_MAX_BYTES)
  const policy = bytes === null ? null : jsonIn(Buffer.from(bytes).toString('utf8'))
  const log = isMembers(policy) ? policy['log'] : null
  const written = isMembers(log) ? log['key'] : null
  const key = typeof written === 'string' ? parseKey(written) : null
  if (key?.type !== 'note') throw new LogUnread(`${address.url}/policy names no log`)
  return key
}
