// The report of a check in the words of the wire.

import type { CheckReport } from '../check/checkCode.ts'
import type { Finding, FindingEvidence } from '../check/report/finding.ts'
import { determinedShare, shownShare } from '../check/report/verdict.ts'
import { findingDocs } from '../domain/docsAddress.ts'

/** `max`: how much of it is listed. */
export function renderReport(
  report: CheckReport,
  max: Readonly<{ findings: number; undetermined: number }>,
) {
  return {
    verdict: report.verdict,
    findings: report.findings.slice(0, max.findings).map(renderFinding),
    packages: report.packages.map(({ ecosystem, name, wanted, state, reason, ...rest }) => ({
      ecosystem,
      package: name,
      pin: wanted.pin,
      range: wanted.range,
      state,
      reason,
      references: rest.references,
      evidence: renderEvidence(rest.evidence),
    })),
    undetermined: report.undetermined
      .slice(0, max.undetermined)
      .map(({ path, line, column, package: name, name: symbol, reason }) => ({
        path,
        line,
        column,
        package: name,
        symbol,
        reason,
      })),
    counts: renderCounts(report),
  }
}

function renderCounts({ counts, findings }: CheckReport) {
  const { requirementsUndetermined, callsUnjudged, ...plain } = counts
  return {
    ...plain,
    calls_unjudged: callsUnjudged,
    requirements_undetermined: requirementsUndetermined,
    determined_share: shownShare(determinedShare(counts)),
    findings: findings.length,
  }
}

function renderEvidence(evidence: FindingEvidence | null) {
  if (evidence === null) return null
  const { version, artifactSha256, extractor } = evidence
  return { version, artifact_sha256: artifactSha256, extractor }
}

export function renderFinding({ evidence, suggestion, ...rest }: Finding) {
  return {
    ...rest,
    suggestion:
      suggestion === null ? null : { meant: suggestion.meant, replace: suggestion.replace },
    evidence: renderEvidence(evidence),
    docs: findingDocs(rest.code),
  }
}
