// What the names of types stand for in a table: aliases, and the members of interfaces and classes.

import { addToList } from '../domain/maps.ts'
import { modifiersOf } from '../signatures/modifiers.ts'
import { closingOf, findTop, splitTop } from '../signatures/splitTop.ts'
import type { Columns } from '../table/format/columns.ts'
import { isPublic, kindOf, originOf } from '../table/format/facts.ts'
import { hiddenTypesOf } from '../table/format/hiddenTypes.ts'
import type { HiddenType } from '../table/format/table.ts'
import { at, signedAt } from '../table/format/varints.ts'
import { mayHoldMore } from '../table/mayHoldMore.ts'
import { basesOf, heldSignature } from './inherited.ts'
import { definitionsNamed, pathName } from './pathName.ts'
import type { Surface } from './surface.ts'
import { filledArguments, filledBody, type Named, type Names } from './typescript/named.ts'

const KINDS: ReadonlyMap<string, Named['kind']> = new Map([
  ['class', 'class'],
  ['enum', 'enum'],
  ['interface', 'interface'],
  ['type', 'alias'],
])

const known = new WeakMap<Surface, Names>()

/** Made once for a table. Of a name that several have only what they share is said. */
export function typeNames(surface: Surface): Names {
  const found = known.get(surface) ?? makeNames(surface)
  known.set(surface, found)
  return found
}

/** What has a name: a definition of the table, or a type that no path leads to. */
type Written = Readonly<{ file: string | null; namedIn: readonly string[]; read: () => Named }>

function makeNames(surface: Surface): Names {
  const read = new Map<string, Named | null>()
  const all = writtenIn(surface, (name, file) => named(name, file))
  return named

  function named(name: string, file: string | null = null): Named | null {
    const key = file === null ? name : `${file} ${name}`
    const there = read.get(key)
    if (there !== undefined) return there
    // What asks for itself through its bases is not known.
    read.set(key, null)
    const every = all(name)
    // What a file defines itself, or imports, is what it means.
    const isOwn = (one: Written) =>
      file !== null && (one.file === file || one.namedIn.includes(file))
    const own = every.filter(isOwn)
    const meant = (own.length > 0 ? own : every).map((one) => one.read())
    const [first] = meant
    const others = meant
      .slice(1)
      .filter((one) => one.body !== first?.body || one.making !== first.making)
    const made =
      first === undefined
        ? null
        : others.length === 0
          ? { ...first, isPublic: meant.some((one) => one.isPublic) }
          : {
              ...first,
              ...{ body: null, generics: '', making: null, members: NONE, values: null },
              signatureOf: () => null,
              isPublic: meant.every((one) => one.isPublic),
            }
    read.set(key, made)
    return made
  }
}

/** All that goes by a name. */
function writtenIn(surface: Surface, names: Names): (name: string) => readonly Written[] {
  const { columns, homeList } = surface
  const { definitions, texts } = columns
  const withTexts = literalsIn(columns)
  const hidden = new Map<string, Written[]>()
  for (const one of hiddenTypesOf(columns.hidden)) {
    const { name, file, namedIn, kind } = one
    if (!KINDS.has(kind)) continue
    const read = () => withWays(withTexts(namedBy(one, false)), names)
    addToList(hidden, name, { file, namedIn, read })
  }
  return (name) => {
    const listedAs = [...definitionsNamed(columns, name)].filter((one) => isType(columns, one))
    const found = listedAs.map((one) => ({
      file: texts.words.text(at(definitions.file, one)),
      namedIn: [],
      read: () => {
        const isShown = signedAt(homeList, one) >= 0
        return withWays(withTexts(namedBy(listed(columns, one, names), isShown)), names)
      },
    }))
    return [...found, ...(hidden.get(name) ?? [])]
  }
}

/**
 * What an alias stands for, with the texts and numbers in place of `typeof` of constants that are these,
 * and functions in place of `typeof` of them where it is made of what they give or take.
 */
