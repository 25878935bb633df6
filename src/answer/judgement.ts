// A graded rubric as a signed answer. The fields are the wire's, because the signature covers them. It
// repeats criteria and quotes to whoever asked; what is kept are digests.

import type { InputReader } from '../check/read/readAside.ts'
import { sha256 } from '../domain/texts/sha256.ts'
import { ServiceError } from '../errors.ts'
import type { Evidence, Statement } from '../ports/attester.ts'
import type { Caller } from '../ports/caller.ts'
import type { JudgeModel } from '../ports/judgeModel.ts'
import { type GradedItem, type JudgeReport, judgeOutput } from '../services/judge/judgeOutput.ts'
import type { Graded, RubricItem } from '../services/judge/settleItem.ts'
import { quotesOf } from '../services/judge/settlement.ts'
import type { JudgeWorld } from '../services/judge/world.ts'
import type { OpenWorld } from './oracleWorld.ts'
import type { ReplySigner, ToldReply } from './signedReply.ts'
import { sha256Of } from './verification.ts'

export const JUDGEMENT_TYPE = 'assay.judgement/1'

type JudgeQuestion = Graded & Readonly<{ rubric: readonly RubricItem[] }>

export type AnswerJudgement = (question: JudgeQuestion, caller: Caller) => Promise<ToldReply>

export function judgement(parts: {
  world: OpenWorld
  reader: InputReader
  model: JudgeModel | null
  signer: ReplySigner
}): AnswerJudgement {
  const { signer, model } = parts
  return async (question, caller) => {
    const asked = parts.world(caller)
    const world: JudgeWorld = { ...asked, parses: parser(parts.reader, caller) }
    const { signal } = caller
    const report = await judgeOutput(question, question.rubric, { world, model, signal })
    const statement = statementOf(question, report, asked.evidence())
    const reply = await signer.sign(await signer.prepareInTurns(statement, caller.signal))
    return { reply, isDetermined: report.score !== null }
  }
}

function parser(reader: InputReader, caller: Caller): JudgeWorld['parses'] {
  return async (language, text) => {
    try {
      return await reader.parses({ language, text }, caller)
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'check_unreadable') throw error
      return null
    }
  }
}

function statementOf(
  { output, context, rubric }: JudgeQuestion,
  report: JudgeReport,
  evidence: Evidence,
): Statement {
  const rubricHash = sha256Of(rubric)
  const outputHash = sha256(output)
  const contextHash = context === null ? null : sha256(context)
  const { model } = report
  return {
    type: JUDGEMENT_TYPE,
    question: {
      output_sha256: outputHash,
      rubric_sha256: rubricHash,
      ...(contextHash === null ? {} : { context_sha256: contextHash }),
    },
    verdict: verdictOf(report),
    evidence: {
      ...evidence,
      ...(model === null ? {} : { model: { name: model.name, prompt_sha256: model.promptSha256 } }),
    },
    isPrivate: true,
    answer: {
      score: report.score,
      passed: report.passed,
      items: shownWeights(report.items).map((item) => renderItem(item, output)),
      coverage: report.coverage,
      deterministic: report.deterministic,
      rubric_hash: rubricHash,
      output_hash: outputHash,
      context_hash: contextHash,
      model:
        model === null
          ? null
          : {
              name: model.name,
              prompt_sha256: model.promptSha256,
              samples: model.replies.length,
              replies_sha256: model.replies,
            },
    },
  }
}

/** As given; where one is too large to be signed exactly, all in parts of the largest. */
function shownWeights(items: readonly GradedItem[]): readonly GradedItem[] {
  const largest = Math.max(...items.map(({ weight }) => weight))
  if (largest <= Number.MAX_SAFE_INTEGER) return items
  return items.map((item) => ({ ...item, weight: item.weight / largest }))
}

function verdictOf({ score, passed }: JudgeReport): string {
  if (score === null) return 'undetermined'
  return passed ? 'passed' : 'not_passed'
}

function renderItem(
  { criterion, weight, status, method, reason, spans, samples }: GradedItem,
  output: string,
) {
  return {
    criterion,
    weight,
    score: status === 'undetermined' ? null : status === 'met' ? 1 : 0,
    status,
    method,
    reason,
    evidence: quotesOf(output, spans),
    ...(samples === null ? {} : { samples }),
  }
}
