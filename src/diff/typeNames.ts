// What the names of types stand for in a table: aliases, and the members of interfaces and classes.

import { type Columns, hasEntries } from '../table/columns.ts'
import { isPublic, kindOf } from '../table/facts.ts'
import { mayHoldMore } from '../table/mayHoldMore.ts'
import { at, signedAt } from '../table/varints.ts'
import { closingOf, findTop, splitTop } from './splitTop.ts'
import type { Surface } from './surface.ts'
import type { Named, Names } from './typescript/named.ts'

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

function makeNames(surface: Surface): Names {
  const index = indexOf(surface.columns)
  const read = new Map<string, Named | null>()
  return (name, file = null) => {
    const key = file === null ? name : `${file} ${name}`
    const there = read.get(key)
    if (there !== undefined) return there
    const every = (index.get(name) ?? []).map((one) => namedAt(surface, one))
    // What a file defines itself is what it means.
    const own = file === null ? [] : every.filter((one) => one.file === file)
    const all = own.length > 0 ? own : every
    const [first] = all
    const others = all
      .slice(1)
      .filter((one) => one.body !== first?.body || one.making !== first.making)
    const made =
      first === undefined
        ? null
        : others.length === 0
          ? { ...first, isPublic: all.some((one) => one.isPublic) }
          : {
              ...first,
              ...{ body: null, generics: '', making: null, members: NONE },
              isPublic: all.every((one) => one.isPublic),
            }
    read.set(key, made)
    return made
  }
}

function indexOf({ definitions, names }: Columns): ReadonlyMap<string, readonly number[]> {
  const index = new Map<string, number[]>()
  for (let one = 0; one < definitions.count; one += 1) {
    if (!KINDS.has(kindOf(at(definitions.facts, one)))) continue
    const prefix = at(definitions.prefix, one)
    const last = names.text(at(definitions.last, one))
    const name = prefix === 0 ? last : `${names.text(prefix - 1)}.${last}`
    const there = index.get(name)
    if (there === undefined) index.set(name, [one])
    else there.push(one)
  }
  return index
}

function namedAt({ columns, homeList }: Surface, one: number): Named {
  const { definitions, texts } = columns
  const kind = KINDS.get(kindOf(at(definitions.facts, one))) ?? 'alias'
  const signature = texts.signatures.text(at(definitions.signature, one)) ?? ''
  const { generics, rest } = takeGenerics(signature.replace(/^(?:abstract )?class/, ''))
  const isListed = kind !== 'alias' || rest === ''
  const extended = kind === 'class' ? findTop(rest, ' extends ') : -1
  return {
    kind,
    generics,
    body: isListed ? membersText(columns, one, kind, rest) : rest,
    isOpen: isListed && mayHoldMore(columns, one),
    isPublic: signedAt(homeList, one) >= 0,
    bases: extended < 0 ? [] : [baseName(rest.slice(extended + ' extends '.length))],
    making: kind === 'class' ? rest : null,
    members: kind === 'interface' || kind === 'class' ? memberNames(columns, one) : NONE,
    file: texts.words.text(at(definitions.file, one)),
  }
}

const NONE: ReadonlyMap<string, boolean> = new Map()

function memberNames(columns: Columns, one: number): ReadonlyMap<string, boolean> {
  const { definitions, entries, modules, names, texts } = columns
  const found = new Map<string, boolean>()
  const list = modules.count + one
  for (let entry = at(entries.starts, list); entry < at(entries.starts, list + 1); entry += 1) {
    const signature = texts.signatures.text(at(definitions.signature, at(entries.target, entry)))
    if (signature?.startsWith('static ') || !isPublic(at(entries.facts, entry))) continue
    // Of what has no signature nobody can tell.
    found.set(names.text(at(entries.name, entry)), signature === null || signature.endsWith('?'))
  }
  return found
}

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
  columns: Columns,
  one: number,
  kind: Named['kind'],
  rest: string,
): string | null {
  const { definitions, entries, modules, names, texts } = columns
  const list = modules.count + one
  if (kind === 'enum') return null
  const pieces: string[] = []
  if (kind === 'interface') {
    const brace = findTop(rest, '{')
    if (brace >= 0) pieces.push(rest.slice(brace + 1, -1).trim())
  } else if (kind === 'alias' && !hasEntries(columns, list)) return null
  for (let entry = at(entries.starts, list); entry < at(entries.starts, list + 1); entry += 1) {
    const target = at(entries.target, entry)
    const signature = texts.signatures.text(at(definitions.signature, target))
    if (signature?.startsWith('static ')) continue
    if (signature === null || !isPublic(at(entries.facts, entry))) return null
    const isMethod = kindOf(at(definitions.facts, target)) === 'method'
    pieces.push(...memberPieces(names.text(at(entries.name, entry)), signature, isMethod))
  }
  return pieces.length === 0 ? '{}' : `{ ${pieces.filter(Boolean).join('; ')} }`
}

/** One for each overload. */
function memberPieces(name: string, signature: string, isMethod: boolean): readonly string[] {
  const key = `${/^[\w$]+$/.test(name) ? name : JSON.stringify(name)}${isMethod ? '' : '!'}`
  return splitTop(signature, '; ').map((text) => {
    const readonly = text.startsWith('readonly ') ? 'readonly ' : ''
    const type = text.slice(readonly.length)
    return type.endsWith('?')
      ? `${readonly}${key}?: ${type.slice(0, -1)}`
      : `${readonly}${key}: ${type}`
  })
}
