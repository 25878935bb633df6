// From the code of a case to the lines that a check says of it.

import { type CheckParts, checkCode } from '../../src/check/checkCode.ts'
import {
  loadBundledImports,
  loadNodeNames,
  loadStandardModules,
  loadStandardNames,
} from '../../src/names/imports/bundledImports.ts'
import { importNames } from '../../src/names/imports/importNames.ts'
import { SMALL_WORLD, shown } from './smallWorld.ts'

/** The packages of cases/packages, with the names around them. */
export const PACKAGES: CheckParts = SMALL_WORLD

const nodeNames = loadNodeNames()
const standardNames = loadStandardNames()

/** What Python and Node bring themselves, as every installation of the service knows it. */
export const LANGUAGES: CheckParts = {
  tables: SMALL_WORLD.tables,
  imports: importNames({
    list: loadBundledImports(),
    popular: [],
    standardModules: loadStandardModules,
    standardNames: () => standardNames,
    nodeNames: () => nodeNames,
  }),
}

export async function linesOf(
  files: Readonly<Record<string, string>>,
  parts: CheckParts,
  withMessages: boolean,
): Promise<string[]> {
  const given = Object.entries(files).map(([path, content]) => ({ path, content }))
  const { findings, undetermined, verdict } = await checkCode({ files: given }, parts)
  return [
    ...findings.flatMap((finding) => [
      `${finding.path} ${shown(finding)}`,
      ...(withMessages ? [`    ${finding.message}`] : []),
    ]),
    ...undetermined.flatMap(({ path, line, column, package: of, reason }) => [
      `${path} ${line}:${column} not told${of === null ? '' : ` of ${of}`}`,
      ...(withMessages ? [`    ${reason}`] : []),
    ]),
    `verdict: ${verdict}`,
  ]
}
