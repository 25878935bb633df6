// Whether a name that is not listed below a definition may be there all the same.

import { moduleMeant } from './findPath.ts'
import { ancestorsOf } from './format/ancestors.ts'
import { type Columns, hasEntries } from './format/columns.ts'
import { isOpen, isOpenInObjectsOnly, kindOf } from './format/facts.ts'
import type { SymbolKind } from './format/table.ts'
import { at } from './format/varints.ts'
import { hiddenIn, isHidden } from './hiddenDefinitions.ts'

/**
 * What these have below them is listed; what a value has depends on its type, which may not be, and a
 * module of another package lists nothing here.
 */
const LISTED: ReadonlySet<SymbolKind> = new Set(['class', 'interface', 'enum', 'namespace'])

/** `asClass`: what is asked is the class itself, and not one of its objects. */
export function mayHoldMore(columns: Columns, definition: number, asClass = false): boolean {
  const { definitions } = columns
  if (isHidden(columns, definition)) {
    const { isOpen: mayBeMore, kind } = hiddenIn(columns).info(definition)
    return mayBeMore || !LISTED.has(kind)
  }
  const mayHold = (facts: number) => isOpen(facts) && !(asClass && isOpenInObjectsOnly(facts))
  if (mayHold(at(definitions.facts, definition))) return true
  let isAnythingListed = hasEntries(columns, columns.modules.count + definition)
  for (const ancestor of ancestorsOf(definitions, definition)) {
    if (mayHold(at(definitions.facts, ancestor))) return true
    isAnythingListed ||= hasEntries(columns, columns.modules.count + ancestor)
  }
  if (isAnythingListed || LISTED.has(kindOf(at(definitions.facts, definition)))) return false
  return moduleMeant(columns, definition) < 0
}
