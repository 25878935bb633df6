// A receipt, checked here: canonical JSON, hash, signature and answer digest, without asking anyone.

import { RECEIPT_WORDS } from '../attest/receiptWords.ts'
import { type ReceiptVerdict, verifyReceipt } from '../attest/verifyReceipt.ts'
import { button, byId, code, element, facts, headline } from './dom.ts'

/** The addresses in the box, which the page came with; anyone may write others. */
export function verifiers(): string[] {
  const box = byId('verifiers') as HTMLTextAreaElement // The page's HTML has a textarea there.
  return box.value.split(/[\s,]+/).filter((address) => address !== '')
}

export function renderVerdict(text: string): HTMLElement {
  const verdict = verifyReceipt(text, { verifiers: verifiers() })
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
