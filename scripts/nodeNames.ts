// Writes assets/node-standard.txt.gz: what the public modules of Node hold, in any listed release and on
// any platform. Two sources that are joined: what interpreters show, and the declarations of Node
// (`@types/node`), which know other platforms, what objects carry, parameters and results.
//
//   for each release: <node of it> scripts/nodeShown.mjs > <folder>/shown-<major>.json
//                     and its declarations, unpacked, in <folder>/t<major>
//   npx tsx scripts/nodeNames.ts <folder>
//
// src/ports/nodeNames.ts has the shape. A name is a text: a letter (m(odule), c(lass), i(nterface),
// n(amespace), t(ype), f(unction or method), v(alue)), then, each only where it is needed, `@` and where it
// is at home, `#` and the releases that have it (`3-` from the fourth on, `-1` up to the second, `0-2`),
// and after a blank the signatures of what is called or the type of what is read.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { listedText } from '../src/names/imports/listedText.ts'
import type { NodeClass, NodeModule } from '../src/ports/nodeNames.ts'
import { closingOf, splitTop } from '../src/signatures/splitTop.ts'
import {
  type Declared,
  type DeclaredClass,
  declaredIn,
  keyOfPath,
  type What,
} from './nodeDeclared.ts'

type ShownName = Readonly<{
  kind: 'm' | 'c' | 'f' | 'o' | 'v'
  home?: string
  /** How many arguments its code names. */
  takes?: number
  /** `v`, or `f` and how many it names. */
  members?: Readonly<Record<string, string>>
  own?: Readonly<Record<string, string>>
}>
type Shown = Readonly<{
  modules: Readonly<
    Record<string, Readonly<{ isCalled: boolean; names: Readonly<Record<string, ShownName>> }>>
  >
}>

/** A name with the releases that have it. */
type Joined = What & { releases: Set<number> }
type JoinedNames = Map<string, Joined>
type JoinedClass = Omit<DeclaredClass, 'names'> & { names: JoinedNames; isShown: boolean }
type JoinedModule = {
  whole: What | null
  releases: Set<number>
  names: JoinedNames
  isShown: boolean
}

/** Past it nothing is told of how it is called. */
const SIGNATURES_LENGTH_MAX = 3_900

/** As scripts/nodeShown.mjs says it. */
const ANY_NUMBER = 99

const folder = resolve(process.argv[2] ?? '.')
const versions = readdirSync(folder)
  .flatMap((name) => /^shown-(\d+)\.json$/.exec(name)?.[1] ?? [])
  .sort((a, b) => Number(a) - Number(b))
const modules = new Map<string, JoinedModule>()
const classes = new Map<string, JoinedClass>()

// The newest first: what it says of a name comes before what others do.
for (const [place, major] of [...versions.entries()].reverse()) {
  addDeclared(declaredIn(join(folder, `t${major}`)), place)
  const text = readFileSync(join(folder, `shown-${major}.json`), 'utf8')
  addShown(JSON.parse(text) as Shown, place) // Written by scripts/nodeShown.mjs.
}
write()

function moduleOf(name: string, place: number): JoinedModule {
  const known = modules.get(name) ?? {
    ...{ whole: null, releases: new Set<number>(), names: new Map(), isShown: false },
  }
  modules.set(name, known)
  known.releases.add(place)
  return known
}

function addName(names: JoinedNames, name: string, what: What, place: number): Joined {
  const known = names.get(name)
  if (known === undefined) {
    const made = { ...what, texts: [...what.texts], releases: new Set([place]) }
    names.set(name, made)
    return made
  }
  known.releases.add(place)
  if (known.letter === what.letter) {
    for (const text of what.texts) if (!known.texts.includes(text)) known.texts.push(text)
    // One release that does not say what it takes leaves that open.
    if (what.texts.length === 0) known.texts = []
  }
  return known
}

