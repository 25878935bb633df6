import { describe, expect, test } from 'vitest'
import { moduleOf, namesOf, reader } from '../readPackage.ts'

describe('assignments to exports', () => {
  test.each([
    ['exports.a', 'exports.a = 1; exports.b = function () {}'],
    ['module.exports with members', 'module.exports.a = 1; module["exports"]["b"] = 2'],
    ['an object', 'const b = 1; module.exports = { a() {}, b }'],
    ['both at once', 'exports = module.exports = { a: 1 }; exports.b = 2'],
    ['chained names', 'exports.a = exports.b = void 0'],
    ['this', 'this.a = 1; this.b = 2'],
    ['a function with members', 'function f() {} f.a = 1; f.b = 2; module.exports = f'],
    ['members given before', 'module.exports = f; function f() {} f.a = 1; module.exports.b = 1'],
    ['a class with statics', 'module.exports = class { static a() {} static b = 1 }'],
    ['Object.assign', 'Object.assign(exports, { a: 1 }, { b: 2 })'],
    ['Object.assign to make it', 'module.exports = Object.assign({}, { a: 1 }, { b: 2 })'],
    ['spread', 'const x = { a: 1 }; module.exports = { ...x, b: 2 }'],
    [
      'defineProperty',
      'for (const k of ["a", "b"]) Object.defineProperty(exports, k, { value: 1 })',
    ],
    [
      'defineProperties',
      'Object.defineProperties(exports, { a: { get: () => 1 }, b: { value: 2, enumerable: true } })',
    ],
    ['__defineGetter__', 'exports.__defineGetter__("a", () => 1); exports.b = 1'],
    ['getters', 'module.exports = { get a() { return 1 }, get b() { return 2 } }'],
    [
      'a getter of the module',
      'Object.defineProperty(module, "exports", { get() { return { a: 1, b: 2 } } })',
    ],
    [
      'a loop over keys',
      'const x = { a: 1, b: 2 }; Object.keys(x).forEach((k) => { exports[k] = x[k] })',
    ],
    ['for in', 'const x = { a: 1, b: 2 }; for (var k in x) exports[k] = x[k]'],
    ['a list of names', '"a b".split(" ").forEach(function (n) { exports[n] = n })'],
    ['an index', 'var l = ["a", "b"]; for (var i = 0; i < l.length; i++) exports[l[i]] = i'],
    ['reduce', 'module.exports = ["a", "b"].reduce((o, k) => { o[k] = k; return o }, {})'],
    ['entries', 'for (const [k, v] of Object.entries({ a: 1, b: 2 })) exports[k] = v'],
    ['fromEntries', 'module.exports = Object.fromEntries(["a", "b"].map((k) => [k, 1]))'],
    ['made names', `var p = "a"; exports[p] = 1; exports["" + "b"] = 2`],
    ['destructuring', '({ x: exports.a, y: exports.b } = { x: 1, y: 2 })'],
    ['an instance', 'class X { constructor() { this.a = 1 } b() {} } module.exports = new X()'],
    ['a made object', 'module.exports = Object.create({ a() {} }); module.exports.b = 1'],
    [
      'a helper of its own',
      'function make() { var o = {}; o.a = 1; o.b = 2; return o } module.exports = make()',
    ],
    ['a proxy without traps', 'module.exports = new Proxy({ a: 1, b: 2 }, {})'],
    ['a condition', 'if (foo) exports.a = 1; else exports.b = 1'],
    ['either of two', 'module.exports = foo ? { a: 1 } : { b: 1 }'],
    ['try', 'try { exports.a = require("./nothing") } catch (e) { exports.b = 1 }'],
    ['a deleted name', 'exports.c = 1; delete exports.c; exports.a = exports.b = 1'],
    ['a sequence', '0, exports.a = 1, exports.b = 2'],
    ['logic', 'exports.a || (exports.a = 1); exports.b ??= 2'],
    [
      'switch',
      'switch ("x") { case "y": exports.c = 1; break; case "x": exports.a = 1; default: exports.b = 1 }',
    ],
  ])('%s', (_, source) => {
    expect(namesOf(source)).toEqual(['a', 'b'])
    // A condition that nobody knows is no reason to doubt the names.
    expect(moduleOf(source).state).toBe('complete')
  })

  test('what nobody can reach is not there', () => {
    expect(
      namesOf('if (false) exports.a = 1; if (typeof window !== "undefined") exports.b = 1'),
    ).toEqual([])
    expect(namesOf('var exports2 = {}; exports2.a = 1')).toEqual([])
    expect(namesOf('function never() { exports.a = 1 }')).toEqual([])
  })

  test('the module itself', () => {
    expect(moduleOf('module.exports = function f(a, b = 1) {}').main).toMatchObject({
      kind: 'function',
      signature: '(a, b?)',
    })
    expect(moduleOf('module.exports = 5').names).toEqual([])
  })
})

