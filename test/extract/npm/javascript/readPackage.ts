// What the JavaScript pass says of a package made of texts.

import type { JsDefinition, JsModule } from '../../../../src/extract/npm/javascript/jsModule.ts'
import { readJavaScript } from '../../../../src/extract/npm/javascript/readJavaScript.ts'
import { type Files, packageOf } from '../packageOf.ts'

export type Others = Readonly<Record<string, Files>>

export function reader(files: Files, others: Others = {}) {
  const made = new Map(
    Object.entries(others).map(([name, texts]) => [name, packageOf(texts, {}, name)]),
  )
  return readJavaScript(packageOf(files), (name) => made.get(name) ?? null)
}

export function moduleOf(source: string | Files, others: Others = {}): JsModule {
  const files = typeof source === 'string' ? { 'index.js': source } : source
  return reader(files, others).module('index.js')
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
