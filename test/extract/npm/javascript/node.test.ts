// What Node provides, and packages hand on.

import { describe, expect, test } from 'vitest'
import { moduleOf, namesOf } from './readPackage.ts'

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

  test('lists of texts', () => {
    const source = 'require("http").METHODS.forEach((k) => { exports[k.toLowerCase()] = 1 })'
    expect(namesOf(source)).toEqual(expect.arrayContaining(['get', 'post']))
  })

  test.each([
    ['a function', 'module.exports = Reflect.getPrototypeOf', []],
    ['a bound function', 'module.exports = queueMicrotask.bind(null)', []],
    ['a text', 'module.exports = require("path").join(__dirname, "x")', []],
    ['a number', 'module.exports = Number.MAX_SAFE_INTEGER', []],
    ['a pattern', 'module.exports = /x/', []],
    ['a class with names', 'module.exports = Error', ['captureStackTrace', 'stackTraceLimit']],
    ['a function with more', 'module.exports = fetch; module.exports.a = 1', ['a']],
    ['the name of a class', 'exports[Int8Array.name] = 1', ['Int8Array']],
    [
      'an emitter',
      'const { EventEmitter } = require("events"); module.exports = new (class extends EventEmitter {})()',
      ['_events', '_eventsCount', '_maxListeners'],
    ],
    ['what is kept on the global', 'global.x = { a: 1 }; module.exports = globalThis.x', ['a']],
  ])('%s is told to the end', (_, source, names) => {
    expect(moduleOf(source).state).toBe('complete')
    expect(namesOf(source)).toEqual(names)
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