describe('what compilers and bundlers write', () => {
  test.each([
    [
      'TypeScript',
      `"use strict";
       var __createBinding = (this && this.__createBinding) || (Object.create ? (function(o, m, k, k2) {
         if (k2 === undefined) k2 = k;
         var desc = Object.getOwnPropertyDescriptor(m, k);
         if (!desc || ("get" in desc ? !m.__esModule : desc.writable || desc.configurable)) {
           desc = { enumerable: true, get: function() { return m[k]; } };
         }
         Object.defineProperty(o, k2, desc);
       }) : (function(o, m, k, k2) { if (k2 === undefined) k2 = k; o[k2] = m[k]; }));
       var __exportStar = (this && this.__exportStar) || function(m, exports) {
         for (var p in m) if (p !== "default" && !Object.prototype.hasOwnProperty.call(exports, p)) __createBinding(exports, m, p);
       };
       Object.defineProperty(exports, "__esModule", { value: true });
       exports.b = void 0;
       __exportStar(require("./x"), exports);
       exports.b = 1;`,
    ],
    [
      'tslib',
      'const tslib_1 = require("tslib"); tslib_1.__exportStar(require("./x"), exports); exports.b = 1',
    ],
    [
      'Babel',
      `Object.defineProperty(exports, "__esModule", { value: true });
       var _exportNames = { b: true };
       Object.defineProperty(exports, "b", { enumerable: true, get: function () { return _y.default; } });
       var _y = _interopRequireDefault(require("./y"));
       var _x = require("./x");
       Object.keys(_x).forEach(function (key) {
         if (key === "default" || key === "__esModule") return;
         if (Object.prototype.hasOwnProperty.call(_exportNames, key)) return;
         if (key in exports && exports[key] === _x[key]) return;
         Object.defineProperty(exports, key, { enumerable: true, get: function () { return _x[key]; } });
       });
       function _interopRequireDefault(e) { return e && e.__esModule ? e : { default: e }; }`,
    ],
    [
      'esbuild',
      `var __defProp = Object.defineProperty;
       var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
       var __getOwnPropNames = Object.getOwnPropertyNames;
       var __hasOwnProp = Object.prototype.hasOwnProperty;
       var __export = (target, all) => { for (var name in all) __defProp(target, name, { get: all[name], enumerable: true }); };
       var __copyProps = (to, from, except, desc) => {
         if (from && typeof from === "object" || typeof from === "function") {
           for (let key of __getOwnPropNames(from))
             if (!__hasOwnProp.call(to, key) && key !== except)
               __defProp(to, key, { get: () => from[key], enumerable: !(desc = __getOwnPropDesc(from, key)) || desc.enumerable });
         }
         return to;
       };
       var __reExport = (target, mod, secondTarget) => (__copyProps(target, mod, "default"), secondTarget && __copyProps(secondTarget, mod, "default"));
       var __toCommonJS = (mod) => __copyProps(__defProp({}, "__esModule", { value: true }), mod);
       var index_exports = {};
       __export(index_exports, { b: () => b });
       module.exports = __toCommonJS(index_exports);
       __reExport(index_exports, require("./x"), module.exports);
       var b = 1;
       0 && (module.exports = { c });`,
    ],
    [
      'rollup as UMD',
      `(function (global, factory) {
        typeof exports === 'object' && typeof module !== 'undefined' ? factory(exports, require('./x')) :
        typeof define === 'function' && define.amd ? define(['exports', './x'], factory) :
        (global = typeof globalThis !== 'undefined' ? globalThis : global || self, factory(global.X = {}, global.Y));
      })(this, (function (exports, x) { 'use strict';
        exports.b = 1;
        Object.keys(x).forEach(function (k) {
          if (k !== 'default' && !Object.prototype.hasOwnProperty.call(exports, k)) Object.defineProperty(exports, k, {
            enumerable: true, get: function () { return x[k]; } });
        });
      }));`,
    ],
    [
      'minified UMD',
      '!function(e,t){"object"==typeof exports&&"undefined"!=typeof module?t(exports,require("./x")):"function"==typeof define&&define.amd?define(["exports"],t):t((e=e||self).X={})}(this,function(e,t){"use strict";var n=t.a;e.a=n,e.b=function(){},Object.defineProperty(e,"__esModule",{value:!0})});',
    ],
    [
      'UMD that returns',
      `(function (root, factory) {
        if (typeof define === 'function' && define.amd) define([], factory);
        else if (typeof module === 'object' && module.exports) module.exports = factory();
        else root.X = factory();
      }(typeof self !== 'undefined' ? self : this, function () { return { a: 1, b: 2 }; }));`,
    ],
    [
      'webpack',
      `(() => { var __webpack_modules__ = ({
         1: ((module, __webpack_exports__, __webpack_require__) => {
           __webpack_require__.r(__webpack_exports__);
           __webpack_require__.d(__webpack_exports__, { a: () => a, b: () => b });
           const a = 1, b = 2;
         }) });
       var __webpack_module_cache__ = {};
       function __webpack_require__(moduleId) {
         var cachedModule = __webpack_module_cache__[moduleId];
         if (cachedModule !== undefined) return cachedModule.exports;
         var module = __webpack_module_cache__[moduleId] = { exports: {} };
         __webpack_modules__[moduleId](module, module.exports, __webpack_require__);
         return module.exports;
       }
       __webpack_require__.d = (exports, definition) => { for (var key in definition) {
         if (__webpack_require__.o(definition, key) && !__webpack_require__.o(exports, key))
           Object.defineProperty(exports, key, { enumerable: true, get: definition[key] }); } };
       __webpack_require__.o = (obj, prop) => (Object.prototype.hasOwnProperty.call(obj, prop));
       __webpack_require__.r = (exports) => { if (typeof Symbol !== 'undefined' && Symbol.toStringTag)
         Object.defineProperty(exports, Symbol.toStringTag, { value: 'Module' });
         Object.defineProperty(exports, '__esModule', { value: true }); };
       module.exports = __webpack_require__(1); })();`,
    ],
    [
      'browserify',
      `(function(f){if(typeof exports==="object"&&typeof module!=="undefined"){module.exports=f()}})(function(){
       return (function(){function r(e,n,t){function o(i,f){if(!n[i]){if(!e[i]){throw new Error("x")}var p=n[i]={exports:{}};e[i][0].call(p.exports,function(r){var n=e[i][1][r];return o(n||r)},p,p.exports,r,e,n,t)}return n[i].exports}for(var u="function"==typeof require&&require,i=0;i<t.length;i++)o(t[i]);return o}return r})()
       ({1:[function(require,module,exports){ exports.a = 1; exports.b = require("./y").c },{"./y":2}],2:[function(require,module,exports){ exports.c = 1 },{}]},{},[1])(1)});`,
    ],
  ])('%s', (_, source) => {
    const files = {
      'index.js': source,
      'x.js': 'exports.a = 1; exports.default = 2',
      'y.js': 'module.exports = 1',
    }
    expect(namesOf(files)).toEqual(['a', 'b'])
    expect(moduleOf(files).state).toBe('complete')
  })

  test('enums', () => {
    const source =
      'var E; (function (E) { E[E["A"] = 0] = "A"; E["B"] = "b" })(E || (exports.E = E = {}))'
    const [name] = moduleOf(source).names
    expect(name?.definition.kind).toBe('enum')
    expect(name?.definition.members.map((member) => member.name)).toEqual(['0', 'A', 'B'])
  })
})

