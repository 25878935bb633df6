// Names that a module of a package surely has not, by its text alone: whoever tries to import one
// from it fails. Wherever the text may make names that it does not spell, nothing is said.

import type { ModuleFiles, PythonArtifact } from './moduleFiles.ts'

/** Star imports, and whatever reaches the names of a module by something else than their spelling. */
const MAKES_NAMES =
  /import[\s\\(]*\*|\b(?:__name__|f_globals|f_locals|globals|locals|vars|exec|eval|setattr|__getattr__|__dict__|__class__|modules|import_module|__import__|global_enum)\b/

/** Of the names that begin with two underscores, those that Python gives to no module. */
const NOT_GIVEN: ReadonlySet<string> = new Set(['__all__', '__version__'])

type LacksName = (files: ModuleFiles, name: string) => boolean

export function unspelledNames(artifact: PythonArtifact, all: readonly ModuleFiles[]): LacksName {
  const textOf = (path: string): string | null => {
    const bytes = artifact.read(path)
    return bytes === null ? null : Buffer.from(bytes).toString('utf8').normalize('NFKC')
  }
  let given: ReadonlySet<string> | null = null
  /** The names that any file gives to something, which may be the module. */
  const givenNames = (): ReadonlySet<string> => {
    if (given !== null) return given
    const found = new Set<string>()
    for (const { source } of all) {
      const text = source === null ? null : textOf(source)
      for (const [, attribute, written] of (text ?? '').matchAll(SETS)) {
        found.add(attribute ?? written ?? '')
      }
    }
    given = found
    return found
  }
  return ({ source, stub, compiled, cython }, name) => {
    if (source === null || (stub ?? compiled) !== null || cython.length > 0) return false
    if (!/^\w+$/.test(name) || (name.startsWith('__') && !NOT_GIVEN.has(name))) return false
    const text = textOf(source)
    if (text === null || MAKES_NAMES.test(text) || spelling(name).test(text)) return false
    return !givenNames().has(name)
  }
}

function spelling(name: string): RegExp {
  return new RegExp(`(?<!\\w)${name}(?!\\w)`)
}

/** `x.name = …`, `x.name: T = …`, `x.name, y = …`, `for x.name in …`, `setattr(x, "name", …)`. */
const SETS = /\.\s*(\w+)\s*(?:[:,)\]]|[-+|&]?=(?!=)|in\b)|\bsetattr\([^\n]{0,400}?["'](\w+)["']/g
