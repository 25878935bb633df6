// assay receipt: a receipt in the form in which somebody else wants it.

import type { LogAddress } from '../../app/log/fetchLog.ts'
import type { Run, Tools } from '../terminal/command.ts'
import { EXIT, type ExitStatus } from '../terminal/output.ts'
import { readArgs } from '../terminal/readArgs.ts'
import { wordMistake } from '../terminal/target.ts'
import { OPTIONS, optionLines } from '../words/options.ts'

export const usage = `Usage: assay receipt <receipt.json | -> --with-proof --url <service> [--log-key <key>]
       assay receipt <receipt.json | -> --in-toto

Writes a receipt, or a whole answer, in another form to the standard output. With its proof it is one
file that assay verify checks offline (C2SP tlog-proof, with the receipt as extra data).
${optionLines('receipt')}

Exit status
  0  it was written
  1  the receipt is none, the log does not have it, or there is nothing to make it of
  2  the command line is wrong
  3  the service cannot be reached

  curl -s https://assay.example/demo/v1/package/exists -H 'content-type: application/json' \\
    -d '{"ecosystem":"npm","name":"express"}' > receipt.json
  assay receipt receipt.json --with-proof --url https://assay.example > receipt.tlog-proof`

export const run: Run = async (argv, { out }) => {
  const { values, positionals } = readArgs(argv, OPTIONS.receipt)
  const mistake = wordMistake(positionals, ['the receipt, a file or -,'], usage)
  if (mistake !== null) return out.usage(mistake)
  const { 'with-proof': withProof, 'in-toto': inToto, url } = values
  if (Boolean(withProof) === Boolean(inToto)) {
    return out.usage('assay: receipt takes --with-proof or --in-toto')
  }
  if (withProof && url === undefined) return out.usage('assay: --with-proof takes --url')
  const { readReceipt } = await import('../forms/readReceipt.ts')
  const [path = ''] = positionals
  const read = await readReceipt(path)
  if (typeof read === 'string') return out.usage(read)
  const { verifyReceipt } = await import('../../attest/verifyReceipt.ts')
  const text = read.bytes.toString('utf8')
  // Whoever reads it judges whom to believe. Here it only has to be a receipt, and whole.
  const { recovered_address: signer } = verifyReceipt(text, { verifiers: [] })
  const verdict = verifyReceipt(text, { verifiers: signer ? [signer] : [] })
  if (!verdict.valid) {
    const { whyNotValid } = await import('../../attest/receiptWords.ts')
    out.note(`assay: ${whyNotValid(verdict.reason)}`)
    return EXIT.no
  }
  if (inToto) return writeInToto(text, out)
  return writeWithProof(text, verdict.attestation_hash ?? '', {
    address: { url: url ?? '' },
    logKey: values['log-key'],
    out,
  })
}

async function writeInToto(receipt: string, out: Tools['out']): Promise<ExitStatus> {
  const { inTotoEnvelope } = await import('../../attest/inToto.ts')
  const envelope = inTotoEnvelope(JSON.parse(receipt))
  if (envelope === null) {
    out.note('assay: the answer rests on no artifact, so that there is nothing to attest')
    return EXIT.no
  }
  out.print(envelope)
  return EXIT.yes
}

async function writeWithProof(
  receipt: string,
  attestationHash: string,
  parts: Readonly<{ address: LogAddress; logKey: string | undefined; out: Tools['out'] }>,
): Promise<ExitStatus> {
  const { address, logKey, out } = parts
  const { canonicalJson } = await import('../../attest/canonicalJson.ts')
  const { fetchLogKey, fetchProof } = await import('../../app/log/fetchProof.ts')
  const { parseKey } = await import('../../log/note/verifierKey.ts')
  const { parseProof, writeProof } = await import('../../log/note/proofFile.ts')
  const { readExtra, writeExtra } = await import('../../log/proofExtra.ts')
  const { LOGGED_WORDS, verifyLogged } = await import('../../log/verifyLogged.ts')
  const { LogUnread } = await import('../../log/monitor/readLog.ts')
  const given = logKey === undefined ? null : parseKey(logKey)
  if (logKey !== undefined && given?.type !== 'note') {
    return out.usage('assay: --log-key takes a key such as origin+0123abcd+A…')
  }
  const { attestation, signature } = JSON.parse(receipt)
  try {
    const log = given ?? (await fetchLogKey(address))
    const proof = await fetchProof(address, { attestationHash, signature })
    if (proof === null) {
      out.note(`assay: the log of ${address.url} does not have this answer`)
      return EXIT.no
    }
    const answer = { attestation: canonicalJson(attestation), signature }
    const verdict = verifyLogged(answer, proof, { log })
    const parsed = parseProof(proof)
    if (!verdict.logged || parsed === null) {
      const reason = verdict.logged ? 'proof_malformed' : verdict.reason
      out.note(`assay: the proof of ${address.url} does not hold: ${LOGGED_WORDS[reason]}`)
      return EXIT.no
    }
    const { proven } = readExtra(parsed.extra ?? null)
    const extra = writeExtra(receipt, proven ?? { rotations: [], verifiers: [] })
    out.print(writeProof({ ...parsed, extra }).replace(/\n$/, ''))
    return EXIT.yes
  } catch (error) {
    if (!(error instanceof LogUnread)) throw error
    out.note(`assay: ${error.message}`)
    return EXIT.unavailable
  }
}
