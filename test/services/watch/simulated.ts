// A watchtower on a real store with a clock and services that the test controls.

import { randomBytes } from 'node:crypto'
import { retracted } from '../../../src/answer/retracted.ts'
import { replySigner } from '../../../src/answer/signedReply.ts'
import { attester } from '../../../src/attest/attester.ts'
import { eip191Signer } from '../../../src/attest/eip191.ts'
import { PROBE_REASONS, type ProbeReason, type ProbeResult } from '../../../src/domain/probe.ts'
import type { Store } from '../../../src/ports/store.ts'
import type { SendProbe } from '../../../src/services/watch/sendProbe.ts'
import { type Watchtower, watchtower } from '../../../src/services/watch/watchtower.ts'

export const KEY = '22'.repeat(32)
const DAY_MS = 24 * 60 * 60_000

export async function simulated(parts: {
  store: Store
  file: string
  send: SendProbe
  nowMs: () => number
  keepDays?: number
}): Promise<Watchtower> {
  const { store, nowMs } = parts
  const now = () => new Date(nowMs())
  const signer = await eip191Signer(Buffer.from(KEY, 'hex'))
  const replies = replySigner({
    attester: attester(signer),
    answers: store.answers,
    retracted: retracted({ retractions: store.retractions, onNew: () => {} }),
    now,
  })
  return watchtower({
    watch: store.watch,
    answers: store.answers,
    file: parts.file,
    baseUrl: () => 'http://127.0.0.1:1',
    send: parts.send,
    sign: async (statement) => (await replies.sign(replies.prepare(statement))).attestationHash,
    keepMs: (parts.keepDays ?? 90) * DAY_MS,
    owner: randomBytes(4).toString('hex'),
    now,
    time: async () => now().toISOString(),
    monotonicMs: () => 0,
    onFailure(error) {
      throw error
    },
  })
}

/** A result as a probe would have it. */
export function resultOf(reason: ProbeReason | null, latencyMs = 20): ProbeResult {
  const outcome = reason === null ? 'ok' : PROBE_REASONS[reason]
  const hasAnswer = outcome === 'ok' || outcome === 'degraded'
  return {
    outcome,
    reason,
    status: hasAnswer ? 200 : null,
    latencyMs: hasAnswer ? latencyMs : null,
    tlsExpiresAt: null,
  }
}
