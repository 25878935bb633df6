// What becomes of a receipt in other hands: written otherwise, which changes nothing, and forged in
// every way that matters. The corpus of receipts holds the result for every type.

import { canonicalJson } from '../../src/attest/canonicalJson.ts'
import type { Eip191Signer } from '../../src/attest/eip191.ts'
import { pureKeccak256 } from '../../src/attest/keccak256.ts'
import { attest, hashHex, type JsonObject } from '../../src/attest/receipt.ts'
import { CURVE_ORDER } from '../../src/attest/secp256k1.ts'
import type { ReceiptReason } from '../../src/attest/verifyReceipt.ts'

/** A line of the corpus: `reason` is null where the receipt is still valid. */
export type Variant = Readonly<{
  change: string
  reason: ReceiptReason | null
  /** False: another answer came along. Null: no answer did, or it was not compared. */
  answer_matches: boolean | null
}> &
  (Readonly<{ text: string }> | Readonly<{ base64: string }>)

type Parts = Readonly<{
  receipt: JsonObject
  signer: Eip191Signer
  /** Whose address was never published. */
  stranger: Eip191Signer
  /** The signature of another receipt by the same signer. */
  otherSignature: string
}>

export function variantsOf(parts: Parts): readonly Variant[] {
  const { receipt } = parts
  return [
    ...writtenOtherwise(receipt),
    ...withOtherParts(parts),
    ...withAnotherSignature(parts),
    ...asOtherText(receipt),
    ...asOtherBytes(JSON.stringify(receipt)),
  ]
}

function writtenOtherwise(receipt: JsonObject): readonly Variant[] {
  const { attestation, signature } = receipt
  const valid = { reason: null, answer_matches: true }
  return [
    { change: 'nothing', ...valid, text: JSON.stringify(receipt) },
    { change: 'it is indented', ...valid, text: JSON.stringify(receipt, null, 4) },
    { change: 'its members are in another order', ...valid, text: reversed(receipt) },
    { change: 'its characters are escaped', ...valid, text: escaped(JSON.stringify(receipt)) },
    {
      change: 'members that are not signed differ',
      ...valid,
      text: JSON.stringify({ ...receipt, source: 'elsewhere', served_in_ms: 12.5 }),
    },
    {
      change: 'it comes without its answer',
      reason: null,
      answer_matches: null,
      text: JSON.stringify({ attestation, signature }),
    },
  ]
}

function withOtherParts({ receipt }: Parts): readonly Variant[] {
  const attestation = receipt['attestation'] as JsonObject
  // A changed attestation is a message that somebody else would have signed.
  const forged = (change: string, other: JsonObject): Variant => {
    const forgery = { ...attestation, ...other }
    const attestation_hash = hashHex(Buffer.from(canonicalJson(forgery)), pureKeccak256)
    const text = JSON.stringify({ ...receipt, attestation: forgery, attestation_hash })
    return { change, reason: 'signer_not_published', answer_matches: null, text }
  }
  const mismatch = { reason: 'answer_mismatch', answer_matches: false } as const
  const [member = ''] = signedMembers(receipt)
  const { [member]: _gone, ...less } = receipt
  const digest = String(attestation['answer_sha256'])
  return [
    {
      change: 'a member of the answer is another',
      ...mismatch,
      text: JSON.stringify({ ...receipt, [member]: another(receipt[member]) }),
    },
    { change: 'a member of the answer is missing', ...mismatch, text: JSON.stringify(less) },
    {
      change: 'the answer has a member more',
      ...mismatch,
      text: JSON.stringify({ ...receipt, added: true }),
    },
    forged('the question is another', { question: another(attestation['question']) }),
    forged('the evidence is another', { evidence: another(attestation['evidence']) }),
    forged('the verdict is another', { verdict: another(attestation['verdict']) }),
    forged('the type is another', { type: another(attestation['type']) }),
    forged('the digest of the answer is another', { answer_sha256: another(digest) }),
    forged('the attestation names another verifier', { verifier: `0x${'0'.repeat(39)}1` }),
    forged('the attestation has a member more', { added: true }),
    {
      change: 'the hash beside it is another',
      reason: 'attestation_hash_mismatch',
      answer_matches: null,
      text: JSON.stringify({ ...receipt, attestation_hash: `0x${'0'.repeat(64)}` }),
    },
    {
      change: 'the attestation is no object',
      reason: 'attestation_malformed',
      answer_matches: null,
      text: JSON.stringify({ ...receipt, attestation: canonicalJson(attestation) }),
    },
  ]
}

