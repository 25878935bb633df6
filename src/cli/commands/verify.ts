// assay verify: checks a receipt offline. Nothing is fetched; trust comes from the addresses given,
// or from the ones that this machine's own store has published.

import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { fileFault } from '../../domain/fileFault.ts'
import type { VerifierKey } from '../../log/note/verifierKey.ts'
import type { LoggedVerdict } from '../../log/verifyLogged.ts'
import type { Run } from '../terminal/command.ts'
import { EXIT, type Output } from '../terminal/output.ts'
import { printable } from '../terminal/progress.ts'
import { readArgs } from '../terminal/readArgs.ts'
import { wordMistake } from '../terminal/target.ts'
import { OPTIONS, optionLines } from '../words/options.ts'

export const usage = `Usage: assay verify <receipt.json | -> (--verifier 0x…)… | --local [--proof <file> --log-key <key>] [--json]

Checks the signature of a receipt, or of a whole answer together with its digest, offline.
${optionLines('verify')}

Exit status
  0  the receipt is valid
  1  it is not valid, its answer was retracted, or the proof does not hold
  2  the command line is wrong
  3  there is no address to compare with

  assay package npm express --json > receipt.json && assay verify receipt.json --local
  assay verify receipt.json --verifier 0x…`

const RECEIPT_MAX_BYTES = 8 * 1024 * 1024
const PROOF_MAX_BYTES = 1024 * 1024

/** All of it, or more than a receipt may have: a device has no end. */
async function begin(stream: NodeJS.ReadableStream): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of stream) {
    chunks.push(Buffer.from(chunk))
    length += chunk.length
    if (length > RECEIPT_MAX_BYTES) break
  }
  return Buffer.concat(chunks)
}

export const run: Run = async (argv, { publishedVerifiers, out }) => {
  const { values, positionals } = readArgs(argv, OPTIONS.verify)
  const mistake = wordMistake(positionals, ['the receipt, a file or -,'], usage)
  if (mistake !== null) return out.usage(mistake)
  const [path = ''] = positionals
  const wrong = values.verifier.find((address) => !/^0x[0-9a-fA-F]{40}$/.test(address))
  if (wrong !== undefined) return out.usage('assay: --verifier takes 0x and 40 hex digits')
  const logged = await readProof(values.proof, values['log-key'])
  if (typeof logged === 'string') return out.usage(logged)
  let bytes: Buffer
  try {
    bytes = await begin(path === '-' ? process.stdin : createReadStream(path))
  } catch (error) {
    return out.usage(`assay: ${path}: ${fileFault(error) ?? 'it cannot be read'}`)
  }
  if (bytes.length > RECEIPT_MAX_BYTES) return out.usage('assay: the receipt is over 8 MiB')
  // Never by itself: a folder that holds a receipt may hold a store to go with it.
  const local = values.local ? await publishedVerifiers() : null
  const verifiers = [...values.verifier, ...(local?.addresses ?? [])]
  const { verifyReceipt } = await import('../../attest/verifyReceipt.ts')
  // Bytes that are no text mean something else to each reader; nothing is verified of them.
  const verdict = verifyReceipt(isUtf8(bytes) ? bytes.toString('utf8') : '', { verifiers })
  if (verifiers.length === 0 && verdict.reason === 'signer_not_published') {
    if (values.json) out.print(JSON.stringify(verdict))
    const untold = local === null ? 'was given' : `is published in ${local.place}`
    out.note(`signed by ${verdict.recovered_address}, but no address to compare with ${untold}:`)
    const other = local === null ? ', or --local' : ''
    out.note(`pass the one that the service publishes in /policy as --verifier${other}`)
    return EXIT.unavailable
  }
  const inLog = verdict.valid && logged !== null ? await verdictOf(bytes, logged) : null
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

type GivenProof = Readonly<{ text: string; log: VerifierKey }>

/** Null where no proof was given; a text says what is wrong with it. */
async function readProof(
  path: string | undefined,
  key: string | undefined,
): Promise<GivenProof | string | null> {
  if (path === undefined) return key === undefined ? null : 'assay: --log-key goes with --proof'
  if (key === undefined) return 'assay: --proof takes --log-key, as /policy of the service has it'
  const { parseKey } = await import('../../log/note/verifierKey.ts')
  const log = parseKey(key)
  if (log?.type !== 'note') return 'assay: --log-key takes a key such as origin+0123abcd+A…'
  try {
    const bytes = await begin(createReadStream(path))
    if (bytes.length > PROOF_MAX_BYTES) return 'assay: the proof is over 1 MiB'
    return { text: isUtf8(bytes) ? bytes.toString('utf8') : '', log }
  } catch (error) {
    return `assay: ${path}: ${fileFault(error) ?? 'it cannot be read'}`
  }
}

/** Of a receipt that is valid: so it was read strictly, and means one thing. */
async function verdictOf(receipt: Buffer, { text, log }: GivenProof): Promise<LoggedVerdict> {
  const { canonicalJson } = await import('../../attest/canonicalJson.ts')
  const { verifyLogged } = await import('../../log/verifyLogged.ts')
  const { attestation, signature } = JSON.parse(receipt.toString('utf8'))
  return verifyLogged({ attestation: canonicalJson(attestation), signature }, text, { log })
}

async function loggedLine(verdict: LoggedVerdict, out: Output): Promise<string> {
  if (verdict.logged) {
    const { index, size, form, origin } = verdict
    return `${out.good('in log')}    ${index} of ${size}, ${form}, in ${printable(origin)}`
  }
  const { LOGGED_WORDS } = await import('../../log/verifyLogged.ts')
  return `${out.bad('not in log')} ${LOGGED_WORDS[verdict.reason]} (${verdict.reason})`
}
