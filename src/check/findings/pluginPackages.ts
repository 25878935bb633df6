// Packages of npm whose objects the code adds to through others: plugins. What is missing from such a
// package may have been put there.

import { begunName, givesPlugin, isModuleImport } from '../../references/kindOf.ts'
import type { PlannedReference } from '../plan/plan.ts'

/** `swiper/css`, `antd/dist/reset.css`: these put nothing into objects. */
const STYLES = /\/(?:css|styles?)(?:\/|$)|\.(?:css|s[ac]ss|less)$/

/** By name. */
export function extendedPackages(references: readonly PlannedReference[]): ReadonlySet<string> {
  const found = new Set<string>()
  for (const { needed, reference } of references) {
    if (needed.key.ecosystem === 'npm' && givesPlugin(reference)) found.add(needed.key.name)
  }
  // `import 'mousetrap/plugins/global-bind'` is for what that puts into the package.
  const modules = onlyImported(references, ({ reference }) => reference.module)
  for (const { needed, reference } of references) {
    const isPart = reference.module.startsWith(`${needed.key.name}/`)
    const isStyle = STYLES.test(reference.module)
    if (isPart && !isStyle && modules.has(reference.module)) found.add(needed.key.name)
  }
  const named = new Set(references.map(({ needed }) => needed.key.name))
  for (const name of onlyImported(references, ({ needed }) => needed.key.name)) {
    for (const other of named) if (name !== other && isNamedFor(name, other)) found.add(other)
  }
  return found
}

/** `chai.should()` gives every object a `should`. */
export function begunNames(references: readonly PlannedReference[]): ReadonlySet<string> {
  const found = new Set<string>()
  for (const { needed, reference } of references) {
    const name = needed.key.ecosystem === 'npm' ? begunName(reference) : null
    if (name !== null) found.add(name)
  }
  return found
}

/**
 * Packages that others of the input are named for, and so may declare more of: `@fastify/jwt` adds to
 * the requests of `fastify`. By name.
 */
export function pluggedPackages(
  references: readonly PlannedReference[],
  required: readonly string[],
): ReadonlySet<string> {
  const used = new Set<string>()
  for (const { needed } of references) if (needed.key.ecosystem === 'npm') used.add(needed.key.name)
  const all = [...new Set([...used, ...required])]
  return new Set(
    [...used].filter((name) => all.some((other) => other !== name && isNamedFor(other, name))),
  )
}

/**
 * Packages beside which the input has others of their scope, which may declare more of them:
 * `@tiptap/markdown` adds to the options of `@tiptap/core`. By name.
 */
export function scopedPackages(
  references: readonly PlannedReference[],
  required: readonly string[],
): ReadonlySet<string> {
  const used = references.flatMap(({ needed: { key } }) =>
    key.ecosystem === 'npm' ? [key.name as string] : [],
  )
  const counts = new Map<string, number>()
  const all = [...new Set([...used, ...required])].filter((name) => name.startsWith('@'))
  for (const name of all) counts.set(scopeOf(name), (counts.get(scopeOf(name)) ?? 0) + 1)
  return new Set(all.filter((name) => (counts.get(scopeOf(name)) ?? 0) > 1))
}

function scopeOf(name: string): string {
  return name.slice(0, name.indexOf('/'))
}

/** Imported and not used by name: for what that does. */
function onlyImported(
  references: readonly PlannedReference[],
  nameOf: (one: PlannedReference) => string,
): ReadonlySet<string> {
  const used = new Set<string>()
  const imported = new Set<string>()
  for (const one of references) {
    if (one.needed.key.ecosystem !== 'npm') continue
    ;(isModuleImport(one.reference) ? imported : used).add(nameOf(one))
  }
  return new Set([...imported].filter((name) => !used.has(name)))
}

/** `winston-daily-rotate-file` is for `winston`. */
function isNamedFor(name: string, other: string): boolean {
  return name.split(/[-/@.]/).includes(other)
}
