// What Node provides, and packages hand on.

import { describe, expect, test } from 'vitest'
import { moduleOf, namesOf } from '../readPackage.ts'

describe("Node's own modules", () => {
  test.each([
    ['itself', 'module.exports = require("fs")'],
    ['a copy', 'module.exports = { ...require("node:fs") }'],
    ['a loop', 'for (const k of Object.keys(require("fs"))) exports[k] = 1'],
    [
      'descriptors',
      'const fs = require("fs"); for (const k of Object.getOwnPropertyNames(fs)) Object.defineProperty(exports, k, Object.getOwnPropertyDescriptor(fs, k))',
    ],
    ['a star', 'export * from "fs"'],
  ])('%s: names are listed, and others may come', (_, source) => {
    expect(namesOf(source)).toEqual(expect.arrayContaining(['readFileSync', 'promises', 'F_OK']))
    expect(moduleOf(source).state).toBe('dynamic')
  })

  test('what every function has is no name, though it is handed down', () => {
    const source =
      'const f = () => {}; Object.setPrototypeOf(f, Object.create(Function.prototype, { a: { value: 1 } })); module.exports = f'
    expect(namesOf(source)).toEqual(['a'])
    expect(moduleOf(source).state).toBe('complete')
  })

  test('lists of texts', () => {
    const source = 'require("http").METHODS.forEach((k) => { exports[k.toLowerCase()] = 1 })'
    expect(namesOf(source)).toEqual(expect.arrayContaining(['get', 'post']))
  })

  test.each([
    ['a function', 'module.exports = Reflect.getPrototypeOf', []],
    ['a bound function', 'module.exports = queueMicrotask.bind(null)', []],
    ['a text', 'module.exports = require("path").join(__dirname, "x")', []],
    ['a number', 'module.exports = Number.MAX_SAFE_INTEGER', []],
    ['a class with names', 'module.exports = Error', ['captureStackTrace', 'stackTraceLimit']],
    ['a function with more', 'module.exports = fetch; module.exports.a = 1', ['a']],
    ['the name of a class', 'exports[Int8Array.name] = 1', ['Int8Array']],
    ['what is kept on the global', 'global.x = { a: 1 }; module.exports = globalThis.x', ['a']],
  ])('%s is told to the end', (_, source, names) => {
    expect(moduleOf(source).state).toBe('complete')
    expect(namesOf(source)).toEqual(names)
  })

  test.each([
    ['a pattern', 'module.exports = /x/', ['exec', 'test', 'flags']],
    [
      'an emitter',
      'const { EventEmitter } = require("events"); module.exports = new (class extends EventEmitter {})()',
      ['_events', 'on', 'emit'],
    ],
    [
      'an emitter of old',
      `const { EventEmitter } = require("events"); function Old() { EventEmitter.call(this) }
      require("util").inherits(Old, EventEmitter); module.exports = new Old()`,
      ['_events', '_eventsCount', '_maxListeners', 'on'],
    ],
    ['a class', 'module.exports = class extends require("stream").Readable {}', ['from', 'once']],
    ['an error', 'module.exports = new (class extends Error {})()', ['message', 'name', 'stack']],
    ['a map', 'module.exports = new (class extends Map {})()', ['get', 'set']],
  ])('%s has what it inherits, and no more', (_, source, names) => {
    expect(moduleOf(source).state).toBe('complete')
    expect(namesOf(source)).toEqual(expect.arrayContaining(names))
  })

  test.each([
    ['an emitter', 'require("events")', ['_events', 'a', 'emit', 'on']],
    ['an emitter by its name', 'require("events").EventEmitter', ['_events', 'a', 'emit', 'on']],
    ['an error', 'TypeError', ['a', 'message', 'stack']],
    ['a promise', 'Promise', ['a', 'then']],
  ])('%s that is made of a class of Node may get names', (_, made, names) => {
    const source = `const it = new (${made})(); it.a = 1; module.exports = it`
    expect(moduleOf(source).state).toBe('complete')
    expect(namesOf(source)).toEqual(expect.arrayContaining(names))
    expect(namesOf(source)).not.toContain('cause')
  })

  test('a stream that is made has names that are not listed', () => {
    const source = 'module.exports = new (require("stream").Transform)(); module.exports.a = 1'
    expect(moduleOf(source).state).toBe('dynamic')
    expect(namesOf(source)).toEqual(expect.arrayContaining(['a', 'pipe']))
  })

  test('what Node hands to a module has names', () => {
    expect(namesOf('module.exports = module')).toEqual(
      expect.arrayContaining(['children', 'exports', 'filename', 'id', 'loaded', 'paths']),
    )
    expect(namesOf('module.exports = require')).toEqual(['cache', 'extensions', 'main', 'resolve'])
  })

  test('an instance of a class that gives names of its own is open', () => {
    for (const text of [
      'module.exports = new (class extends require("net").Socket {})()',
      'function Old() { require("stream").Readable.call(this) } module.exports = new Old()',
    ])
      expect(moduleOf(text).state).toBe('dynamic')
  })

  test('what a release does not have, another may', () => {
    const source = 'const fs = require("fs"); if (fs.notYet) exports.a = 1; else exports.b = 1'
    expect(namesOf(source)).toEqual(['a', 'b'])
  })
})

test('a module that is `process` has its names, which differ between machines', () => {
  for (const text of ['module.exports = process', "module.exports = require('process')"]) {
    const { names, state } = moduleOf(text)
    expect(names.map(({ name }) => name)).toEqual(expect.arrayContaining(['argv', 'exit', 'env']))
    expect(state).toBe('dynamic')
  }
})

test('what may be missing in `process` is looked at both ways', () => {
  const text = "if (typeof process.getuid === 'function') exports.a = 1; else exports.b = 1"
  expect(moduleOf(text).names.map(({ name }) => name)).toEqual(['a', 'b'])
})

describe('members of classes', () => {
  const membersOf = (source: string) => {
    const definition = moduleOf(`exports.It = ${source}`).names[0]?.definition
    return { names: definition?.members.map(({ name }) => name), open: definition?.open }
  }

  test.each([
    ['an emitter', 'class extends require("events") {}', ['on', 'emit', 'defaultMaxListeners']],
    ['an error', 'class extends Error {}', ['stack', 'message', 'captureStackTrace']],
    ['a map', 'class extends Map {}', ['get', 'set', 'size']],
  ])('%s: those of the base, and no more', (_, source, names) => {
    expect(membersOf(source).names).toEqual(expect.arrayContaining(names))
    expect(membersOf(source).open).toBe(null)
  })

  test.each([
    ['another package', 'class extends require("other").Base {}'],
    ['an instance of one', 'new (class extends require("other").Base {})()'],
    ['what is not known', 'class extends made() {}'],
    ['a class of Node with fields', 'class extends require("net").Socket {}'],
    ['an object of another package', 'Object.create(require("other"))'],
  ])('%s: there may be more', (_, source) => {
    expect(membersOf(source).open).not.toBe(null)
  })

  test('what is too deep to be looked at may have members', () => {
    let { definition } =
      moduleOf('exports.a = {a:{a:{a:{a:{a:{a:{a:{a:{a:1}}}}}}}}}').names[0] ?? {}
    for (let i = 0; i < 20 && definition?.open === null; i++) {
      if (definition.members.length === 0) break
      definition = definition.members[0]?.definition
    }
    expect(definition?.open).not.toBe(null)
  })
})
