// What Node provides, as far as its names are known.

import { keptIn } from '../../../../domain/maps.ts'
import type { Machine } from './machine.ts'
import { nodeValue } from './nodeNames.ts'
import {
  arrayOf,
  join,
  type Key,
  type Keys,
  known,
  nativeFunction,
  platform,
  primitive,
  Unknown,
  type Value,
} from './values.ts'

/** Ways to write the object that holds the globals. */
const GLOBALS = new Set(['global', 'globalThis'])
/** Functions of Node that return texts. */
const TEXTS =
  /^node:path(?:\/posix|\/win32|\.posix|\.win32)?\.(?:basename|dirname|extname|format|join|normalize|relative|resolve)$/

/** A module of Node by its name, `fs` or `fs/promises`. */
export function builtinModule(name: string): Unknown {
  const path = name === 'process' || name === 'console' ? name : `node:${name}`
  return platform(path, nodeValue(path)?.kind ?? 'object')
}

export function platformMember(m: Machine, { why }: Unknown, key: Key): Value {
  if (typeof key !== 'string') return platform(`${why}.${String(key)}`)
  const path = `${why}.${key}`
  const modelled = GLOBALS.has(why) ? m.globals.get(key) : m.nodeMembers.get(why)?.get(key)
  if (modelled !== undefined) return modelled
  const value = nodeValue(path)
  if (value?.kind === 'list') return arrayOf(value.texts.map(known), ofRelease(path))
  const holder = nodeValue(GLOBALS.has(why) ? 'globalThis' : why)
  const member = holder?.members.get(key)
  if (member === undefined && key === 'name' && holder?.kind === 'function')
    return known(why.slice(why.lastIndexOf('.') + 1).replace(/^node:/, ''))
  return platform(path, member?.typeOf ?? null)
}

/** Packages give names to what is Node's, and read them again. */
export function setPlatformMember(m: Machine, { why }: Unknown, key: string, value: Value): void {
  // Each call makes a thing of its own, and they would be one here.
  if (why.endsWith(')')) return
  const members = GLOBALS.has(why)
    ? m.globals
    : keptIn(m.nodeMembers, why, () => new Map<string, Value>())
  const before = members.get(key)
  members.set(key, m.uncertain === 0 || before === undefined ? value : join(before, value))
}

/** What a call of a function of Node returns. */
export function platformResult({ why }: Unknown): Value {
  if (TEXTS.test(why)) return primitive(`${why}()`, 'string')
  if (QUESTIONS.test(why)) return primitive(`${why}()`, 'boolean')
  // Code that others write is nobody's promise.
  if (/^node:(?:vm|repl)\b/.test(why)) return new Unknown('code that is made at run time')
  const result = platform(`${why}()`)
  // A function of its own, which may get names.
  return /\.bind(?:\.call|\.apply)?$/.test(why) ? nativeFunction(() => result) : result
}

/** Functions that answer with a truth, whatever they are asked about. */
const QUESTIONS = /\.(?:has|hasOwnProperty|includes|startsWith|endsWith|test|some|every|isArray)$/

/** The names of a thing of Node's; functions of the language have the same ones in every release. */
export function platformKeys(m: Machine, { why, typeOf }: Unknown, all: boolean): Keys {
  const path = GLOBALS.has(why) ? 'globalThis' : why
  const value = nodeValue(path)
  const added = [...(m.nodeMembers.get(why)?.keys() ?? [])]
  if (value === null) return { keys: added, open: typeOf === 'function' ? null : why }
  const keys = added.filter((key) => !value.members.has(key))
  for (const [name, { isEnumerable }] of value.members) if (all || isEnumerable) keys.push(name)
  const isFixed = value.kind === 'function' && !/^node:[^.]*$/.test(path)
  return { keys, open: isFixed ? null : ofRelease(path) }
}

/** What a class or an instance has from a class or a prototype of Node's. */
export function handedDown(m: Machine, { why }: Unknown): Keys {
  if (OF_ALL.test(why)) return { keys: [...(m.nodeMembers.get(why)?.keys() ?? [])], open: null }
  const value = nodeValue(why)
  const names = value === null ? [] : [...value.members.keys(), ...value.inherited]
  const keys = new Set([...names, ...(m.nodeMembers.get(why)?.keys() ?? [])])
  return { keys: [...keys], open: value === null ? `inherits from ${why}` : null }
}

/** What every object and every function has is nobody's name. */
const OF_ALL = /^(?:Object|Function)\.prototype$/

/** Classes of which an instance has no names of its own, or known ones. */
const BARE = /^(?:Date|EventTarget|Map|Object|Promise|Set|WeakMap|WeakSet)$/
const ERROR = /^(?:\w+)?Error$/
const EMITTER = /^node:events(?:\.EventEmitter)?$/

/** What a constructor of Node's, by its path, gives to an instance. */
export function ownOfInstance(path: string): Keys {
  if (ERROR.test(path)) return { keys: ['cause', 'message', 'stack'], open: null }
  if (EMITTER.test(path)) return { keys: ['_events', '_eventsCount', '_maxListeners'], open: null }
  if (path === 'RegExp') return { keys: ['lastIndex'], open: null }
  return { keys: [], open: BARE.test(path) ? null : `inherits from ${path}` }
}

/** Whether `new` makes a thing with names of its own; lists of bytes and the like have none. */
export function isMade(path: string): boolean {
  return !/Array|Buffer|Proxy|DataView$/.test(path) && nodeValue(`${path}.prototype`) !== null
}

/** Whether a function of Node's gives names to the `this` that it is called with. */
export function isOldConstructor(path: string): boolean {
  return path.startsWith('node:') && nodeValue(`${path}.prototype`) !== null
}

function ofRelease(path: string): string {
  return `has names of ${path}, which differ between releases of Node`
}
