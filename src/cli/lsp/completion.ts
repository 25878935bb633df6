// Names that may be meant at a place: of packages from the lists that are at hand, of symbols from the
// tables that the last check opened. Nobody is asked.

import type { Seen } from '../../check/checkCode.ts'
import { referencesOf } from '../../check/plan/plan.ts'
import type { Ecosystem } from '../../domain/names/packageName.ts'
import { manifestKind } from '../../manifests/manifestKind.ts'
import { languageOf } from '../../references/languageOf.ts'
import type { Reference, SourceReport } from '../../references/reference.ts'
import { leadingTo, type Member, membersAt } from './symbolAt.ts'

export const SHOWN_MAX = 100

export type Wish =
  | Readonly<{ of: 'packages'; ecosystem: Ecosystem; prefix: string }>
  | Readonly<{ of: 'imports'; ecosystem: Ecosystem; prefix: string }>
  | Readonly<{ of: 'members'; prefix: string }>

/** What is being written at the end of `before`, a file up to a place; null where nothing is offered. */
export function wishAt(path: string, before: string): Wish | null {
  const line = before.slice(before.lastIndexOf('\n') + 1)
  const kind = manifestKind(path)
  const language = languageOf(path)
  if (language === 'python') {
    const [, written] = /^\s*(?:import|from)\s+(\w*)$/.exec(line) ?? []
    if (written !== undefined) return { of: 'imports', ecosystem: 'pypi', prefix: written }
  } else if (language === 'javascript') {
    const [, name] =
      /(?:\bfrom|\bimport|\brequire\(|\bimport\()\s*["']([@\w./-]*)$/.exec(line) ?? []
    if (name !== undefined) {
      return name.startsWith('.') ? null : { of: 'packages', ecosystem: 'npm', prefix: name }
    }
  }
  if (language !== null) {
    const [, prefix] =
      /(?:\.|\bimport\s(?:[^;]*[\s,{(])?|\{\s*)([\p{ID_Continue}$]*)$/u.exec(line) ?? []
    return prefix === undefined ? null : { of: 'members', prefix }
  }
  if (kind === 'requirements') {
    const [, prefix] = /^\s*([A-Za-z\d][\w.-]*)$/.exec(line) ?? []
    return prefix === undefined ? null : { of: 'packages', ecosystem: 'pypi', prefix }
  }
  if (kind === 'pyproject') {
    const [, prefix] = /(?:^|[[,=]|\s)\s*["']([A-Za-z\d][\w.-]*)$/.exec(line) ?? []
    return prefix === undefined ? null : { of: 'packages', ecosystem: 'pypi', prefix }
  }
  if (path.endsWith('package.json')) {
    const [, prefix] = /^\s*"([@\w./-]*)$/.exec(line) ?? []
    const [section] = [...before.matchAll(/"(\w+)"\s*:\s*\{[^{}]*$/g)].slice(-1)
    const isOfDependencies = /dependencies$/i.test(section?.[1] ?? '')
    return prefix === undefined || !isOfDependencies
      ? null
      : { of: 'packages', ecosystem: 'npm', prefix }
  }
  return null
}

/** It stands for the name that is being written: nobody has one that is called so. */
const PLACEHOLDER = 'assay0being0written'

/** The members of what is asked at a place, where a package is asked. */
export async function membersWished(
  seen: Seen,
  path: string,
  text: Readonly<{ before: string; after: string }>,
  {
    prefix,
    read,
  }: Readonly<{
    prefix: string
    /** What a text of the file says. */
    read: (text: string) => Promise<SourceReport | null>
  }>,
): Promise<readonly Member[]> {
  const start = text.before.slice(0, text.before.length - prefix.length)
  const report = await read(
    `${start}${PLACEHOLDER}${text.after.replace(/^[\p{ID_Continue}$]+/u, '')}`,
  )
  const written = report?.references.find(({ name }) => name === PLACEHOLDER)
  if (written === undefined) return []
  const needed = neededBy(seen, path, written)
  if (needed === null) return []
  const chain = { module: written.module, steps: written.steps.slice(0, -1) }
  const at = leadingTo(seen, needed, chain)
  return at === null ? [] : membersAt(at).filter(({ name }) => name.startsWith(prefix))
}

/** The package that other places of the file take the same module from. */
function neededBy({ plan }: Seen, path: string, { module }: Reference) {
  const isOf = (one: string) => one === module || one.startsWith(`${module}.`)
  const references = referencesOf(plan)
  const here = references.filter(({ source }) => source.path === path)
  const same = here.find(({ reference }) => reference.module === module)
  const near = same ?? here.find(({ reference }) => isOf(reference.module))
  return (near ?? references.find(({ reference }) => reference.module === module))?.needed ?? null
}

/** Names that begin so, in their order. */
export function beginning(names: Iterable<string>, prefix: string): readonly string[] {
  const wanted = prefix.toLowerCase()
  const found: string[] = []
  for (const name of names) {
    if (!name.toLowerCase().startsWith(wanted)) continue
    found.push(name)
    if (found.length === SHOWN_MAX) break
  }
  return found
}
