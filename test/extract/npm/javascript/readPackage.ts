// What the JavaScript pass says of a package made of texts: the same whether all bodies of functions
// are parsed at once, late, or as the length of each decides.

import { expect } from 'vitest'

import type {
  JsDefinition,
  JsMember,
  JsModule,
} from '../../../../src/extract/npm/javascript/jsModule.ts'
import {
  type ReadOptions,
  readJavaScript,
} from '../../../../src/extract/npm/javascript/readJavaScript.ts'
import { type Files, packageOf } from '../packageOf.ts'

export type Others = Readonly<Record<string, Files>>

export function reader(files: Files, others: Others = {}, options: ReadOptions = {}) {
  const made = new Map(
    Object.entries(others).map(([name, texts]) => [name, packageOf(texts, {}, name)]),
  )
  return readJavaScript(packageOf(files), (name) => made.get(name) ?? null, options)
}

export function moduleOf(source: string | Files, others: Others = {}): JsModule {
  const files = typeof source === 'string' ? { 'index.js': source } : source
  const module = reader(files, others).module('index.js')
  const said = textOf(module)
  // What is large here is made to take long, which once is enough of.
  const isLarge = Object.values(files).join('').length > LENGTH_MAX
  for (const lateLengthMin of isLarge ? [] : [1, Infinity])
    expect(textOf(reader(files, others, { lateLengthMin }).module('index.js'))).toBe(said)
  return module
}

const LENGTH_MAX = 5_000
const DEPTH_MAX = 3
const NAMES_MAX = 200

function textOf({ names, main, ...rest }: JsModule): string {
  const all = names
    .slice(0, NAMES_MAX)
    .map((one) => ({ ...one, definition: plain(one.definition, 0) }))
  return JSON.stringify({ ...rest, names: all, main: main === null ? null : plain(main, 0) })
}

function plain(definition: JsDefinition, depth: number): unknown {
  const { members, ...rest } = definition
  const below = depth < DEPTH_MAX ? members.slice(0, NAMES_MAX) : []
  const deeper = (one: JsMember) => ({ ...one, definition: plain(one.definition, depth + 1) })
  return { ...rest, members: below.map(deeper) }
}

export function namesOf(source: string | Files, others: Others = {}): string[] {
  return moduleOf(source, others).names.map(({ name }) => name)
}

/** A definition by the path of its name. */
export function definitionOf(source: string | Files, path: string): JsDefinition {
  const [first, ...rest] = path.split('.')
  let found = moduleOf(source).names.find(({ name }) => name === first)?.definition
  for (const part of rest) found = found?.members.find(({ name }) => name === part)?.definition
  if (found === undefined) throw new Error(`no ${path}`)
  return found
}
