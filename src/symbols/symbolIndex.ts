// What is looked through when a name is missing: the names of a table by their letters and words,
// and where each of them stands. Made when it is first asked for, and kept as long as the table is.

import { publicSurface, type Surface } from '../diff/surface.ts'
import { addToList, keptIn } from '../domain/maps.ts'
import { CLOSEST_DEFINITIONS_MAX } from '../limits.ts'
import type { Columns } from '../table/format/columns.ts'
import { stateOf } from '../table/format/facts.ts'
import { at, signedAt } from '../table/format/varints.ts'
import { endsOf, foldName, letterMask, styleOf, wordsOf } from './nameShape.ts'

export type SymbolIndex = Readonly<{
  surface: Surface
  /** The names that can be meant, by number: the rank in the table, or beyond for a part of a module. */
  ids: Uint32Array
  /** The shape of each of them; see `NameShape`. */
  folded: readonly string[]
  masks: Int32Array
  ends: Uint16Array
  lengths: Uint16Array
  styles: Uint8Array
  /** One more than the highest number. */
  idCount: number
  text(id: number): string
  /** The number of a name, or -1. */
  idOf(text: string): number
  /** Names that hold a word, as positions in `ids`. */
  withWord(word: string): readonly number[]
  /** Public definitions that are at home under a name, those with short paths first. */
  placesOf(id: number): Uint32Array
  /** The modules whose last part a name is. */
  modulesOf(id: number): readonly number[]
  /** The parts of a module's name; for npm without the package. */
  partsOf(module: number): readonly number[]
}>

const known = new WeakMap<Columns, SymbolIndex>()

export function symbolIndex(columns: Columns): SymbolIndex {
  return keptIn(known, columns, () => makeIndex(columns))
}

function makeIndex(columns: Columns): SymbolIndex {
  const { names } = columns
  const surface = publicSurface(columns)
  const modules = moduleParts(columns)
  const text = (id: number) =>
    id < names.count ? names.text(id) : (modules.added[id - names.count] ?? '')
  const ids = namesInUse(columns, modules)
  const masks = new Int32Array(ids.length)
  const ends = new Uint16Array(ids.length)
  const lengths = new Uint16Array(ids.length)
  const styles = new Uint8Array(ids.length)
  const folded: string[] = []
  const byWord = new Map<string, number[]>()
  for (const [position, id] of ids.entries()) {
    const name = text(id)
    const letters = foldName(name)
    folded.push(letters)
    masks[position] = letterMask(letters)
    ends[position] = endsOf(letters)
    lengths[position] = letters.length
    styles[position] = styleOf(name)
    for (const word of new Set(wordsOf(name))) addToList(byWord, word, position)
  }
  const lastParts = new Map<number, number[]>()
  for (const [module, parts] of modules.parts.entries()) {
    const last = parts.at(-1)
    if (last !== undefined) addToList(lastParts, last, module)
  }
  return {
    surface,
    ids,
    folded,
    masks,
    ends,
    lengths,
    styles,
    idCount: names.count + modules.added.length,
    text,
    idOf: (name) => (names.find(name) >= 0 ? names.find(name) : (modules.numbers.get(name) ?? -1)),
    withWord: (word) => byWord.get(word) ?? [],
    placesOf: placesByName(surface),
    modulesOf: (id) => lastParts.get(id) ?? [],
    partsOf: (module) => modules.parts[module] ?? [],
  }
}

/** How many of the first parts, as they are written, are a module: `requests.sessions.Sesion` → 2. */
export function modulePartCount(index: SymbolIndex, parts: readonly string[]): number {
  const ids = parts.map((part) => index.idOf(part))
  for (let count = ids.length; count > 0; count -= 1) {
    const isModule = index.modulesOf(ids[count - 1] ?? -1).some((module) => {
      const own = index.partsOf(module)
      return own.length === count && own.every((id, i) => id === ids[i])
    })
    if (isModule) return count
  }
  return 0
}

/** The parts of every module's name; those that are no name in the table get numbers of their own. */
function moduleParts({ names, modules }: Columns) {
  const added: string[] = []
  const numbers = new Map<string, number>()
  function idOf(part: string): number {
    const inTable = names.find(part)
    if (inTable >= 0) return inTable
    const number = numbers.get(part) ?? names.count + added.length
    if (number === names.count + added.length) added.push(part)
    numbers.set(part, number)
    return number
  }
  const parts = Array.from(modules.name, (rank) => splitModule(names.text(rank)).map(idOf))
  return { added, numbers, parts }
}

/** `requests.sessions`, `./lib/node.js`. */
function splitModule(name: string): readonly string[] {
  if (!name.startsWith('.')) return name.split('.')
  return name
    .replace(/\.[cm]?[jt]s$/, '')
    .slice(1)
    .split(/[./]/)
    .filter((part) => part !== '')
}

function namesInUse(
  columns: Columns,
  { parts, added }: Readonly<{ parts: readonly (readonly number[])[]; added: readonly string[] }>,
): Uint32Array {
  const isUsed = new Uint8Array(columns.names.count + added.length)
  for (const module of parts) for (const part of module) isUsed[part] = 1
  const { entries, modules } = columns
  for (let list = 0; list + 1 < entries.starts.length; list += 1) {
    // What tests hold is not offered.
    const isTest = list < modules.count && stateOf(at(modules.facts, list)) === 'unread'
    const end = isTest ? 0 : at(entries.starts, list + 1)
    for (let entry = at(entries.starts, list); entry < end; entry += 1) {
      isUsed[at(entries.name, entry)] = 1
    }
  }
  const used = new Uint32Array(isUsed.reduce((sum, one) => sum + one, 0))
  let count = 0
  for (const [id, one] of isUsed.entries()) if (one === 1) used[count++] = id
  return used
}

/** Of a table beyond the bound, those with the longest paths are found through their class alone. */
function placesByName({ columns, order, homeEntry }: Surface): (id: number) => Uint32Array {
  const count = Math.min(order.length, CLOSEST_DEFINITIONS_MAX)
  const nameOf = (place: number) => at(columns.entries.name, signedAt(homeEntry, order[place] ?? 0))
  const ends = new Uint32Array(columns.names.count + 1)
  for (let place = 0; place < count; place += 1) {
    const name = nameOf(place) + 1
    ends[name] = at(ends, name) + 1
  }
  for (let id = 1; id < ends.length; id += 1) ends[id] = at(ends, id) + at(ends, id - 1)
  const next = ends.slice()
  const places = new Uint32Array(count)
  for (let place = 0; place < count; place += 1) {
    const name = nameOf(place)
    const slot = at(next, name)
    places[slot] = order[place] ?? 0
    next[name] = slot + 1
  }
  const none = new Uint32Array(0)
  return (id) => (id < columns.names.count ? places.subarray(at(ends, id), at(ends, id + 1)) : none)
}
