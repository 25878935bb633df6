// Findings in the words of SARIF 2.1.0, for code scanning.

import { createHash } from 'node:crypto'
import type { CheckReport } from '../../check/checkCode.ts'
import {
  FINDING_CODES,
  type Finding,
  type FindingCode,
  SEVERITY_OF,
} from '../../check/report/finding.ts'
import {
  determinedShare,
  isMostlyUntold,
  isNothingTold,
  percentOf,
} from '../../check/report/verdict.ts'
import { findingWidth } from '../terminal/findingWidth.ts'
import type { LineOf } from './checkReport.ts'

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json'

type Rule = Readonly<{ short: string; help: string }>

const RULES: Readonly<Record<FindingCode, Rule>> = {
  package_not_found: {
    short: 'The registry has no package of this name.',
    help: 'Nobody can install it, and whoever registers the name could write what is installed. Look for the name that was meant; the message has those next to it.',
  },
  package_confusable: {
    short: 'The name is held back, or looks like that of a far more popular package.',
    help: 'See whether the popular package was meant. A name in a manifest is taken as it is: declare the package there if it is the right one.',
  },
  import_not_provided: {
    short: 'The import belongs to another distribution.',
    help: 'The distribution that is required has no module of this name. Require the one that the message names.',
  },
  version_not_found: {
    short: 'The pinned version does not exist or was withdrawn.',
    help: 'Pin a version that the registry lists; the message has the latest.',
  },
  symbol_not_found: {
    short: 'The release has no such name.',
    help: 'The release that the manifests lead to was read, and the name is not in it. Use the name that the message suggests, or require a release that has this one.',
  },
  call_does_not_fit: {
    short: 'The signature does not take these arguments.',
    help: 'Too many arguments, too few, or a keyword that is not taken, by the signature in the release that the manifests lead to.',
  },
  symbol_deprecated: {
    short: 'The release marks it as deprecated.',
    help: 'It works still. The message repeats what the mark says.',
  },
  require_fails: {
    short: 'Node does not load it by require.',
    help: 'Only import loads the module, in the releases of Node that the message names or in all of them. Import it, by import() in a module of CommonJS, or require a release that has a file for require.',
  },
  registry_notice: {
    short: 'The registry says something of the package or the release.',
    help: 'It is deprecated, archived, quarantined or yanked. It can be used still; the message repeats what its people wrote.',
  },
  undetermined: {
    short: 'Nothing could be told.',
    help: 'A file or a requirement could not be read. It is no problem that was found, and no pass.',
  },
}

const IGNORING =
  'A comment "assay: ignore" on the line keeps the finding quiet; --baseline those that are known.'

/**
 * `lineOf`: the text of a line, to tell where a finding ends. `helpOf`: the page about a code; null
 * where it has no address that others could open. `said`: what else is to be told of the run.
 */
export function sarifOf(
  { findings, counts }: CheckReport,
  version: string,
  {
    lineOf,
    helpOf,
    said = [],
  }: Readonly<{
    lineOf: LineOf
    helpOf: (code: string) => string | null
    said?: readonly string[]
  }>,
) {
  const fingerprintOf = fingerprints()
  return {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'assay',
            version,
            rules: FINDING_CODES.map((code) => ruleOf(code, helpOf(code))),
          },
        },
        automationDetails: { id: 'assay-check/' },
        columnKind: 'utf16CodeUnits',
        invocations: [invocationOf(counts, said)],
        results: findings.map((finding) => ({
          ...resultOf(finding, findingWidth(finding, lineOf(finding.path, finding.line))),
          partialFingerprints: { 'assay/v2': fingerprintOf(finding) },
        })),
      },
    ],
  }
}

/** A run that could tell nothing has not found that nothing is wrong. */
function invocationOf(counts: CheckReport['counts'], said: readonly string[]) {
  const share = determinedShare(counts)
  const text =
    share === null
      ? 'There was nothing to be determined.'
      : `${percentOf(share)} of ${counts.references} references and ${counts.requirements} requirements could be determined.`
  const level = isNothingTold(counts) ? 'error' : isMostlyUntold(counts) ? 'warning' : 'note'
  return {
    executionSuccessful: !isNothingTold(counts),
    toolExecutionNotifications: [
      { level, message: { text } },
      ...said.map((sentence) => ({ level: 'note', message: { text: sentence } })),
    ],
  }
}

function ruleOf(id: FindingCode, helpUri: string | null) {
  const { short, help } = RULES[id]
  const level = SEVERITY_OF[id]
  return {
    id,
    name: id.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase()),
    shortDescription: { text: short },
    fullDescription: { text: `${short} ${help}` },
    help: { text: `${help}\n\n${IGNORING}`, markdown: `${help}\n\n${IGNORING}` },
    ...(helpUri === null ? {} : { helpUri }),
    defaultConfiguration: { level },
    properties: {
      tags: ['dependencies'],
      'problem.severity': level === 'note' ? 'recommendation' : level,
    },
  }
}

function resultOf(
  { path, line, column, code, severity, message, suggestion }: Finding,
  width: number,
) {
  const artifactLocation = { uri: path.split('/').map(encodeURIComponent).join('/') }
  const replace = suggestion?.replace ?? null
  const start = { startLine: line, startColumn: column }
  const region = width === 0 ? start : { ...start, endColumn: column + width }
  return {
    ruleId: code,
    ruleIndex: FINDING_CODES.indexOf(code),
    level: severity,
    message: { text: message },
    locations: [{ physicalLocation: { artifactLocation, region } }],
    ...(replace === null
      ? {}
      : {
          fixes: [
            {
              description: { text: `Replace ${replace.from} by ${replace.to}` },
              artifactChanges: [
                {
                  artifactLocation,
                  replacements: [
                    {
                      deletedRegion: { ...start, endColumn: column + replace.from.length },
                      insertedContent: { text: replace.to },
                    },
                  ],
                },
              ],
            },
          ],
        }),
  }
}

/**
 * By what a finding is about and not by its line, so that it is the same after an edit; by its place
 * among those of its kind, so that two of them are two.
 */
function fingerprints(): (finding: Finding) => string {
  const seen = new Map<string, number>()
  return ({ path, code, package: name, symbol }) => {
    const key = JSON.stringify([path, code, name, symbol])
    const before = seen.get(key) ?? 0
    seen.set(key, before + 1)
    return createHash('sha256').update(`${key} ${before}`).digest('hex')
  }
}
