// Vue, Svelte and Astro: components of one file. Their scripts are read where they stand; what their
// templates name is only listed, for whoever asks whether an upgrade may concern it.

import { placesIn } from '../places.ts'
import type { PassedOver } from '../reference.ts'
import { type CodePart, type Embedded, type Problem, samePlace } from './codePart.ts'

export type ComponentKind = 'vue' | 'svelte' | 'astro'

/** A script, by the offsets of what stands between its tags. */
type Script = Readonly<{ start: number; end: number; ending: string }>

type Block = Readonly<{ name: string; attributes: ReadonlyMap<string, string>; start: number }>

const NAMES_MAX = 5_000

export function componentParts(kind: ComponentKind, text: string): Embedded {
  const places = placesIn(text)
  let problem: Problem | null = null
  const onProblem = (offset: number, message: string) => {
    problem ??= { ...places.at(offset), message }
  }
  const found = scriptsIn(kind, text, onProblem)
  const parts = partsOf(kind, text, found.scripts)
  const passedOver = templateNames(kind, text, found.others).map(([name, offset]) => ({
    ...places.at(offset),
    name,
  }))
  return { parts, passedOver: distinct(passedOver), problem }
}

/** Astro's scripts run in browsers, each by itself; the others' scripts are one module. */
function partsOf(kind: ComponentKind, text: string, scripts: readonly Script[]): CodePart[] {
  const one = (some: readonly Script[], ending: string): CodePart => ({
    language: 'javascript',
    path: `script${ending}`,
    text: onlyThere(text, some),
    placeOf: samePlace,
    allowed: OUTSIDE,
  })
  const each = scripts.map((script) => one([script], script.ending))
  if (kind === 'astro' || scripts.length < 2) return each
  const ending = ['.tsx', '.ts'].find((typed) => scripts.some((script) => script.ending === typed))
  return [{ ...one(scripts, ending ?? '.mjs'), orElse: each }]
}

/** The page of Astro may end before its end. */
const OUTSIDE = /'?return'? statement|Illegal return/i

/** The text with white space in the place of everything else, so that each place stays what it is. */
function onlyThere(text: string, ranges: readonly Readonly<{ start: number; end: number }>[]) {
  const pieces: string[] = []
  let at = 0
  for (const { start, end } of ranges) {
    pieces.push(blank(text.slice(at, start)), text.slice(start, end))
    at = end
  }
  return pieces.join('')
}

const blank = (text: string) => text.replace(/[^\r\n]/g, ' ')

type Found = Readonly<{
  scripts: readonly Script[]
  /** What is neither script nor style nor comment. */
  others: readonly Readonly<{ start: number; end: number; isPlain: boolean }>[]
}>

function scriptsIn(
  kind: ComponentKind,
  text: string,
  onProblem: (offset: number, message: string) => void,
): Found {
  const scripts: Script[] = []
  const others: Found['others'][number][] = []
  let at = 0
  let isPlain = false
  const front = kind === 'astro' ? frontmatter(text) : null
  if (front !== null) {
    if (front.isOpen) onProblem(front.start, 'its first block, between ---, does not end')
    scripts.push({ start: front.start, end: front.end, ending: '.ts' })
    at = front.after
  }
  const other = (end: number) => {
    if (end > at) others.push({ start: at, end, isPlain })
  }
  const tags = /<!--|<(script|style|template)(?=[\s>/])/gi
  tags.lastIndex = at
  for (let tag = tags.exec(text); tag !== null; tag = tags.exec(text)) {
    const { 0: opening, 1: written, index } = tag
    if (opening === '<!--') {
      other(index)
      const end = text.indexOf('-->', index)
      at = end < 0 ? text.length : end + 3
    } else {
      const name = (written ?? '').toLowerCase()
      const block = blockAt(text, name, index + opening.length)
      if (block === null) {
        onProblem(index, `its <${name}> does not end`)
        break
      }
      tags.lastIndex = block.start
      if (name === 'template') {
        // Pug has no marks by which an expression is known.
        if ((block.attributes.get('lang') ?? 'html') !== 'html') isPlain = true
        continue
      }
      other(index)
      const isEmpty = text[block.start - 2] === '/'
      const end = isEmpty ? block.start : endOf(text, name, block.start)
      if (end < 0) {
        onProblem(index, `its <${name}> does not end`)
        at = text.length
        break
      }
      if (name === 'script') {
        const ending = endingOf(kind, block)
        if (ending === null) {
          onProblem(index, `it has a script in ${languageIn(block)}, which is not read`)
        } else if (ending !== '') {
          scripts.push({ start: block.start, end, ending })
        }
      }
      at = isEmpty ? end : text.indexOf('>', end) + 1 || text.length
    }
    tags.lastIndex = at
  }
  other(text.length)
  return { scripts, others }
}

