// assay verify: checks a receipt offline. Nothing is fetched; trust comes from the addresses given,
// or from the ones that this machine's own store has published.

import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { fileFault } from '../../domain/fileFault.ts'
import type { LogPolicy } from '../../log/note/policy.ts'
import type { VerifierKey } from '../../log/note/verifierKey.ts'
import type { LogTrust } from '../../log/openProven.ts'
import type { LoggedVerdict } from '../../log/verifyLogged.ts'
import type { ProvenVerdict } from '../../log/verifyProven.ts'
import { begin, type ReadProof, readReceipt } from '../forms/readReceipt.ts'
import type { Run } from '../terminal/command.ts'
import { EXIT, type Output } from '../terminal/output.ts'
import { printable } from '../terminal/progress.ts'
import { readArgs } from '../terminal/readArgs.ts'
import { wordMistake } from '../terminal/target.ts'
import { OPTIONS, optionLines } from '../words/options.ts'

export const usage = `Usage: assay verify <receipt | -> (--verifier 0x…)… | --local
                    [--proof <file>] [--log-key <key>] [--policy <file>] [--json]

Checks the signature of a receipt, or of a whole answer together with its digest, offline; and with
the key of the log that it stands there, by a proof that is given or that came with the receipt
(assay receipt --with-proof).
${optionLines('verify')}

Exit status
  0  the receipt is valid
  1  it is not valid, its answer was retracted, or the proof does not hold
  2  the command line is wrong
  3  there is no address to compare with

  assay package npm express --json > receipt.json && assay verify receipt.json --local
  assay verify receipt.json --verifier 0x…`

const PROOF_MAX_BYTES = 1024 * 1024

export const run: Run = async (argv, { publishedVerifiers, out }) => {
  const { values, positionals } = readArgs(argv, OPTIONS.verify)
  const mistake = wordMistake(positionals, ['the receipt, a file or -,'], usage)
  if (mistake !== null) return out.usage(mistake)
  const [path = ''] = positionals
  const { readTrust } = await import('../forms/logTrust.ts')
  const trust = await readTrust(values)
  if (typeof trust === 'string') return out.usage(trust)
  const read = await readReceipt(path)
  if (typeof read === 'string') return out.usage(read)
  const proof = values.proof === undefined ? read.proof : await readProof(values.proof)
  if (proof !== null && 'fault' in proof) return out.usage(proof.fault)
  const logged = withTrust(proof, trust)
  if (typeof logged === 'string') return out.usage(logged)
  const { bytes } = read
  // Never by itself: a folder that holds a receipt may hold a store to go with it.
  const local = values.local ? await publishedVerifiers() : null
  const verifiers = [...values.verifier, ...(local?.addresses ?? [])]
  // Bytes that are no text mean something else to each reader; nothing is verified of them.
  const text = isUtf8(bytes) ? bytes.toString('utf8') : ''
  const { receipt: verdict, logged: inLog } = await verdictsOf(text, verifiers, logged)
  if (verifiers.length === 0 && verdict.reason === 'signer_not_published') {
    if (values.json) out.print(JSON.stringify(verdict))
    const untold = local === null ? 'was given' : `is published in ${local.place}`
    out.note(`signed by ${verdict.recovered_address}, but no address to compare with ${untold}:`)
    const other = local === null ? ', or --local' : ''
    out.note(`pass the one that the service publishes in /policy as --verifier${other}`)
    return EXIT.unavailable
  }
  const hash = verdict.valid ? (verdict.attestation_hash ?? '') : ''
  const retraction = local?.retractions.get(hash) ?? null
  if (values.json) {
    const known = local === null ? {} : { retracted: retraction !== null, retraction }
    out.print(JSON.stringify({ ...verdict, ...known, ...(inLog === null ? {} : { log: inLog }) }))
  } else if (verdict.valid) {
    if (retraction !== null) out.print(`${out.bad('retracted')} ${printable(retraction.reason)}`)
    const answer = verdict.answer_matches === null ? 'attestation only' : 'answer matches'
    out.print(`${out.good('valid')}     ${verdict.type} (${answer})`)
    out.print(`signer    ${verdict.recovered_address}\nhash      ${verdict.attestation_hash}`)
    if (inLog !== null) out.print(await loggedLine(inLog, out))
  } else {
    const { whyNotValid } = await import('../../attest/receiptWords.ts')
    out.print(`${out.bad('not valid')} ${whyNotValid(verdict.reason)}`)
    if (verdict.recovered_address) out.print(`signer    ${verdict.recovered_address}`)
  }
  const isInLog = inLog === null || inLog.logged
  return verdict.valid && retraction === null && isInLog ? EXIT.yes : EXIT.no
}

type GivenProof = Readonly<{ text: string; trust: LogTrust }>

async function readProof(path: string): Promise<ReadProof | Readonly<{ fault: string }>> {
  try {
    const bytes = await begin(createReadStream(path))
    if (bytes.length > PROOF_MAX_BYTES) return { fault: 'assay: the proof is over 1 MiB' }
    return { text: isUtf8(bytes) ? bytes.toString('utf8') : '' }
  } catch (error) {
    return { fault: `assay: ${path}: ${fileFault(error) ?? 'it cannot be read'}` }
  }
}

/** Null where no proof was given; a text says what goes with what. */
function withTrust(
  proof: ReadProof | null,
  { log, policy }: Readonly<{ log: VerifierKey | null; policy: LogPolicy | null }>,
): GivenProof | string | null {
  if (proof === null) {
    if (log === null && policy === null) return null
    return 'assay: --log-key and --policy go with a proof: --proof, or one that came with the receipt'
  }
  if (log === null) {
    return 'assay: a proof takes --log-key (`log.key` of the /policy of the service: curl -s <service>/policy), or a --policy that names the log'
  }
  return { text: proof.text, trust: { log, policy } }
}

async function verdictsOf(
  receipt: string,
  verifiers: readonly string[],
  given: GivenProof | null,
): Promise<ProvenVerdict> {
  if (given === null) {
    const { verifyReceipt } = await import('../../attest/verifyReceipt.ts')
    return { receipt: verifyReceipt(receipt, { verifiers }), logged: null }
  }
  const { verifyProven } = await import('../../log/verifyProven.ts')
  return verifyProven(receipt, given.text, { ...given.trust, verifiers })
}

async function loggedLine(verdict: LoggedVerdict, out: Output): Promise<string> {
  if (verdict.logged) {
    const { index, size, form, origin, witnesses, rotated_to: key, followed_by: next } = verdict
    const line = next === undefined ? '' : `\nfollowed  by ${next.join(', ')}`
    const now = `${line}${key === undefined ? '' : `\nkey now   ${printable(key)}`}`
    const seen = witnesses.map(({ name }) => `\nwitness   ${printable(name)}`).join('')
    return `${out.good('in log')}    ${index} of ${size}, ${form}, in ${printable(origin)}${now}${seen}`
  }
  const { LOGGED_WORDS } = await import('../../log/verifyLogged.ts')
  return `${out.bad('not in log')} ${LOGGED_WORDS[verdict.reason]} (${verdict.reason})`
}
