// Whether a name is nowhere in the compiled files that a module's unseen names can come from. That it
// is in one proves nothing; that it is in none proves that the module has no such name.

import { ancestorsOf } from './format/ancestors.ts'
import type { Columns } from './format/columns.ts'
import type { CompiledColumns } from './format/compiledWords.ts'
import { kindOf, originOf, stateOf } from './format/facts.ts'
import { indexIn } from './format/indexIn.ts'
import { at } from './format/varints.ts'

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
  const files = wordsOf(compiled, module)
  return files.length > 0 && !files.some((words) => mayBeIn(words, name))
}

/** The words of the compiled files that the unseen names of a module come from. */
function wordsOf({ starts, files, words, pool }: CompiledColumns, module: number): Buffer[] {
  const own = files.subarray(at(starts, module), at(starts, module + 1))
  return Array.from(own, (file) => {
    const text = at(words, file)
    return pool.bytes.subarray(at(pool.starts, text - 1), at(pool.starts, text))
  })
}

/** Whether a module that is complete may have a name all the same: it is one of a few that it lists. */
export function isPerhapsThere({ compiled }: Columns, module: number, path: string): boolean {
  const [name = ''] = path.split('.', 1)
  if (compiled === null || name === '') return false
  return wordsOf(compiled, module).some((words) => words.includes(`\n${name}\n`))
}

/**
 * Whether a class, or one that it inherits from, may have a member that a stub beside compiled code leaves
 * out: the compiled file spells it, or its words prove nothing.
 */
export function mayBeCompiled(columns: Columns, definition: number, path: string): boolean {
  return modulesOfStubs(columns, definition).some(
    (module) => !isSpelledNowhere(columns, module, path),
  )
}

/** Whether a class, or one that it inherits from, is told by a stub that may leave something out. */
export function isOfOpenStub(columns: Columns, definition: number): boolean {
  return modulesOfStubs(columns, definition).length > 0
}

function modulesOfStubs(columns: Columns, definition: number): readonly number[] {
  const { definitions, modules } = columns
  if (definition >= definitions.count) return []
  if (kindOf(at(definitions.facts, definition)) !== 'class') return []
  return [definition, ...ancestorsOf(definitions, definition)].flatMap((one) => {
    const module = indexIn(modules.name, 0, modules.count, at(definitions.module, one))
    if (module < 0) return []
    const facts = at(modules.facts, module)
    return originOf(facts) === 'pyi' && stateOf(facts) === 'dynamic' ? [module] : []
  })
}

/** Whether a file spells a name, or words that it may be put together from as the module is made. */
export function mayBeIn(words: Buffer, name: string): boolean {
  if (words.includes(name)) return true
  const isWord = (part: string) => words.includes(`\n${part}\n`)
  // `"Vector" + std::to_string(3)`
  const stem = name.replace(/\d+$/, '')
  if (stem !== name && isWord(stem)) return true
  for (let cut = SPELLED_MIN; cut < name.length; cut += 1) {
    const [head, tail] = [name.slice(0, cut), name.slice(cut)]
    // `"Vector_" + type`: nobody calls anything so that ends like this.
    if (head.endsWith('_') && isWord(head)) return true
    if (tail.length >= SPELLED_MIN && isWord(tail) && (tail.startsWith('_') || isWord(head))) {
      return true
    }
  }
  return false
}
