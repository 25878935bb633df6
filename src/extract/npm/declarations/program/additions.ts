// Files that add to modules and to the global scope (`declare module`, `declare global`) count as
// soon as an entry point imports them, by whatever chain. They are found by their text, so that the
// files on the way need no parse.

import type { PackageModel } from './packageModel.ts'
import type { Program } from './program.ts'

const IMPORTED = /(?:\bfrom|\bimport|\brequire)\s*\(?\s*['"]([^'"\n]+)['"]/g
const ADDS = /\bdeclare\s+(?:module\s+['"]|global\b)/

/** Reads the files of a package that add to others, in the order in which they are reached. */
export function importAdditions(program: Program, model: PackageModel, from: string[]): void {
  const reached = new Set(from)
  const adding: string[] = []
  // A set grows while it is walked.
  for (const path of reached) {
    program.step()
    const text = model.text(path)
    if (text === null) continue
    if (ADDS.test(text)) adding.push(path)
    for (const [, specifier = ''] of text.matchAll(IMPORTED)) {
      program.step()
      if (!specifier.startsWith('.') && !specifier.startsWith('#')) {
        if (model === program.root) program.importing(specifier)
        continue
      }
      const found = model.resolve(path, specifier)
      if (found.kind === 'file') reached.add(found.file)
    }
  }
  for (const path of adding) program.bound(model, path)
}
