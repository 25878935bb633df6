// The part that strangers install for themselves: checking a receipt, and the types on the wire.
// It pulls in neither the server nor the store, and a test walks its imports to keep it so.

export type {
  ArtifactEvidence,
  Attestation,
  JsonObject,
  NamesEvidence,
  PackageEvidence,
  PackageQuestion,
  Receipt,
} from './attest/receipt.ts'
export {
  type ReceiptReason,
  type ReceiptVerdict,
  type VerifyOptions,
  verifyReceipt,
} from './attest/verifyReceipt.ts'
export type * from './wire.ts'
