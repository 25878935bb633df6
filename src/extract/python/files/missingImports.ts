// Modules of a package's own that a wheel does not hold, and names that its modules have not: whoever
// tries to import one fails.

import { keptIn, keptOnce } from '../../../domain/maps.ts'
import { pythonForm } from '../../../domain/names/packageName.ts'
import type { Statement } from '../../../syntax/python/syntax.ts'
import type { ModuleFiles, PythonArtifact } from './moduleFiles.ts'
import { absoluteModule, packageOf } from './modulePaths.ts'

export type IsMissing = (statement: Statement) => boolean

/** A package that says any of this may find modules that are not among its files. */
const ELSEWHERE = /__path__|sys\.modules|meta_path|declare_namespace|extend_path/

/** Whether it requires a distribution that is called like a part of it, and may share its folders. */
function hasParts(artifact: PythonArtifact): boolean {
  const file = artifact.entries.find((path) => /^[^/]+\.dist-info\/METADATA$/.test(path))
  const bytes = file === undefined ? null : artifact.read(file)
  if (bytes === null) return false
  const [head = ''] = Buffer.from(bytes)
    .toString('utf8')
    .split(/\r?\n\r?\n/, 1)
  const own = pythonForm(/^Name:\s*(\S+)/m.exec(head)?.[1] ?? '')
  if (own === '') return false
  return [...head.matchAll(/^Requires-Dist:\s*([\w.-]+)/gm)].some(([, name = '']) =>
    pythonForm(name).startsWith(`${own}-`),
  )
}

/**
 * Tells of each module which of its imports are of that kind. A build may yet make what a source
 * distribution lacks, and other distributions what a shared package lacks: nothing is said of those.
 */
export function missingImports(
  artifact: PythonArtifact,
  all: readonly ModuleFiles[],
): (files: ModuleFiles) => IsMissing {
  if (artifact.kind === 'sdist' || hasParts(artifact)) return () => () => false
  const byName = new Map(all.map((files) => [files.name, files]))
  const whole = new Map<string, boolean>()
  const isWhole = (name: string): boolean => {
    return keptIn(whole, name, () => {
      const files = byName.get(name)
      const bytes = files?.isPackage === true && files.source ? artifact.read(files.source) : null
      return bytes !== null && !ELSEWHERE.test(Buffer.from(bytes).toString('latin1'))
    })
  }
  const isMissing = (path: string): boolean => {
    if (byName.has(path)) return false
    const parts = path.split('.')
    for (let end = 1; end < parts.length; end += 1) {
      const above = parts.slice(0, end).join('.')
      if (!byName.has(above)) return end > 1
      if (!isWhole(above)) return false
    }
    return parts.length > 1
  }
  const lacks = unspelledNames(artifact, all)
  const isNameMissing = (path: string, name: string): boolean => {
    const files = byName.get(path)
    if (files === undefined || byName.has(`${path}.${name}`)) return false
    return (!files.isPackage || isWhole(path)) && lacks(files, name)
  }
  return (files) => {
    const pkg = packageOf(files)
    return (statement) => {
      if (statement.kind === 'import') return statement.names.some(({ path }) => isMissing(path))
      if (statement.kind !== 'from') return false
      const path = absoluteModule(pkg, statement.level, statement.module)
      if (path === null) return false
      return (
        isMissing(path) || (statement.names ?? []).some(({ name }) => isNameMissing(path, name))
      )
    }
  }
}

// Names that a module of a package surely has not, by its text alone: whoever tries to import one
// from it fails. Wherever the text may make names that it does not spell, nothing is said.

/** Star imports, and whatever reaches the names of a module by something else than their spelling. */
const MAKES_NAMES =
  /import[\s\\(]*\*|\b(?:__name__|f_globals|f_locals|globals|locals|vars|exec|eval|setattr|__getattr__|__dict__|__class__|modules|import_module|__import__|global_enum)\b/

/** Of the names that begin with two underscores, those that Python gives to no module. */
const NOT_GIVEN: ReadonlySet<string> = new Set(['__all__', '__version__'])

type LacksName = (files: ModuleFiles, name: string) => boolean

function unspelledNames(artifact: PythonArtifact, all: readonly ModuleFiles[]): LacksName {
  const textOf = (path: string): string | null => {
    const bytes = artifact.read(path)
    return bytes === null ? null : Buffer.from(bytes).toString('utf8').normalize('NFKC')
  }
  /** The names that any file gives to something, which may be the module. */
  const givenNames = keptOnce(() => {
    const found = new Set<string>()
    for (const { source } of all) {
      const text = source === null ? null : textOf(source)
      for (const [, attribute, written] of (text ?? '').matchAll(SETS))
        found.add(attribute ?? written ?? '')
    }
    return found
  })
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
