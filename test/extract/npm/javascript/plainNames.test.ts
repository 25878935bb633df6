// Modules whose names their tokens tell: what is said must hold all that following them finds.

import { describe, expect, test } from 'vitest'
import { reader } from './readPackage.ts'

type Files = Readonly<Record<string, string>>

const MARK = 'Object.defineProperty(exports, "__esModule", { value: true });'
const STAR = `var __createBinding = (this && this.__createBinding) || (Object.create ? (function(o, m, k, k2) {
    if (k2 === undefined) k2 = k;
    Object.defineProperty(o, k2, { enumerable: true, get: function() { return m[k]; } });
}) : (function(o, m, k, k2) {
    if (k2 === undefined) k2 = k;
    o[k2] = m[k];
}));
var __exportStar = (this && this.__exportStar) || function(m, exports) {
    for (var p in m) if (p !== "default" && !Object.prototype.hasOwnProperty.call(exports, p)) __createBinding(exports, m, p);
};
`
const LOOP = `var _x = require("./x.js");
Object.keys(_x).forEach(function (key) {
  if (key === "default" || key === "__esModule") return;
  if (key in exports && exports[key] === _x[key]) return;
  Object.defineProperty(exports, key, {
    enumerable: true,
    get: function () {
      return _x[key];
    },
  });
});`

function plainOf(files: Files): string[] | null {
  const names = reader(files).plainNames('index.js')
  return names === null ? null : [...names].sort()
}

describe('names', () => {
  test.each<[string, string, Files]>([
    ['assigned', 'exports.a = 1; const x = (exports.b = 2); if (x) exports.c = 3', {}],
    ['chained', 'exports.a = exports.b = exports.c = void 0', {}],
    [
      'defined',
      'exports.a = 1; Object.defineProperty(exports, "b", { value: 1 }); exports.c = 1',
      {},
    ],
    ['of another module', `${STAR}exports.a = 1; __exportStar(require("./x.js"), exports);`, {}],
    ['of another module, by a loop', `exports.a = 1; ${LOOP}`, {}],
    ['beside helpers', 'exports.a = exports.b = exports.c = function () { return this.x; }', {}],
    [
      'in a circle of modules that were ES modules',
      `${MARK} ${STAR}exports.a = 1; __exportStar(require("./x.js"), exports);`,
      { 'x.js': `${MARK} var i = require("./index.js"); exports.b = exports.c = i.a;` },
    ],
  ])('%s', (_, source, more) => {
    const files = {
      'x.js': 'exports.b = 1; exports.c = 2; exports.default = 3',
      'index.js': source,
    }
    const plain = plainOf({ ...files, ...more })
    expect(plain).toEqual(['a', 'b', 'c'])
    const { names, state } = reader({ ...files, ...more }).module('index.js')
    expect({ names: names.map(({ name }) => name), state }).toEqual({
      names: plain,
      state: 'complete',
    })
  })
})

describe('what is followed instead', () => {
  test.each<[string, string, Files?]>([
    ['another object', 'module.exports = { a: 1 }'],
    ['exports that are handed on', 'exports.a = 1; f(exports)'],
    ['a name that is made', 'exports["a"] = 1'],
    ['a name that is computed', 'exports[x] = 1'],
    ['another prototype', 'exports.__proto__ = x'],
    ['a prototype that is defined', 'Object.defineProperty(exports, "__proto__", x)'],
    ['a method, which has it for `this`', 'exports.a = function () { this.b = 1 }; exports.a()'],
    ['a method behind a comment', 'exports.a = function () { this.b = 1 }; exports.a/**/()'],
    ['a tag, which has it for `this`', 'exports.a = function () { this.b = 1 }; exports.a``'],
    ['`this` of the module', 'this.a = 1'],
    ['`this` of the module in an arrow', 'const f = () => { this.a = 1 }; f()'],
    ['arguments of the module', 'arguments[0].a = 1'],
    ['code that is made of text', 'exports.a = 1; eval("exports.b = 1")'],
    ['code that is made by a constructor', 'exports.a = new Function("return 1")()'],
    ['names of an object', 'with (x) { a = 1 }'],
    ['a module that is loaded later', 'exports.a = () => { return require("./x.js") }'],
    ['a module whose name is made', 'exports.a = require(x)'],
    ['an end before the end', 'exports.a = 1; if (x) return; exports.b = 1'],
    ['an error', 'exports.a = 1; throw new Error()'],
    ['an ES module', 'export const a = 1'],
    ['a slash that nobody understands', 'exports.a = 1; if (x) {} /a/.test(b)'],
    ['all names of another package', `${STAR}__exportStar(require("other"), exports)`],
    [
      'all names of a module that is not plain',
      `${STAR}__exportStar(require("./x.js"), exports)`,
      {
        'x.js': 'module.exports = f()',
      },
    ],
    [
      'a module that gives it names',
      'exports.a = 1; require("./x.js")',
      {
        'x.js': 'require("./index.js").b = 1',
      },
    ],
    [
      'a module that gives it names from afar',
      'exports.a = 1; require("./x.js")',
      {
        'x.js': 'require("./y.js")',
        'y.js': 'const i = require("./index.js"); i.b = 1',
      },
    ],
    [
      'a module that loads in ways of its own',
      'exports.a = 1; require("./x.js")',
      {
        'x.js': 'module.require("./" + y).b = 1',
      },
    ],
  ])('%s', (_, source, more = {}) => {
    expect(plainOf({ 'index.js': source, ...more })).toBe(null)
  })
})

test('names below a default that is a module', () => {
  const files = {
    'index.js': `${MARK} const z = __importStar(require("./x.js")); exports.default = z;`,
    'x.js': `${MARK} exports.a = 1; exports.b = 2;`,
    'y.js': `${MARK} const x_1 = __importDefault(require("./index.js")); exports.default = x_1.default;`,
    'z.js': `${MARK} exports.default = f; function f() {}`,
  }
  const of = (file: string) => {
    const names = reader(files).plainDefault(file)
    return names === null ? null : [...names].sort()
  }
  expect([of('index.js'), of('y.js'), of('z.js')]).toEqual([['a', 'b'], ['a', 'b'], null])
})

test('many modules that load each other are looked at within bounds', () => {
  const count = 1_000
  const files: Record<string, string> = {}
  for (let i = 0; i < count; i++) {
    const others = [1, 2, 3].map((step) => `require("./m${(i + step) % count}.js");`)
    files[`m${i}.js`] = `exports.a = 1; ${others.join(' ')}`
  }
  const { plainNames } = reader(files)
  expect(Object.keys(files).filter((file) => plainNames(file) !== null)).toEqual([])
})

test('a long chain of defaults is no plain one', () => {
  const source = `${MARK} ${'exports.default = '.repeat(1_000)}void 0;`
  const { plainNames, plainDefault } = reader({ 'index.js': source })
  expect(plainNames('index.js')).toEqual(new Set(['default']))
  expect(plainDefault('index.js')).toBe(null)
})
