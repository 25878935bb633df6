// Import names that can be asked for.

import type { Ecosystem } from './packageName.ts'

/** Whether this can stand after `import`: a dotted path in Python, a specifier that is no path in JavaScript. */
export function isImportName(ecosystem: Ecosystem, written: string): boolean {
  // A dash cannot, but people write one where the name of the project has it.
  if (ecosystem === 'pypi') return /^[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*$/u.test(written)
  return /^[^\s\\./][^\s\\]*$/.test(written)
}
