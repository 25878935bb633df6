// The verdict on a job as a signed answer. The fields are the wire's, because the signature covers
// them; of the job itself only its digest is kept.

import type { Members } from '../domain/texts/jsonValue.ts'
import { sha256 } from '../domain/texts/sha256.ts'
import type { Evidence, Statement } from '../ports/attester.ts'
import type { Caller } from '../ports/caller.ts'
import { stableText } from '../services/oracle/jsonText.ts'
import { type CheckedItem, type VerifyReport, verifyJob } from '../services/oracle/verifyJob.ts'
import { giveWay } from '../turns.ts'
import type { OpenWorld } from './oracleWorld.ts'
import type { ReplySigner, ToldReply } from './signedReply.ts'

export const VERIFICATION_TYPE = 'assay.verification/1'

type VerifyQuestion = Readonly<{ job: Members; spec: Members | null }>

export type AnswerVerification = (question: VerifyQuestion, caller: Caller) => Promise<ToldReply>

type Keccak256 = (bytes: Uint8Array) => Uint8Array

export function verification(parts: {
  world: OpenWorld
  keccak256: Keccak256
  signer: ReplySigner
}): AnswerVerification {
  const { signer, keccak256 } = parts
  return async (question, caller) => {
    const world = parts.world(caller)
    const report = await verifyJob(question, world, caller.signal)
    const statement = await statementOf(question, report, world.evidence(), {
      keccak256,
      signal: caller.signal,
    })
    const reply = await signer.sign(await signer.prepareInTurns(statement, caller.signal))
    return { reply, isDetermined: report.verdict !== 'unverifiable' }
  }
}

export function sha256Of(value: unknown): string {
  return sha256(stableText(value))
}

/** A job may be long: its text is made once, and others have their turn before each pass over it. */
async function statementOf(
  question: VerifyQuestion,
  report: VerifyReport,
  evidence: Evidence,
  { keccak256, signal }: Readonly<{ keccak256: Keccak256; signal: AbortSignal | undefined }>,
): Promise<Statement> {
  await giveWay(signal)
  const jobText = stableText(question.job)
  await giveWay(signal)
  const jobHash = sha256(jobText)
  const specHash = report.spec === null ? null : sha256Of(report.spec)
  const answer = {
    verdict: report.verdict,
    score: report.score,
    reason: report.reason,
    checks: report.checks.map(renderCheck),
    spec_given: question.spec !== null,
    job_hash: jobHash,
    spec_hash: specHash,
  }
  const hash = (text: string) => `0x${Buffer.from(keccak256(Buffer.from(text))).toString('hex')}`
  await giveWay(signal)
  // What `stableText` makes of the question, around the text that is there already.
  const requestHash = hash(`{"job":${jobText},"spec":${stableText(question.spec)}}`)
  await giveWay(signal)
  return {
    type: VERIFICATION_TYPE,
    question: { job_sha256: jobHash, ...(specHash === null ? {} : { spec_sha256: specHash }) },
    verdict: report.verdict,
    evidence,
    answer: {
      ...answer,
      erc8004: {
        requestHash,
        // The rating has no word for "cannot be told", and 0 would say "failed".
        response: report.score === null ? null : Math.floor(report.score * 100),
        responseHash: hash(stableText(answer)),
        tag: `assay.verify.${report.verdict}`,
      },
    },
  }
}

function renderCheck({ id, type, isRequired, status, reason, location, evidence }: CheckedItem) {
  return { id, type, required: isRequired, status, reason, location, evidence }
}
