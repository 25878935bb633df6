// The log of a served app: its key, and the work of integration beside everything else.

import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import { keyFiles, LOG_KEY_FILE_NAME, loadVerifierKey, readKeyFile } from '../../attest/keyFile.ts'
import { sweeper } from '../../charge/sweeper.ts'
import { type Config, ConfigError } from '../../config.ts'
import type { LogIdentity } from '../../http/request/serviceFacts.ts'
import * as limits from '../../limits.ts'
import { checkpointFile } from '../../log/checkpointFile.ts'
import { isSameKey, keyAt, keysBefore } from '../../log/entries/rotation.ts'
import { whyGone } from '../../log/followerOf.ts'
import { logHealth } from '../../log/health.ts'
import { type CheckpointMemory, integrator, LogDamaged } from '../../log/integrate.ts'
import {
  type NoteSigner,
  noteSigner,
  parseKey,
  type VerifierKey,
  writeKey,
} from '../../log/note/verifierKey.ts'
import type { Store } from '../../ports/store.ts'
import { cosigning, readWitnesses } from './logWitnesses.ts'

const LEASE_KEY = 'log'

export type ServedLog = Awaited<ReturnType<typeof openLog>>

/** `verifier`: the address that the log is called by, if nobody has named it before. */
export async function openLog(
  config: Pick<Config, 'dataDir' | 'logKeyFile' | 'logWitnesses'>,
  { store, verifier, logger }: Readonly<{ store: Store; verifier: string; logger: Logger }>,
) {
  const { dataDir, logKeyFile: file, logWitnesses } = config
  const policy = logWitnesses === null ? null : await readWitnesses(logWitnesses)
  const keyOptions = { file, dataDir, fileName: LOG_KEY_FILE_NAME }
  const { privateKey: seed, made } = await loadVerifierKey(keyOptions)
  const memory = checkpointFile(dataDir)
  // A key that was there before may have signed a log that this store knows nothing of.
  const isFirst = made || (await memory.load()) !== null
  const more = isFirst ? '' : `/${randomBytes(4).toString('hex')}`
  const first = noteSigner(`assay/${verifier}/log${more}`, 'note', seed)
  const identity = await store.log.bind({ origin: first.key.name, key: writeKey(first.key) })
  const signer = noteSigner(identity.origin, 'note', seed)
  const isOurs = writeKey(signer.key) === identity.key
  const earlier = keysBefore(signer.key, await store.log.rotations())
  if (isOurs && earlier === null) {
    throw new ConfigError('the log in the store has rotations that do not lead to its key')
  }
  if (!isOurs) {
    logger.warn({ log: identity.key }, 'log: this node has another key and does not integrate')
  }
  // Of an operator who had witnesses, and has none now.
  if (isOurs && policy === null && (await store.log.head()).shown !== null)
    await store.log.show(null)
  const health = logHealth({ looksMax: limits.LOG_LOOKS_MAX })
  const say = saidOnce((message, error) => logger.error({ err: error }, `log: ${message}`))
  let isStopping = false
  let isDamaged = false
  const integrate = integration(store, {
    signer,
    earlier: earlier ?? [],
    retiring: await retiringSigner(keyFiles(keyOptions).retired, identity.origin, earlier ?? []),
    memory,
    isStopping: () => isStopping,
  })
  const upkeep = sweeper({
    everyMs: limits.LOG_EVERY_MS,
    againMs: limits.LOG_AGAIN_MS,
    jobs: [
      async () => {
        health.look(await store.log.head())
        if (isOurs) await integrate()
        const gone = await whyGone(store.log, verifier)
        if (gone !== null) throw new ConfigError(gone)
        health.worked()
        isDamaged = false
      },
      ...(isOurs && policy !== null
        ? [
            cosigning(store, {
              key: signer.key,
              policy,
              logger,
              monotonicMs: () => performance.now(),
            }),
          ]
        : []),
    ],
    onFailure(error) {
      isDamaged ||= error instanceof LogDamaged
      health.failed(error instanceof Error ? error.message : String(error))
      say(error)
    },
  })
  // Nobody is told of a new key before there is a checkpoint that it has signed.
  const rotations = await store.log.rotations()
  const last = rotations.at(-1)
  const isWaiting = async () =>
    last !== undefined && (await store.log.head()).integrated <= last.index
  if (isOurs && (await isWaiting())) await upkeep.sweep()
  const newest = parseKey(identity.key)
  const named = newest && keyAt((await store.log.head()).integrated, rotations, newest)
  const key = named === null ? identity.key : writeKey(named)
  return {
    identity: { origin: identity.origin, key, rotations: '/log/rotations' } satisfies LogIdentity,
    health: health.read,
    /** Whether the log may not be gone on with: what is signed now is told no place in it. */
    isDamaged: () => isDamaged,
    /** Now, as the timer would. */
    integrate: upkeep.sweep,
    start: upkeep.start,
    /** What waits is left to the next one. */
    async stop(): Promise<void> {
      isStopping = true
      await upkeep.stop()
    },
  }
}

/** The key before, as long as its file is there: who has not followed the log to the new one goes on. */
async function retiringSigner(
  file: string,
  origin: string,
  earlier: readonly VerifierKey[],
): Promise<readonly NoteSigner[]> {
  const seed = await readKeyFile(file)
  const signer = seed && noteSigner(origin, 'note', seed)
  return signer !== null && earlier.some((key) => isSameKey(key, signer.key)) ? [signer] : []
}

/** Integrates all that waits, as long as the lease is this node's. */
function integration(
  store: Store,
  parts: Readonly<{
    signer: NoteSigner
    earlier: readonly VerifierKey[]
    retiring: readonly NoteSigner[]
    memory: CheckpointMemory
    isStopping: () => boolean
  }>,
): () => Promise<void> {
  const { isStopping, ...rest } = parts
  const lease = { key: LEASE_KEY, owner: randomBytes(8).toString('hex') }
  const one = integrator({ store: store.log, ...rest, batchMax: limits.LOG_BATCH_MAX })
  const isHeld = () => store.leases.take({ ...lease, leaseMs: limits.LOG_LEASE_MS })
  return async () => {
    if (!(await one.isWaiting())) return
    while (await isHeld()) {
      const { more } = await one.step()
      if (!more || isStopping()) return store.leases.giveUp(lease)
    }
  }
}

/** A log that is damaged stays so: to say it every second would bury everything else. */
function saidOnce(say: (message: string, error: unknown) => void): (error: unknown) => void {
  let last = ''
  return (error) => {
    const message = error instanceof Error ? error.message : String(error)
    if (message !== last) say(message, error)
    last = message
  }
}
