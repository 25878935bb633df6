// Names that code makes of the paths of its files.

import { describe, expect, test } from 'vitest'
import { moduleOf, namesOf } from '../readPackage.ts'

describe('paths of files', () => {
  test.each([
    ['the name of a file', 'exports[require("path").basename(__filename, ".js")] = 1', ['index']],
    [
      'a path inside of the package',
      'const p = require("path"); exports[p.relative(p.join(__dirname, ".."), module.filename)] = 1',
      ['pkg/index.js'],
    ],
    [
      'a module by its path',
      'module.exports = require(require("path").join(__dirname, "lib", "b"))',
      ['b'],
    ],
    ['the same as a text', 'module.exports = require(__dirname + "/lib/b.js")', ['b']],
    [
      'data',
      'module.exports = JSON.parse(require("fs").readFileSync(__dirname + "/d.json", "utf8"))',
      ['d'],
    ],
  ])('%s', (_, source, names) => {
    const files = { 'index.js': source, 'lib/b.js': 'exports.b = 1', 'd.json': '{ "d": 1 }' }
    expect(namesOf(files)).toEqual(names)
    expect(moduleOf(files).state).toBe('complete')
  })

  test('files of a folder are there, and installing may add others', () => {
    const files = {
      'index.js':
        'require("fs").readdirSync(__dirname + "/lib").forEach((f) => { if (/\\.js$/.test(f)) exports[f.slice(0, -3)] = require("./lib/" + f) })',
      'lib/a.js': 'exports.x = 1',
      'lib/b.js': '',
      'lib/c.txt': '',
      'lib/deep/d.js': '',
    }
    expect(namesOf(files)).toEqual(['a', 'b'])
    expect(moduleOf(files).state).toBe('dynamic')
  })

  test.each([
    ['where the package is', 'exports[__dirname] = 1; exports.a = 1'],
    ['a part of that', 'Object.defineProperty(exports, __filename.slice(0, 5), {}); exports.a = 1'],
    ['where the process runs', 'exports[require("path").resolve("x")] = 1; exports.a = 1'],
    ['a way from there', 'exports[require("path").relative("x", __dirname)] = 1; exports.a = 1'],
  ])('%s is no name', (_, source) => {
    expect(namesOf(source)).toEqual(['a'])
    expect(moduleOf(source).state).toBe('dynamic')
  })
})
