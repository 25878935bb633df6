// A diff that rests on types of other packages is not called wrong without them.

import { expect, test } from 'vitest'
import { reviewAnswer } from '../../src/answer/reviewAnswer.ts'

test('a diff that rests on types of other packages is unchecked', async () => {
  const file = (version: string) => ({
    package: 'box',
    version,
    filename: `box-${version}.tgz`,
    sha256: '0'.repeat(64),
  })
  const attestation = {
    type: 'assay.release_diff/1',
    question: { ecosystem: 'npm', package: 'box', from_version: '1.0.0', to_version: '1.1.0' },
    verdict: 'breaking',
    evidence: {
      registry: 'public',
      artifacts: [file('1.0.0'), file('1.1.0')],
      other_artifacts: [{ ...file('3.0.0'), package: 'lid' }],
      extractor: 'npm/14',
    },
  }
  const { review } = reviewAnswer({ derive: () => Promise.reject(new Error('nothing is read')) })
  const signed = {
    attestationHash: '0x',
    type: attestation.type,
    verdict: attestation.verdict,
    attestation: JSON.stringify(attestation),
    signature: '',
    answer: '{}',
    signedAt: '',
  }
  expect(await review(signed, new AbortController().signal)).toEqual({
    state: 'unchecked',
    reason: 'it rests on types of other packages, which are not read again',
  })
})
