// Every path into what a module gives, as Node has it once the module is loaded: names, what is below
// them, and what classes give to their objects. Loading runs the package, so this is for scripts that
// compare and for cases of our own, in a process of their own.

import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

const LOAD_MAX_MS = 60_000
const OUTPUT_MAX_BYTES = 64 * 1024 * 1024
const MARK = '<paths of a loaded module>'

export type Question = Readonly<{
  /** The folder that has the package in its `node_modules`. */
  folder: string
  specifier: string
  kind: 'require' | 'import'
}>

export type RuntimePaths = Question &
  Readonly<{
    /** Paths whose names the package itself gave: what must be found. */
    must: readonly string[]
    /** Those that Node's own classes hand down as well: what may be found. */
    may: readonly string[]
    /** Classes of which an object could be made: those below them are all known. */
    made: readonly string[]
    error: string | null
  }>

export type Options = Readonly<{
  /** Whether objects are made of classes, to see what constructors set. */
  makes: boolean
  depth: number
  pathsMax: number
}>

const CHILD = `
const { createRequire } = require('node:module')
const { existsSync, readFileSync, writeFileSync } = require('node:fs')
const { pathToFileURL } = require('node:url')
const [questions, options] = JSON.parse(readFileSync(process.argv[2], 'utf8'))
process.exit = () => { throw new Error('it wants to end the process') }
process.on('uncaughtException', () => {})
process.on('unhandledRejection', () => {})
const write = process.stdout.write.bind(process.stdout)
console.log = console.error = console.warn = console.info = () => {}
const native = new Set()
for (const name of Object.getOwnPropertyNames(globalThis)) {
  const value = globalThis[name]
  if (typeof value === 'function') { native.add(value); if (value.prototype) native.add(value.prototype) }
  else if (typeof value === 'object' && value !== null) native.add(value)
}
for (const name of require('node:module').builtinModules) {
  if (name.startsWith('_') || /^(?:domain|trace_events|wasi)$/.test(name)) continue
  const module = require(name)
  native.add(module)
  for (const key of Object.keys(module)) {
    const value = Object.getOwnPropertyDescriptor(module, key)?.value
    if (typeof value === 'function') { native.add(value); if (value.prototype) native.add(value.prototype) }
  }
}
native.add(Object.getPrototypeOf(async function () {})); native.add(Object.getPrototypeOf(function* () {}))
native.add(Object.getPrototypeOf(async function* () {})); native.add(Object.getPrototypeOf(Int8Array))
native.add(Object.getPrototypeOf(Int8Array).prototype)
for (const one of [function* () {}, async function* () {}]) {
  native.add(Object.getPrototypeOf(one).prototype)
  native.add(Object.getPrototypeOf(Object.getPrototypeOf(one).prototype))
}
const OF_ALL = [Object.prototype, Function.prototype]
const HIDDEN = new Set(['module.exports', 'constructor', 'noProcessWarnings'])
const OF_FUNCTIONS = new Set(['length', 'name', 'prototype', 'arguments', 'caller'])
const isThing = (value) => value !== null && /^(object|function)$/.test(typeof value)
function walk(root, isImport) {
  const must = new Set(), may = new Set(), made = new Set()
  const pending = [{ value: root, path: '', seen: new Set([root]) }]
  const add = (holder, path, isOurs, seen, below) => {
    for (const name of Object.getOwnPropertyNames(holder)) {
      if (HIDDEN.has(name) || !/^[\\w$]+$/.test(name)) continue
      if (typeof holder === 'function' && OF_FUNCTIONS.has(name)) continue
      if (Array.isArray(holder) && /^(\\d+|length)$/.test(name)) continue
      const whole = path + name
      const before = may.has(whole)
      may.add(whole)
      const { value, get } = Object.getOwnPropertyDescriptor(holder, name)
      if (path === '' && isImport && value === undefined && get === undefined) continue
      if (isOurs && seen !== null && name !== '__esModule') must.add(whole)
      if (before || below === null || seen === null) continue
      let thing = value
      if (get !== undefined && path === '') { try { thing = root[name] } catch {} }
      // What the path went through already has its names there, and is not gone through again.
      if (isThing(thing) && !native.has(thing))
        pending.push({ value: thing, path: whole + '.', seen: seen.has(thing) ? null : new Set([...seen, thing]) })
    }
  }
  const chain = (start, path, seen, below) => {
    let isOurs = true
    for (let at = start; at != null && !OF_ALL.includes(at); at = Object.getPrototypeOf(at)) {
      if (native.has(at)) isOurs = false
      add(at, path, isOurs, seen, below)
    }
  }
  for (let i = 0; i < pending.length && may.size < options.pathsMax; i++) {
    const { value, path, seen } = pending[i]
    if (path.split('.').length > options.depth) continue
    if (ArrayBuffer.isView(value)) continue
    chain(value, path, seen, true)
    if (typeof value !== 'function') continue
    if (isThing(value.prototype)) chain(value.prototype, path, seen, null)
    // Any old function can be called with \`new\`; those with methods are meant to be.
    if (!options.makes || !isThing(value.prototype) || !isConstructor(value)) continue
    try {
      const thing = new value()
      if (thing instanceof value) { chain(thing, path, seen, null); made.add(path.slice(0, -1)) }
    } catch {}
  }
  return { must: [...must], may: [...may], made: [...made] }
}
function isConstructor(value) {
  return /^class/.test(Function.prototype.toString.call(value)) || Object.getOwnPropertyNames(value.prototype).length > 1
}
async function importFrom(folder, specifier) {
  const file = folder + '/import-from.mjs'
  if (!existsSync(file)) writeFileSync(file, 'export const load = (specifier) => import(specifier)')
  return (await import(pathToFileURL(file).href)).load(specifier)
}
async function main() {
  for (const question of questions) {
    const { folder, specifier, kind } = question
    let found = { must: [], may: [], made: [] }, error = null
    try {
      found = kind === 'require'
        ? walk(createRequire(folder + '/x.js')(specifier), false)
        : walk(await importFrom(folder, specifier), true)
    } catch (thrown) { error = String(thrown && thrown.stack || thrown) }
    write('\\n${MARK}' + JSON.stringify({ ...question, ...found, error }) + '\\n')
  }
  write('', () => process.reallyExit(0))
}
main()
`

/** One process for all questions; those that it does not come to have no answer. */
export function runtimePaths(
  at: string,
  questions: readonly Question[],
  options: Options,
): Promise<readonly RuntimePaths[]> {
  const child = join(at, 'paths-child.cjs')
  const asked = join(at, 'paths-asked.json')
  writeFileSync(child, CHILD)
  writeFileSync(asked, JSON.stringify([questions, options]))
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--no-warnings', child, asked],
      {
        cwd: at,
        timeout: LOAD_MAX_MS,
        killSignal: 'SIGKILL',
        maxBuffer: OUTPUT_MAX_BYTES,
        env: { PATH: process.env['PATH'] ?? '', HOME: at },
      },
      (_, stdout) => {
        const rows = stdout.split('\n').filter((line) => line.startsWith(MARK))
        resolve(rows.map((line) => JSON.parse(line.slice(MARK.length)) as RuntimePaths))
      },
    ).stdin?.end()
  })
}