describe('other modules', () => {
  test('a module that is another one', () => {
    const files = {
      'index.js':
        "if (process.env.NODE_ENV === 'production') module.exports = require('./p.js'); else module.exports = require('./d.js')",
      'p.js': 'exports.p = 1',
      'd.js': 'exports.d = 1',
    }
    expect(namesOf(files)).toEqual(['d'])
  })

  test('modules that do something to each other, and cycles', () => {
    const files = {
      'index.js': "module.exports = require('./core'); require('./more')",
      'core.js': "exports.a = 1; require('./more')",
      'more.js': "var core = require('./core'); core.b = core.a",
    }
    expect(namesOf(files)).toEqual(['a', 'b'])
  })

  test('data and ES modules by require', () => {
    const files = {
      'index.js': "module.exports = { ...require('./d.json'), ...require('./e.mjs') }",
      'd.json': '{"a":1}',
      'e.mjs': 'export const b = 1',
    }
    expect(namesOf(files)).toEqual(['a', 'b'])
  })

  test('a dependency is looked at where names depend on it, and only there', () => {
    const files = {
      'index.js':
        "const log = require('log')('x'); const { q } = require('quiet'); exports.a = q; exports.log = log; Object.assign(exports, require('names'))",
    }
    const without = reader(files)
    expect(without.module('index.js')).toMatchObject({ state: 'dynamic' })
    expect(without.module('index.js').names.map(({ name }) => name)).toEqual(['a', 'log'])
    expect([...without.wanted]).toEqual([['names', new Set(['.'])]])
    expect(namesOf(files, { names: { 'index.js': 'exports.b = 1' } })).toEqual(['a', 'b', 'log'])
  })

  test('what a class has from a dependency, and one that is exported whole', () => {
    const dep = {
      'index.js':
        'exports.Base = class { m() { this.late = 1 } static s() {} }; exports.f = function () {}',
    }
    const files = {
      'index.js':
        "const dep = require('dep'); exports.C = class extends dep.Base { own() {} }; exports.all = dep; exports.f = dep.f; exports.made = dep.f()",
    }
    const found = new Map(moduleOf(files, { dep }).names.map((one) => [one.name, one.definition]))
    const members = (name: string) => found.get(name)?.members.map((one) => one.name)
    expect(members('C')).toEqual(['m', 'own', 's'])
    expect(found.get('C')?.open).toBeNull()
    expect(members('all')).toEqual(['Base', 'f'])
    expect(found.get('all')).toMatchObject({ open: null, from: null })
    // One thing of another package is named, and not looked for.
    expect(found.get('f')).toMatchObject({ from: 'dep#f' })
    const without = reader(files)
    for (const { definition } of without.module('index.js').names) void definition.members
    expect([...without.wanted.keys()]).toEqual(['dep'])
    expect(without.module('index.js').state).toBe('complete')
  })

  test('a helper of a dependency that adds names', () => {
    const files = { 'index.js': "require('mix')(exports, { b: 1 }); exports.a = 1" }
    const mix = { 'index.js': 'module.exports = function (t, s) { for (var k in s) t[k] = s[k] }' }
    expect(namesOf(files, { mix })).toEqual(['a', 'b'])
    expect(moduleOf(files)).toMatchObject({
      state: 'dynamic',
      reason: expect.stringContaining('mix was not looked at'),
    })
  })

  test('a result of a dependency that gets names', () => {
    const files = {
      'index.js': "module.exports = require('wrap')(f); module.exports.a = f; function f() {}",
    }
    expect(moduleOf(files).state).toBe('dynamic')
    expect(namesOf(files)).toEqual(['a'])
  })
})

