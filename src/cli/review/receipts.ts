// The signed answers that a comment rests on: as files, and where its readers find them.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { App } from '../../app.ts'
import type { Finding } from '../../check/report/finding.ts'
import type { PackageKey } from '../../domain/names/packageName.ts'
import { isMembers, jsonIn, memberOf } from '../../domain/texts/jsonValue.ts'
import { ServiceError } from '../../errors.ts'

/** Each asks for one package. */
const PACKAGES_MAX = 20

/** A signed answer as it came; `isOpen`: a service shows it to everybody. */
export type KeptAnswer = Readonly<{ text: string; isOpen: boolean }>

export type Receipts = Readonly<{
  answers: ReadonlyMap<string, KeptAnswer>
  /** Where somebody who reads the comment finds one; null where there is no such address. */
  linkTo: (hash: string) => string | null
  /** They are files, called by their hashes. */
  areFiles: boolean
  /** The address of the key that signed them; null where there is none. */
  signer: string | null
}>

export const NO_RECEIPTS: Receipts = {
  answers: new Map(),
  linkTo: () => null,
  areFiles: false,
  signer: null,
}

/** Of what a finding says that it looks like another: the signed answer about the package. */
export async function packageReceipts(
  app: Pick<App, 'packageExists' | 'renderReply'>,
  findings: readonly Finding[],
  keep: (hash: string, answer: KeptAnswer) => void,
  signal: AbortSignal,
): Promise<ReadonlyMap<Finding, string>> {
  const hashes = new Map<string, string | null>()
  const found = new Map<Finding, string>()
  for (const one of findings) {
    if (one.code !== 'package_confusable' || one.package === null) continue
    const id = `${one.ecosystem} ${one.package}`
    if (!hashes.has(id)) {
      if (hashes.size === PACKAGES_MAX) continue
      // The report has the name as it was looked up.
      const key = { ecosystem: one.ecosystem, name: one.package } as PackageKey
      hashes.set(id, await receiptOf(app, key, keep, signal))
    }
    const hash = hashes.get(id) ?? null
    if (hash !== null) found.set(one, hash)
  }
  return found
}

async function receiptOf(
  app: Pick<App, 'packageExists' | 'renderReply'>,
  key: PackageKey,
  keep: (hash: string, answer: KeptAnswer) => void,
  signal: AbortSignal,
): Promise<string | null> {
  try {
    const reply = await app.packageExists(key, () => ({ signal }))
    const text = app.renderReply(reply, 0)
    keep(reply.attestationHash, { text, isOpen: reply.verdict === 'exists' })
    return reply.attestationHash
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof ServiceError)) throw error
    return null
  }
}

export function writeReceipts(folder: string, answers: Receipts['answers']): void {
  mkdirSync(folder, { recursive: true })
  for (const [hash, { text }] of answers) writeFileSync(join(folder, `${hash}.json`), `${text}\n`)
}

type Environment = Readonly<Record<string, string | undefined>>

/** The page of the run that a workflow shows, with the files that it keeps; null where it is none. */
export function runAddress(environment: Environment): string | null {
  const server = environment['GITHUB_SERVER_URL'] ?? ''
  const repository = environment['GITHUB_REPOSITORY'] ?? ''
  const run = environment['GITHUB_RUN_ID'] ?? ''
  if (!/^https?:\/\/[\w.-]+(?::\d+)?$/.test(server)) return null
  if (!/^[\w.-]+\/[\w.-]+$/.test(repository) || !/^\d+$/.test(run)) return null
  return `${server}/${repository}/actions/runs/${run}#artifacts`
}

/** The address of the key that signed an answer. */
export function signerOf(answers: Receipts['answers']): string | null {
  const [first] = answers.values()
  const value = first === undefined ? undefined : jsonIn(first.text)
  const attestation = isMembers(value) ? memberOf(value, 'attestation') : undefined
  const signer = isMembers(attestation) ? memberOf(attestation, 'verifier') : undefined
  return typeof signer === 'string' && /^0x[0-9a-f]{40}$/.test(signer) ? signer : null
}
