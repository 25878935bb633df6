// Defaults that are others in the newer release: a call that leaves such a parameter out does something
// else than it did.

import type { Changed } from '../../diff/changedDefinitions.ts'
import type { Reference } from '../../references/reference.ts'
import { findTop } from '../../signatures/splitTop.ts'
import { parametersOf, partsOf } from './stillFits.ts'

/** Whether the use may rest on one of them. */
export function restsOnDefault(row: Changed, reference: Reference): boolean {
  const { call, isImport, isHandedOn, isTypeOnly } = reference
  if (isImport) return false
  // Whoever asks for the version of a package wants that of the release.
  if (row.reasons.includes('constant_value_changed')) return !/version/i.test(row.symbol)
  if (!row.reasons.includes('default_changed')) return false
  // Whoever reads a function has it called; a class is also asked about.
  if (call === null) return isHandedOn === true || (row.kind !== 'class' && !isTypeOnly)
  if (call.hasSpread || call.hasKeywordSpread) return true
  const others = otherDefaults(row)
  if (others === null) return true
  const places = (parametersOf(row.previous ?? '') ?? []).filter((name) => !name.startsWith('*'))
  const given = new Set([
    ...places.slice(0, call.positional),
    ...call.keywords.map(({ name }) => name),
  ])
  return others.some((name) => !given.has(name))
}

/** Null where the signatures do not tell. */
function otherDefaults({ previous, next }: Changed): readonly string[] | null {
  const [before, after] = [defaultsIn(previous ?? ''), defaultsIn(next ?? '')]
  if (before === null || after === null) return null
  return [...before].flatMap(([name, text]) => {
    const now = after.get(name)
    return now === undefined || now === text ? [] : [name]
  })
}

/** `20` and `20.0` are one number. */
function valueIn(written: string): string {
  return written.trim().replace(/^(-?\d+)\.0+$/, '$1')
}

function defaultsIn(signature: string): ReadonlyMap<string, string> | null {
  const parts = partsOf(signature)
  if (parts === null) return null
  return new Map(
    parts.flatMap((part): [string, string][] => {
      const at = findTop(part, '=')
      const [name = ''] = /^\w+/.exec(part) ?? []
      return at < 0 ? [] : [[name, valueIn(part.slice(at + 1))]]
    }),
  )
}
