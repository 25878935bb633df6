// `from kit.old import one, other` where the module is gone: what is imported stands in another one now.

import type { Change } from './edit.ts'
import { type Doubt, missingName, type Tables } from './nameProof.ts'
import { lastOf, ownerOf, pathIn } from './tablePath.ts'

type Made = Readonly<{ changes: readonly Change[]; proof: string }> | Doubt

/** Null where it is no such import, or no such module. `end`: where the module's path ends. */
export function fromGoneModule(
  text: string,
  end: number,
  module: string,
  tables: Tables,
): Made | null {
  const { older, of } = tables
  const start = end - module.length
  if (of.ecosystem !== 'pypi' || older === null || !text.startsWith(module, start)) return null
  if (pathIn(older, of, module)?.symbol !== '') return null
  if (!/(?:^|[\r\n])[^\S\r\n]*from[^\S\r\n]+$/.test(text.slice(Math.max(0, start - 200), start))) {
    return null
  }
  const behind = /^([^\S\r\n]+import[^\S\r\n]+)([\w, \t]+?)[^\S\r\n]*(?=[\r\n#]|$)/.exec(
    text.slice(end, end + 1000),
  )
  const [, gap = '', list = ''] = behind ?? []
  if (list === '') return null
  const names = list.split(',').map((one) => one.trim())
  const found = names.map((one) => moved(one, module, tables))
  const wrong = found.find((one) => 'reason' in one)
  if (wrong !== undefined && 'reason' in wrong) return wrong
  const all = found.flatMap((one) => ('reason' in one ? [] : [one]))
  const [first] = all
  if (first === undefined || all.some(({ owner }) => owner !== first.owner)) {
    return { reason: 'What it imports does not stand in one module now.' }
  }
  const listStart = end + gap.length
  const put = all.map(({ written }) => written).join(', ')
  const changes = [{ start, end, text: first.owner }]
  if (names.some((one, index) => one !== all[index]?.written)) {
    changes.push({ start: listStart, end: listStart + list.length, text: put })
  }
  return { changes, proof: first.proof }
}

function moved(one: string, module: string, tables: Tables) {
  const [name = '', as] = one.split(/\s+as\s+/)
  const proven = missingName(`${module}.${name}`, null, tables)
  if ('reason' in proven) return proven
  const to = lastOf(proven.to)
  const bound = as ?? name
  const written = to === bound && as === undefined ? to : `${to} as ${bound}`
  return { owner: ownerOf(proven.to), written, proof: proven.proof }
}