function addDeclared(declared: Declared, place: number): void {
  for (const [path, cls] of declared.classes) {
    const { kind, bases, isOpen } = cls
    const fresh: JoinedClass = {
      ...{ kind, bases: [], isOpen, calls: [], names: new Map(), isShown: false },
    }
    const known = classes.get(path) ?? fresh
    classes.set(path, known)
    known.isOpen ||= isOpen
    if (kind === 'c') known.kind = 'c'
    for (const base of bases) if (!known.bases.includes(base)) known.bases.push(base)
    for (const call of cls.calls) if (!known.calls.includes(call)) known.calls.push(call)
    for (const [name, what] of cls.names) addName(known.names, name, what, place)
  }
  for (const [name, { whole, names }] of declared.modules) {
    const module = moduleOf(name, place)
    module.whole ??= whole
    for (const [key, what] of names) addName(module.names, key, what, place)
  }
}

function addShown(shown: Shown, place: number): void {
  for (const [name, { names }] of Object.entries(shown.modules)) {
    const module = moduleOf(name, place)
    module.isShown = true
    for (const [key, one] of Object.entries(names)) addShownName(module, name, key, one, place)
  }
}

function addShownName(
  { names }: JoinedModule,
  module: string,
  key: string,
  one: ShownName,
  place: number,
): void {
  const known = names.get(key)
  if (one.kind === 'm' && known?.letter !== 'm') {
    const what = { letter: 'm', texts: [], ...(one.home !== undefined && { home: one.home }) }
    if (known === undefined) addName(names, key, what, place)
    else Object.assign(known, what)
  }
  if (known === undefined) {
    if (one.kind === 'c') addShownClass(names, `${module}.${key}`, key, one, place)
    else if (one.kind !== 'm') {
      addName(names, key, { letter: one.kind === 'f' ? 'f' : 'v', texts: [] }, place)
    }
    return
  }
  known.releases.add(place)
  if (one.kind === 'f') known.texts = padded(known.texts, one.takes)
  if (one.kind === 'o' && known.letter === 'v') {
    // An object has what it shows, whatever its type declares.
    for (const [path, cls] of classes) {
      if (known.texts.includes(keyOfPath(path))) addMembers(cls, one, place)
    }
  }
  // A class of which only the objects are declared.
  if (one.kind === 'c' && known.letter === 'i') known.letter = 'c'
  const cls = known.home === undefined ? undefined : classes.get(known.home)
  if (cls === undefined || !/^[cn]$/.test(known.letter)) return
  if (known.letter === 'c') {
    cls.kind = 'c'
    cls.isShown = true
    cls.calls = padded(cls.calls, one.takes)
  }
  addMembers(cls, one, place)
}

function addShownClass(
  names: JoinedNames,
  path: string,
  key: string,
  one: ShownName,
  place: number,
): void {
  const made: JoinedClass = {
    ...{ kind: 'c', bases: [], isOpen: true, calls: [], names: new Map(), isShown: true },
  }
  const cls = classes.get(path) ?? made
  classes.set(path, cls)
  addMembers(cls, one, place)
  addName(names, key, { letter: 'c', home: path, texts: [] }, place)
}

function addMembers(cls: JoinedClass, one: ShownName, place: number): void {
  const all = { ...one.members, ...(cls.kind === 'c' ? one.own : {}) }
  for (const [name, shown] of Object.entries(all)) {
    const letter = shown.charAt(0)
    const takes = Number(shown.slice(1))
    const known = cls.names.get(name) ?? inherited(cls, name)
    if (known === null) addName(cls.names, name, { letter, texts: [] }, place)
    else {
      known.releases.add(place)
      if (letter === 'f') known.texts = padded(known.texts, takes)
    }
  }
}

