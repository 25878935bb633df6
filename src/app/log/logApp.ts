// What the command about the log needs.

import { randomBytes } from 'node:crypto'
import { link, rename, rm } from 'node:fs/promises'
import { eip191Signer } from '../../attest/eip191.ts'
import {
  keyFiles,
  LOG_KEY_FILE_NAME,
  loadVerifierKey,
  readKeyFile,
  syncFolder,
} from '../../attest/keyFile.ts'
import { type Config, ConfigError } from '../../config.ts'
import { invariant } from '../../errors.ts'
import { LOG_BATCH_MAX, LOG_ROTATIONS_MAX } from '../../limits.ts'
import { adopter } from '../../log/adopt.ts'
import { checkpointFile } from '../../log/checkpointFile.ts'
import { writeRotation } from '../../log/entries/rotation.ts'
import { writeVerifierRotation } from '../../log/entries/verifierRotation.ts'
import { followerOf } from '../../log/followerOf.ts'
import { checkLog, type LogReport } from '../../log/fsck.ts'
import { noteSigner, parseKey, writeKey } from '../../log/note/verifierKey.ts'
import { openStore } from '../../store/openStore.ts'

export type LogApp = Awaited<ReturnType<typeof openLogApp>>

type Rotated = Readonly<{ origin: string; left: string; key: string }>

/** The log alone, without the rest of the service. */
export async function openLogApp(config: Config) {
  const store = await openStore({ databaseUrl: config.databaseUrl(), dataDir: config.dataDir })
  const { dataDir, logKeyFile: file } = config
  const keyOptions = { file, dataDir, fileName: LOG_KEY_FILE_NAME }
  return {
    /** Null where no service has begun a log yet. */
    async check(): Promise<(LogReport & Readonly<{ origin: string }>) | null> {
      const identity = await store.log.identity()
      const key = identity && parseKey(identity.key)
      if (identity === null) return null
      const { origin } = identity
      if (key === null) return { origin, size: 0, waiting: 0, faults: ['key: not one of a log'] }
      const published = await checkpointFile(dataDir).load()
      return { origin, ...(await checkLog(store.log, key, { batch: LOG_BATCH_MAX, published })) }
    },
    /** Begins a log of another origin, with the same key; null where there is none to leave. */
    async anew(): Promise<Readonly<{ left: string; origin: string }> | null> {
      const identity = await store.log.identity()
      if (identity === null) return null
      const { privateKey: seed } = await loadVerifierKey(keyOptions)
      const left = identity.origin
      // Nobody has seen a log of this name: an older copy of the store could count to the same number.
      const [named] = left.split('/log')
      const { key } = noteSigner(`${named}/log/${randomBytes(4).toString('hex')}`, 'note', seed)
      await store.log.anew({ origin: key.name, key: writeKey(key) })
      return { left, origin: key.name }
    },
    /**
     * Has the key of the log followed by a new one, which is made; null where there is no log. What was
     * broken off half-way is ended.
     */
    async rotate(): Promise<Rotated | null> {
      const identity = await store.log.identity()
      if (identity === null) return null
      const { origin, key: current } = identity
      const files = keyFiles(keyOptions)
      const signerIn = async (file: string) => {
        const seed = await readKeyFile(file)
        return seed && noteSigner(origin, 'note', seed)
      }
      const signer = await signerIn(files.path)
      if (signer === null) throw new ConfigError(`${files.path}: there is no key of the log`)
      const left = writeKey(signer.key)
      await loadVerifierKey({ dataDir: files.folder, fileName: files.nextName })
      const next = await signerIn(files.next)
      invariant(next !== null, 'a key that was made can be read')
      const key = writeKey(next.key)
      if (current === left) {
        refuseMore(await store.log.rotations())
        const leaf = writeRotation(signer, next.key)
        const isRotated = await store.log.rotate({ origin, from: left, to: key, leaf })
        if (!isRotated) throw new ConfigError('the log was given another key meanwhile')
      } else if (current !== key) {
        throw new ConfigError(`${files.path} is not the key of the log: that is ${current}`)
      }
      await putInPlace(files)
      return { origin, left, key }
    },
    /**
     * Has the verifier, which signs answers, followed by a new one, whose key is made; null where there is
     * no log. What was broken off half-way is ended.
     */
    async rotateVerifier(): Promise<Rotated | null> {
      const identity = await store.log.identity()
      if (identity === null) return null
      if (config.verifierKey() !== null) {
        throw new ConfigError(
          'ASSAY_VERIFIER_KEY has the key itself: put it into a file that ASSAY_VERIFIER_KEY_FILE names',
        )
      }
      const { origin } = identity
      const files = keyFiles({ file: config.verifierKeyFile, dataDir })
      const signer = await signerOf(files.path)
      if (signer === null) throw new ConfigError(`${files.path}: there is no key of a verifier`)
      await loadVerifierKey({ dataDir: files.folder, fileName: files.nextName })
      const next = await signerOf(files.next)
      invariant(next !== null, 'a key that was made can be read')
      const [left, key] = [signer.address, next.address]
      const follower = await followerOf(store.log, left)
      if (follower === null) {
        refuseMore(await store.log.verifierRotations())
        // What it signed, and has no place yet, would get none any more.
        const adopting = adopter(store.log)
        while (await adopting.step(LOG_BATCH_MAX));
        const leaf = writeVerifierRotation(signer, { log: origin, to: key })
        const isRotated = await store.log.rotateVerifier({ origin, from: left, to: key, leaf })
        if (!isRotated) throw new ConfigError('the verifier was followed by another one meanwhile')
      } else if (follower !== key) {
        throw new ConfigError(
          `${files.path} is not the newest key: ${left} was followed by ${follower}`,
        )
      }
      await store.verifiers.publish(key, new Date().toISOString())
      await putInPlace(files)
      return { origin, left, key }
    },
    close: () => store.close(),
  }
}

/** Nobody who follows a log reads more of them. */
function refuseMore(rotations: readonly unknown[]): void {
  if (rotations.length < LOG_ROTATIONS_MAX) return
  throw new ConfigError(
    `the log has had ${rotations.length} keys of this kind, and no client follows more: begin another log with \`assay log anew\``,
  )
}

async function signerOf(file: string) {
  const key = await readKeyFile(file)
  return key && eip191Signer(key)
}

/** The next key takes the place of the one that goes, which stays beside it. */
async function putInPlace(files: ReturnType<typeof keyFiles>): Promise<void> {
  await rm(files.retired, { force: true })
  await link(files.path, files.retired)
  await rename(files.next, files.path)
  await syncFolder(files.folder)
}
