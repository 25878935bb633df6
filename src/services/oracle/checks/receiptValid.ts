import { type Members, memberOf } from '../../../domain/texts/jsonValue.ts'
import { Beyond } from '../budget.ts'
import type { Job } from '../job.ts'
import { refuseUnknown, subjectText, textOption } from '../options.ts'
import { met, unmet } from '../outcome.ts'
import type { RunCheck } from '../world.ts'

/** A receipt is this service's, was not retracted, and says what is expected. */
export const checkReceiptValid: RunCheck = async (check, job, world) => {
  refuseUnknown(check, [
    'attestation',
    'signature',
    'attestation_type',
    'attestation_verdict',
    'file',
  ])
  const wantedType = textOption(check, 'attestation_type')
  const wantedVerdict = textOption(check, 'attestation_verdict')
  const found = await world.receipt(receiptOf(check, job))
  const evidence = {
    receipt_reason: found.reason,
    attestation_type: found.type,
    attestation_verdict: found.verdict,
    attestation_hash: found.attestationHash,
    retracted: found.retracted,
  }
  if (!found.valid) return unmet('The receipt is not valid', { evidence })
  if (found.retracted) return unmet('The answer was retracted', { evidence })
  if (wantedType !== null && found.type !== wantedType) {
    return unmet('The receipt is of another type', { evidence })
  }
  if (wantedVerdict !== null && found.verdict !== wantedVerdict) {
    return unmet('The receipt has another verdict', { evidence })
  }
  return met('The receipt is valid', { evidence })
}

function receiptOf(check: Members, job: Job): unknown {
  if (Object.hasOwn(check, 'attestation')) {
    return {
      attestation: memberOf(check, 'attestation'),
      signature: memberOf(check, 'signature'),
    }
  }
  if (Object.hasOwn(check, 'signature')) throw new Beyond('signature goes with attestation')
  return job.value === null ? subjectText(job, check).text : job.value.json
}
