// What the checks of a job ask of the index. The same question is asked once for each job.

import { type CheckReport, checkInput } from '../check/checkCode.ts'
import type { InputReader } from '../check/read/readAside.ts'
import type { AskedWindow } from '../domain/askedWindow.ts'
import { keptIn } from '../domain/maps.ts'
import type { Ecosystem, PackageName } from '../domain/names/packageName.ts'
import { ServiceError } from '../errors.ts'
import { CHECK_PACKAGES_MAX } from '../limits.ts'
import type { Evidence, EvidenceArtifact } from '../ports/attester.ts'
import type { Caller } from '../ports/caller.ts'
import type { ImportIndex } from '../ports/importIndex.ts'
import { stableText } from '../services/oracle/jsonText.ts'
import type { CheckRunner } from '../services/oracle/runAside.ts'
import type { CodeAnswer, OracleWorld, ReceiptAnswer } from '../services/oracle/world.ts'
import type { CheckTables } from './checkTables.ts'
import { artifactOf } from './codeCheck.ts'
import { askedEvidence } from './evidence/askedEvidence.ts'
import { mergedEvidence } from './evidence/mergedEvidence.ts'
import { readFrom } from './evidence/readFrom.ts'
import type { AnswerReleaseDiff } from './releaseDiff.ts'
import { renderReply, type SignedReply } from './signedReply.ts'
import type { AnswerUpgrade } from './upgrade.ts'

/** Why there is no report, where that is the doing of the files. */
function reasonOf(error: unknown): string | null {
  if (!(error instanceof ServiceError)) return null
  if (error.code === 'check_unreadable') return 'The files could not be parsed'
  if (error.code !== 'check_too_large') return null
  const [what = ''] = error.message.split(';')
  return what.replace(/^the/, 'The')
}

/** `evidence`: of everything that was asked until then. */
type AskedWorld = OracleWorld & Readonly<{ evidence(): Evidence }>

/** The files that a comparison of releases rests on. */
type ReadDiff = Readonly<{ ecosystem: Ecosystem; artifacts: readonly EvidenceArtifact[] }>

type ToldOfReleases = Readonly<{
  compatibility: Readonly<{ classification: string; undecided: number }>
  undetermined: readonly unknown[]
  attestation: Readonly<{ evidence: Readonly<{ artifacts: readonly EvidenceArtifact[] }> }>
}>

export type OpenWorld = (caller: Caller) => AskedWorld

type WorldParts = Readonly<{
  reader: InputReader
  runner: CheckRunner
  tables: CheckTables
  imports: ImportIndex
  npmAsked?: readonly string[]
  releaseDiff: AnswerReleaseDiff
  upgrade: AnswerUpgrade
  receipt: (receipt: unknown) => Promise<ReceiptAnswer>
  registryIdentity: (ecosystem: Ecosystem) => string
}>

export function oracleWorld(parts: WorldParts): OpenWorld {
  const { reader, imports, npmAsked = [] } = parts
  return (caller) => {
    const absences: AskedWindow[] = []
    const tables = parts.tables(caller, (window) => absences.push(window))
    const reports: CheckReport[] = []
    const diffs: ReadDiff[] = []
    const asked = new Map<string, Promise<CodeAnswer>>()

    async function code(question: Parameters<OracleWorld['code']>[0]): Promise<CodeAnswer> {
      try {
        const input = await reader.read(question.files, caller)
        const report = await checkInput(input, question.pins, {
          tables,
          imports,
          npmAsked,
          packagesMax: CHECK_PACKAGES_MAX,
          signal: caller.signal,
        })
        reports.push(report)
        return { report }
      } catch (error) {
        const reason = reasonOf(error)
        if (reason === null) throw error
        return { report: null, reason }
      }
    }

    /** What is told of two releases. It is our own text, and its evidence is the job's as well. */
    function told(ecosystem: Ecosystem, reply: SignedReply): ToldOfReleases {
      const answer: ToldOfReleases = JSON.parse(renderReply(reply, 0))
      diffs.push({ ecosystem, artifacts: answer.attestation.evidence.artifacts })
      return answer
    }

    return {
      code: (question) => keptIn(asked, stableText(question), () => code(question)),
      async diff({ ecosystem, package: name, from, to }) {
        // The check has read the name as one.
        const key = { ecosystem, name: name as PackageName }
        try {
          const reply = await parts.releaseDiff({ key, from, to }, caller)
          const { compatibility, undetermined } = told(ecosystem, reply)
          return {
            classification: reply.verdict,
            compatibility: compatibility.classification,
            untold: compatibility.undecided + undetermined.length,
            attestationHash: reply.attestationHash,
          }
        } catch (error) {
          if (!(error instanceof ServiceError)) throw error
          return { classification: null, reason: 'The two releases could not be compared' }
        }
      },
      async upgrade(files, { ecosystem, package: name, from, to }) {
        const key = { ecosystem, name: name as PackageName }
        try {
          const { reply } = await parts.upgrade({ key, from, to, files }, caller)
          told(ecosystem, reply)
          return { verdict: reply.verdict, attestationHash: reply.attestationHash }
        } catch (error) {
          if (!(error instanceof ServiceError)) throw error
          return { verdict: null, reason: 'The two releases could not be compared' }
        }
      },
      receipt: parts.receipt,
      aside: (checks, job) => parts.runner.run(checks, job, caller),
      evidence: () => evidenceOf(reports, diffs, absences, parts),
    }
  }
}

function evidenceOf(
  reports: readonly CheckReport[],
  diffs: readonly ReadDiff[],
  absences: readonly AskedWindow[],
  { imports, registryIdentity }: WorldParts,
): Evidence {
  const packages = reports.flatMap((report) => report.packages)
  const used = [...packages, ...diffs].map(({ ecosystem }) => ecosystem)
  return {
    ...readFrom(used, registryIdentity),
    artifacts: mergedEvidence(
      packages.flatMap(artifactOf),
      ...diffs.map(({ artifacts }) => artifacts),
    ),
    ...(reports.length === 0 ? {} : { imports: imports.snapshot }),
    ...askedEvidence(absences),
  }
}