describe('what cannot be followed is not absent', () => {
  test.each([
    ['computed names', 'exports[foo()] = 1', /computed/],
    ['computed modules', 'module.exports = require(foo)', /computed/],
    ['unknown functions', 'foo(exports)', /given to foo/],
    ['code made at run time', 'new Function("e", "e.a = 1")(exports)', /given to/],
    [
      'files of a folder',
      'require("fs").readdirSync(__dirname).forEach((f) => { exports[f] = require("./" + f) })',
      /computed/,
    ],
    ['names of Node', 'module.exports = Object.assign({}, require("fs"))', /fs/],
    ['a proxy', 'module.exports = new Proxy({}, { get: (t, k) => k })', /proxy/],
    ['a file that is not there', 'module.exports = require("./nothing")', /not in the package/],
    ['an error', 'throw new Error("no")', /error/],
    ['an awaited value', 'Promise.resolve(1).then((x) => { exports[x] = 1 })', /computed/],
  ])('%s', (_, source, reason) => {
    const { state, reason: why } = moduleOf(source)
    expect(state).toBe('dynamic')
    expect(why).toMatch(reason)
  })

  test('compiled and broken files', () => {
    expect(reader({ 'x.node': '' }).module('x.node')).toMatchObject({ state: 'opaque' })
    expect(reader({ 'x.js': '{{{' }).module('x.js')).toMatchObject({ state: 'unreadable' })
    expect(reader({}).module('x.js')).toMatchObject({ state: 'unreadable' })
    expect(moduleOf({ 'index.js': 'module.exports = require("./x")', 'x.js': ')' })).toMatchObject({
      state: 'dynamic',
    })
  })
})

test('an entry point does not show what another one adds to it', () => {
  const read = reader({
    'full.js': "var core = module.exports = require('./core'); core.more = 1",
    'core.js': 'exports.a = 1',
  })
  expect(read.module('full.js').names.map(({ name }) => name)).toEqual(['a', 'more'])
  expect(read.module('core.js').names.map(({ name }) => name)).toEqual(['a'])
})