function frontmatter(text: string) {
  const open = /^\s*---[ \t]*(?:\r?\n|$)/.exec(text)
  if (open === null) return null
  const start = open[0].length
  const close = /^---[ \t]*$/m
  const found = close.exec(text.slice(start).replaceAll('\r\n', ' \n'))
  const end = found === null ? text.length : start + found.index
  return { start, end, after: found === null ? text.length : end + 3, isOpen: found === null }
}

/** The attributes of a tag, and where what it holds begins; null where it does not end. */
function blockAt(text: string, name: string, from: number): Block | null {
  const attributes = new Map<string, string>()
  const one = /\s*(?:([^\s"'>/=]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+))?|(\/?>)|\/)/y
  one.lastIndex = from
  for (let found = one.exec(text); found !== null; found = one.exec(text)) {
    const [, key, value = '', close] = found
    if (close !== undefined) return { name, attributes, start: one.lastIndex }
    if (key !== undefined) attributes.set(key.toLowerCase(), value.replace(/^(["'])(.*)\1$/s, '$2'))
  }
  return null
}

function endOf(text: string, name: string, from: number): number {
  const close = new RegExp(`</${name}\\s*>`, 'gi')
  close.lastIndex = from
  return close.exec(text)?.index ?? -1
}

const SCRIPT_TYPE =
  /^(?:|module|ts|typescript|(?:text|application)\/(?:x-)?(?:java|type|ecma)script|text\/(?:babel|partytown))$/i

const ENDINGS: ReadonlyMap<string, string> = new Map([
  ...['', 'js', 'javascript', 'mjs', 'jsx'].map((name) => [name, '.mjs'] as const),
  ...['ts', 'typescript', 'mts'].map((name) => [name, '.ts'] as const),
  ['tsx', '.tsx'],
])

const languageIn = ({ attributes }: Block) => (attributes.get('lang') ?? '').trim().toLowerCase()

/** Null for a language that is not read, the empty text for what is no code. */
function endingOf(kind: ComponentKind, block: Block): string | null {
  const { attributes } = block
  if (!SCRIPT_TYPE.test((attributes.get('type') ?? '').trim())) return ''
  const language = languageIn(block)
  const ending = ENDINGS.get(language) ?? null
  const isTyped =
    language === '' && (kind === 'astro' || /ts|typescript/.test(attributes.get('type') ?? ''))
  return isTyped && !attributes.has('is:inline') ? '.ts' : ending
}

const NAME = /[\p{L}_$][\p{L}\p{N}_$]*/gu
/** `:name="…"`, `v-name="…"`, `@name="…"`, `#name="…"`. */
const DIRECTIVE = /\s(?:v-|[:@#])[^\s"'=<>]*\s*=\s*(?:"([^"]*)"|'([^']*)')/g
/** `<Name.Part`: a component that is a part of what is imported. */
const PART = /<([A-Z]\w*\.[\w.]+)/g

function templateNames(
  kind: ComponentKind,
  text: string,
  ranges: Found['others'],
): readonly (readonly [string, number])[] {
  const names: (readonly [string, number])[] = []
  const addFrom = (written: string, offset: number) => {
    for (const { 0: name, index } of written.matchAll(NAME)) names.push([name, offset + index])
  }
  for (const { start, end, isPlain } of ranges) {
    const piece = text.slice(start, end)
    if (isPlain) {
      addFrom(piece, start)
      continue
    }
    for (const [from, to] of kind === 'vue' ? inMustaches(piece) : inBraces(piece)) {
      addFrom(piece.slice(from, to), start + from)
    }
    for (const pattern of kind === 'vue' ? [DIRECTIVE, PART] : [PART]) {
      for (const found of piece.matchAll(pattern)) {
        const inner = found[1] ?? found[2] ?? ''
        addFrom(inner, start + found.index + found[0].lastIndexOf(inner))
      }
    }
  }
  return names
}

function* inMustaches(text: string): Generator<readonly [number, number]> {
  for (let open = text.indexOf('{{'); open >= 0; ) {
    const close = text.indexOf('}}', open)
    if (close < 0) return
    yield [open + 2, close]
    open = text.indexOf('{{', close)
  }
}

/** Up to the brace that closes the first one; one that nothing closes goes on to the end. */
function* inBraces(text: string): Generator<readonly [number, number]> {
  let depth = 0
  let start = 0
  for (const { 0: brace, index } of text.matchAll(/[{}]/g)) {
    if (brace === '{' && depth === 0) start = index + 1
    depth = Math.max(0, depth + (brace === '{' ? 1 : -1))
    if (brace === '}' && depth === 0 && start > 0) yield [start, index]
  }
  if (depth > 0) yield [start, text.length]
}

function distinct(names: readonly PassedOver[]): readonly PassedOver[] {
  const known = new Map<string, PassedOver>()
  for (const one of names) {
    if (known.size >= NAMES_MAX) break
    if (!known.has(one.name)) known.set(one.name, one)
  }
  return [...known.values()]
}
