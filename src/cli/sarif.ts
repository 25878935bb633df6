// Findings in the words of SARIF 2.1.0, for code scanning.

import { createHash } from 'node:crypto'
import { type CheckReport, FINDING_CODES, type Finding, SEVERITY_OF } from '../app.ts'

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json'

const RULES: Readonly<Record<(typeof FINDING_CODES)[number], string>> = {
  package_not_found: 'The registry has no package of this name.',
  package_confusable: 'The name is held back, or looks like that of a far more popular package.',
  import_not_provided: 'The import belongs to another distribution.',
  version_not_found: 'The pinned version does not exist or was withdrawn.',
  symbol_not_found: 'The release has no such name.',
  call_does_not_fit: 'The signature does not take these arguments.',
  symbol_deprecated: 'The release marks it as deprecated.',
  undetermined: 'Nothing could be told.',
}

export function sarifOf({ findings }: CheckReport, version: string) {
  return {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'assay',
            version,
            rules: FINDING_CODES.map((id) => ({
              id,
              shortDescription: { text: RULES[id] },
              defaultConfiguration: { level: SEVERITY_OF[id] },
            })),
          },
        },
        columnKind: 'utf16CodeUnits',
        results: findings.map(resultOf),
      },
    ],
  }
}

function resultOf(finding: Finding) {
  const { path, line, column, code, severity, message, suggestion } = finding
  const artifactLocation = { uri: path.split('/').map(encodeURIComponent).join('/') }
  const replace = suggestion?.replace ?? null
  const region = { startLine: line, startColumn: column }
  return {
    ruleId: code,
    ruleIndex: FINDING_CODES.indexOf(code),
    level: severity,
    message: { text: message },
    locations: [{ physicalLocation: { artifactLocation, region } }],
    partialFingerprints: { 'assay/v1': fingerprintOf(finding) },
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
                      deletedRegion: { ...region, endColumn: column + replace.from.length },
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

/** By what it is about and not by its line, so that it is the same finding after an edit. */
function fingerprintOf({ path, code, package: name, symbol }: Finding): string {
  return createHash('sha256')
    .update(JSON.stringify([path, code, name, symbol]))
    .digest('hex')
}
