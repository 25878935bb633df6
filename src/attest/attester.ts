// The port over a signer: receipts at once, and with pauses where the answer is long.

import { createHash } from 'node:crypto'
import type { Attester, PreparedStatement, Statement } from '../ports/attester.ts'
import { canonicalParts } from './canonicalJson.ts'
import { type HashingSigner, prepare, prepareOver, SIGNED, signableAnswer } from './receipt.ts'

export function attester(signer: HashingSigner): Attester {
  return {
    verifier: signer.address,
    prepare: (statement) => prepare(statement, signer),
    preparing: (statement) => preparing(statement, signer),
    sign: ({ message }) => signer.sign(message),
  }
}

/** The same bytes as `prepare` makes, with a pause after each row of a list. */
function* preparing(
  statement: Statement,
  signer: HashingSigner,
): Generator<undefined, PreparedStatement, undefined> {
  const sha256 = createHash('sha256')
  const parts: string[] = []
  for (const part of canonicalParts(signableAnswer(statement.answer), SIGNED)) {
    // A text that is hashed is in one piece: to join such texts takes no time.
    sha256.update(part)
    parts.push(part)
    yield
  }
  const written = { text: parts.join(''), sha256: sha256.digest('hex') }
  return prepareOver(statement, written, signer)
}
