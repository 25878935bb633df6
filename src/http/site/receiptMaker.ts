// The page of a receipt. Only what everybody may read in the log is shown: of other answers the page looks,
// in what it says and in when, as if they had never been given, because a hash can be found by guessing.

import { setTimeout as sleep } from 'node:timers/promises'
import { isMembers, jsonIn, memberOf } from '../../domain/texts/jsonValue.ts'
import { LOG_NOT_FOUND_MS } from '../../limits.ts'
import { leafFormOf } from '../../log/entries/leafForm.ts'
import type { Evidence, Statement } from '../../ports/attester.ts'
import type { LogStore } from '../../ports/log.ts'
import type { RetractionStore } from '../../ports/retractions.ts'
import type { AnswerStore, SignedAnswer } from '../../ports/store.ts'
import { nowhere } from '../../site/pages/missPage.ts'
import { type ReceiptPageView, receiptPage } from '../../site/pages/receiptPage.ts'
import type { Made } from './made.ts'

const HASH = /^0x[0-9a-f]{64}$/

type Parts = Readonly<{
  store: Readonly<{
    answers: Pick<AnswerStore, 'load'>
    log: Pick<LogStore, 'find'>
    retractions: Pick<RetractionStore, 'load'>
  }>
  logOrigin: () => string | null
}>

type Attestation = Readonly<{
  type: string
  verifier: string
  verdict: string
  question: Readonly<Record<string, unknown>>
  evidence: Readonly<{
    artifacts?: readonly Readonly<{
      package: string
      version: string
      filename: string
      sha256: string
    }>[]
    extractor?: string
  }>
}>

export function receiptMaker({ store, logOrigin }: Parts) {
  return async (hash: string): Promise<Made> => {
    if (!HASH.test(hash)) return notShown()
    const inTime = sleep(LOG_NOT_FOUND_MS)
    const kept = await store.answers.load(hash)
    const attestation = kept === null ? null : openAttestation(kept)
    if (kept === null || attestation === null) {
      await inTime
      return notShown()
    }
    const [found, retraction] = await Promise.all([
      store.log.find({ attestationHash: hash, signature: kept.signature }),
      store.retractions.load(hash),
    ])
    const origin = logOrigin()
    return {
      page: receiptPage({
        hash,
        type: attestation.type,
        verdict: attestation.verdict,
        verifier: attestation.verifier,
        signedAt: kept.signedAt,
        question: attestation.question,
        answer: membersIn(kept.answer),
        artifacts: attestation.evidence.artifacts ?? [],
        extractor: attestation.evidence.extractor ?? null,
        place: origin === null || found === null ? null : { origin, index: found.index },
        retraction: retraction?.reason ?? null,
      }),
    }
  }
}

function openAttestation(kept: SignedAnswer): Attestation | null {
  // An answer that rests on a private source is kept without its text.
  if (kept.answer === '{}') return null
  const value = jsonIn(kept.attestation)
  if (!isMembers(value)) return null
  const [question, evidence] = [memberOf(value, 'question'), memberOf(value, 'evidence')]
  if (!isMembers(question) || !isMembers(evidence)) return null
  const statement = {
    type: kept.type,
    verdict: kept.verdict,
    question: question as Statement['question'],
    evidence: evidence as Evidence,
  }
  // What this service has signed itself has the members of an attestation.
  return leafFormOf(statement, kept) === 'open' ? (value as Attestation) : null
}

/** What was answered, in the members that its type has. */
function membersIn(text: string): ReceiptPageView['answer'] {
  const value = jsonIn(text)
  return isMembers(value) ? (value as ReceiptPageView['answer']) : {}
}

function notShown(): Made {
  const sentence =
    'There is no such receipt, or it is one that only its holder may read: of what does not exist, and of private sources, nothing is shown.'
  return { page: nowhere(sentence, '') }
}
