// Writes assets/node-builtins.json: the names of Node's own modules and globals, as packages see them
// that hand them on. `npx tsx scripts/nodeBuiltins.ts`, by the Node release that tables are made for.

import { writeFileSync } from 'node:fs'
import { builtinModules, createRequire } from 'node:module'
import { isAbsolute } from 'node:path'
import type { NodeFile, NodeNames } from '../src/extract/npm/javascript/values/nodeNames.ts'

const MAJOR = '20'
/** Members of members: `fs.constants.F_OK`. */
const DEPTH_MAX = 2
const LIST_LENGTH_MAX = 200
/** What every function has. */
const OF_FUNCTIONS = new Set(['length', 'name', 'prototype', 'arguments', 'caller'])
/** Neither of the language nor of Node: what the loader of this script adds. */
const FOREIGN = /^__|^tsx|^esbuild|^prepareStackTrace$/

const [major] = process.versions.node.split('.')
if (major !== MAJOR) throw new Error(`this is Node ${major}, and tables are made for ${MAJOR}`)
const require = createRequire(import.meta.url)
const found: Record<string, NodeNames> = {}

function isThing(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function'
}

/** Reading some members warns, some throw where they are not supported, some give a promise of that. */
function read(value: object, key: string): unknown {
  try {
    const member = (value as Record<string, unknown>)[key]
    if (member instanceof Promise) member.catch(() => {})
    return member
  } catch {
    return undefined
  }
}

function add(path: string, value: object, depth: number): void {
  if (Array.isArray(value) && value !== Array.prototype) {
    // Paths are the machine's that this runs on, not Node's.
    const isPlain =
      value.length <= LIST_LENGTH_MAX &&
      value.every((one) => /^\S+$/.test(String(one)) && !isAbsolute(String(one)))
    if (isPlain) found[path] = { kind: 'list', texts: value.join(' ') }
    return
  }
  const isFunction = typeof value === 'function'
  const names = { function: [], object: [], other: [], hidden: [] } as Record<string, string[]>
  for (const key of Object.getOwnPropertyNames(value).sort()) {
    if ((isFunction && OF_FUNCTIONS.has(key)) || FOREIGN.test(key) || /\s/.test(key)) continue
    const member = read(value, key)
    const group = typeof member === 'function' ? 'function' : isThing(member) ? 'object' : 'other'
    names[group]?.push(key)
    if (!Object.prototype.propertyIsEnumerable.call(value, key)) names['hidden']?.push(key)
    // Functions have functions that have each other.
    const isDeep = (depth + 1 < DEPTH_MAX || typeof member !== 'function') && !key.startsWith('_')
    if (isThing(member) && depth < DEPTH_MAX && isDeep && member !== value)
      add(`${path}.${key}`, member, depth + 1)
  }
  const { function: functions, object: objects, other: others, hidden } = names
  const inherited = inheritedNames(value)
  const isClass = isFunction && addPrototype(path, value)
  const isEmpty = [...Object.values(names), inherited].every((one) => one.length === 0)
  if (depth > 0 && isEmpty && !isClass) return
  found[path] = {
    kind: isFunction ? 'function' : 'object',
    functions: functions?.join(' ') ?? '',
    objects: objects?.join(' ') ?? '',
    others: others?.join(' ') ?? '',
    hidden: hidden?.join(' ') ?? '',
    ...(inherited.length === 0 ? {} : { inherited: inherited.join(' ') }),
  }
  // `events` is `events.EventEmitter` as well.
  if (depth === 0 && isClass)
    for (const key of functions ?? [])
      if (read(value, key) === value) addAgain(`${path}.${key}`, path)
}

function addAgain(path: string, of: string): void {
  for (const end of ['', '.prototype']) {
    const names = found[`${of}${end}`]
    if (names !== undefined) found[`${path}${end}`] = names
  }
}

/** Whether a function makes things with names of their own; says which. */
function addPrototype(path: string, value: object): boolean {
  const prototype = read(value, 'prototype')
  if (!isThing(prototype)) return false
  const isPlain = Object.getOwnPropertyNames(prototype).every((name) => name === 'constructor')
  if (isPlain && inheritedNames(prototype).length === 0) return false
  add(`${path}.prototype`, prototype, DEPTH_MAX)
  return true
}

/** What comes from other classes; what every object and every function has is none of it. */
function inheritedNames(value: object): string[] {
  const names = new Set<string>()
  const ends = new Set<unknown>([null, Object.prototype, Function.prototype])
  for (let at: unknown = Object.getPrototypeOf(value); !ends.has(at); ) {
    const holder = at as object
    const isFunction = typeof holder === 'function'
    for (const name of Object.getOwnPropertyNames(holder))
      if (name !== 'constructor' && !(isFunction && OF_FUNCTIONS.has(name)) && !FOREIGN.test(name))
        names.add(name)
    at = Object.getPrototypeOf(holder)
  }
  return [...names].sort()
}

/** Its names alone: which of them are functions, and what is in them, differs between machines. */
function addProcess(): void {
  // What a parent process adds, `tsx` for example, and the module `domain`.
  const OF_CHILDREN =
    /^(?:emit|listeners|listenerCount|send|channel|connected|disconnect|domain|_(?:handleQueue|pendingMessage|channel|disconnect|send))$/
  // The last is there where the first module of the process is one of CommonJS.
  const names = [...Object.getOwnPropertyNames(process), 'mainModule']
    .filter((name) => !OF_CHILDREN.test(name) && !FOREIGN.test(name))
    .sort()
  const isHidden = (name: string) =>
    name !== 'mainModule' && !Object.prototype.propertyIsEnumerable.call(process, name)
  const hidden = names.filter(isHidden)
  const none = { functions: '', objects: '' }
  const rest = { others: names.join(' '), hidden: hidden.join(' ') }
  found['process'] = { kind: 'object', ...none, ...rest }
  add('process.versions', process.versions, DEPTH_MAX)
}

for (const name of [...builtinModules, 'test'].sort()) {
  // The same objects as the globals of these names; and Node's own business.
  if (name === 'process' || name === 'console' || name.startsWith('_')) continue
  add(`node:${name}`, require(`node:${name}`) as object, 0)
}
for (const name of Object.getOwnPropertyNames(globalThis).sort()) {
  const value = read(globalThis, name)
  if (isThing(value) && value !== globalThis && !FOREIGN.test(name) && name !== 'process')
    add(name, value, 1)
}
add('globalThis', globalThis, DEPTH_MAX)
addProcess()
const file: NodeFile = { node: MAJOR, names: found }
writeFileSync(
  new URL('../assets/node-builtins.json', import.meta.url),
  `${JSON.stringify(file, null, 1)}\n`,
)
