// Has the checkpoints of a log cosigned by the witnesses that the operator names, and shown with what came:
// at the latest when the slowest of them has had its time. A witness that fails rests for a while.

import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Logger } from 'pino'
import { ConfigError } from '../../config.ts'
import { fileFault } from '../../domain/fileFault.ts'
import { replyBytes } from '../../domain/replyBytes.ts'
import * as limits from '../../limits.ts'
import { openCheckpoint } from '../../log/note/checkpoint.ts'
import { type LogPolicy, parsePolicy } from '../../log/note/policy.ts'
import type { VerifierKey } from '../../log/note/verifierKey.ts'
import { proveConsistency } from '../../log/tree/proofs.ts'
import type { WitnessAnswer } from '../../log/witness/askWitness.ts'
import { type WitnessOutcome, witnessesOf } from '../../log/witness/askWitnesses.ts'
import type { Store } from '../../ports/store.ts'

const LEASE_KEY = 'log-witnesses'

export async function readWitnesses(path: string): Promise<LogPolicy> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    throw new ConfigError(
      `ASSAY_LOG_WITNESSES: ${path}: ${fileFault(error) ?? 'it cannot be read'}`,
    )
  }
  const parsed = parsePolicy(text)
  if (!parsed.ok) throw new ConfigError(`ASSAY_LOG_WITNESSES: ${path}: ${parsed.fault}`)
  const silent = parsed.policy.witnesses.find(({ url }) => url === null || !URL.canParse(url))
  if (silent !== undefined) {
    throw new ConfigError(`ASSAY_LOG_WITNESSES: ${path}: ${silent.name} has no address`)
  }
  return parsed.policy
}

/** A job: has the newest checkpoint cosigned, unless it is. */
export function cosigning(
  store: Store,
  parts: Readonly<{
    key: VerifierKey
    policy: LogPolicy
    logger: Logger
    monotonicMs: () => number
    post?: (url: string, body: string) => Promise<WitnessAnswer>
  }>,
): () => Promise<void> {
  const { key, policy, logger, monotonicMs, post = postTo } = parts
  const askAll = witnessesOf(policy.witnesses, { post, monotonicMs })
  const tell = changesOf(logger)
  const lease = { key: LEASE_KEY, owner: randomBytes(8).toString('hex') }
  const log = { origin: key.name, keys: [key] }
  const witnessKeys = policy.witnesses.map((witness) => witness.key)
  const isMet = (note: string) => {
    const opened = openCheckpoint(Buffer.from(note, 'utf8'), log, witnessKeys)
    return opened.ok && policy.isMet(opened.known.map((signature) => signature.key))
  }
  /** A checkpoint that not enough have cosigned, and when to ask again: who is away is not there at once. */
  let tried = { checkpoint: '', againMs: 0 }
  return async () => {
    const { integrated: size, checkpoint, shown, shownSize } = await store.log.head()
    if (checkpoint === null) return
    // While witnesses are asked the log grows: what people see meanwhile must not be larger than what
    // they are shown then.
    if (shown === null) await store.log.show({ origin: log.origin, size, note: checkpoint })
    if (shownSize === size && shown !== null && isMet(shown)) return
    if (checkpoint === tried.checkpoint && monotonicMs() < tried.againMs) return
    // The lease saves work alone: what two ask for at once is the same.
    if (!(await store.leases.take({ ...lease, leaseMs: limits.WITNESS_LEASE_MS }))) return
    const prove = (oldSize: number) => proveConsistency({ oldSize, size }, store.log.tiles)
    const asked = await askAll({ checkpoint, size, prove })
    tell(asked.outcomes)
    const isEnough = isMet(asked.checkpoint)
    if (!isEnough) tried = { checkpoint, againMs: monotonicMs() + limits.WITNESS_REST_MS }
    if (shownSize !== size || isEnough)
      await store.log.show({ origin: log.origin, size, note: asked.checkpoint })
    await store.leases.giveUp(lease)
  }
}

async function postTo(url: string, body: string): Promise<WitnessAnswer> {
  const response = await fetch(url, {
    method: 'POST',
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(limits.WITNESS_TIMEOUT_MS),
  })
  const bytes = await replyBytes(response, limits.WITNESS_REPLY_MAX_BYTES)
  if (bytes === null) throw new Error('the reply of a witness is too long')
  return {
    status: response.status,
    contentType: response.headers.get('content-type') ?? '',
    body: bytes.toString('utf8'),
  }
}

/** Says of each witness when it becomes another: once a second would be too often. */
function changesOf(logger: Logger): (outcomes: ReadonlyMap<string, WitnessOutcome>) => void {
  const last = new Map<string, WitnessOutcome>()
  return (outcomes) => {
    for (const [witness, outcome] of outcomes) {
      if (last.get(witness) === outcome || outcome === 'resting') continue
      last.set(witness, outcome)
      if (outcome === 'cosigned') logger.info({ witness }, 'log: a witness cosigns')
      else if (outcome === 'ahead') {
        logger.error({ witness }, 'log: a witness has seen a larger or another tree of this log')
      } else logger.warn({ witness, outcome }, 'log: a witness does not cosign')
    }
  }
}
