// A module without declarations may be the code of one that has them (`index.esm.js` beside
// `index.d.ts`): what its classes have for everybody is told by the declarations.

import { rankedEntry } from '../../table/findPath.ts'
import { at, byteAt, signedAt } from '../../table/format/varints.ts'
import { publicModules } from '../modules.ts'
import type { Surface } from '../surface.ts'

/** Whether a list of members is of code that another public module declares, under the same names. */
export function isDeclaredElsewhere(surface: Surface, list: number): boolean {
  const { columns, homeList, homeEntry } = surface
  const { definitions, entries, modules, texts } = columns
  const fileOf = (one: number) => texts.words.text(at(definitions.file, one)) ?? ''
  let top = list
  let owner = -1
  while (top >= modules.count) {
    owner = top - modules.count
    top = signedAt(homeList, owner)
  }
  if (owner < 0 || top < 0 || !/\.[cm]?jsx?$/.test(fileOf(owner))) return false
  const name = at(entries.name, signedAt(homeEntry, owner))
  return [...publicModules(columns)].some((module) => {
    const entry = module === top ? -1 : rankedEntry(columns, module, name)
    const isDeclared = entry >= 0 && /\.d\.[cm]?ts$/.test(fileOf(at(entries.target, entry)))
    return isDeclared && hasAllNames(surface, module, top)
  })
}

/** Whether a module has every name that another one shows. */
function hasAllNames({ columns, isOwn }: Surface, module: number, other: number): boolean {
  const { entries, names } = columns
  for (let entry = at(entries.starts, other); entry < at(entries.starts, other + 1); entry += 1) {
    const name = at(entries.name, entry)
    if (byteAt(isOwn, entry) === 0 || names.text(name) === 'default') continue
    if (rankedEntry(columns, module, name) < 0) return false
  }
  return true
}
