// What `assay monitor` runs: a log that is read over HTTP, and a memory of what was seen of it.

import { isMembers, jsonIn } from '../../domain/texts/jsonValue.ts'
import * as limits from '../../limits.ts'
import { followLog, type Look, type OpenEntry } from '../../log/monitor/followLog.ts'
import { LogUnread } from '../../log/monitor/readLog.ts'
import type { LogPolicy } from '../../log/note/policy.ts'
import { parseKey, type VerifierKey, writeKey } from '../../log/note/verifierKey.ts'
import { openMonitorStore } from '../../store/beside/monitorStore.ts'
import { fetchLog, getBytes, type LogAddress } from './fetchLog.ts'

export type MonitorApp = ReturnType<typeof openMonitor>

export type MonitorTrust = Readonly<{
  /** Null: the key that the service names at the first look, and those that its leaves lead to from then on. */
  log: VerifierKey | null
  policy: LogPolicy | null
  /** None: those that the service publishes. */
  verifiers: readonly string[]
}>

const NOBODY = { witnesses: [], isMet: () => true }

/** The service names another key, or another verifier, than it did. */
export class LogKeyChanged extends Error {
  override readonly name = 'LogKeyChanged'
}

export function openMonitor({
  folder,
  address,
  trust,
}: Readonly<{ folder: string; address: LogAddress; trust: MonitorTrust }>) {
  const store = openMonitorStore(folder)
  const reader = fetchLog(address)

  async function keyOfLog(told: Told): Promise<VerifierKey> {
    if (trust.log !== null) return trust.log
    const known = store.keyAt(address.url)
    const key = parseKey(known ?? told.log ?? '')
    if (key?.type !== 'note') throw new LogUnread(`${address.url}/policy names no log`)
    store.keepKey(address.url, writeKey(key))
    return key
  }

  /** What the service names is one of the keys that the log has had. */
  function refuseOther({ log }: Told, keys: readonly string[]): void {
    if (log === null || trust.log !== null || keys.includes(log)) return
    throw new LogKeyChanged(`${address.url} named ${keys.join(', ')} before, and names ${log} now`)
  }

  /** Every address that it names is one that it named first, or one that the leaves lead to. */
  function refuseStranger({ verifiers }: Told, origin: string): void {
    if (trust.verifiers.length > 0) return
    const first = store.publishedAt(address.url) ?? verifiers
    store.keepPublished(address.url, first)
    const known = [...first, ...store.verifiersOf(origin).map((each) => each.address)]
    const stranger = verifiers.find((one) => !known.includes(one))
    if (stranger === undefined) return
    const how = 'and no leaf of the log leads there; --verifier says who is trusted'
    throw new LogKeyChanged(`${address.url} names the verifier ${stranger} now, ${how}`)
  }

  return {
    /** Throws `LogLies`, `LogKeyChanged` and `LogUnread`. */
    async look(
      onOpen: (entry: OpenEntry) => void,
      onRead?: (leaves: number, of: number) => void,
    ): Promise<Look> {
      const isTold = trust.log !== null && trust.verifiers.length > 0
      const told = isTold ? NOTHING_TOLD : await askPolicy(address)
      const verifiers = trust.verifiers.length > 0 ? trust.verifiers : told.verifiers
      const log = await keyOfLog(told)
      const look = await followLog({
        reader,
        store,
        trust: { log, policy: trust.policy ?? NOBODY, verifiers },
        onOpen,
        ...(onRead === undefined ? {} : { onRead }),
      })
      refuseOther(told, [writeKey(log), ...store.keysOf(log.name)])
      refuseStranger(told, log.name)
      return look
    },
    close: async () => store.close(),
  }
}

type Told = Readonly<{ log: string | null; verifiers: readonly string[] }>

const NOTHING_TOLD: Told = { log: null, verifiers: [] }

async function askPolicy(address: LogAddress): Promise<Told> {
  const bytes = await getBytes(address, '/policy', limits.POLICY_MAX_BYTES)
  const policy = bytes === null ? null : jsonIn(Buffer.from(bytes).toString('utf8'))
  if (!isMembers(policy)) throw new LogUnread(`${address.url}/policy cannot be read`)
  const { log, verifier } = policy
  const keys = isMembers(verifier) && Array.isArray(verifier['keys']) ? verifier['keys'] : []
  const verifiers = keys.flatMap((key: unknown) =>
    isMembers(key) && typeof key['address'] === 'string' ? [key['address']] : [],
  )
  const written = isMembers(log) ? log['key'] : null
  return { log: typeof written === 'string' ? written : null, verifiers }
}
