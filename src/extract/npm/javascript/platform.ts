// What Node provides, as far as its names are known.

import { type Machine, platform } from './machine.ts'
import { nodeValue } from './nodeNames.ts'
import { arrayOf, known, primitive, type Unknown, type Value } from './values.ts'

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

export function platformMember(m: Machine, { why }: Unknown, key: string | symbol | null): Value {
  if (typeof key !== 'string') return platform(`${why}.${String(key)}`)
  const path = `${why}.${key}`
  const modelled = GLOBALS.has(why) ? m.globals.get(key) : m.nodeFunctions.get(path)
  if (modelled !== undefined) return modelled
  const value = nodeValue(path)
  if (value?.kind === 'list') {
    const list = arrayOf(value.texts.map((text) => known(text)))
    list.open = ofRelease(path)
    return list
  }
  const holder = nodeValue(GLOBALS.has(why) ? 'globalThis' : why)
  const member = holder?.members.get(key)
  if (member === undefined && key === 'name' && holder?.kind === 'function')
    return known(why.slice(why.lastIndexOf('.') + 1).replace(/^node:/, ''))
  return platform(path, member?.typeOf ?? null)
}

/** What a call of a function of Node returns. */
export function platformResult({ why }: Unknown): Value {
  return TEXTS.test(why) ? primitive(`${why}()`, 'string') : platform(`${why}()`)
}

export type PlatformKeys = Readonly<{ keys: readonly string[]; open: string | null }>

/** The names of a thing of Node's; functions of the language have the same ones in every release. */
export function platformKeys({ why, typeOf }: Unknown, all: boolean): PlatformKeys {
  const path = GLOBALS.has(why) ? 'globalThis' : why
  const value = nodeValue(path)
  if (value === null) return { keys: [], open: typeOf === 'function' ? null : why }
  const keys: string[] = []
  for (const [name, { isEnumerable }] of value.members) if (all || isEnumerable) keys.push(name)
  const isFixed = value.kind === 'function' && !/^node:[^.]*$/.test(path)
  return { keys, open: isFixed ? null : ofRelease(path) }
}

function ofRelease(path: string): string {
  return `has names of ${path}, which differ between releases of Node`
}
