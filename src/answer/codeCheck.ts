// Is this code real? The findings about submitted files as one signed answer. Of the files only their
// digests are kept; what an answer repeats are paths, places and names.

import { type CheckReport, checkInput } from '../check/checkCode.ts'
import type { InputReader } from '../check/read/readAside.ts'
import type { InputFile } from '../check/read/readInput.ts'
import type { AskedWindow } from '../domain/askedWindow.ts'
import { checkDigest } from '../domain/checkDigest.ts'
import { CHECK_FINDINGS_MAX, CHECK_PACKAGES_MAX, CHECK_UNDETERMINED_MAX } from '../limits.ts'
import type { EvidenceArtifact, Statement } from '../ports/attester.ts'
import type { Caller } from '../ports/caller.ts'
import type { CheckTables } from './checkTables.ts'
import type { AnswerParts } from './evidence/answerParts.ts'
import { askedEvidence } from './evidence/askedEvidence.ts'
import { mergedEvidence } from './evidence/mergedEvidence.ts'
import { readFrom } from './evidence/readFrom.ts'
import { renderReport } from './renderReport.ts'
import type { ReplySigner, ToldReply } from './signedReply.ts'

export const CODE_CHECK_TYPE = 'assay.code_check/1'

type CheckQuestion = Readonly<{
  files: readonly InputFile[]
  pins: Readonly<Record<string, string>>
}>

export type AnswerCodeCheck = (question: CheckQuestion, caller: Caller) => Promise<ToldReply>

export function codeCheck(
  parts: Pick<AnswerParts, 'imports' | 'registryIdentity'> &
    Readonly<{
      reader: InputReader
      tables: CheckTables
      npmAsked?: readonly string[]
      signer: ReplySigner
    }>,
): AnswerCodeCheck {
  const { reader, tables, imports, npmAsked = [], signer } = parts
  return async (question, caller) => {
    const input = await reader.read(question.files, caller)
    const absences: AskedWindow[] = []
    const report = await checkInput(input, question.pins, {
      tables: tables(caller, (asked) => absences.push(asked)),
      imports,
      npmAsked,
      packagesMax: CHECK_PACKAGES_MAX,
      signal: caller.signal,
    })
    const statement = statementOf(question, report, absences, parts)
    const reply = await signer.sign(await signer.prepareInTurns(statement, caller.signal))
    return { reply, isDetermined: report.verdict !== 'undetermined' }
  }
}

function statementOf(
  question: CheckQuestion,
  report: CheckReport,
  absences: readonly AskedWindow[],
  { imports, registryIdentity }: Pick<AnswerParts, 'imports' | 'registryIdentity'>,
): Statement {
  const ecosystems = report.packages.map(({ ecosystem }) => ecosystem)
  return {
    type: CODE_CHECK_TYPE,
    question: checkDigest(question.files, question.pins),
    verdict: report.verdict,
    evidence: {
      ...readFrom(ecosystems, registryIdentity),
      artifacts: mergedEvidence(report.packages.flatMap(artifactOf)),
      imports: imports.snapshot,
      ...askedEvidence(absences),
    },
    answer: renderReport(report, {
      findings: CHECK_FINDINGS_MAX,
      undetermined: CHECK_UNDETERMINED_MAX,
    }),
  }
}

export function artifactOf({
  name,
  evidence,
}: CheckReport['packages'][number]): EvidenceArtifact[] {
  if (evidence === null) return []
  const { version, filename, artifactSha256, readBy } = evidence
  const by = readBy === undefined ? {} : { read_by: readBy }
  return [{ package: name, version, filename, sha256: artifactSha256, ...by }]
}