/** Code that names more arguments than are declared takes them. */
function padded(texts: readonly string[], takes = 0): string[] {
  if (takes === ANY_NUMBER) return texts.map(withAny)
  const mosts = texts.map((text) => {
    const open = text.indexOf('(')
    const inner = text.slice(open + 1, closingOf(text, open))
    return inner.includes('...') ? Infinity : inner === '' ? 0 : splitTop(inner, ', ').length
  })
  const last = texts.at(-1)
  const more = takes - Math.max(...mosts)
  if (last === undefined || more <= 0) return [...texts]
  const open = last.indexOf('(')
  const end = closingOf(last, open)
  const all = [
    last.slice(open + 1, end),
    ...Array<string>(takes - (mosts.at(-1) ?? 0)).fill('any?'),
  ]
  const parameters = all.filter((one) => one !== '').join(', ')
  return [...texts.slice(0, -1), `${last.slice(0, open + 1)}${parameters}${last.slice(end)}`]
}

/** Where the name stands among what its bases have; null where none of them has it. */
function inherited({ bases }: JoinedClass, name: string, depth = 0): Joined | null {
  if (depth > 8) return null
  for (const path of bases) {
    const base = classes.get(path)
    const found = base?.names.get(name) ?? (base && inherited(base, name, depth + 1)) ?? null
    if (found !== null) return found
  }
  return null
}

function withAny(text: string): string {
  const open = text.indexOf('(')
  const end = closingOf(text, open)
  const inner = text.slice(open + 1, end)
  if (inner.includes('...')) return text
  const parameters = [inner, '...Array<any>'].filter((one) => one !== '').join(', ')
  return `${text.slice(0, open + 1)}${parameters}${text.slice(end)}`
}

function span(releases: ReadonlySet<number>): string {
  const first = Math.min(...releases)
  const last = Math.max(...releases)
  if (first === 0 && last === versions.length - 1) return ''
  return `${first === 0 ? '' : first}-${last === versions.length - 1 ? '' : last}`
}

function written({ letter, home, texts }: What, path: string, releases?: Set<number>): string {
  const at = home === undefined || home === path ? '' : `@${home}`
  const joined = texts.join(letter === 'f' ? '; ' : ' | ')
  const told = joined === '' || joined.length > SIGNATURES_LENGTH_MAX ? '' : ` ${joined}`
  const within = releases === undefined ? '' : span(releases)
  return `${letter}${at}${within === '' ? '' : `#${within}`}${told}`
}

function namesOf(names: JoinedNames, path: string): Record<string, string> {
  const sorted = [...names].sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(
    sorted.map(([name, what]) => [name, written(what, `${path}.${name}`, what.releases)]),
  )
}

function write(): void {
  const listed: Record<string, NodeModule> = {}
  for (const [name, { whole, releases, names, isShown }] of [...modules].sort()) {
    const within = span(releases)
    listed[name] = {
      ...(within !== '' && { in: within }),
      ...(!isShown && { open: 1 as const }),
      ...(whole !== null && { whole: written(whole, '') }),
      names: namesOf(names, name),
    }
  }
  const types: Record<string, NodeClass> = {}
  for (const [path, cls] of [...classes].sort()) {
    const { bases, calls, names } = cls
    // Of what no interpreter shows, declarations may be behind.
    const isOfShown = modules.get(path.slice(0, path.indexOf('.')))?.isShown !== false
    const isOpen = cls.isOpen || !isOfShown
    const kind = cls.kind === 'c' && !cls.isShown ? 'i' : cls.kind
    const call = `class ${calls.join(' & ')}`
    types[path] = {
      ...(kind !== 'c' && { kind }),
      ...(bases.length > 0 && { bases }),
      ...(isOpen && { open: 1 as const }),
      ...(calls.length > 0 && call.length < SIGNATURES_LENGTH_MAX && { call }),
      names: namesOf(names, path),
    }
  }
  const bytes = gzipSync(listedText({ versions, modules: listed, classes: types }), { level: 9 })
  writeFileSync(new URL('../assets/node-standard.txt.gz', import.meta.url), bytes)
  console.log(`${modules.size} modules, ${classes.size} types, ${bytes.length} bytes`)
}
