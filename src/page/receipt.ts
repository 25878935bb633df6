// A receipt, checked here: canonical JSON, hash, signature and answer digest, and with its proof whether it
// stands in the log, without asking anyone.

import { RECEIPT_WORDS } from '../attest/receiptWords.ts'
import { type ReceiptVerdict, verifyReceipt } from '../attest/verifyReceipt.ts'
import { isProof, parseProof } from '../log/note/proofFile.ts'
import { parseKey } from '../log/note/verifierKey.ts'
import { readExtra } from '../log/proofExtra.ts'
import { LOGGED_WORDS, type LoggedVerdict } from '../log/verifyLogged.ts'
import { verifyProven } from '../log/verifyProven.ts'
import { button, byId, code, element, facts, headline } from './dom.ts'

/** The addresses in the box, which the page came with; anyone may write others. */
export function verifiers(): string[] {
  const box = byId('verifiers') as HTMLTextAreaElement // The page's HTML has a textarea there.
  return box.value.split(/[\s,]+/).filter((address) => address !== '')
}

/** `text`: a receipt, or a proof with the receipt within. */
export function renderVerdict(text: string, logKey: string): HTMLElement {
  if (!isProof(text)) return renderReceipt(text, verifyReceipt(text, { verifiers: verifiers() }))
  // The line end of a note is part of it, and was lost with the white space around.
  const proof = `${text}\n`
  const { receipt: bytes } = readExtra(parseProof(proof)?.extra ?? null)
  const receipt = bytes === null ? '' : (utf8In(bytes) ?? '')
  const { verdict, logged } = provenIn(receipt, proof, logKey)
  const shown = renderReceipt(receipt, verdict)
  if (logged !== null) shown.append(...renderLogged(logged))
  return shown
}

function provenIn(receipt: string, proof: string, logKey: string) {
  const log = parseKey(logKey)
  if (log?.type !== 'note') {
    const verdict = verifyReceipt(receipt, { verifiers: verifiers() })
    return { verdict, logged: verdict.valid ? ('no key' as const) : null }
  }
  const { receipt: verdict, logged } = verifyProven(receipt, proof, { log, verifiers: verifiers() })
  return { verdict, logged }
}

function renderLogged(verdict: LoggedVerdict | 'no key'): HTMLElement[] {
  if (verdict === 'no key') {
    const missing = 'Whether it stands in the log is not known: this is not the key of a log.'
    return [headline('bad', 'The proof was not checked'), element('p', {}, missing)]
  }
  if (!verdict.logged) {
    const words = `${LOGGED_WORDS[verdict.reason]} (${verdict.reason})`
    return [headline('bad', 'It does not stand in the log'), element('p', {}, words)]
  }
  const { origin, index, size, form, rotated_to: key, followed_by: next } = verdict
  return [
    headline('good', 'It stands in the log'),
    facts([
      ['Log', code(origin)],
      ['Leaf', `${index} of ${size}, ${form}`],
      ['Key by now', key === undefined ? null : code(key)],
      ['Verifier by now', next === undefined ? null : code(next.join(' '))],
    ]),
  ]
}

function utf8In(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

function renderReceipt(text: string, verdict: ReceiptVerdict): HTMLElement {
  const { valid, reason } = verdict
  return element(
    'div',
    {},
    valid ? headline('good', 'The receipt holds') : headline('bad', 'The receipt does not hold'),
    element('p', {}, reason === null ? held(verdict) : RECEIPT_WORDS[reason]),
    facts([
      ['Kind', verdict.type],
      ['Signed by', addressOf(verdict.recovered_address)],
      ['Attestation hash', addressOf(verdict.attestation_hash)],
      ['Reason', reason],
      ...(valid ? statement(text) : []),
    ]),
  )
}

function held({ answer_matches: matches }: ReceiptVerdict): string {
  const signed = 'It was signed by a verifier in the list, and nothing was changed since.'
  if (matches === null) return `${signed} No answer came with it to compare.`
  return `${signed} The answer is the one that was signed.`
}

function addressOf(text: string | null): HTMLElement | null {
  return text === null ? null : code(text)
}

/** What was signed, once it is known that it was. */
function statement(text: string): (readonly [string, HTMLElement | null])[] {
  // A receipt that holds is JSON with an attestation.
  const { attestation } = JSON.parse(text) as { attestation: Readonly<Record<string, unknown>> }
  return [
    ['Question', code(JSON.stringify(attestation['question']))],
    ['Verdict', code(String(attestation['verdict']))],
  ]
}

/** One line under an answer, and the way to its whole receipt. */
export function receiptLine(text: string, open: (text: string) => void): HTMLElement {
  const {
    valid,
    reason,
    recovered_address: signer,
  } = verifyReceipt(text, {
    verifiers: verifiers(),
  })
  const sentence = valid
    ? `✓ Signature checked in this browser, signed by ${signer ?? ''}`
    : `✕ The signature does not hold. ${reason === null ? '' : RECEIPT_WORDS[reason]}`
  return element(
    'p',
    { class: `receipt ${valid ? 'good' : 'bad'}` },
    element('span', {}, sentence),
    ' ',
    button('See the receipt', () => open(text)),
  )
}
