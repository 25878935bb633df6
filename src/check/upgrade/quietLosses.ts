// What a release takes away of something that is there in both, and that no row of a diff tells: the class
// of a value, and what becomes of keywords that only `**` takes.

import type { TableDiff } from '../../diff/diffTables.ts'
import type { Reference } from '../../references/reference.ts'
import { follow } from '../follow/follow.ts'
import { startOf } from '../follow/start.ts'
import { type PackageView, viewOf } from '../follow/tableNode.ts'
import { parametersOf } from './stillFits.ts'

type Views = Readonly<{ from: PackageView; to: PackageView }>

const UNTOLD = 'nothing tells what it takes'
const NOT_AWAITED = 'the code waits for what it gives, and it gives nothing now'
const NO_CLASS = 'a class of the code is below it, and whether it is a class now is not told'
const OTHER_VALUE = 'it holds a value of another class now'

/** Why nothing can be said of a use; null where nothing is lost in silence. Python alone. */
export function quietLoss({ from, to }: Views, { removed, changed }: TableDiff) {
  const gone = new Set(
    changed.flatMap(({ previous, next }) => {
      const after = parametersOf(next ?? '')
      const before = parametersOf(previous ?? '')
      return after === null || before === null ? [] : before.filter((one) => !after.includes(one))
    }),
  )
  return (reference: Reference): string | null => {
    if (from.of.ecosystem !== 'pypi' || reference.isImport) return null
    const before = definitionOf(from, reference)
    if (before === null) return null
    const { call } = reference
    const isValue = isHeld(before.kind)
    if (reference.isBase === true && !isValue) {
      const after = definitionOf(to, reference)
      if (after !== null && isHeld(after.kind) && after.signature === null) return NO_CLASS
    }
    if (call !== null) {
      // A class or a function that code makes as it runs: nothing tells what it takes.
      if (isValue && before.signature === null && changed.length + removed.length > 0) return UNTOLD
      if (call.isAwaited === true && !givesNothing(before.signature)) {
        const after = definitionOf(to, reference)
        if (after !== null && givesNothing(after.signature)) return NOT_AWAITED
      }
      const named = parametersOf(before.signature ?? '') ?? []
      if (!named.some((one) => one.startsWith('**'))) return null
      const lost = call.keywords.find(({ name }) => gone.has(name) && !named.includes(name))
      return lost === undefined
        ? null
        : `it hands ${lost.name} on, and the newer release took a parameter of that name away`
    }
    const [held] = before.bases
    if (!isValue || held === undefined || !held.startsWith('builtins.')) return null
    const after = definitionOf(to, reference)
    return after !== null && after.bases[0] !== held ? OTHER_VALUE : null
  }
}

function isHeld(kind: string): boolean {
  return kind === 'constant' || kind === 'attribute'
}

/** A function that declares no result, and is none that has to be waited for. */
function givesNothing(signature: string | null): boolean {
  return signature !== null && !signature.startsWith('async ') && / -> None$/.test(signature)
}

function definitionOf(view: PackageView, reference: Reference) {
  const start = startOf(view, reference.module)
  const found = start.state === 'at' ? follow(view, start.node, reference) : null
  if (found?.state !== 'found' || found.node.kind !== 'definition') return null
  const { table } = viewOf(view, found.node)
  return table === view.table ? table.definition(found.node.definition) : null
}
