// What a comparison asks of the modules of a table.

import type { Columns } from '../table/format/columns.ts'
import { isPublic, originOf, stateOf } from '../table/format/facts.ts'
import { at } from '../table/format/varints.ts'

export function moduleName({ names, modules }: Columns, module: number): string {
  return names.text(at(modules.name, module))
}

/** Whether its names are known, as far as a reader can know them. */
export function isRead({ modules }: Columns, module: number): boolean {
  const state = stateOf(at(modules.facts, module))
  return state === 'complete' || state === 'dynamic'
}

export function isDynamic({ modules }: Columns, module: number): boolean {
  return stateOf(at(modules.facts, module)) === 'dynamic'
}

/**
 * Whether all that a module does is to end with an error: nothing is declared of it, and its code gives no
 * name before it ends. Whoever loads it gets nothing but that error.
 */
export function onlyFails({ modules, entries, names, texts }: Columns, module: number): boolean {
  const reason = texts.words.text(at(modules.stateReason, module))
  if (reason?.endsWith(' ends with an error') !== true) return false
  for (let one = at(entries.starts, module); one < at(entries.starts, module + 1); one += 1) {
    const isOfCode = originOf(at(entries.facts, one)) === 'js'
    if (!isOfCode || names.text(at(entries.name, one)) !== 'default') return false
  }
  return true
}

export function isPublicModule(columns: Columns, module: number): boolean {
  if (!isPublic(at(columns.modules.facts, module))) return false
  return !isMade(moduleName(columns, module))
}

const MADE = /\/[^/]*[-.](\w{8})(?:\.[cm]?js)?$/
const HEXADECIMAL = /^[\da-f]{8}$/
const DATE = /^(?:19|20)\d\d(?:0\d|1[0-2])[0-3]\d$/

/** A part that a bundler names by a digest of what is in it (`pkg/dist/index-7889832e.js`): nobody asks for it. */
export function isMade(name: string): boolean {
  const digest = MADE.exec(name)?.[1] ?? ''
  // A word has no figures in it, and a date nothing else.
  if (!/\d/.test(digest) || DATE.test(digest)) return false
  return HEXADECIMAL.test(digest) || /[A-Z]/.test(digest)
}

export function* publicModules(columns: Columns): Generator<number> {
  for (let module = 0; module < columns.modules.count; module += 1) {
    if (isPublicModule(columns, module)) yield module
  }
}
