// Whose log and which witnesses are believed, as the command line says it.

import { readFile } from 'node:fs/promises'
import type { MonitorTrust } from '../../app/log/monitorApp.ts'
import { fileFault } from '../../domain/fileFault.ts'
import { meantLog, parsePolicy } from '../../log/note/policy.ts'
import { parseKey } from '../../log/note/verifierKey.ts'

const POLICY_MAX_BYTES = 1024 * 1024

/** A text says what is wrong with it. */
export async function readTrust(
  values: Readonly<{
    'log-key'?: string | undefined
    policy?: string | undefined
    verifier: readonly string[]
  }>,
): Promise<MonitorTrust | string> {
  const { 'log-key': written, policy: path, verifier: verifiers } = values
  if (verifiers.some((address) => !/^0x[0-9a-fA-F]{40}$/.test(address))) {
    return 'assay: --verifier takes 0x and 40 hex digits'
  }
  const key = written === undefined ? null : parseKey(written)
  if (written !== undefined && key?.type !== 'note') {
    return 'assay: --log-key takes a key such as origin+0123abcd+A…'
  }
  if (path === undefined) return { log: key, policy: null, verifiers }
  const text = await readPolicy(path)
  if (!text.ok) return text.fault
  const parsed = parsePolicy(text.value)
  if (!parsed.ok) return `assay: ${path}: ${parsed.fault}`
  const log = meantLog(key, parsed.policy)
  if (typeof log === 'string') return `assay: ${path} ${log}; --log-key says which log is meant`
  return { log, policy: parsed.policy, verifiers }
}

type Text = Readonly<{ ok: true; value: string }> | Readonly<{ ok: false; fault: string }>

async function readPolicy(path: string): Promise<Text> {
  try {
    const bytes = await readFile(path)
    if (bytes.length > POLICY_MAX_BYTES) return { ok: false, fault: `assay: ${path} is over 1 MiB` }
    return { ok: true, value: bytes.toString('utf8') }
  } catch (error) {
    return { ok: false, fault: `assay: ${path}: ${fileFault(error) ?? 'it cannot be read'}` }
  }
}
