// A dotted name, as people write it, in the rows of one release.

import { membersAt, type Row, type RowIndex } from './rows.ts'

export type Looked = Readonly<
  { found: true; row: Row | null } | { found: false; reason: string; at: string }
>

/** Tries the longest module first: `a.b.C.d` may be d of C of a.b, or C.d of a module a.b.C. */
export function lookUp(index: RowIndex, dotted: string): Looked {
  const parts = dotted.split('.')
  let best: Looked | null = null
  for (let length = parts.length; length > 0; length--) {
    const moduleName = parts.slice(0, length).join('.')
    const module = index.modules.get(moduleName)
    if (module === undefined) continue
    if (length === parts.length) return { found: true, row: module.self }
    const looked = below(index, moduleName, parts.slice(length))
    if (looked.found) return looked
    best ??= looked
  }
  return best ?? { found: false, reason: 'no such root in the file', at: parts[0] ?? '' }
}

function below(index: RowIndex, moduleName: string, parts: readonly string[]): Looked {
  const [first = '', ...rest] = parts
  const module = index.modules.get(moduleName)
  const row = module?.names.get(first)
  if (row === undefined) {
    const state = module?.self?.state ?? 'complete'
    const reason = state === 'complete' ? 'no such name' : `no such name, module is ${state}`
    return { found: false, reason, at: `${moduleName}:${first}` }
  }
  // A module under another name: `import a.b as c`, or a submodule.
  if (row.kind === 'module' && rest.length > 0) {
    const target = row.alias_of ?? `${moduleName}.${first}`
    if (target !== `${moduleName}.${first}` && index.modules.has(target)) {
      return below(index, target, rest)
    }
  }
  let [path, found] = [first, row]
  for (const part of rest) {
    const member = membersAt(index, moduleName, path).get(part)
    if (member === undefined) {
      const reason = found.kind === 'class' ? 'no such member' : `below a ${found.kind}`
      return { found: false, reason, at: `${moduleName}:${path}.${part}` }
    }
    path = `${path}.${part}`
    found = member
  }
  return { found: true, row: found }
}
