// Whether a name is nowhere in the compiled files that a module's unseen names can come from. That it
// is in one proves nothing; that it is in none proves that the module has no such name.

import type { Columns } from './columns.ts'
import { at } from './varints.ts'

/** Shorter names are in any file by chance, and are never looked for. */
export const SPELLED_MIN = 4

/** Names that every module has of itself stand in no file either. */
export function isLookedFor(name: string): boolean {
  return name.length >= SPELLED_MIN && /^(?!__)[A-Za-z0-9_]+$/.test(name)
}

/** `path` is dotted from the module on: what is below a name that is not there is not there. */
export function isSpelledNowhere({ compiled }: Columns, module: number, path: string): boolean {
  const [name = ''] = path.split('.', 1)
  if (compiled === null || !isLookedFor(name)) return false
  const start = at(compiled.starts, module)
  const end = at(compiled.starts, module + 1)
  for (let i = start; i < end; i += 1) {
    const words = at(compiled.words, at(compiled.files, i))
    const { bytes, starts } = compiled.pool
    if (bytes.subarray(at(starts, words - 1), at(starts, words)).includes(name)) return false
  }
  return end > start
}
