// Findings in the words of SARIF 2.1.0, for code scanning.

import { type CheckReport, FINDING_CODES, type Finding, SEVERITY_OF } from '../app.ts'

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json'

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

function resultOf({ path, line, column, code, severity, message, suggestion }: Finding) {
  const artifactLocation = { uri: path.split('/').map(encodeURIComponent).join('/') }
  const replace = suggestion?.replace ?? null
  const region = { startLine: line, startColumn: column }
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
