// How a symbol is written in answers: from the package on, `requests.Session.get`,
// `rxjs/operators.map`.

import type { Ecosystem } from './packageName.ts'

/** The first part is the module: dotted for Python, the subpath for npm. */
export function writePath(
  ecosystem: Ecosystem,
  packageName: string,
  [module = '', ...names]: readonly string[],
): string {
  const root = ecosystem === 'npm' ? `${packageName}${module.slice(1)}` : module
  return [root, ...names].join('.')
}
