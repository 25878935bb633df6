// An answer as an in-toto statement (v1) in a DSSE envelope, for tools that know attestations of that kind.
// The subjects are the artifacts that the answer rests on; the predicate is the answer as it was signed.
// The envelope has no signature of its own: that of the answer is over the attestation, within.

import { isMembers } from '../domain/texts/jsonValue.ts'

const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1'
const PREDICATE_TYPE = 'urn:assay:answer:1'
const PAYLOAD_TYPE = 'application/vnd.in-toto+json'

type Subject = Readonly<{ name: string; digest: Readonly<{ sha256: string }> }>

/** `receipt`: one that was checked. Null where the answer rests on no artifact: there is no subject then. */
export function inTotoEnvelope(receipt: Readonly<Record<string, unknown>>): string | null {
  const subject = subjectsOf(receipt['attestation'])
  if (subject.length === 0) return null
  const { served_in_ms: _, ...predicate } = receipt
  const statement = { _type: STATEMENT_TYPE, subject, predicateType: PREDICATE_TYPE, predicate }
  const payload = Buffer.from(JSON.stringify(statement), 'utf8').toString('base64')
  return JSON.stringify({ payloadType: PAYLOAD_TYPE, payload, signatures: [] })
}

function subjectsOf(attestation: unknown): readonly Subject[] {
  const evidence = isMembers(attestation) ? attestation['evidence'] : null
  const artifacts = isMembers(evidence) ? evidence['artifacts'] : null
  const listed: readonly unknown[] = Array.isArray(artifacts) ? artifacts : []
  return listed.flatMap((artifact) => {
    if (!isMembers(artifact)) return []
    const { filename, sha256 } = artifact
    if (typeof filename !== 'string' || typeof sha256 !== 'string') return []
    return [{ name: filename, digest: { sha256 } }]
  })
}
