// What `assay witness` runs: a key, a memory, and the address that logs post to.

import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { loadVerifierKey } from '../../attest/keyFile.ts'
import { serveWitness } from '../../http/witnessServer.ts'
import { noteSigner, type VerifierKey, writeKey } from '../../log/note/verifierKey.ts'
import { witness } from '../../log/witness/witness.ts'
import { openWitnessStore, WITNESS_FILE_NAME } from '../../store/beside/witnessStore.ts'

const KEY_FILE_NAME = 'witness.key'

export type WitnessApp = Awaited<ReturnType<typeof openWitness>>

/** `folder`: of this witness alone; whoever loses it must not go on under the same key. */
export async function openWitness(
  options: Readonly<{
    folder: string
    /** Null: a name made of the key. */
    name: string | null
    logs: readonly VerifierKey[]
    host: string
    port: number
    say: (message: string) => void
  }>,
) {
  const { folder, logs, host, port, say } = options
  const { privateKey: seed } = await loadVerifierKey({ dataDir: folder, fileName: KEY_FILE_NAME })
  const name = options.name ?? `assay-witness/${hash('sha256', seed, 'hex').slice(0, 16)}`
  const store = openWitnessStore(folder)
  try {
    const one = witness({
      signer: noteSigner(name, 'cosignature', seed),
      logs,
      store,
      nowS: () => Math.floor(Date.now() / 1_000),
      onFork: (origin) => say(`FORK: two trees of one size are signed by ${origin}; both are kept`),
    })
    const onFailure = (error: unknown) =>
      say(`failed: ${error instanceof Error ? error.message : String(error)}`)
    const server = await serveWitness(one, { host, port, onFailure })
    return {
      url: server.url,
      key: writeKey(one.key),
      forks: store.forks,
      async close(): Promise<void> {
        await server.close()
        store.close()
      },
    }
  } catch (error) {
    store.close()
    throw error
  }
}

/** What a witness has kept as evidence; null where there is no witness. */
export function keptForks(folder: string) {
  if (!existsSync(join(folder, WITNESS_FILE_NAME))) return null
  const store = openWitnessStore(folder)
  try {
    return store.forks()
  } finally {
    store.close()
  }
}