function withAnotherSignature(parts: Parts): readonly Variant[] {
  const { receipt, signer, stranger, otherSignature } = parts
  const attestation = receipt['attestation'] as JsonObject
  const signature = String(receipt['signature'])
  const put = (change: string, reason: ReceiptReason, other: JsonObject): Variant => ({
    change,
    reason,
    answer_matches: null,
    text: JSON.stringify({ ...receipt, ...other }),
  })
  const claim = {
    type: String(attestation['type']),
    question: attestation['question'] as JsonObject,
    verdict: String(attestation['verdict']),
    evidence: attestation['evidence'] as JsonObject,
    answer: receipt,
  }
  const theirs = attest(claim, stranger)
  // The published key signs a text that names somebody else: the two must agree.
  const named = { ...attestation, verifier: stranger.address }
  const message = Buffer.from(canonicalJson(named))
  const digits = signature.slice(2)
  const s = BigInt(`0x${digits.slice(64, 128)}`)
  const highS = (CURVE_ORDER - s).toString(16).padStart(64, '0')
  const v = digits.endsWith('1b') ? '1c' : '1b'
  return [
    put('another key signed it, and its address is in it', 'signer_not_published', {
      attestation: theirs.attestation,
      attestation_hash: theirs.attestationHash,
      signature: theirs.signature,
    }),
    put('another key signed it, and our address is in it', 'signer_not_published', {
      signature: stranger.sign(Buffer.from(canonicalJson(attestation))),
    }),
    put('our key signed it, and another address is in it', 'verifier_mismatch', {
      attestation: named,
      attestation_hash: hashHex(message, pureKeccak256),
      signature: signer.sign(message),
    }),
    put('it has the signature of another receipt', 'signer_not_published', {
      signature: otherSignature,
    }),
    put('it has no signature', 'signature_missing', { signature: undefined }),
    put('the signature has a space before it', 'signature_whitespace', {
      signature: ` ${signature}`,
    }),
    put('the signature lacks its prefix', 'signature_prefix', { signature: digits }),
    put('the signature is in capitals', 'signature_case', {
      signature: `0x${digits.toUpperCase()}`,
    }),
    put('the signature lacks its last byte', 'signature_compact', {
      signature: signature.slice(0, -2),
    }),
    put('the signature is cut off', 'signature_malformed', { signature: signature.slice(0, -3) }),
    put('the signature is zero', 'signature_range', { signature: `0x${'00'.repeat(64)}1b` }),
    put('the signature is the other one of its curve point', 'signature_high_s', {
      signature: `0x${digits.slice(0, 64)}${highS}${v}`,
    }),
    put('the signature ends in 0 or 1', 'signature_v', {
      signature: `0x${digits.slice(0, 128)}${digits.endsWith('1b') ? '00' : '01'}`,
    }),
  ]
}

function asOtherText(receipt: JsonObject): readonly Variant[] {
  const text = JSON.stringify(receipt)
  const put = (change: string, reason: ReceiptReason, other: string): Variant => ({
    change,
    reason,
    answer_matches: null,
    text: other,
  })
  const verdict = `"verdict":${JSON.stringify((receipt['attestation'] as JsonObject)['verdict'])}`
  return [
    put('the text is cut off in the middle', 'not_json', text.slice(0, text.length >> 1)),
    put('the text lacks its last character', 'not_json', text.slice(0, -1)),
    put('the text goes on behind its end', 'not_json', `${text}{}`),
    put('the text is empty', 'not_json', ''),
    put('the text is a list', 'receipt_malformed', `[${text}]`),
    put('a member stands there twice', 'duplicate_key', `{"signature":"",${text.slice(1)}`),
    put(
      'a member of the attestation stands there twice',
      'duplicate_key',
      text.replace('"attestation":{', `"attestation":{${verdict},`),
    ),
    put(
      'a member stands there twice, once escaped',
      'duplicate_key',
      `{"\\u0073ignature":"",${text.slice(1)}`,
    ),
    put(
      'a number is more exact than it can be held',
      'number_not_exact',
      `{"n":9007199254740993,${text.slice(1)}`,
    ),
    put('half of a character stands in it', 'lone_surrogate', `{"t":"\\ud83d",${text.slice(1)}`),
    put(
      'it is nested without end',
      'too_deep',
      `{"t":${'['.repeat(2_000)}${']'.repeat(2_000)},${text.slice(1)}`,
    ),
  ]
}

/** Texts of receipts are UTF-8 without a mark before it. */
function asOtherBytes(text: string): readonly Variant[] {
  const put = (change: string, bytes: Uint8Array): Variant => ({
    change,
    reason: 'not_json',
    answer_matches: null,
    base64: Buffer.from(bytes).toString('base64'),
  })
  return [
    put('the bytes begin with a mark', Buffer.from(`\ufeff${text}`)),
    put('the bytes are UTF-16', Buffer.from(text, 'utf16le')),
    put('the bytes are no UTF-8', Buffer.concat([Buffer.from([0xff]), Buffer.from(text)])),
    put(
      'a byte of a text is no UTF-8',
      Buffer.concat([
        Buffer.from('{"t":"'),
        Buffer.from([0xe9]),
        Buffer.from(`",${text.slice(1)}`),
      ]),
    ),
  ]
}

const UNSIGNED = ['source', 'served_in_ms', 'attestation', 'attestation_hash', 'signature']

function signedMembers(receipt: JsonObject): readonly string[] {
  return Object.keys(receipt).filter((member) => !UNSIGNED.includes(member))
}

function another(value: unknown): unknown {
  if (typeof value === 'string') return `${value.slice(0, -1)}${value.endsWith('0') ? '1' : '0'}`
  if (typeof value === 'number') return value + 1
  if (typeof value === 'boolean') return !value
  if (Array.isArray(value)) return [...value, 'added']
  return { ...(value as object), added: true }
}

function reversed(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(reversed).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).filter(([, one]) => one !== undefined)
  const texts = members.map(([name, one]) => `${JSON.stringify(name)}:${reversed(one)}`)
  return `{${texts.reverse().join(',')}}`
}

/** Letters of texts and names as escapes; JSON itself has no letter outside of them but in words. */
function escaped(json: string): string {
  return json.replace(/"(?:[^"\\]|\\.)*"/g, (text) =>
    text.replace(/(?<!\\)(?:\\\\)*[a-z]/g, (found) => {
      const letter = found.slice(-1)
      const code = letter.charCodeAt(0).toString(16).padStart(4, '0')
      return `${found.slice(0, -1)}\\u${code}`
    }),
  )
}
