// Prints what the modules of the Node that runs it show: a source of scripts/nodeNames.ts. In words that
// Node 12 knows.

import { builtinModules, createRequire } from 'node:module'

const require = createRequire(import.meta.url)
/** Listed by no release that has them under this prefix only. */
const PREFIXED = ['node:test', 'node:test/reporters', 'node:sea', 'node:sqlite']
/** What every function has. */
const OF_FUNCTIONS = new Set(['length', 'name', 'prototype', 'arguments', 'caller'])

const isThing = (value) =>
  (typeof value === 'object' && value !== null) || typeof value === 'function'

/** Reading some members warns, some throw where they are not supported, some give a promise of that. */
function read(value, key) {
  try {
    const member = value[key]
    if (member instanceof Promise) member.catch(() => {})
    return member
  } catch (_) {
    return undefined
  }
}

/** Its names and those of what it comes from, up to what every object or function has. */
function namesOf(value) {
  const names = new Set()
  let at = value
  while (isThing(at) && at !== Object.prototype && at !== Function.prototype) {
    for (const key of Object.getOwnPropertyNames(at)) {
      if (key === 'constructor' || (typeof at === 'function' && OF_FUNCTIONS.has(key))) continue
      if (/^[A-Za-z_$][\w$]*$/.test(key)) names.add(key)
    }
    at = Object.getPrototypeOf(at)
  }
  return [...names].sort()
}

/** Whether `new` is what it is for: it has methods, or is called as classes are. */
function isClass(name, value) {
  return typeof value === 'function' && isThing(value.prototype) && /^[A-Z]/.test(name)
}

/** Getters are not asked: they need an object. Behind `f` stands how many arguments it names. */
function kindOf(value, key) {
  for (let at = value; isThing(at); at = Object.getPrototypeOf(at)) {
    const told = Object.getOwnPropertyDescriptor(at, key)
    if (told !== undefined) {
      return typeof told.value === 'function' ? `f${takenBy(told.value)}` : 'v'
    }
  }
  return 'v'
}

function taking(kind, value) {
  return { kind, takes: takenBy(value) }
}

/** More than anybody hands over. */
const ANY_NUMBER = 99

/** How many arguments the code names, those with defaults included. */
function takenBy(value) {
  const text = Function.prototype.toString.call(value)
  if (text.includes('[native code]')) return value.length
  const isClass = text.startsWith('class')
  const from = isClass ? text.indexOf('constructor(') : 0
  if (from < 0) return isClass && !/^class\s*\w*\s*\{/.test(text) ? ANY_NUMBER : value.length
  let depth = 0
  let count = 0
  let isEmpty = true
  for (let at = text.indexOf('(', from); at >= 0 && at < text.length; at += 1) {
    const char = text.charAt(at)
    if ('([{'.includes(char)) depth += 1
    else if (')]}'.includes(char)) {
      depth -= 1
      if (depth === 0) break
    } else if (char === ',' && depth === 1) count += 1
    else if (/\S/.test(char)) isEmpty = false
    if (depth === 1 && text.startsWith('...', at)) return ANY_NUMBER
  }
  if (/\barguments\b/.test(text)) return ANY_NUMBER
  return Math.max(value.length, isEmpty ? 0 : count + 1)
}

function described(value) {
  return Object.fromEntries(namesOf(value).map((key) => [key, kindOf(value, key)]))
}

const loaded = new Map()
for (const written of [...builtinModules, ...PREFIXED]) {
  const name = written.replace(/^node:/, '')
  if (name.startsWith('_') || name.startsWith('internal/') || loaded.has(name)) continue
  try {
    loaded.set(name, require(written))
  } catch (_) {
    // This release does not have it.
  }
}
const homes = new Map([...loaded].map(([name, value]) => [value, name]))

const modules = {}
for (const [name, value] of [...loaded].sort(([a], [b]) => (a < b ? -1 : 1))) {
  const names = {}
  for (const key of namesOf(value)) {
    const member = read(value, key)
    const home = homes.get(member)
    if (home !== undefined && home !== name && typeof member === 'object') {
      names[key] = { kind: 'm', home }
    } else if (isClass(key, member)) {
      names[key] = {
        ...taking('c', member),
        members: described(member.prototype),
        own: described(member),
      }
    } else if (typeof member === 'function') names[key] = taking('f', member)
    else if (isThing(member) && !Array.isArray(member)) {
      names[key] = { kind: 'o', members: described(member) }
    } else names[key] = { kind: 'v' }
  }
  modules[name] = { isCalled: typeof value === 'function', names }
}
const [major] = process.versions.node.split('.')
console.log(JSON.stringify({ major, modules }))