function literalsIn(columns: Columns): (named: Named) => Named {
  const { definitions, texts } = columns
  const hidden = new Map<string, HiddenType[]>()
  for (const one of hiddenTypesOf(columns.hidden))
    if (VALUES.has(one.kind)) addToList(hidden, one.name, one)
  /** What a file means by the name of a function that is called in one way. */
  const functionText = (name: string, file: string | null): string | null => {
    const own = (hidden.get(name) ?? []).filter(
      (one) => file !== null && (one.file === file || one.namedIn.includes(file)),
    )
    const listedAs = [...definitionsNamed(columns, name)].filter((one) =>
      VALUES.has(kindOf(at(definitions.facts, one))),
    )
    const all = new Set(
      own.length > 0
        ? own.map(({ signature }) => signature)
        : listedAs.map((one) => texts.signatures.text(at(definitions.signature, one))),
    )
    const [text = null] = all
    const isOnly = all.size === 1 && text !== null && splitTop(text, '; ').length === 1
    return isOnly && /^(?:<.*>)?\(.*\) => /s.test(text) ? text : null
  }
  /** Of a name that several have nothing is said. */
  const literal = (name: string): string | null => {
    const all = new Set<string | null>()
    for (const one of definitionsNamed(columns, name)) {
      if (kindOf(at(definitions.facts, one)) !== 'constant') continue
      all.add(texts.signatures.text(at(definitions.signature, one)))
    }
    const [text = null] = all
    return all.size === 1 && text !== null && /^(?:"(?:[^"\\]|\\.)*"|-?\d+)$/.test(text)
      ? text
      : null
  }
  return (named) => {
    if (named.kind !== 'alias' || !named.body?.includes('typeof ')) return named
    const body = named.body
      .replace(/\b(ReturnType|Parameters)<typeof ([\w$]+)>/g, (all, made: string, name: string) => {
        const text = functionText(name, named.file)
        return text === null ? all : `${made}<(${text})>`
      })
      .replace(/\btypeof ([\w$]+)(?![\w$.<[#])/g, (all, name: string) => literal(name) ?? all)
    return { ...named, body }
  }
}

/** With what the bases of an interface have without a name: ways to call and to make it, and keys. */
function withWays(named: Named, names: Names): Named {
  const { kind, body, heritage, file } = named
  if (kind !== 'interface' || body === null || heritage.length === 0) return named
  const own = unnamedIn(body)
  const more = heritage.flatMap((base) => {
    const bare = baseName(base)
    const of = names(bare, file)
    const given = base.length > bare.length ? splitTop(base.slice(bare.length + 1, -1), ', ') : []
    const filled = of === null ? null : filledArguments(bare, given, of)
    return unnamedIn((of && filled && filledBody(of, filled)) ?? '')
  })
  const added = [...new Set(more)].filter(
    (one) => !own.some((each) => headOf(each) === headOf(one)),
  )
  if (added.length === 0) return named
  const inside = body === '{}' ? '' : `; ${body.slice('{ '.length, -' }'.length)}`
  return { ...named, body: `{ ${added.join('; ')}${inside} }` }
}

function unnamedIn(body: string): readonly string[] {
  if (!body.startsWith('{ ')) return []
  const pieces = splitTop(body.slice('{ '.length, -' }'.length), '; ')
  return pieces.filter((one) =>
    /^(?:[(<]|new [(<]|(?:readonly )?\[(?:string|number|symbol)\]: )/.test(one),
  )
}

/** Keys of one kind are those of the interface itself; ways to call it stand beside each other. */
function headOf(piece: string): string {
  return /^(?:readonly )?(\[\w+\]): /.exec(piece)?.[1] ?? piece
}

/** An interface may have the name of a function, whose members are others. */
function isType(columns: Columns, one: number): boolean {
  const { definitions, entries, modules } = columns
  const kind = kindOf(at(definitions.facts, one))
  if (KINDS.has(kind)) return true
  if (kind !== 'function') return false
  const list = modules.count + one
  for (let entry = at(entries.starts, list); entry < at(entries.starts, list + 1); entry += 1) {
    if (OF_OBJECTS.has(kindOf(at(definitions.facts, at(entries.target, entry))))) return true
  }
  return false
}

const OF_OBJECTS: ReadonlySet<string> = new Set(['method', 'property'])
const VALUES: ReadonlySet<string> = new Set(['constant', 'function'])

type TypeSource = Pick<HiddenType, 'kind' | 'signature' | 'isOpen' | 'members'> &
  Readonly<{ file: string | null }>

function listed(columns: Columns, one: number, everyName: Names): TypeSource {
  const { definitions, entries, modules, texts } = columns
  // What is known of a name while others are being read is not kept for later.
  const names: Names = (name, file) => everyName(name, file)
  const list = modules.count + one
  const heir = {
    name: pathName(columns, one),
    kind: kindOf(at(definitions.facts, one)),
    signature: texts.signatures.text(at(definitions.signature, one)),
    file: texts.words.text(at(definitions.file, one)),
  }
  const members: HiddenType['members'][number][] = []
  for (let entry = at(entries.starts, list); entry < at(entries.starts, list + 1); entry += 1) {
    const target = at(entries.target, entry)
    const facts = at(entries.facts, entry)
    const signature = texts.signatures.text(at(definitions.signature, target))
    const isHeld = signature !== null && originOf(facts) === 'inherited'
    members.push({
      name: columns.names.text(at(entries.name, entry)),
      kind: kindOf(at(definitions.facts, target)),
      signature: isHeld
        ? heldSignature(heir, pathName(columns, target), signature, names)
        : signature,
      isPublic: isPublic(facts),
    })
  }
  return { ...heir, isOpen: mayHoldMore(columns, one), members }
}

function namedBy(source: TypeSource, isShown: boolean): Named {
  const { file } = source
  // Its signature is that of the function: of the interface only the members are known.
  if (source.kind === 'function') {
    const members = source.members.filter(({ kind }) => OF_OBJECTS.has(kind))
    return {
      ...{ kind: 'interface', generics: '', body: null, isOpen: source.isOpen, isPublic: isShown },
      ...{ bases: [], heritage: [], making: null, members: memberNames(members) },
      ...{ values: null, file, signatureOf: signatureIn(members) },
    }
  }
  const kind = KINDS.get(source.kind) ?? 'alias'
  const signature = source.signature ?? ''
  const { generics, rest } = takeGenerics(signature.replace(/^(?:abstract )?class/, ''))
  const isListed = kind !== 'alias' || rest === ''
  // What has no constructor of its own begins with its base.
  const heritage = ` ${rest}`
  const extended = kind === 'class' ? findTop(heritage, ' extends ') : -1
  return {
    kind,
    generics,
    body: isListed ? membersText(source.members, kind, rest) : rest,
    isOpen: isListed && source.isOpen,
    isPublic: isShown,
    bases: extended < 0 ? [] : [baseName(heritage.slice(extended + ' extends '.length))],
    heritage: kind === 'class' || kind === 'interface' ? basesOf(signature) : [],
    making: kind === 'class' ? rest : null,
    members: kind === 'interface' || kind === 'class' ? memberNames(source.members) : NONE,
    signatureOf:
      kind === 'interface' || kind === 'class' ? signatureIn(source.members) : () => null,
    values: kind === 'enum' ? valuesText(source.members) : null,
    file,
  }
}

const NONE: ReadonlyMap<string, boolean> = new Map()

function memberNames(members: HiddenType['members']): ReadonlyMap<string, boolean> {
  const found = new Map<string, boolean>()
  for (const { name, kind, signature, isPublic: isShown } of members) {
    // What is in a namespace of the name of a class its objects have not.
    if (!OF_OBJECTS.has(kind) || modifiersOf(signature).isStatic || !isShown) continue
    // Of what has no signature nobody can tell.
    found.set(name, signature === null || signature.endsWith('?'))
  }
  return found
}

/** Of a method with several ways to be called, and of what is not public, nothing is said. */
function signatureIn(members: HiddenType['members']): Named['signatureOf'] {
  return (wanted) => {
    const found = members.find(({ name }) => name === wanted)
    if (found === undefined || !OF_OBJECTS.has(found.kind) || !found.isPublic) return null
    const { isStatic, isProtected } = modifiersOf(found.signature)
    if (found.signature === null || isStatic || isProtected) return null
    return splitTop(found.signature, '; ').length > 1 ? null : found.signature
  }
}

function valuesText(members: HiddenType['members']): string | null {
  const texts = members.map(({ signature }) => signature ?? '')
  const areKnown =
    texts.length > 0 && texts.every((text) => /^(?:"(?:[^"\\]|\\.)*"|-?\d+)$/.test(text))
  return areKnown && texts.length <= VALUES_MAX ? texts.join(' | ') : null
}

/** Of more members than this nothing is written out. */
const VALUES_MAX = 500

function baseName(text: string): string {
  return /^[^<\s]+/.exec(text)?.[0] ?? text
}

function takeGenerics(text: string): Readonly<{ generics: string; rest: string }> {
  const close = text.startsWith('<') ? closingOf(text, 0) : -1
  // Those of a function stand right before its brackets.
  if (close < 0 || text.charAt(close + 1) === '(') return { generics: '', rest: text.trim() }
  return { generics: text.slice(0, close + 1), rest: text.slice(close + 1).trim() }
}

/** `{ a: string; b?: number }`; null where it has something of which no type is known. */
function membersText(
  members: HiddenType['members'],
  kind: Named['kind'],
  rest: string,
): string | null {
  if (kind === 'enum') return null
  const pieces: string[] = []
  if (kind === 'interface' || kind === 'class') {
    const brace = findTop(rest, '{')
    if (brace >= 0) pieces.push(rest.slice(brace + 1, -1).trim())
  } else if (kind === 'alias' && members.length === 0) return null
  for (const { name, kind: what, signature, isPublic: isShown } of members) {
    if (modifiersOf(signature).isStatic) continue
    if (signature === null || !isShown) return null
    pieces.push(...memberPieces(name, signature, what === 'method'))
  }
  return pieces.length === 0 ? '{}' : `{ ${pieces.filter(Boolean).join('; ')} }`
}

/** A member as an object that is written down has it, once for each overload. */
export function memberPieces(
  name: string,
  signature: string,
  isMethod: boolean,
): readonly string[] {
  const key = `${/^[\w$]+$/.test(name) ? name : JSON.stringify(name)}${isMethod ? '' : '!'}`
  return splitTop(signature, '; ').map((overload) => {
    const text = overload.replace(/^protected /, '')
    const readonly = text.startsWith('readonly ') ? 'readonly ' : ''
    const type = text.slice(readonly.length)
    return type.endsWith('?')
      ? `${readonly}${key}?: ${type.slice(0, -1)}`
      : `${readonly}${key}: ${type}`
  })
}
