// A receipt and the proof that came with it, both checked: is it signed by a trusted verifier, or by one
// that follows it by leaves of the log, and does it stand there?

import { canonicalJson } from '../attest/canonicalJson.ts'
import { type ReceiptVerdict, verifyReceipt } from '../attest/verifyReceipt.ts'
import type { LogTrust } from './openProven.ts'
import { type LoggedVerdict, verifyLogged } from './verifyLogged.ts'

/** `logged`: null where the receipt does not hold, so that nothing is to be said of its place. */
export type ProvenVerdict = Readonly<{ receipt: ReceiptVerdict; logged: LoggedVerdict | null }>

/** `receipt`: its text. `trust.verifiers`: the addresses that are trusted. */
export function verifyProven(
  receipt: string,
  proof: string,
  trust: LogTrust & Readonly<{ verifiers: readonly string[] }>,
): ProvenVerdict {
  const { verifiers } = trust
  const verdict = verifyReceipt(receipt, { verifiers })
  const isReadable = verdict.valid || verdict.reason === 'signer_not_published'
  if (!isReadable) return { receipt: verdict, logged: null }
  const { attestation, signature } = JSON.parse(receipt)
  const logged = verifyLogged({ attestation: canonicalJson(attestation), signature }, proof, trust)
  if (verdict.valid) return { receipt: verdict, logged }
  const followed = (logged.logged ? logged.followed_by : null) ?? []
  const again = verifyReceipt(receipt, { verifiers: [...verifiers, ...followed] })
  return { receipt: again, logged: again.valid ? logged : null }
}
