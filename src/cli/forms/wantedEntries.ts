// Which open answers of a log somebody wants to be told of.

import { isEcosystem, parsePackageName } from '../../domain/names/packageName.ts'
import { isMembers } from '../../domain/texts/jsonValue.ts'
import type { OpenEntry } from '../../log/monitor/followLog.ts'
import { quote } from '../terminal/target.ts'

/** `written`: packages such as npm:left-pad. A text says what is wrong with them. */
export function packagesWanted(
  written: readonly string[],
): ((entry: OpenEntry) => boolean) | string {
  const wanted = new Set<string>()
  for (const one of written) {
    const at = one.indexOf(':')
    const ecosystem = one.slice(0, Math.max(at, 0))
    const name = isEcosystem(ecosystem) ? parsePackageName(ecosystem, one.slice(at + 1)) : null
    if (name === null) {
      return `assay: --package takes a registry and a name, such as npm:left-pad, not ${quote(one)}`
    }
    wanted.add(`${ecosystem}:${name}`)
  }
  return ({ attestation: { question } }) => {
    if (!isMembers(question)) return false
    const { ecosystem, name, package: of } = question
    return wanted.has(`${ecosystem}:${of ?? name}`)
  }
}
