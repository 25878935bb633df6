// What the code hands to others as a whole (`map(encode, rows)`, `promisify(require('rimraf'))`), what its
// own classes are below, and what it only names by a text: uses that no path leads on from.

import type { TableDiff } from '../../diff/diffTables.ts'
import type { Reference } from '../../references/reference.ts'
import { startOf } from '../follow/start.ts'
import type { PackageView } from '../follow/tableNode.ts'
import type { ReadInput, ReadSource } from '../read/readInput.ts'
import { isOfWhole } from './newerNode.ts'
import type { Unfollowed } from './unfollowedChanges.ts'
import type { UsedSymbols } from './usedSymbols.ts'

/** The same input, with what is handed on among the references. */
export function withHandedOn(input: ReadInput): ReadInput {
  const sources = input.sources.map((source) => {
    const { references, handedOn = [] } = source.report
    if (handedOn.length === 0) return source
    return { ...source, report: { ...source.report, references: [...references, ...handedOn] } }
  })
  return { ...input, sources }
}

const OF_WHOLE = 'the module is handed on as a whole, and names of it are gone or changed'
const INDEXED = 'a name that is made as the code runs is taken of it, and names of it are gone'
const BELOW = 'a class of the code is below it, and members of it are gone or changed'

/** Why nothing can be said of what is handed on; null where nothing that whoever has it may use is lost. */
export function handedDoubts({ removed, changed }: TableDiff) {
  const breaking = changed.filter(({ severity }) => severity === 'breaking')
  const lost = [...removed, ...breaking].map(({ symbol }) => symbol)
  const above = new Set(lost.map((symbol) => symbol.slice(0, symbol.lastIndexOf('.'))))
  return (reference: Reference, used: UsedSymbols): string | null => {
    if (reference.isHandedOn !== true || lost.length === 0) return null
    if (reference.steps.length === 0 || isOfWhole(reference)) return OF_WHOLE
    if (reference.isIndexed === true && used.state === 'found') {
      // What another package declares is in no row.
      const isLost = used.symbols.length === 0 || used.symbols.some((symbol) => above.has(symbol))
      return isLost ? INDEXED : null
    }
    if (reference.isBase !== true || used.state !== 'found') return null
    return used.symbols.some((symbol) => above.has(symbol)) ? BELOW : null
  }
}

/**
 * A module that is handed on as a whole may have no default, and what is asked for a computed name may
 * be an object of the language: that is no doubt of its own.
 */
export function isHandedWhole(reference: Reference): boolean {
  return reference.isHandedOn === true && (isOfWhole(reference) || reference.isIndexed === true)
}

type Views = Readonly<{ from: PackageView; to: PackageView }>

/** Texts that name what the older release has and the newer one has not. */
export function lostTexts(sources: readonly ReadSource[], views: Views): readonly Unfollowed[] {
  return sources.flatMap((source) => {
    const { references, pathTexts = [] } = source.report
    // What is imported by it is told there.
    const imported = new Set(references.map(({ module }) => module))
    const isLost = ({ name }: Unfollowed['reference']) =>
      !imported.has(name) && isThere(views.from, name) && !isThere(views.to, name)
    return pathTexts.filter(isLost).map((reference) => ({ source, reference }))
  })
}

function isThere(view: PackageView, text: string): boolean {
  const { ecosystem, packageName } = view.of
  if (ecosystem === 'npm') {
    return text.startsWith(`${packageName}/`) && startOf(view, text).state === 'at'
  }
  const path = text.replace(':', '.')
  if (view.table.findModule(path) >= 0) return true
  for (let dot = path.lastIndexOf('.'); dot > 0; dot = path.lastIndexOf('.', dot - 1)) {
    if (view.table.find(path.slice(0, dot), path.slice(dot + 1)) !== null) return true
  }
  return false
}
